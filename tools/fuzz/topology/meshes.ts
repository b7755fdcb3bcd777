import {
  annulusMesh,
  cellsMesh,
  gridMesh,
  joinedMesh,
  placedMesh,
  pyramidMesh,
  type SceneMesh,
  tetrahedronMesh,
  torusMesh,
} from '../../../scenes/meshes/index.js';

/** Surfaces that deform: few triangles, so that all pairs of features can be decided exactly. */
export const SURFACES: readonly SceneMesh[] = [
  gridMesh({ columns: 5, rows: 4 }),
  gridMesh({ columns: 9, rows: 1, depth: 0.25 }),
  annulusMesh({ around: 9, rings: 2, innerRadius: 0.2, outerRadius: 0.5 }),
  tetrahedronMesh(),
  pyramidMesh({ sides: 5, radius: 0.5, height: 0.5 }),
  torusMesh({ around: 4, tube: 3, radius: 0.4, tubeRadius: 0.2 }),
];

/** Large enough that two threads share its search, where it lies in a heap. */
export const HEAP = gridMesh({ columns: 9, rows: 9 });

/** What does not deform: a step, a frame that things go through, a ring. */
export const SOLIDS: readonly SceneMesh[] = [
  cellsMesh({ cells: [2, 2, 1], size: [0.75, 0.75, 0.5], isFilled: (x, y) => x + y < 2 }),
  cellsMesh({ cells: [3, 3, 1], size: [1, 1, 0.25], isFilled: (x, y) => x !== 1 || y !== 1 }),
  torusMesh({ around: 5, tube: 3, radius: 0.4, tubeRadius: 0.125 }),
  tetrahedronMesh(),
];

const APART = 0.75;

/** Two parts beside each other, to be loaded with pieces. */
export const PAIR: SceneMesh = joinedMesh([
  tetrahedronMesh(0.5),
  placedMesh(gridMesh({ columns: 2, rows: 2, width: 0.5, depth: 0.5 }), { position: [APART, 0, 0] }),
]);
