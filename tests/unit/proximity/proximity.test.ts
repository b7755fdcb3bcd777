import { beforeAll, describe, expect, test } from 'vitest';
import { gridMesh, icosphereMesh } from '../../../scenes/meshes/index.js';
import { initGeometry, ProximitySurface, triangleTriangleDistance } from '../../../src/geometry/index.js';
import { closestOfConvex } from '../../../src/proximity/gjk.js';
import { random } from '../../support/random.js';
import { thrownBy } from '../../support/thrown.js';

beforeAll(() => initGeometry());

const VOLUMES = ['aabb', '14-dop', '18-dop'] as const;
const ORDERS = [2, 4, 8] as const;

function corners(positions: Float64Array, faces: Uint32Array, face: number, width = 3): number[] {
  return [...faces.subarray(width * face, width * face + width)].flatMap((v) => [
    ...positions.subarray(3 * v, 3 * v + 3),
  ]);
}

function crumpled(positions: Float64Array, size: number, next: () => number): Float64Array {
  return positions.map((x) => x + size * (next() - 0.5));
}

/** Every pair of two surfaces that is within `distance` at one of some instants. */
function brutePairs(
  a: { positions: Float64Array; speeds: Float64Array; faces: Uint32Array },
  b: { positions: Float64Array; speeds: Float64Array; faces: Uint32Array },
  distance: number,
  times: readonly number[],
): Set<string> {
  const found = new Set<string>();
  for (const time of times) {
    const at = (s: typeof a) => s.positions.map((x, i) => x + time * s.speeds[i]);
    const [p, q] = [at(a), at(b)];
    for (let f = 0; f < a.faces.length / 3; f++) {
      for (let g = 0; g < b.faces.length / 3; g++) {
        const result = triangleTriangleDistance([...corners(p, a.faces, f), ...corners(q, b.faces, g)]);
        if (result.distance <= distance) found.add(`${f} ${g}`);
      }
    }
  }
  return found;
}

describe.each(VOLUMES)('with %s', (volume) => {
  test.each(ORDERS)('a tree of order %i finds all that comes near, whichever way boxes grow', (order) => {
    const next = random(order);
    const sheet = gridMesh({ columns: 5, rows: 4, width: 1, depth: 1 });
    const ball = icosphereMesh({ subdivisions: 1, radius: 0.4 });
    const one = { positions: crumpled(sheet.positions, 0.15, next), faces: sheet.triangles };
    const two = {
      positions: ball.positions.map((x, i) => x + (i % 3 === 1 ? 0.6 : 0)),
      faces: ball.triangles,
    };
    const bulk = [next() - 0.5, -2, next() - 0.5];
    const speedsOf = (positions: Float64Array, share: number) =>
      positions.map((_, i) => share * bulk[i % 3] + 0.8 * (next() - 0.5));
    const a = { ...one, speeds: speedsOf(one.positions, 0) };
    const b = { ...two, speeds: speedsOf(two.positions, 1) };
    const [distance, dt] = [0.05, 0.1];
    const expected = brutePairs(a, b, distance, [0, 0.02, 0.05, 0.08, 0.1]);
    expect(expected.size).toBeGreaterThan(10);
    const tests: number[] = [];
    for (const oriented of [true, false]) {
      const [p, q] = [a, b].map(({ positions, faces, speeds }) => {
        const surface = new ProximitySurface({ positions, faces }, { order, volume });
        surface.update(positions, speeds, { distance, dt, oriented });
        return surface;
      });
      const found = p.near({}, q);
      const names = new Set(found.map(({ faceA, faceB }) => `${faceA} ${faceB}`));
      for (const pair of expected) expect(names).toContain(pair);
      for (const each of found) {
        const result = triangleTriangleDistance([
          ...corners(a.positions, a.faces, each.faceA),
          ...corners(b.positions, b.faces, each.faceB),
        ]);
        expect(each.distance).toBeCloseTo(result.distance, 12);
        const gap = Math.hypot(...[0, 1, 2].map((k) => each.pointA[k] - each.pointB[k]));
        expect(gap).toBeCloseTo(each.distance, 12);
      }
      expect(found.map(({ expected: e }) => e)).toEqual(
        found.map(({ expected: e }) => e).sort((x, y) => x - y),
      );
      tests.push(p.counts.boxTests);
    }
    expect(tests[0]).toBeLessThanOrEqual(tests[1]);
  });

  test('finds what a folded sheet is near to of itself, by the rule of groups and angles', () => {
    const sheet = gridMesh({ columns: 24, rows: 3, width: 1.2, depth: 0.2 });
    // folded three times over, layers 0.02 apart
    const positions = sheet.positions.slice();
    for (let v = 0; v < positions.length; v += 3) {
      const along = (positions[v] + 0.6) / 0.3;
      const fold = Math.min(3, Math.floor(along));
      const rest = along - fold;
      positions[v] = 0.3 * (fold % 2 === 0 ? rest : 1 - rest);
      positions[v + 1] = 0.02 * fold + 0.002 * rest;
    }
    const still = new Float64Array(positions.length);
    const distance = 0.03;
    const surface = new ProximitySurface({ positions, faces: sheet.triangles }, { volume });
    surface.update(positions, still, { distance });
    const names = new Set(
      surface
        .near({ cosOfAngle: 0.9 })
        .flatMap(({ faceA, faceB }) => [`${faceA} ${faceB}`, `${faceB} ${faceA}`]),
    );
    let pairs = 0;
    let left = 0;
    const normal = (f: number) => {
      const c = corners(positions, sheet.triangles, f);
      const [u, v] = [[0, 1, 2].map((k) => c[3 + k] - c[k]), [0, 1, 2].map((k) => c[6 + k] - c[k])];
      const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
      const length = Math.hypot(...n);
      return n.map((x) => x / length);
    };
    for (let f = 0; f < sheet.triangles.length / 3; f++) {
      for (let g = 0; g < f; g++) {
        const [s, t] = [f, g].map((face) => [...sheet.triangles.subarray(3 * face, 3 * face + 3)]);
        if (s.some((v) => t.includes(v))) continue;
        const near =
          triangleTriangleDistance([
            ...corners(positions, sheet.triangles, f),
            ...corners(positions, sheet.triangles, g),
          ]).distance <= distance;
        const [m, n] = [normal(f), normal(g)];
        const cos = m[0] * n[0] + m[1] * n[1] + m[2] * n[2];
        const isFound = names.has(`${f} ${g}`);
        // faces that look different ways are candidates wherever they are; of the others, those of groups that are not adjacent
        if (near && cos < 0.9 - 1e-9) expect(isFound).toBe(true);
        if (!near) expect(isFound).toBe(false);
        if (near && isFound) pairs++;
        if (near && !isFound) left++;
      }
    }
    expect(pairs).toBeGreaterThan(200);
    expect(left).toBeGreaterThan(10);
  });
});

