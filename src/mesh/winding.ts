import { NONE } from '../kernels/layout/meshes.js';
import type { Connectivity } from './connectivity.js';
import { inPieces, type Steps } from './steps.js';

const UP = 1;
const DOWN = 2;

/**
 * The first side (3 t + k) that runs along its edge in the direction in which an earlier triangle does; NONE when every
 * edge is run along at most once each way, as it is where neighbours agree which way is out.
 */
export function* firstWindingClash(triangles: Uint32Array, mesh: Connectivity): Steps<number> {
  const { triangleEdges } = mesh;
  const directions = new Uint8Array(mesh.edgeCount);
  let clash = NONE;
  yield* inPieces(mesh.triangleCount, (from, to) => {
    for (let t = from; t < to && clash === NONE; t++) {
      for (let k = 0; k < 3; k++) {
        const rises = triangles[3 * t + k] < triangles[3 * t + (k === 2 ? 0 : k + 1)];
        const direction = rises ? UP : DOWN;
        const edge = triangleEdges[3 * t + k];
        if ((directions[edge] & direction) !== 0 && clash === NONE) clash = 3 * t + k;
        directions[edge] |= direction;
      }
    }
  });
  return clash;
}
