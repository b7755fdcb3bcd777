// The ECS-free face of the kernels.
export { FirstContactError } from '../errors.js';
export { type CurvedContact, edgeEdgeContactCurved, vertexFaceContactCurved } from './curved-contact.js';
export { orientation2, orientation3, type Sign } from './orientation.js';
export { initGeometry } from './runtime.js';
export {
  edgeEdgeDistance,
  type Feature,
  pointTriangleDistance,
  type StaticDistance,
  triangleTriangleDistance,
  type Vector,
} from './static-distance.js';
export {
  edgeFaceIntersect,
  intersectingEdgeFacePairs,
  intersectingTrianglePairs,
  type StaticIntersection,
  triangleTriangleIntersect,
} from './static-intersection.js';
export { edgeEdgeThickContact, type ThickContact, vertexFaceThickContact } from './thick-contact.js';
