import { describe, expect, it } from 'vitest';
import { bunnyMesh } from '../../../scenes/bunny.js';
import {
  asOneMesh,
  brokenStatue,
  meshOfEntity,
  pointsAt,
  SCENES,
  type Scene,
} from '../../../scenes/index.js';
import { placedPoints } from '../../../scenes/meshes/index.js';
import { countAdjacentPairs } from '../../../src/mesh/adjacency.js';
import { buildTopology, checkMesh } from '../../../src/mesh/index.js';
import { findOrphans } from '../../../src/mesh/orphans.js';

interface Expected {
  readonly triangles: number;
  /** ICCD, Table I; its size in thousands and its adjacent pairs. */
  readonly paper: number;
  readonly adjacentPairs: number;
  readonly orphans: number;
  /** Of the positions at half of the frames: these bits in every engine. */
  readonly hash: string;
}

const statue = (): Scene => brokenStatue({ falling: bunnyMesh() });

// biome-ignore format: a table
const EXPECTED: Record<string, [() => Scene, Expected]> = {
  balls: [SCENES.balls, { triangles: 34_000, paper: 34_000, adjacentPairs: 191_250, orphans: 0, hash: 'e3fc7d69' }],
  'cloth-on-ball': [SCENES['cloth-on-ball'], { triangles: 92_018, paper: 92_000, adjacentPairs: 548_675, orphans: 4264, hash: 'b7c8f71c' }],
  letters: [SCENES.letters, { triangles: 4656, paper: 5000, adjacentPairs: 26_826, orphans: 3110, hash: 'd5a4ce' }],
  // the paper's own counts of orphans: 10.8K and 2K
  ruffles: [SCENES.ruffles, { triangles: 48_800, paper: 49_000, adjacentPairs: 284_130, orphans: 10_800, hash: '1be04360' }],
  skirt: [SCENES.skirt, { triangles: 39_280, paper: 40_000, adjacentPairs: 234_050, orphans: 2000, hash: '5091c556' }],
  'broken-statue': [statue, { triangles: 253_274, paper: 253_000, adjacentPairs: 1_467_422, orphans: 158_208, hash: 'ad08afca' }],
};

/** FNV-1a over the bytes. */
function hashOf(points: Float64Array): string {
  let hash = 0x811c9dc5;
  for (const byte of new Uint8Array(points.buffer)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash.toString(16);
}

it('lists every scene under its name', () => {
  for (const [name, make] of Object.entries(SCENES)) expect(make().name).toBe(name);
  expect(Object.keys(EXPECTED)).toEqual(expect.arrayContaining(Object.keys(SCENES)));
});

describe.each(Object.entries(EXPECTED))('%s', (name, [make, expected]) => {
  const scene = make();
  const whole = asOneMesh(scene);

  it('has the size of the paper, and known counts of adjacent pairs and orphans', () => {
    const topology = buildTopology(whole.triangles, whole.positions.length / 3);
    const orphans = findOrphans(whole.triangles, topology);
    expect({
      triangles: topology.triangleCount,
      adjacentPairs: countAdjacentPairs(topology).pairs,
      orphans: (orphans.vertexFace.length + orphans.edgeEdge.length) / 2,
    }).toEqual({
      triangles: expected.triangles,
      adjacentPairs: expected.adjacentPairs,
      orphans: expected.orphans,
    });
    expect(Math.abs(topology.triangleCount / expected.paper - 1)).toBeLessThan(0.08);
    checkMesh(whole, name === 'broken-statue' || name === 'letters' ? 'rigid' : 'deformable');
  });

  it('moves every vertex of every entity, to the same bits in every engine', () => {
    const points = pointsAt(scene, scene.frames / 2);
    expect(points.length).toBe(whole.positions.length);
    expect(points.every(Number.isFinite)).toBe(true);
    expect(hashOf(points)).toBe(expected.hash);
    expect(hashOf(pointsAt(make(), scene.frames / 2))).toBe(expected.hash);
    expect(hashOf(pointsAt(scene, scene.frames))).not.toBe(expected.hash);
  });

  it('begins its motion where its rigid entities are placed', () => {
    const start = scene.motion(0);
    scene.entities.forEach((entity, i) => {
      if (entity.kind !== 'rigid') return;
      const placed = placedPoints(meshOfEntity(scene, i).positions, entity);
      expect(Math.max(...placed.map((x, k) => Math.abs(x - start[i][k])))).toBeLessThan(1e-12);
    });
  });

  it('pins vertices that are there', () => {
    scene.entities.forEach((entity, i) => {
      if (entity.kind !== 'deformable') return;
      const vertices = meshOfEntity(scene, i).positions.length / 3;
      for (const pin of entity.pins ?? []) expect(pin).toBeLessThan(vertices);
    });
  });
});
