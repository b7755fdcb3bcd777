// What the oracle judges: the public functions of first-contact/geometry.
import { edgeEdgeContact, initGeometry, vertexFaceContact } from '../../src/geometry/index.js';
import type { Answer, Candidate } from './compare.js';

await initGeometry();

const answerOf = (result: ReturnType<typeof vertexFaceContact>): Answer =>
  result.state === 'contact' ? result : { state: 'free', time: 0 };

export const candidate: Candidate = {
  vertexFace: (points) => answerOf(vertexFaceContact(points)),
  edgeEdge: (points) => answerOf(edgeEdgeContact(points)),
};
