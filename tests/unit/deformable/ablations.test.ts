import { beforeAll, describe, expect, it } from 'vitest';
import { clothOnBall } from '../../../scenes/cloth-on-ball.js';
import { asOneMesh, letters, pointsAt, ruffles, type Scene } from '../../../scenes/index.js';
import {
  DeformableCollider,
  type DeformableContacts,
  initGeometry,
  STRATEGIES,
  type StrategyName,
  type VolumeName,
} from '../../../src/geometry/index.js';
import { NONE } from '../../../src/kernels/layout/meshes.js';
import { buildBvh, trianglesBelow } from '../../../src/mesh/bvh-build.js';
import { flatRegions } from '../../../src/mesh/flat-regions.js';
import { orphanRegions } from '../../../src/mesh/orphan-regions.js';
import { findOrphans } from '../../../src/mesh/orphans.js';
import { sweptVertices } from '../../../src/mesh/swept.js';
import { connectivityOf } from './support/feature-pairs.js';
import { annulus, grid, moving, together } from './support/meshes.js';

beforeAll(() => initGeometry());

const strategies = Object.keys(STRATEGIES) as StrategyName[];
const volumes: readonly VolumeName[] = ['18-dop', '14-dop', 'aabb'];

// Large enough that the run-time database grows; the counts of the stages say that each does something.
const scenes: [Scene, number][] = [
  [clothOnBall({ quads: 40, ballSubdivisions: 2 }), 50],
  [ruffles({ around: 40, rings: 8, layers: 4, bodySubdivisions: 2 }), 20],
  [letters({ cuts: 1, around: 12 }), 25],
];

function stepOf(scene: Scene, frame: number, volume: VolumeName): DeformableCollider {
  const collider = new DeformableCollider(
    { positions: pointsAt(scene, frame - 1), triangles: asOneMesh(scene).triangles },
    { volume },
  );
  collider.update(pointsAt(scene, frame));
  return collider;
}

function bits({ kind, a, b, time }: DeformableContacts): unknown[] {
  return [kind, a, b, new BigUint64Array(time.buffer)];
}

describe.each(scenes.map(([scene, frame]) => [scene.name, scene, frame] as const))(
  '%s',
  (_, scene, frame) => {
    it('has the same contacts with every strategy and volume, bit by bit', () => {
      const whole = stepOf(scene, frame, '18-dop');
      const expected = bits(whole.contacts({ strategy: 'basic' }));
      expect((expected[1] as Uint32Array).length).toBeGreaterThan(50);
      whole.dispose();
      for (const volume of volumes) {
        const tested = stepOf(scene, frame, volume);
        for (const strategy of strategies) {
          const found = tested.contacts({ strategy });
          expect(bits(found)).toEqual(expected);
        }
        tested.dispose();
      }
    });

    it('makes fewer tests with each method that is added', () => {
      const tested = stepOf(scene, frame, '18-dop');
      const counted = (strategy: StrategyName) => tested.contacts({ strategy }).counters;
      const counts = {
        basic: counted('basic'),
        adj: counted('adj'),
        noDuplicates: counted('no-duplicates'),
        rTriangles: counted('r-triangles'),
        representatives: counted('representatives'),
        featureBoxes: counted('feature-boxes'),
        contours: counted('contours'),
      };
      expect(counts.noDuplicates.elementaryTests).toBeLessThan(counts.basic.elementaryTests / 3);
      expect(counts.noDuplicates.boxTests).toBeLessThan(counts.basic.boxTests);
      expect(counts.adj.featureTests).toBe(counts.basic.featureTests);
      expect(counts.adj.elementaryTests).toBeLessThan(counts.basic.elementaryTests / 3);
      // segments cull more than the boxes around them, and edges are the same
      expect(counts.rTriangles.elementaryTests).toBeLessThan(counts.adj.elementaryTests);
      expect(counts.rTriangles.verticesAfterBoxes).toBeLessThan(counts.adj.verticesAfterBoxes);
      expect(counts.featureBoxes.elementaryTests).toBeLessThan(counts.representatives.elementaryTests);
      expect(counts.contours.elementaryTests).toBeLessThanOrEqual(counts.featureBoxes.elementaryTests);
      tested.dispose();
    });

    it('tests more pairs of triangles with coarser boxes', () => {
      const pairs = volumes.map((volume) => {
        const tested = stepOf(scene, frame, volume);
        const { trianglePairs } = tested.contacts({ strategy: 'feature-boxes' }).counters;
        tested.dispose();
        return trianglePairs;
      });
      expect(pairs[2]).toBeGreaterThan(pairs[0]);
      expect(pairs[2]).toBeGreaterThan(pairs[1]);
    });
  },
);