test('what stays still is left alone, closest points are kept while little moves, and nothing is lost by it', () => {
  const next = random(9);
  const sheet = gridMesh({ columns: 10, rows: 10, width: 1, depth: 1 });
  const upper = sheet.positions.map((x, i) => (i % 3 === 1 ? x + 0.03 : x));
  const faces = sheet.triangles;
  const make = () => [
    new ProximitySurface({ positions: sheet.positions, faces }),
    new ProximitySurface({ positions: upper, faces }, { order: 2 }),
  ];
  const [[a, b], [p, q]] = [make(), make()];
  const [low, high] = [sheet.positions.slice(), upper.slice()];
  const [distance, lazy, reuse, dt] = [0.05, 0.004, 0.004, 0.01];
  let untouched = 0;
  let reused = 0;
  for (let frame = 0; frame < 6; frame++) {
    const speeds = high.map((_, i) => (i < 120 ? 0.05 * (next() - 0.5) : 0));
    for (let i = 0; i < high.length; i++) high[i] += dt * speeds[i];
    const still = new Float64Array(low.length);
    a.update(low, still, { distance, dt, lazy });
    b.update(high, speeds, { distance, dt, lazy });
    p.update(low, still, { distance, dt });
    q.update(high, speeds, { distance, dt });
    const kept = new Map(
      a.near({ reuse, listFor: 5 }, b).map((each) => [`${each.faceA} ${each.faceB}`, each.distance]),
    );
    for (const { faceA, faceB, distance: exact } of p.near({}, q)) {
      const mine = kept.get(`${faceA} ${faceB}`);
      // a pair at the very rim may be beyond it by what its kept points are off
      if (exact + reuse <= distance) expect(mine).toBeDefined();
      if (mine === undefined) continue;
      expect(mine).toBeGreaterThanOrEqual(exact - 1e-9);
      expect(mine).toBeLessThanOrEqual(exact + reuse);
    }
    untouched += a.untouched + b.untouched;
    reused += a.counts.reused;
  }
  expect(untouched).toBeGreaterThan(500);
  expect(reused).toBeGreaterThan(500);
});

test('GJK gives the distance of triangles that the exact kernel gives, and of quads that of their triangles', () => {
  const next = random(4);
  const out = { distance: 0, a: new Float64Array(3), b: new Float64Array(3) };
  let met = 0;
  for (let trial = 0; trial < 4000; trial++) {
    const spread = trial % 3 === 0 ? 0.5 : 2;
    const p = Array.from({ length: 9 }, () => next());
    const q = Array.from({ length: 9 }, (_, i) => next() + (i % 3 === 0 ? spread * (next() - 0.2) : 0));
    closestOfConvex(p, q, out);
    const { distance } = triangleTriangleDistance([...p, ...q]);
    expect(Math.abs(out.distance - distance)).toBeLessThan(1e-7);
    if (distance === 0) met++;
    // a parallelogram is two triangles
    const [u, v] = [[0, 1, 2].map((k) => q[3 + k] - q[k]), [0, 1, 2].map((k) => q[6 + k] - q[k])];
    const fourth = [0, 1, 2].map((k) => q[k] + u[k] + v[k]);
    const quad = [...q.slice(0, 6), ...fourth, ...q.slice(6)];
    const other = triangleTriangleDistance([...p, ...q.slice(3, 6), ...fourth, ...q.slice(6)]);
    closestOfConvex(p, quad, out);
    expect(Math.abs(out.distance - Math.min(distance, other.distance))).toBeLessThan(1e-7);
  }
  expect(met).toBeGreaterThan(100);
});

test('what makes no sense is refused', () => {
  const { positions, triangles: faces } = gridMesh({ columns: 2, rows: 2 });
  const refused = (call: () => unknown) => thrownBy(call);
  expect(refused(() => new ProximitySurface({ positions, faces }, { order: 3 as never }))).toMatchObject({
    code: 'BAD_SETTING',
  });
  expect(refused(() => new ProximitySurface({ positions, faces: Uint32Array.of(0, 1, 99) }))).toMatchObject({
    code: 'INDEX_OUT_OF_RANGE',
  });
  const surface = new ProximitySurface({ positions, faces });
  expect(refused(() => surface.near())).toMatchObject({ code: 'BAD_SETTING' });
  expect(refused(() => surface.update(positions, positions, { distance: -1 }))).toMatchObject({
    code: 'BAD_SETTING',
  });
  expect(refused(() => surface.update(positions.subarray(3), positions, { distance: 1 }))).toMatchObject({
    code: 'START_END_LENGTH',
  });
});
