import { beforeAll, describe, expect, it } from 'vitest';
import { type SceneMesh, torusKnotMesh, torusMesh } from '../../../scenes/meshes/index.js';
import { meshOf } from '../../../scenes/meshes/mesh.js';
import { initGeometry, rigidMesh, timeOfContact } from '../../../src/geometry/index.js';
import { surfaceByMoments } from '../../../src/mesh/moments.js';
import { buildRigidTree } from '../../../src/mesh/rigid-tree.js';
import { drain } from '../../../src/mesh/steps.js';
import { readSoup } from '../../../src/mesh/triangle-soup.js';
import { Seeded } from './seeded.js';

beforeAll(() => initGeometry());

describe('surfaces by moments', () => {
  it('are those of boxes with such variances, whichever way they lie and wherever they are', () => {
    const seeded = new Seeded(4);
    for (let trial = 0; trial < 500; trial++) {
      const [a, b, c] = [0, 1, 2].map(() => 10 ** seeded.between(-3, 0)) as [number, number, number];
      const axes = randomAxes(seeded);
      const mean = seeded.vector(1);
      const weight = seeded.between(0.1, 10);
      const second = (i: number, j: number) =>
        weight *
        ([a, b, c].reduce((sum, side, k) => sum + side * side * axes[k]![i]! * axes[k]![j]!, 0) +
          mean[i]! * mean[j]!);
      const sums = Float64Array.of(
        ...[weight, ...mean.map((x) => weight * x)],
        ...[second(0, 0), second(0, 1), second(0, 2), second(1, 1), second(1, 2), second(2, 2)],
      );
      const exact = a * b + b * c + c * a;
      expect(surfaceByMoments(sums, 0)).toBeLessThan(exact * (1 + 1e-5));
      expect(surfaceByMoments(sums, 0)).toBeGreaterThan(exact * 0.9);
    }
  });

  it('are 0 where there is nothing, or a line', () => {
    expect(surfaceByMoments(new Float64Array(10), 0)).toBe(0);
    expect(surfaceByMoments(Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 0, 0), 0)).toBe(0);
  });
});

describe('splits', () => {
  it('are made where a surface is bent, though it is longer elsewhere', () => {
    const mesh = halfPipe(2.2, 0.5, 24);
    const tree = drain(buildRigidTree(readSoup(mesh.positions, mesh.triangles)));
    const parts = [...tree.nodeParts.subarray(4, 8)].map((part) => {
      const own = tree.order.subarray(tree.partFrom[part], tree.partTo[part]);
      return [...own]
        .flatMap((t) => [...mesh.triangles.subarray(3 * t, 3 * t + 3)])
        .map((v) => mesh.positions[3 * v]!);
    });
    // all four reach along the whole pipe, or the half of it at most is cut off: none is as wide as the pipe
    const widths = parts.map((xs) => Math.max(...xs) - Math.min(...xs));
    expect(widths).toHaveLength(4);
    for (const width of widths) expect(width).toBeLessThan(0.75);
  });

  it('leave searches few boxes to test', () => {
    const ring = torusMesh({ around: 64, tube: 16, radius: 0.5, tubeRadius: 0.06 });
    const knot = torusKnotMesh({ along: 128, tube: 18, radius: 0.4, tubeRadius: 0.06 });
    // with those for contact points; 1252 and 2127 where parts are split along their longest side
    expect(boxTests(ring, 0.5)).toBeLessThan(890);
    expect(boxTests(knot, 1.2)).toBeLessThan(1870);
  });
});

/** Boxes tested in 40 searches for a time of contact, on the average. */
function boxTests({ positions, triangles }: SceneMesh, apart: number): number {
  const mesh = rigidMesh(positions, triangles);
  const seeded = new Seeded(12);
  const flies = (from: number) => ({
    start: { position: [from, 0, 0], rotation: seeded.quaternion() },
    end: { position: [0, 0, 0], rotation: seeded.quaternion() },
  });
  let tests = 0;
  for (let trial = 0; trial < 40; trial++) {
    const found = timeOfContact(mesh, flies(apart), mesh, flies(-apart));
    tests += found.counts.boxTests;
  }
  return tests / 40;
}

/** Half of a cylinder's side, along z. */
function halfPipe(long: number, radius: number, count: number): SceneMesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let i = 0; i <= count; i++) {
    const angle = (Math.PI * i) / count;
    for (let j = 0; j <= count; j++)
      positions.push(radius * Math.cos(angle), radius * Math.sin(angle), (long * j) / count);
  }
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < count; j++) {
      const at = i * (count + 1) + j;
      triangles.push(at, at + 1, at + count + 2, at, at + count + 2, at + count + 1);
    }
  }
  return meshOf(positions, triangles);
}

function randomAxes(seeded: Seeded): number[][] {
  const [x, y, z, w] = seeded.quaternion();
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)],
    [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)],
    [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)],
  ];
}