describe('orphans of a skipped region', () => {
  const cloth = moving('cloth', grid(24, 24), 1);
  const flat = cloth.start.map((_, i) => {
    const vertex = Math.floor(i / 3);
    return [vertex % 25, Math.floor(vertex / 25), 0][i % 3];
  });

  it('are skipped with it, and tested where it folds', () => {
    const tested = new DeformableCollider({ positions: flat, triangles: cloth.triangles });
    tested.update(flat);
    const all = tested.contacts({ strategy: 'feature-boxes' }).counters.orphanTests;
    const left = tested.contacts({ strategy: 'contours' }).counters;
    expect(all).toBeGreaterThan(200);
    expect(left.skippedTriangles).toBe(2 * 24 * 24);
    expect(left.orphanTests).toBe(0);
    tested.update(flat.map((x, i) => (i % 3 === 0 ? Math.abs(x - 12) : x)));
    expect(tested.contacts({ strategy: 'contours' }).counters.orphanTests).toBeGreaterThan(0);
    tested.dispose();
  });

  it('have the smallest region with both features', () => {
    const mesh = moving('', together([grid(9, 7), annulus(3, 6), annulus(12, 3)]), 5);
    const connectivity = connectivityOf(mesh);
    const tree = buildBvh(sweptVertices(mesh.start, mesh.start), mesh.triangles);
    const places = mesh.start.map((x, i) => x + 0.3 * Math.floor(i / 30));
    const ordered = buildBvh(sweptVertices(places, places), mesh.triangles);
    for (const bvh of [tree, ordered]) {
      const regions = flatRegions(bvh, mesh.triangles, connectivity);
      const orphans = findOrphans(mesh.triangles, connectivity);
      const inside = new Map([...regions.nodes].map((node) => [node, new Set(trianglesBelow(bvh, node))]));
      const facesAt = (vertices: number[]) =>
        Array.from({ length: mesh.triangles.length / 3 }, (_, t) => t).filter((t) =>
          vertices.every((v) => mesh.triangles.subarray(3 * t, 3 * t + 3).includes(v)),
        );
      const smallest = (some: number[], others: number[]): number => {
        const holding = [...inside].filter(
          ([, faces]) => some.some((t) => faces.has(t)) && others.some((t) => faces.has(t)),
        );
        return holding.sort(([, p], [, q]) => p.size - q.size)[0]?.[0] ?? NONE;
      };
      const ends = (edge: number) => [...connectivity.edges.subarray(2 * edge, 2 * edge + 2)];
      const expected: number[] = [];
      for (let i = 0; i < orphans.vertexFace.length; i += 2) {
        expected.push(smallest(facesAt([orphans.vertexFace[i]]), [orphans.vertexFace[i + 1]]));
      }
      for (let i = 0; i < orphans.edgeEdge.length; i += 2) {
        expected.push(smallest(facesAt(ends(orphans.edgeEdge[i])), facesAt(ends(orphans.edgeEdge[i + 1]))));
      }
      const found = orphanRegions(bvh, connectivity, regions, orphans);
      expect([...found].map((place) => (place === NONE ? NONE : regions.nodes[place]))).toEqual(expected);
    }
  });
});
