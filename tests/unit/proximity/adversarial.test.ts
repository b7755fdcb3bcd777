import { beforeAll, describe, expect, test } from 'vitest';
import { gridMesh } from '../../../scenes/meshes/index.js';
import {
  initGeometry,
  type NearFaces,
  ProximitySurface,
  triangleTriangleDistance,
} from '../../../src/geometry/index.js';
import { random } from '../../support/random.js';
import { thrownBy } from '../../support/thrown.js';

beforeAll(() => initGeometry());

interface Surface {
  readonly positions: Float64Array;
  readonly speeds: Float64Array;
  readonly faces: Uint32Array;
}

const VOLUMES = ['aabb', '14-dop', '18-dop'] as const;
const ORDERS = [2, 4, 8] as const;
const INSTANTS = [0, 0.1, 0.25, 0.5, 0.75, 0.9, 1];
const same = (a: number, b: number) => `${Math.min(a, b)} ${Math.max(a, b)}`;

function triangleAt({ faces, positions, speeds }: Surface, face: number, time: number): number[] {
  return [0, 1, 2].flatMap((c) =>
    [0, 1, 2].map((k) => {
      const at = 3 * faces[3 * face + c] + k;
      return positions[at] + time * speeds[at];
    }),
  );
}

/** By the exact distance of every pair of faces, at instants of the step: what is certainly within, and how far all are apart now. */
function brute(a: Surface, b: Surface, distance: number, dt: number) {
  const within: string[] = [];
  const now = new Map<string, number>();
  for (let f = 0; f < a.faces.length / 3; f++) {
    for (let g = 0; g < b.faces.length / 3; g++) {
      let least = Number.POSITIVE_INFINITY;
      for (const share of INSTANTS) {
        const result = triangleTriangleDistance([
          ...triangleAt(a, f, share * dt),
          ...triangleAt(b, g, share * dt),
        ]);
        if (share === 0) now.set(`${f} ${g}`, result.distance);
        least = Math.min(least, result.distance + result.error);
      }
      if (least <= distance) within.push(`${f} ${g}`);
    }
  }
  return { within, now };
}

function named(found: readonly NearFaces[]): Map<string, NearFaces> {
  return new Map(found.map((each) => [`${each.faceA} ${each.faceB}`, each]));
}

/** A sheet that is not kind: some vertices in one place, some on a line, some so near that faces are needles. */
function bad(next: () => number, size: number, height: number): Surface {
  const { positions, triangles: faces } = gridMesh({ columns: 4, rows: 3, width: 1, depth: 0.8 });
  const vertices = positions.length / 3;
  const at = () => 3 * Math.floor(vertices * next());
  for (let i = 0; i < 3; i++) positions.copyWithin(at(), at(), at() + 3);
  for (let i = 0; i < 3; i++) {
    const [from, to] = [at(), at()];
    const near = positions.slice(from, from + 3).map((x) => x + 1e-9 * (next() - 0.5));
    positions.set(near, to);
  }
  const flat = next() < 0.4;
  for (let v = 1; v < positions.length; v += 3) {
    positions[v] = height + (flat ? 1e-12 * next() : 0.2 * (next() - 0.5));
  }
  return { positions: positions.map((x) => size * x), speeds: new Float64Array(positions.length), faces };
}

function speedsOf(next: () => number, { positions }: Surface, kind: number, scale: number, sign: number) {
  const bulk = [next() - 0.5, 3 * sign * next(), next() - 0.5];
  return positions.map((_, i) => {
    if (kind === 0) return 0;
    const common = scale * bulk[i % 3];
    if (kind === 1) return common; // the whole of it
    if (kind === 2) return common * 1e-9;
    if (kind === 3) return i % 2 === 0 ? common : -common; // against each other
    return common + scale * (next() - 0.5) * (next() < 0.2 ? 5 : 1);
  });
}

