import { beforeAll, describe, expect, it } from 'vitest';
import {
  DeformableCollider,
  type DeformableContacts,
  initGeometry,
  RigidObstacle,
  STRATEGIES,
  type StrategyName,
} from '../../../src/geometry/index.js';
import {
  bruteCurved,
  bruteCurvedBetween,
  type CurvedMesh,
  colliderOf,
  contactTexts,
  controlsOf,
  curved,
  kindName,
  onCurve,
  verticesOf,
} from './support/curved.js';
import { annulus, connectivities, grid, moving, soup, tetrahedron } from './support/meshes.js';

beforeAll(() => initGeometry());

const strategies = Object.keys(STRATEGIES) as StrategyName[];

const meshes = connectivities
  .filter(([, triangles]) => triangles.length <= 24)
  .flatMap(([name, triangles], i) =>
    ([2, 3] as const).map((degree) => {
      const mesh = curved(moving(name, triangles, 120 + i, { speed: 0.3 }), degree, 130 + i, 0.6);
      return [`${name}, degree ${degree}`, mesh, 0.01 * (1 + (i % 7))] as const;
    }),
  );

describe.each(meshes)('%s, with a thickness', (_, mesh, thickness) => {
  it('has the contacts of brute force with every strategy and volume, times included', () => {
    const expected = bruteCurved(mesh, thickness);
    for (const volume of ['18-dop', 'aabb'] as const) {
      const collider = colliderOf(mesh, volume, thickness);
      for (const strategy of volume === '18-dop' ? strategies : (['all'] as const)) {
        expect(contactTexts(collider.contacts({ strategy }))).toEqual(expected);
      }
      collider.dispose();
    }
  });
});

describe('two meshes on curves, each with its thickness', () => {
  const shapes = [grid(3, 2), annulus(5, 1), tetrahedron, soup(4)];
  it.each(shapes.map((a, i) => [a, shapes[(i + 1) % 4], i] as const))(
    'have those of brute force (%#)',
    (a, b, i) => {
      const degree = i % 2 === 0 ? 2 : 3;
      const first = curved(moving('', a, 150 + i), degree, 160 + i);
      const second = curved(moving('', b, 170 + i), degree, 180 + i);
      const expected = bruteCurvedBetween(first, second, 0.05);
      expect(expected.length).toBeGreaterThan(bruteCurvedBetween(first, second).length);
      const [one, other] = [colliderOf(first, '18-dop', 0.03), colliderOf(second, '18-dop', 0.07)];
      for (const strategy of strategies)
        expect(contactTexts(one.contactsWith(other, { strategy }))).toEqual(expected);
      one.dispose();
      other.dispose();
    },
  );
});

it('is met by what bends towards it by less than the thickness', () => {
  // the curve's height is half of its control point's: 0.05, 0.17 below the wall, which is in reach of 0.2
  const flat = (z: number) => Float64Array.of(0, 0, z, 1, 0, z, 0, 1, z);
  const triangles = Uint32Array.of(0, 1, 2);
  const bent = { triangles, controls: [flat(0), flat(0.1), flat(0)] };
  const wall = { triangles, controls: [flat(0.22), flat(0.22), flat(0.22)] };
  const [one, other] = [colliderOf(bent, '18-dop', 0.2), colliderOf(wall, '18-dop', 0.2)];
  const expected = bruteCurvedBetween(bent, wall, 0.2);
  expect(expected.length).toBeGreaterThan(10);
  expect(contactTexts(one.contactsWith(other))).toEqual(expected);
  one.dispose();
  other.dispose();
});

const minus = (a: readonly number[], b: readonly number[]) => a.map((x, k) => x - b[k]);
const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, x, k) => sum + x * b[k], 0);
const length = (a: readonly number[]) => Math.sqrt(dot(a, a));

