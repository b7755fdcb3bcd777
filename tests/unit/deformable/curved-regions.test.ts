import { beforeAll, describe, expect, it } from 'vitest';
import { initGeometry } from '../../../src/geometry/index.js';
import { geometryCore } from '../../../src/geometry/runtime.js';
import { DOP_META, DOP_NODE_BYTES, SWEPT_VERTEX_BYTES } from '../../../src/kernels/layout/meshes.js';
import { CONTOUR_VERTEX_BYTES, OPPOSITE_BIT, PLANE_BOX_BYTES } from '../../../src/kernels/layout/regions.js';
import { onCurve } from './support/curved.js';
import { LINES } from './support/lines.js';
import { seeded } from './support/meshes.js';

beforeAll(() => initGeometry());

/** Control points (x y z a vertex) from the first to the last. */
type Controls = readonly (readonly number[])[];

const SAMPLES = Array.from({ length: 41 }, (_, i) => i / 40);

/** Lays control points out as the kernels read them; calls `ask` with the addresses of ends and inner ones. */
function withCurves<T>(
  controls: Controls,
  extra: number,
  ask: (swept: number, inner: number, extra: number) => T,
): T {
  const { arena } = geometryCore();
  const count = controls[0].length / 3;
  const regions = [SWEPT_VERTEX_BYTES * count, SWEPT_VERTEX_BYTES * count, extra].map((b) =>
    arena.allocateRegion(b),
  );
  const [swept, inner, more] = regions.map((region) => arena.regionAddress(region)) as [
    number,
    number,
    number,
  ];
  const last = controls.length - 1;
  for (let i = 0; i < 3 * count; i++) {
    arena.f64[swept / 8 + 2 * i] = controls[0][i];
    arena.f64[swept / 8 + 2 * i + 1] = controls[last][i];
    arena.f64[inner / 8 + 2 * i] = controls[1][i];
    arena.f64[inner / 8 + 2 * i + 1] = controls[last - 1][i];
  }
  const answer = ask(swept, inner, more);
  for (const region of regions) arena.freeRegion(region);
  return answer;
}

function randomControls(vertices: number, degree: number, spread: number, random: () => number): Controls {
  const base = Array.from({ length: 3 * vertices }, () => random());
  return Array.from({ length: degree + 1 }, () => base.map((x) => x + spread * (random() - 0.5)));
}

describe.each([2, 3])('normals on paths of degree %d', (degree) => {
  it('agree at all times with the directions that are said to', () => {
    const { arena, kernels } = geometryCore();
    const random = seeded(degree);
    let said = 0;
    for (let trial = 0; trial < 400; trial++) {
      const controls = randomControls(3, degree, 0.2 + 0.8 * random(), random);
      // a node that is a leaf, its triangle, its mask
      const mask = withCurves(controls, DOP_NODE_BYTES + 64, (swept, inner, node) => {
        arena.u8.fill(0, node, node + DOP_NODE_BYTES);
        arena.u32[(node + DOP_META) / 4] = 0;
        arena.u32.set([0, 1, 2], (node + DOP_NODE_BYTES) / 4);
        const at = node + DOP_NODE_BYTES + 16;
        kernels.boundNormals(node, 0, 1, swept, node + DOP_NODE_BYTES, at, inner, degree);
        return arena.u32[at / 4];
      });
      LINES.forEach((line, i) => {
        for (const sign of [1, -1]) {
          if (((mask >>> (sign === 1 ? i : i + OPPOSITE_BIT)) & 1) === 0) continue;
          said++;
          const products = SAMPLES.map((t) => {
            const [px, py, pz, qx, qy, qz, rx, ry, rz] = onCurve(controls, t);
            const [ax, ay, az, bx, by, bz] = [qx - px, qy - py, qz - pz, rx - px, ry - py, rz - pz];
            const normal = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
            return sign * normal.reduce((sum, x, k) => sum + x * line[k], 0);
          });
          expect(Math.min(...products)).toBeGreaterThan(0);
        }
      });
    }
    expect(said).toBeGreaterThan(200);
  });
});