describe('surfaces that are not kind', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])('nothing near is missed (seed %i)', (seed) => {
    const next = random(100 + seed);
    const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)];
    let found = 0;
    for (let trial = 0; trial < 12; trial++) {
      const size = 2 ** pick([-10, -4, 0, 4, 10]);
      const away = pick([0, 0, 1, 1000]) * size;
      const distance = size * pick([0, 0.001, 0.05]);
      const dt = pick([0, 0.01, 0.1]);
      const [one, two] = [0, 0.12].map((height) => {
        const surface = bad(next, size, height);
        return { ...surface, positions: surface.positions.map((x) => x + away) };
      });
      const kind = Math.floor(5 * next());
      const a = { ...one, speeds: speedsOf(next, one, kind, size, 1) };
      const b = { ...two, speeds: speedsOf(next, two, pick([kind, 0, 1, 4]), size, -1) };
      const volume = pick(VOLUMES);
      const [p, q] = [a, b].map(({ faces, positions, speeds }) => {
        const surface = new ProximitySurface({ positions, faces }, { volume, order: pick(ORDERS) });
        surface.update(positions, speeds, { distance, dt, oriented: next() < 0.7 });
        return surface;
      });
      const { now, within } = brute(a, b, distance, dt);
      const names = named(p.near({}, q));
      expect(within.filter((pair) => !names.has(pair))).toEqual([]);
      for (const [pair, each] of names) {
        expect(Math.abs(each.distance - now.get(pair)!)).toBeLessThanOrEqual(2 ** -44 * (size + away));
      }
      found += within.length;
    }
    expect(found).toBeGreaterThan(20);
  });

  test('and nothing is invented: what flies side by side, or apart, is as far away as it is', () => {
    const next = random(5);
    for (const [mine, theirs] of [
      [0, 0],
      [1, 1], // side by side
      [-1, 1], // apart: a is below
    ]) {
      const [a, b] = [bad(next, 1, 0), bad(next, 1, 0.3)];
      a.speeds.forEach((_, i) => {
        a.speeds[i] = i % 3 === 1 ? 40 * mine : 25 * mine * mine;
      });
      b.speeds.forEach((_, i) => {
        b.speeds[i] = i % 3 === 1 ? 40 * theirs : 25 * theirs * theirs;
      });
      const [p, q] = [a, b].map(({ faces, positions, speeds }) => {
        const surface = new ProximitySurface({ positions, faces });
        surface.update(positions, speeds, { distance: 0.31, dt: 0.1 });
        return surface;
      });
      const { now } = brute(a, b, 0.31, 0);
      const expected = [...now].filter(([, distance]) => distance <= 0.31).map(([pair]) => pair);
      expect([...named(p.near({}, q)).keys()].sort()).toEqual(expected.sort());
      expect(expected.length).toBeGreaterThan(3);
    }
  });
});

