import { beforeAll, describe, expect, it } from 'vitest';
import type { SceneMesh } from '../../../scenes/meshes/index.js';
import {
  distance,
  initGeometry,
  proximity,
  type RigidFeature,
  rigidMesh,
} from '../../../src/geometry/index.js';
import { placedPair, soupGap } from '../../oracle/exact/rigid-bracket.js';
import { minus, norm, triangleGap } from '../../oracle/exact/triangle-gap.js';
import { Seeded } from './seeded.js';
import { randomTrial, type Trial } from './trials.js';

beforeAll(() => initGeometry());

const SHAPES = [
  {},
  { scale: 1e-3 },
  { scale: 1e3, offCentre: false },
  { away: 1e5 },
  { names: ['needles', 'shell'] },
];

function poses({ screws }: Trial) {
  return screws.map(({ position, rotation }) => ({ position, rotation }));
}

/** The same pair drawn together, so that some are near and some cross. */
function closer(trial: Trial, share: number): Trial {
  const [a, b] = trial.screws;
  const position = a.position.map((x, k) => b.position[k] + share * (x - b.position[k])) as [
    number,
    number,
    number,
  ];
  return {
    ...trial,
    screws: [
      { ...a, position, pivot: [0, 0, 0] },
      { ...b, pivot: [0, 0, 0] },
    ],
  };
}

describe('distance', () => {
  it.each(SHAPES)('is what all pairs of triangles say: %j', (shape) => {
    const seeded = new Seeded(4711);
    let overlaps = 0;
    for (let i = 0; i < 120; i++) {
      const trial = closer(randomTrial(seeded, shape), seeded.between(0, 1));
      using a = rigidMesh(trial.a.positions, trial.a.triangles);
      using b = rigidMesh(trial.b.positions, trial.b.triangles);
      const [poseA, poseB] = poses(trial);
      const result = distance(a, poseA!, b, poseB!);
      const truth = soupGap(...placedPair(trial.a, trial.screws[0], trial.b, trial.screws[1], 0));
      if (truth === 0) overlaps++;
      expect(result.state).toBe(truth === 0 ? 'overlap' : 'apart');
      expect(Math.abs(result.distance - truth)).toBeLessThan(1e-11 * trial.scale + 1e-8 * truth);
      // far from the origin, world coordinates are rounded to what they can hold
      const rounding = 1e-15 * Math.max(...poseB!.position.map(Math.abs)) + 1e-12 * trial.scale;
      const between = norm(minus(result.pointB, result.pointA));
      if (truth > 0) expect(Math.abs(between - truth)).toBeLessThan(4 * rounding + 1e-8 * truth);
    }
    expect(overlaps).toBeGreaterThan(5);
  });
});

function belongs(feature: RigidFeature, mesh: SceneMesh, triangle: number): boolean {
  const corners = mesh.triangles.subarray(3 * triangle, 3 * triangle + 3);
  if (feature.kind === 'face') return feature.triangle === triangle;
  if (feature.kind === 'vertex') return corners.includes(feature.vertex);
  return feature.vertices.every((vertex) => corners.includes(vertex));
}

describe('proximity', () => {
  it('has the closest features of every two triangles within the margin, each pair of features once', () => {
    const seeded = new Seeded(99);
    let found = 0;
    for (let i = 0; i < 150; i++) {
      const trial = closer(randomTrial(seeded, {}), seeded.between(0.2, 0.8));
      const margin = seeded.between(0.01, 0.6);
      using a = rigidMesh(trial.a.positions, trial.a.triangles);
      using b = rigidMesh(trial.b.positions, trial.b.triangles);
      const [poseA, poseB] = poses(trial);
      const pairs = proximity(a, poseA!, b, poseB!, margin);
      const keys = pairs.map(({ featureA, featureB }) => JSON.stringify([featureA, featureB]));
      expect(new Set(keys).size).toBe(keys.length);
      for (const pair of pairs) expect(pair.distance).toBeLessThanOrEqual(margin);
      const [placedA, placedB] = placedPair(trial.a, trial.screws[0], trial.b, trial.screws[1], 0);
      placedA.forEach((p, m) => {
        placedB.forEach((q, n) => {
          const gap = triangleGap(p, q);
          if (gap === 0 || gap > margin) return;
          found++;
          const has = pairs.some(
            (pair) =>
              Math.abs(pair.distance - gap) < 1e-9 &&
              belongs(pair.featureA, trial.a, m) &&
              belongs(pair.featureB, trial.b, n),
          );
          expect(has).toBe(true);
        });
      });
    }
    expect(found).toBeGreaterThan(1000);
  });
});