/** Whether a closed polygon of points x y (0) crosses or touches itself. */
function isSimple(points: readonly number[]): boolean {
  const count = points.length / 3;
  const at = (i: number) => [points[3 * (i % count)], points[3 * (i % count) + 1]] as const;
  const side = (p: readonly [number, number], q: readonly [number, number], r: readonly [number, number]) =>
    (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
  for (let i = 0; i < count; i++) {
    for (let j = i + 2; j < count; j++) {
      if (i === 0 && j === count - 1) continue;
      const [a, b, c, d] = [at(i), at(i + 1), at(j), at(j + 1)];
      if (side(a, b, c) * side(a, b, d) <= 0 && side(c, d, a) * side(c, d, b) <= 0) return false;
    }
  }
  return true;
}

/** The kernel's answer for a closed contour of all vertices, seen along z, which is line 2. */
function staysSimple(controls: Controls): boolean {
  const { arena, kernels } = geometryCore();
  const count = controls[0].length / 3;
  const indices = 4 * Math.ceil((count * (CONTOUR_VERTEX_BYTES + 2 * PLANE_BOX_BYTES) + 16) / 4);
  return withCurves(controls, indices + 4 * count, (swept, inner, scratch) => {
    const contour = scratch + indices;
    for (let i = 0; i < count; i++) arena.u32[contour / 4 + i] = i;
    return Boolean(kernels.staysSimple(contour, count, swept, count, 2, scratch, inner, controls.length - 1));
  });
}

/** Around a strip that is bent by so much: from 2 pi on its ends lie on each other. */
function horseshoe(bend: number): number[] {
  const around = (i: number, radius: number) => [
    radius * Math.cos((bend * i) / 40),
    radius * Math.sin((bend * i) / 40),
    0,
  ];
  const places = Array.from({ length: 41 }, (_, i) => i);
  return [...places.flatMap((i) => around(i, 1)), ...places.reverse().flatMap((i) => around(i, 1.2))];
}

describe.each([2, 3])('contours on paths of degree %d', (degree) => {
  it('are simple at all times where that is said, and it is said of most that hardly move', () => {
    const random = seeded(10 + degree);
    const said = [0, 0];
    for (let trial = 0; trial < 600; trial++) {
      const count = 5 + Math.floor(12 * random());
      const spread = trial % 2 === 0 ? 0.02 : 0.6 * random();
      const ring = Array.from({ length: 3 * count }, (_, i) => {
        const angle = (2 * Math.PI * Math.floor(i / 3)) / count;
        return [Math.cos(angle), Math.sin(angle), 0][i % 3];
      });
      const controls = Array.from({ length: degree + 1 }, (_, k) =>
        // the ends are the ring itself: what happens, happens between them
        ring.map((x, i) =>
          i % 3 === 2 ? random() : k === 0 || k === degree ? x : x + 4 * spread * (random() - 0.5),
        ),
      );
      const answer = staysSimple(controls);
      if (!answer) continue;
      said[trial % 2]++;
      const wrong = SAMPLES.filter((t) => !isSimple(onCurve(controls, t)));
      expect(wrong).toEqual([]);
    }
    expect(said[0]).toBeGreaterThan(290);
    expect(said[1]).toBeGreaterThan(10);
    expect(said[1]).toBeLessThan(280);
  });

  it('are not simple where two ends pass over each other between the start and the end', () => {
    const bent = (most: number) =>
      Array.from({ length: degree + 1 }, (_, k) => horseshoe(k === 0 || k === degree ? 6 : most));
    expect(staysSimple(bent(6.1))).toBe(true);
    expect(SAMPLES.every((t) => isSimple(onCurve(bent(6.1), t)))).toBe(true);
    expect(staysSimple(bent(6.9))).toBe(false);
    expect(SAMPLES.every((t) => isSimple(onCurve(bent(6.9), t)))).toBe(false);
  });
});