describe('what is left alone and what is kept', () => {
  // one corner of a sheet moves far in each frame, and the others little, or all stop while they are somewhere else
  test.each([1, 2, 3, 4, 5, 6, 7, 8])('loses nothing, whatever moved (seed %i)', (seed) => {
    const next = random(200 + seed);
    const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)];
    const sheet = gridMesh({ columns: 5, rows: 4, width: 1, depth: 0.8 });
    const faces = sheet.triangles;
    const order = pick(ORDERS);
    const volume = pick(VOLUMES);
    const [low, high] = [0, 1].map((i) => ({
      positions: sheet.positions.map((x, k) => (k % 3 === 1 ? x + 0.2 * i : x)),
      speeds: new Float64Array(sheet.positions.length),
      faces,
    }));
    const [p, q] = [low, high].map(
      ({ positions }) => new ProximitySurface({ positions, faces }, { order, volume }),
    );
    const distance = 0.05;
    let found = 0;
    for (let frame = 0; frame < 14; frame++) {
      const dt = pick([0.01, 0.01, 0.05]);
      const lazy = pick([0, 0.004, 0.02]);
      const reuse = pick([0, 0.004, 0.02]);
      const listFor = pick([0, 3, 5]);
      const one = 3 * Math.floor((high.positions.length / 3) * next());
      for (let i = 0; i < high.positions.length; i++) {
        const moved = i >= one && i < one + 3 ? 0.3 * (next() - 0.5) : 0.003 * (next() - 0.5);
        high.positions[i] += moved + (i % 3 === 1 ? 0.05 * (frame % 8 < 4 ? -1 : 1) : 0);
        // what is said about speeds need not be what positions do
        high.speeds[i] = pick([0, 0, moved / dt]);
      }
      p.update(low.positions, low.speeds, { distance, dt, lazy });
      q.update(high.positions, high.speeds, { distance, dt, lazy });
      const { now, within } = brute(low, high, distance, dt);
      const names = named(p.near({ listFor, reuse }, q));
      expect(within.filter((pair) => !names.has(pair))).toEqual([]);
      for (const [pair, { distance: told, pointA, pointB }] of names) {
        expect(told).toBeGreaterThanOrEqual(now.get(pair)! - 1e-12);
        expect(told).toBeLessThanOrEqual(now.get(pair)! + reuse + 1e-12);
        expect(Math.hypot(...pointA.map((x, k) => x - pointB[k]))).toBeCloseTo(told, 12);
      }
      found += within.length;
    }
    expect(found).toBeGreaterThan(20);
  });

  test('a leaf whose neighbour was bounded is not taken for bounded', () => {
    const { positions, triangles: faces } = gridMesh({ columns: 4, rows: 4, width: 1, depth: 1 });
    const still = new Float64Array(positions.length);
    const above = new ProximitySurface({ positions, faces });
    const floor = new ProximitySurface({
      positions: positions.map((x, i) => (i % 3 === 1 ? -0.5 : x)),
      faces,
    });
    const [distance, lazy] = [0.01, 0.001];
    above.update(positions, still, { distance, lazy });
    floor.update(
      positions.map((x, i) => (i % 3 === 1 ? -0.5 : x)),
      still,
      { distance, lazy },
    );
    const dipped = positions.slice();
    dipped[3 * 12 + 1] = -0.495; // the vertex in the middle, which six faces have
    above.update(dipped, still, { distance, lazy });
    const touching = new Set(above.near({}, floor).map(({ faceA }) => faceA));
    const around = [...faces.keys()].filter((i) => faces[i] === 12).map((i) => Math.floor(i / 3));
    expect(around.length).toBe(6);
    for (const face of around) expect(touching).toContain(face);
  });

  test('a larger `lazy` makes boxes larger before it leaves any alone', () => {
    const { positions, triangles: faces } = gridMesh({ columns: 3, rows: 3 });
    const still = new Float64Array(positions.length);
    const raised = (by: number) => positions.map((x, i) => (i % 3 === 1 ? x + by : x));
    const [a, b] = [0, 1].map(() => new ProximitySurface({ positions, faces }));
    const distance = 0.01;
    a.update(positions, still, { distance, lazy: 0 });
    b.update(raised(0.05), still, { distance, lazy: 0 });
    a.update(positions, still, { distance, lazy: 0.1 });
    b.update(raised(0.005), still, { distance, lazy: 0.1 });
    expect(a.near({}, b).length).toBeGreaterThan(10);
  });

  test('a list is begun anew after a query without one', () => {
    const { positions, triangles: faces } = gridMesh({ columns: 4, rows: 4 });
    const still = new Float64Array(positions.length);
    const [a, b] = [0, 1].map(() => new ProximitySurface({ positions, faces }));
    for (const surface of [a, b]) surface.update(positions, still, { distance: 0.01 });
    const counts = [5, 5, 0, 5, 5, 3].map((listFor) => a.near({ listFor }, b).length);
    expect(new Set(counts).size).toBe(1);
    expect(counts[0]).toBeGreaterThan(20);
  });
});