/** Where both features of a contact are at a time by its weights: first the one that the normal points to. */
function sidesAt(found: DeformableContacts, i: number, a: CurvedMesh, b: CurvedMesh, time: number) {
  const kind = kindName(found.kind[i]);
  const vertices = verticesOf(kind, [a, found.a[i]], [b, found.b[i]]);
  const points = vertices.map((vertex) => {
    const numbers = controlsOf([vertex]);
    const controls = vertex[0].controls.map((_, k) => numbers.slice(3 * k, 3 * k + 3));
    return onCurve(controls, time);
  });
  const weights = found.weights!.subarray(4 * i, 4 * i + 4);
  const side = (from: number, to: number) =>
    [0, 1, 2].map((k) => {
      let sum = 0;
      for (let p = from; p < to; p++) sum += weights[p] * points[p][k];
      return sum;
    });
  const first = kind === 'ee' ? 2 : 1;
  const sides = [side(0, first), side(first, 4)];
  return { sides: kind === 'fv' ? sides.reverse() : sides, points, kind, weights };
}

describe.each([
  [2, 0],
  [3, 0],
  [2, 0.05],
  [3, 0.05],
] as const)('details on paths of degree %d, thickness %d', (degree, thickness) => {
  it('are where the features come together, and point from b to a', () => {
    let seen = 0;
    for (let seed = 0; seed < 6; seed++) {
      const a = curved(moving('', grid(3, 3), 200 + seed), degree, 210 + seed);
      const b = curved(moving('', tetrahedron, 220 + seed), degree, 230 + seed);
      const [one, other] = [colliderOf(a, '18-dop', thickness), colliderOf(b, '18-dop', thickness)];
      const found = one.contactsWith(other, { details: true });
      for (let i = 0; i < found.count; i++) {
        const time = found.time[i];
        const { sides, weights } = sidesAt(found, i, a, b, time);
        const normal = [...found.normals!.subarray(3 * i, 3 * i + 3)];
        const apart = minus(sides[0], sides[1]);
        expect(length(normal)).toBeCloseTo(1, 12);
        expect(Math.min(...weights)).toBeGreaterThanOrEqual(0);
        expect(dot([...weights], [1, 1, 1, 1])).toBeCloseTo(2, 12);
        // contacts at the start may be deep already
        if (time === 0) continue;
        seen++;
        if (thickness > 0) {
          expect(length(apart)).toBeLessThanOrEqual(thickness * (1 + 2 ** -9));
          expect(length(apart)).toBeGreaterThanOrEqual(thickness * (1 - 1e-9));
          expect(dot(apart, normal)).toBeCloseTo(length(apart), 9);
        } else expect(length(apart)).toBeLessThan(1e-5);
        // they come together: a moves against the normal, as b sees it
        const before = sidesAt(found, i, a, b, time - 1e-6).sides;
        const way = minus(minus(apart, before[0]), minus([0, 0, 0], before[1]));
        expect(dot(way, normal)).toBeLessThanOrEqual(1e-9);
      }
      one.dispose();
      other.dispose();
    }
    expect(seen).toBeGreaterThan(60);
  });

  it('have normals across faces, or across both edges', () => {
    if (thickness > 0) return;
    const a = curved(moving('', grid(3, 3), 240), degree, 241);
    const one = colliderOf(a);
    const found = one.contacts({ details: true });
    expect(found.count).toBeGreaterThan(10);
    for (let i = 0; i < found.count; i++) {
      const { points, kind } = sidesAt(found, i, a, a, found.time[i]);
      const normal = [...found.normals!.subarray(3 * i, 3 * i + 3)];
      const sides =
        kind === 'ee'
          ? [minus(points[1], points[0]), minus(points[3], points[2])]
          : [minus(points[2], points[1]), minus(points[3], points[1])];
      for (const side of sides) expect(Math.abs(dot(side, normal))).toBeLessThan(1e-9);
    }
    one.dispose();
  });
});

const HERE = { position: [0, 0, 0], rotation: [0, 0, 0, 1] };

