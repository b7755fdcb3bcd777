// core-ablations.wasm: the papers' other methods, to compare with: other volumes, segments, a run-time database, the
// discrete pipeline.
export { projectVolumes } from '../dop-volumes';
export { pairEdgeFaces, testEdgeFaces } from '../edge-face-pairs';
export { dropSeen, moveSeen } from '../seen-pairs';
export { cullEdgeFaces, cullSegments } from '../segment-box';
