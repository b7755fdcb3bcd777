import { describe, expect, it } from 'vitest';
import {
  bowlMesh,
  boxMesh,
  cutIntoPieces,
  gearMesh,
  joinedMesh,
  layersMesh,
  leafMesh,
  letterMesh,
  piecesOf,
  placedMesh,
  refinedMesh,
  rodMesh,
  type SceneMesh,
  statueMesh,
  tapeMesh,
  treeMesh,
} from '../../../scenes/meshes/index.js';
import { buildTopology, checkMesh } from '../../../src/mesh/index.js';

interface Expected {
  readonly pieces?: number;
  readonly euler: number;
  readonly loops?: number;
}

// biome-ignore format: a table
const SURFACES: [string, SceneMesh, Expected][] = [
  ['roll of tape', tapeMesh({ along: 40, across: 2, turns: 3 }), { euler: 1, loops: 1 }],
  ['stack of sheets', layersMesh({ layers: 3, gap: 0.1, columns: 4, rows: 5 }), { pieces: 3, euler: 3, loops: 3 }],
  ['rod', rodMesh({ around: 7, along: 9 }), { euler: 2 }],
  ['bowl', bowlMesh({ around: 12, rings: 5 }), { euler: 2 }],
  ['gear', gearMesh({ teeth: 9 }), { euler: 2 }],
  ['box', boxMesh({ cells: [3, 2, 4], size: [1, 1, 2] }), { euler: 2 }],
  ['leaf', leafMesh({ along: 6, across: 4 }), { euler: 1, loops: 1 }],
  ['statue', statueMesh({ around: 40, rows: 60 }), { euler: 2 }],
  ['tree', treeMesh({ seed: 1, generations: 2 }).mesh, { pieces: 13, euler: 26 }],
  ['A', letterMesh({ letter: 'A' }), { euler: 0 }],
  ['C', letterMesh({ letter: 'C' }), { euler: 2 }],
  ['N', letterMesh({ letter: 'N' }), { euler: 2 }],
  ['O', letterMesh({ letter: 'O', cuts: 1 }), { euler: 0 }],
  ['gear of more triangles', refinedMesh(gearMesh({ teeth: 9 }), 3001), { euler: 2 }],
  ['T', letterMesh({ letter: 'T', cuts: 3 }), { euler: 2 }],
];

function volume({ positions, triangles }: SceneMesh): number {
  let six = 0;
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) =>
      positions.subarray(3 * triangles[i + k], 3 * triangles[i + k] + 3),
    );
    six += a[0] * (b[1] * c[2] - b[2] * c[1]);
    six += a[1] * (b[2] * c[0] - b[0] * c[2]);
    six += a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return six / 6;
}

describe.each(SURFACES)('%s', (_, mesh, { pieces = 1, euler, loops = 0 }) => {
  it('is the surface that it should be', () => {
    checkMesh(mesh, 'deformable');
    const topology = buildTopology(mesh.triangles, mesh.positions.length / 3);
    expect(topology.byEdge.count).toBe(pieces);
    expect([...topology.byEdge.eulerCharacteristic].reduce((a, b) => a + b)).toBe(euler);
    expect(topology.loopCount).toBe(loops);
    expect([...topology.pinchedVertices]).toEqual([]);
    expect(topology.consistentOrientation).toBe(true);
  });

  it('faces outward where it is closed', () => {
    if (loops === 0) expect(volume(mesh)).toBeGreaterThan(0);
  });
});

it('cuts a mesh into pieces that do not touch, and loses no triangle', () => {
  const whole = statueMesh({ around: 20, rows: 30 });
  const pieces = cutIntoPieces(whole, piecesOf(whole, 7, 1), 0.01);
  expect(pieces.length).toBe(7);
  expect(pieces.reduce((sum, { triangles }) => sum + triangles.length, 0)).toBe(whole.triangles.length);
  const points = joinedMesh(pieces).positions;
  const places = new Set(
    Array.from({ length: points.length / 3 }, (_, v) => points.subarray(3 * v, 3 * v + 3).join()),
  );
  expect(places.size).toBe(points.length / 3);
  for (const piece of pieces) checkMesh(piece, 'rigid');
});

it('turns a mesh first and moves it then', () => {
  const half = Math.SQRT1_2;
  const leaf = { positions: Float64Array.of(1, 0, 0), triangles: new Uint32Array() };
  const { positions } = placedMesh(leaf, { rotation: [0, 0, half, half], position: [5, 0, 0] });
  expect([...positions].map((x) => Math.round(1e12 * x) / 1e12)).toEqual([5, 1, 0]);
});

it('has more triangles of the same surface, by halving its longest edges', () => {
  const gear = gearMesh({ teeth: 9 });
  const finer = refinedMesh(gear, 3001);
  expect(finer.triangles.length / 3).toBeGreaterThanOrEqual(3001);
  expect(finer.triangles.length / 3).toBeLessThanOrEqual(3002);
  expect(volume(finer) / volume(gear)).toBeCloseTo(1, 12);
  expect(longestEdge(finer)).toBeLessThan(0.7 * longestEdge(gear));
});

function longestEdge({ positions, triangles }: SceneMesh): number {
  let most = 0;
  triangles.forEach((vertex, i) => {
    const next = triangles[i % 3 === 2 ? i - 2 : i + 1];
    most = Math.max(
      most,
      Math.hypot(...[0, 1, 2].map((k) => positions[3 * vertex + k] - positions[3 * next + k])),
    );
  });
  return most;
}