describe('an obstacle beside a mesh on curves', () => {
  /** The same motion as one that is curved, with its control points on the line. */
  const raised = (positions: Float64Array, way: readonly number[], degree: number): Float64Array[] =>
    Array.from({ length: degree + 1 }, (_, k) => positions.map((x, i) => x + (k / degree) * way[i % 3]));

  it.each([
    [2, 0],
    [3, 0],
    [2, 0.06],
    [3, 0.06],
  ] as const)(
    'of degree %d, thickness %d: that does not turn is met as a mesh would be',
    (degree, thickness) => {
      let seen = 0;
      for (let seed = 0; seed < 5; seed++) {
        const mesh = curved(moving('', grid(3, 2), 300 + seed), degree, 310 + seed);
        const body = moving('', tetrahedron, 320 + seed);
        const way = [0.5, -0.3, 0.4];
        const twin = { triangles: body.triangles, controls: raised(body.start, way, degree) };
        const obstacle = new RigidObstacle({ positions: body.start, triangles: body.triangles });
        obstacle.move({ start: HERE, linear: way, angular: [0, 0, 0] });
        const cloth = colliderOf(mesh, '18-dop', thickness);
        // an obstacle has no thickness of its own
        const expected = new Map(
          bruteCurvedBetween(mesh, twin, thickness / 2).map((text) => text.split(' at ') as [string, string]),
        );
        for (const strategy of ['basic', 'r-triangles', 'all'] as const) {
          const found = contactTexts(cloth.contactsWithObstacle(obstacle, { strategy }));
          expect(found.map((text) => text.split(' at ')[0])).toEqual([...expected.keys()]);
          for (const text of found) {
            const [name, time] = text.split(' at ');
            expect(Number(time)).toBeLessThanOrEqual(Number(expected.get(name)) + 2 ** -23);
            expect(Number(time)).toBeGreaterThan(Number(expected.get(name)) - 1e-3);
          }
        }
        seen += expected.size;
        cloth.dispose();
        obstacle.dispose();
      }
      expect(seen).toBeGreaterThan(30);
    },
  );

  it.each([2, 3])(
    'of degree %d: that turns is met no later than in truth, and not much earlier',
    (degree) => {
      // a rod from the origin along x, turning about z by t; a wide sheet that falls to y = h (1 - t)^degree upon its tip's way
      const rod = new RigidObstacle({ positions: [0, 0, 0, 1, 0, 0, 0.5, 0, 0.1], triangles: [0, 1, 2] });
      const flat = (y: number) => Float64Array.of(0.5, y, -1, 1.5, y, -1, 1, y, 1);
      const controls = [flat(0.9), ...Array.from({ length: degree }, () => flat(0))];
      const sheet = new DeformableCollider({ positions: controls[0], triangles: [0, 1, 2] });
      let [low, high] = [0, 1];
      while (high - low > 1e-15 && (low + high) / 2 !== low && (low + high) / 2 !== high) {
        const middle = (low + high) / 2;
        if (Math.sin(middle) < 0.9 * (1 - middle) ** degree) low = middle;
        else high = middle;
      }
      for (const tolerance of [1e-2, 1e-4, 1e-6]) {
        rod.move({ start: HERE, linear: [0, 0, 0], angular: [0, 0, 1] });
        sheet.update(controls[0], controls[0]);
        sheet.updateCurved(controls.slice(1, -1), controls[degree]);
        const { count, time, normals } = sheet.contactsWithObstacle(rod, { tolerance, details: true });
        expect(count).toBeGreaterThan(0);
        const first = Math.min(...time);
        expect(first).toBeLessThanOrEqual(low);
        expect(first).toBeGreaterThan(low - 3 * tolerance);
        expect(Math.abs(normals![3 * [...time].indexOf(first) + 1])).toBeCloseTo(1, 6);
      }
      rod.dispose();
      sheet.dispose();
    },
  );
});
