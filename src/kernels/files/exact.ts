// core-exact.wasm: tests of two features, and of two meshes, at one instant; of features within a thickness, or on curved
// paths, and what else curved paths need; what a cut makes of a mesh, and whether it can be pulled apart.
export { cutCurves, raisePaths } from '../curved-steps';
export { mergeDops } from '../curves';
export { curvedEdgeEdge, curvedVertexFace } from '../elementary/curved-contact';
export {
  staticEdgeDistance,
  staticPointFaceDistance,
  staticTriangleDistance,
} from '../elementary/static-distance';
export { staticOrientation2, staticOrientation3 } from '../elementary/static-predicates';
export { thickEdgeEdge, thickVertexFace } from '../elementary/thick-contact';
export {
  staticEdgeMeetsFace,
  staticMeetingPairs,
  staticTrianglesMeet,
} from '../elementary/triangle-pair-static';
export { findOrphanRegions } from '../orphan-regions';
export { copyFeatures, copyLinks } from '../recut';
export { markCorners, markEdges, recutEdgeOrphans, recutVertexOrphans } from '../recut-orphans';
export { meshesMeet } from '../rigid/meshes-meet';
export { facesKeepApart, placeFace, sidesKeepOff } from '../sides-keep-off';
export { nameSplitEdges, splitEdges } from '../split-edges';
export { splitFaces, splitTriangles } from '../split-vertices';
