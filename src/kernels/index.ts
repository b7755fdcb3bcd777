// Everything that core.wasm exports. Nothing here knows an entity: addresses and counts in, counts and states out.

export { curvedEdgeEdge, curvedVertexFace } from './elementary/curved-contact';
export {
  staticEdgeDistance,
  staticPointFaceDistance,
  staticTriangleDistance,
} from './elementary/static-distance';
export { staticOrientation2, staticOrientation3 } from './elementary/static-predicates';
export { thickEdgeEdge, thickVertexFace } from './elementary/thick-contact';
export {
  staticEdgeMeetsFace,
  staticMeetingPairs,
  staticTrianglesMeet,
} from './elementary/triangle-pair-static';
export { heapBase } from './memory';
