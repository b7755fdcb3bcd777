export { annulusMesh } from './annulus.js';
export { gridMesh } from './grid.js';
export { icosphereMesh } from './icosphere.js';
export type { SceneMesh } from './mesh.js';
export { moebiusStripMesh } from './moebius-strip.js';
export { doubleWoundStarMesh, pyramidMesh, tetrahedronMesh, triangleRingMesh } from './small-meshes.js';
export { torusMesh } from './torus.js';
export { torusKnotMesh } from './torus-knot.js';
export { cos, sin } from './trig.js';
