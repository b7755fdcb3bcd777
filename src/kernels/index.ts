// Everything that core.wasm exports. Nothing here knows an entity: addresses and counts in, counts and states out.
export { cullByMotion } from './apart-at-ends';
export * from './cloth/exports';
export { detailContacts } from './contact-details';
export { staysSimple } from './contour';
export { mergeDops } from './curves';
export { cutStep, freezeStep } from './cut-step';
export { projectVolumes } from './dop-volumes';
export { projectVertices } from './dop18';
export { pairEdgeFaces, testEdgeFaces } from './edge-face-pairs';
export { edgeEdgeContacts, vertexFaceContacts } from './elementary/batch';
export { curvedEdgeEdge, curvedVertexFace } from './elementary/curved-contact';
export { contactDetails } from './elementary/details';
export { useExactScratch } from './elementary/scratch';
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
export { boundEdges, cullFeatures } from './feature-boxes';
export { markFlatRegions } from './flat-regions';
export { heapBase } from './memory';
export { boundNormals } from './normal-directions';
export { copyOrphans } from './orphan-pairs';
export { pairFeatures } from './pair-features';
export { rebuildTree, sumLeaves } from './rebuild-tree';
export { refitTree } from './refit';
export { beginAdvancement } from './rigid/begin';
export { conservativeAdvancement } from './rigid/c2a';
export { firstChild, splitBody, splitPair } from './rigid/children';
export { distanceAtStart } from './rigid/distance';
export { earliestFirst } from './rigid/earliest-first';
export { nearFeatures } from './rigid/proximity';
export { sweepRigid } from './rigid/sweep';
export { dropSeen, moveSeen } from './seen-pairs';
export { cullEdgeFaces, cullSegments } from './segment-box';
export { beginCertificates, certifyLink, endCertificates, touchesOfLink } from './solver/links';
export { beginMotions, endMotions, holdBack } from './solver/motions';
export { applyForces, moveBodies, moveBody, settleSpin } from './solver/move';
export { countImpulses, prepareTouches, relaxTouches, solveTouches } from './solver/solve';
export { sortContacts } from './sort-contacts';
export { writeNormals, writePositions } from './surface';
export { testFeatures } from './test-features';
export { isTraversed, traversePair, traverseSelf } from './traverse';
export { endBecomesStart } from './vertices';
