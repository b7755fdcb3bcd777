import { beforeAll, describe, expect, it } from 'vitest';
import {
  DeformableCollider,
  initGeometry,
  STRATEGIES,
  type StrategyName,
  triangleTriangleIntersect,
} from '../../../src/geometry/index.js';
import {
  bruteCurvedBetween,
  type CurvedMesh,
  colliderOf,
  contactTexts,
  curved,
  onCurve,
} from './support/curved.js';
import { annulus, grid, moving, soup, tetrahedron } from './support/meshes.js';

beforeAll(() => initGeometry());

const strategies = Object.keys(STRATEGIES) as StrategyName[];
const shapes = [grid(3, 2), annulus(5, 1), tetrahedron, soup(4)];

/** Whole multiples of 3 / 2^20: thirds and halves of sums of a few are doubles too. */
const divisible = (positions: Float64Array) =>
  positions.map((x) => (3 * Math.round((x * 2 ** 20) / 3)) / 2 ** 20);

/** A mesh on paths of a degree, 1 to 3. */
function onPaths(connectivity: (typeof shapes)[number], degree: number, seed: number): CurvedMesh {
  const mesh = moving('', connectivity, seed);
  const controls =
    degree === 1 ? [mesh.start, mesh.end] : curved(mesh, degree as 2 | 3, seed + 1, 0.7).controls;
  return { triangles: mesh.triangles, controls: controls.map(divisible) };
}

/** The same paths as curves of a degree: exactly, for such coordinates. */
function raised({ triangles, controls }: CurvedMesh, degree: number): CurvedMesh {
  let points = controls;
  while (points.length <= degree) {
    const n = points.length;
    points = Array.from({ length: n + 1 }, (_, k) =>
      points[0].map((_, i) => {
        const before = k === 0 ? 0 : k * points[k - 1][i];
        const after = k === n ? 0 : (n - k) * points[k][i];
        return (before + after) / n;
      }),
    );
  }
  return { triangles, controls: points };
}

function placedOn({ triangles, controls }: CurvedMesh, thickness: number): DeformableCollider {
  if (controls.length > 2) return colliderOf({ triangles, controls }, '18-dop', thickness);
  const made = new DeformableCollider({ positions: controls[0], triangles }, { thickness });
  made.update(controls[1]);
  return made;
}

const names = (texts: readonly string[]) => new Set(texts.map((text) => text.split(' at ')[0]));

/** From beside the other: what meets, does so on the way. */
function approaching({ triangles, controls }: CurvedMesh): CurvedMesh {
  const last = controls.length - 1;
  const moved = controls.map((points, k) =>
    points.map((x, i) => x + (i % 3 === 0 ? 1.5 * (1 - k / last) : 0)),
  );
  return { triangles, controls: moved.map(divisible) };
}

/** When triangles of the two are first seen to meet, at one of so many instants. */
function firstSeen(a: CurvedMesh, b: CurvedMesh, instants: number): number {
  const at = ({ controls }: CurvedMesh, t: number) =>
    onCurve(
      controls.map((c) => [...c]),
      t,
    );
  for (let i = 0; i <= instants; i++) {
    const [pa, pb] = [at(a, i / instants), at(b, i / instants)];
    const corners = (points: number[], mesh: CurvedMesh, face: number) =>
      [0, 1, 2].flatMap((k) => {
        const v = mesh.triangles[3 * face + k];
        return points.slice(3 * v, 3 * v + 3);
      });
    for (let f = 0; f < a.triangles.length / 3; f++) {
      for (let g = 0; g < b.triangles.length / 3; g++) {
        if (triangleTriangleIntersect([...corners(pa, a, f), ...corners(pb, b, g)])) return i / instants;
      }
    }
  }
  return Number.POSITIVE_INFINITY;
}

describe.each([
  [1, 2, 0],
  [1, 3, 0],
  [2, 3, 0],
  [3, 1, 0],
  [2, 1, 0.06],
  [3, 2, 0.06],
] as const)('paths of degrees %d and %d, thickness %d', (degreeA, degreeB, thickness) => {
  const degree = Math.max(degreeA, degreeB);

  it('meet as they do where both are raised exactly, or come as close as rounding', () => {
    let contacts = 0;
    for (let seed = 0; seed < 8; seed++) {
      const a = onPaths(shapes[seed % 4], degreeA, 400 + seed);
      const b = onPaths(shapes[(seed + 1) % 4], degreeB, 420 + seed);
      const [highA, highB] = [raised(a, degree), raised(b, degree)];
      const must = names(bruteCurvedBetween(highA, highB, thickness));
      const may = names(bruteCurvedBetween(highA, highB, thickness * (1 + 2 ** -9) + 2 ** -30));
      const [one, other] = [placedOn(a, thickness), placedOn(b, thickness)];
      const found = contactTexts(one.contactsWith(other));
      for (const strategy of strategies) {
        expect(contactTexts(one.contactsWith(other, { strategy }))).toEqual(found);
      }
      expect([...must].filter((name) => !names(found).has(name))).toEqual([]);
      expect([...names(found)].filter((name) => !may.has(name))).toEqual([]);
      contacts += found.length;
      one.dispose();
      other.dispose();
    }
    expect(contacts).toBeGreaterThan(100);
  });

  it('are never late, and the first is the earliest', () => {
    let met = 0;
    for (let seed = 0; seed < 12; seed++) {
      const a = onPaths(shapes[seed % 4], degreeA, 500 + 3 * seed);
      const b = approaching(onPaths(shapes[(seed + 2) % 4], degreeB, 540 + 3 * seed));
      const [one, other] = [placedOn(a, thickness), placedOn(b, thickness)];
      const all = one.contactsWith(other);
      const first = one.contactsWith(other, { mode: 'first' });
      const earliest = Math.min(...all.time);
      const seen = firstSeen(a, b, 60);
      if (seen > 0 && seen <= 1) met++;
      expect(earliest).toBeLessThanOrEqual(seen);
      expect(new Set(first.time)).toEqual(new Set(all.count === 0 ? [] : [earliest]));
      one.dispose();
      other.dispose();
    }
    expect(met).toBeGreaterThan(4);
  });
});

it('has details where the features come together', () => {
  // a sheet whose middle falls as 0.9 (1 - t)^2 - 0.1, on a floor that stands still: at t = 2/3 it is there
  const flat = (z: number) => Float64Array.of(0, 0, z, 1, 0, z, 0, 1, z);
  const triangles = Uint32Array.of(0, 1, 2);
  const sheet = colliderOf({ triangles, controls: [flat(0.8), flat(-0.1), flat(-0.1)] });
  const wide = Float64Array.of(-4, -4, 0, 8, -4, 0, -4, 8, 0);
  const floor = new DeformableCollider({ positions: wide, triangles });
  floor.update(wide);
  const { count, time, normals } = sheet.contactsWith(floor, { details: true });
  expect(count).toBe(3);
  for (let i = 0; i < count; i++) {
    expect(time[i]).toBeCloseTo(2 / 3, 9);
    expect(time[i]).toBeLessThanOrEqual(2 / 3);
    expect(Math.abs(normals![3 * i + 2])).toBeCloseTo(1, 9);
  }
  sheet.dispose();
  floor.dispose();
});