describe('near itself', () => {
  /** Pairs of one surface without a vertex in common that come within the distance. */
  function brutePairs(surface: Surface, distance: number, dt: number): string[] {
    const { faces } = surface;
    const corners = (f: number) => [...faces.subarray(3 * f, 3 * f + 3)];
    return brute(surface, surface, distance, dt).within.filter((pair) => {
      const [f, g] = pair.split(' ').map(Number);
      return f < g && !corners(f).some((v) => corners(g).includes(v));
    });
  }

  test.each([1, 2, 3, 4, 5, 6])(
    'with an angle of nothing every pair counts, bad faces too (seed %i)',
    (seed) => {
      const next = random(300 + seed);
      const size = 2 ** [-10, 0, 10][seed % 3];
      const surface = bad(next, size, 0);
      const a = { ...surface, speeds: speedsOf(next, surface, seed % 5, size, 1) };
      const [distance, dt] = [0.05 * size, 0.05];
      const body = new ProximitySurface(a, { order: ORDERS[seed % 3] });
      body.update(a.positions, a.speeds, { distance, dt });
      const names = new Set(body.near({ cosOfAngle: 1 }).map(({ faceA, faceB }) => same(faceA, faceB)));
      const expected = brutePairs(a, distance, dt);
      expect(expected.filter((pair) => !names.has(pair))).toEqual([]);
      expect(expected.length).toBeGreaterThan(0);
    },
  );

  // two flaps of one face group: rows 0 and 3 of a strip, which fold onto each other
  function folded(angle: number, reach: number): Surface {
    const { positions, triangles: faces } = gridMesh({ columns: 1, rows: 4, width: 0.2, depth: 0.4 });
    const out = positions.slice();
    for (let v = 0; v < out.length; v += 3) {
      const z = positions[v + 2];
      const side = Math.sign(z) * Math.max(0, Math.abs(z) - 0.05);
      out[v + 1] = Math.abs(side) * Math.sin(angle);
      out[v + 2] = Math.sign(z) * Math.min(Math.abs(z), 0.05) + side * Math.cos(angle);
    }
    return { positions: out, speeds: new Float64Array(out.length), faces: faces.slice(0, reach) };
  }

  test('what folds within the time is seen before it has', () => {
    const flat = folded(0, 24);
    const shut = folded((85 / 180) * Math.PI, 24);
    const dt = 0.02;
    const speeds = shut.positions.map((x, i) => (x - flat.positions[i]) / dt);
    const surface = new ProximitySurface(flat);
    const [distance, cosOfAngle] = [0.11, 0.5];
    surface.update(flat.positions, speeds, { distance, dt });
    const names = new Set(surface.near({ cosOfAngle }).map(({ faceA, faceB }) => same(faceA, faceB)));
    surface.update(shut.positions, new Float64Array(speeds.length), { distance });
    const then = surface.near({ cosOfAngle }).map(({ faceA, faceB }) => same(faceA, faceB));
    expect(then.length).toBeGreaterThan(3);
    for (const pair of then) expect(names).toContain(pair);
  });

  test.each([0, 1e3, 1e6])('normals are those of the faces %d metres from the origin', (away) => {
    const surface = folded((70 / 180) * Math.PI, 24);
    const positions = surface.positions.map((x) => (x - 0.1) / 64 + away);
    const body = new ProximitySurface({ positions, faces: surface.faces });
    const count = (cosOfAngle: number) => {
      body.update(positions, surface.speeds, { distance: 0.3 / 64 });
      return body.near({ cosOfAngle }).length;
    };
    const here = new ProximitySurface(surface);
    here.update(surface.positions, surface.speeds, { distance: 0.3 });
    for (const cosOfAngle of [0.5, 0.9, -0.5]) {
      expect(count(cosOfAngle)).toBe(here.near({ cosOfAngle }).length);
    }
  });
});

test('settings of a query that make no sense are refused', () => {
  const { positions, triangles: faces } = gridMesh({ columns: 2, rows: 2 });
  const surface = new ProximitySurface({ positions, faces });
  surface.update(positions, positions, { distance: 0.1 });
  for (const options of [
    { cosOfAngle: Number.NaN },
    { cosOfAngle: 2 },
    { reuse: -1 },
    { reuse: Number.POSITIVE_INFINITY },
    { listFor: 1.5 },
    { listFor: -1 },
  ]) {
    expect(thrownBy(() => surface.near(options))).toMatchObject({ code: 'BAD_SETTING' });
  }
  const other = { positions } as never;
  expect(thrownBy(() => surface.near({}, other))).toMatchObject({ code: 'BAD_SETTING' });
  expect(
    thrownBy(() => surface.update(positions, positions, { distance: 1, oriented: 1 as never })),
  ).toMatchObject({
    code: 'BAD_SETTING',
  });
  expect(thrownBy(() => new ProximitySurface({ positions } as never))).toMatchObject({ code: 'BAD_SETTING' });
});
