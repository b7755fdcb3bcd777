import { beforeAll, describe, expect, it } from 'vitest';
import { edgeEdgeContact, initGeometry } from '../../../src/geometry/index.js';
import { geometryCore } from '../../../src/geometry/runtime.js';
import {
  CONTOUR_VERTEX_BYTES,
  DIRECTION_LINES,
  PLANE_BOX_BYTES,
} from '../../../src/kernels/layout/regions.js';
import { LINES } from './support/lines.js';
import { seeded } from './support/meshes.js';

beforeAll(() => initGeometry());

type Point = readonly [number, number];
type Polygon = { readonly start: readonly Point[]; readonly end: readonly Point[] };

/** The kernel's answer for a polygon that lies across `line`, at a place of its own. */
function staysSimple(polygon: Polygon, line: number): boolean {
  const { arena, kernels } = geometryCore();
  const count = polygon.start.length;
  const sizes = [48 * count, 4 * count, count * (CONTOUR_VERTEX_BYTES + 2 * PLANE_BOX_BYTES) + 16];
  const blocks = sizes.map((bytes) => arena.allocate(bytes));
  const [swept, contour, scratch] = blocks.map((block) => arena.address(block)) as [number, number, number];
  for (let i = 0; i < count; i++) {
    arena.u32[contour / 4 + i] = count - 1 - i;
    const at = swept / 8 + 6 * (count - 1 - i);
    [polygon.start[i], polygon.end[i]].forEach((point, time) => {
      for (let k = 0; k < 3; k++) arena.f64[at + 2 * k + time] = inSpace(point, line, i + time)[k];
    });
  }
  const answer = kernels.staysSimple(contour, count, swept, count, line, scratch);
  for (const block of blocks) arena.free(block);
  return Boolean(answer);
}

/** A point over the plane through the origin, moved along the line: what is seen along the line stays. */
function inSpace([u, w]: Point, line: number, height: number): number[] {
  const d = LINES[line];
  // two whole vectors across the line
  const across = LINES.filter((other) => other[0] * d[0] + other[1] * d[1] + other[2] * d[2] === 0);
  const [e, f] = [across[0], across.length > 1 ? across[1] : cross(d, across[0])];
  return [0, 1, 2].map((k) => u * e[k] + w * f[k] + height * d[k]);
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [0, 1, 2].map((k) => a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3]);
}

/** Exactly: edges without a common end never touch, and neighbours share their end alone. */
function isAlwaysSimple({ start, end }: Polygon): boolean {
  const count = start.length;
  const touch = (a: number, b: number, c: number, d: number, upright: boolean) => {
    const at = (points: readonly Point[], i: number, z: number) => [
      points[i % count][0],
      points[i % count][1],
      z,
    ];
    // a point a touches the edge cd where an upright edge through a does
    const half = upright ? 1 : 0;
    const query = [start, end].flatMap((points) => [
      ...at(points, a, half),
      ...at(points, b, -half),
      ...at(points, c, 0),
      ...at(points, d, 0),
    ]);
    return edgeEdgeContact(query).state === 'contact';
  };
  for (let i = 0; i < count; i++) {
    // neighbours: neither far end comes to the other edge
    if (touch(i + 2, i + 2, i, i + 1, true) || touch(i, i, i + 1, i + 2, true)) return false;
    for (let j = i + 2; j < count; j++) {
      if (i === 0 && j === count - 1) continue;
      if (touch(i, i + 1, j, j + 1, false)) return false;
    }
  }
  return true;
}

function randomPolygon(seed: number): Polygon {
  const random = seeded(seed);
  const count = 3 + Math.floor(random() * 8);
  const size = 2 + Math.floor(random() * 6);
  const coarse = random() < 0.7;
  const number = () => (coarse ? Math.floor(random() * (size + 1)) : random() * size);
  // around a centre, so that many are simple
  const around = (turns: number) =>
    Array.from({ length: count }, (_, i): Point => {
      const angle = (2 * Math.PI * turns * i) / count;
      const [u, w] = [size * Math.cos(angle) + number() / 2, size * Math.sin(angle) + number() / 2];
      return coarse ? [Math.round(u), Math.round(w)] : [u, w];
    });
  const start = around(1);
  const near = start.map(
    ([u, w]): Point => [u + Math.round(random() * 2 - 1), w + Math.round(random() * 2 - 1)],
  );
  return { start, end: random() < 0.5 ? near : around(random() < 0.9 ? 1 : -1) };
}

describe('a contour that is called simple', () => {
  it('never touches itself, and most that never do are recognised', () => {
    let recognised = 0;
    let simple = 0;
    const wrong: number[] = [];
    for (let seed = 0; seed < 3000; seed++) {
      const polygon = randomPolygon(seed);
      const truth = isAlwaysSimple(polygon);
      const answer = staysSimple(polygon, seed % DIRECTION_LINES);
      if (answer && !truth) wrong.push(seed);
      if (truth) simple++;
      if (truth && answer) recognised++;
    }
    expect(wrong).toEqual([]);
    expect(simple).toBeGreaterThan(300);
    expect(recognised / simple).toBeGreaterThan(0.8);
  });

  it.each(LINES.map((_, line) => line))(
    'is recognised along line %d, and not where it is crossed',
    (line) => {
      const ring = (radius: number): Point[] =>
        Array.from({ length: 40 }, (_, i) => [
          radius * Math.cos((Math.PI * i) / 20) + 1e3,
          radius * Math.sin((Math.PI * i) / 20),
        ]);
      expect(staysSimple({ start: ring(1), end: ring(3) }, line)).toBe(true);
      for (let i = 0; i < 40; i++) {
        // one vertex crosses the ring, at each place of the contour
        const crossed = ring(1);
        crossed[i] = [1e3 - 2 * (crossed[i][0] - 1e3), -2 * crossed[i][1]];
        expect(staysSimple({ start: ring(1), end: crossed }, line)).toBe(false);
        expect(staysSimple({ start: crossed, end: ring(1) }, line)).toBe(false);
        expect(staysSimple({ start: crossed, end: crossed }, line)).toBe(false);
        // two neighbours change places: one pair of edges crosses, and no other
        const swapped = ring(1);
        [swapped[i], swapped[(i + 1) % 40]] = [swapped[(i + 1) % 40], swapped[i]];
        expect(staysSimple({ start: swapped, end: swapped }, line)).toBe(false);
      }
    },
  );
});
