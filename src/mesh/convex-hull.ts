import { FirstContactError } from '../errors.js';
import { allCollinear } from './exact-collinear.js';
import { exactDifferences } from './exact-integers.js';
import type { MeshArrays } from './types.js';

/** Three corners, numbers of points, seen counter-clockwise from outside. */
interface Face {
  readonly corners: readonly [number, number, number];
  /** Across the side from each corner to the next. */
  readonly neighbours: [Face, Face, Face];
  isGone: boolean;
  /** Points outside that look at this face, the furthest of which is taken next. */
  outside: number[];
}

/**
 * The convex hull of points (x, y, z each) as a closed mesh whose normals point outwards. On which side of a face a point
 * lies is decided exactly, so that no point is outside of the result. Throws where all points lie in one plane.
 */
export function convexHull(positions: Float64Array): MeshArrays {
  const sides = new Sides(positions);
  const faces = firstFaces(sides, firstCorners(sides, positions));
  const pending = [...faces];
  handOut(
    sides,
    Array.from({ length: positions.length / 3 }, (_, i) => i),
    faces,
  );
  for (let face = pending.pop(); face !== undefined; face = pending.pop()) {
    if (face.isGone || face.outside.length === 0) continue;
    const made = growTo(sides, face, furthest(sides, face));
    pending.push(...made);
    faces.push(...made);
  }
  return collect(
    positions,
    faces.filter(({ isGone }) => !isGone),
  );
}

/** Which side of a plane a point is on. */
class Sides {
  readonly #at: Float64Array;

  constructor(positions: Float64Array) {
    this.#at = positions;
  }

  /** Six times the volume of a tetrahedron, above 0 where d is where a, b, c run counter-clockwise; its sign is exact. */
  volume(a: number, b: number, c: number, d: number): number {
    const p = this.#at;
    const [i, j, k, l] = [3 * a, 3 * b, 3 * c, 3 * d];
    const [ux, uy, uz] = [p[j] - p[i], p[j + 1] - p[i + 1], p[j + 2] - p[i + 2]];
    const [vx, vy, vz] = [p[k] - p[i], p[k + 1] - p[i + 1], p[k + 2] - p[i + 2]];
    const [wx, wy, wz] = [p[l] - p[i], p[l + 1] - p[i + 1], p[l + 2] - p[i + 2]];
    const value = (uy * vz - uz * vy) * wx + (uz * vx - ux * vz) * wy + (ux * vy - uy * vx) * wz;
    const most =
      (Math.abs(uy * vz) + Math.abs(uz * vy)) * Math.abs(wx) +
      (Math.abs(uz * vx) + Math.abs(ux * vz)) * Math.abs(wy) +
      (Math.abs(ux * vy) + Math.abs(uy * vx)) * Math.abs(wz);
    // Shewchuk, Adaptive Precision Floating-Point Arithmetic, 4.3: the error is below 7.8e-16 of the terms' sizes.
    if (Math.abs(value) > 1e-15 * most && most > 1e-290) return value;
    const [u, v, w] = exactDifferences(p, [i, j, k, l]);
    const exact =
      (u[1] * v[2] - u[2] * v[1]) * w[0] +
      (u[2] * v[0] - u[0] * v[2]) * w[1] +
      (u[0] * v[1] - u[1] * v[0]) * w[2];
    const size = Math.max(Math.abs(value), Number.MIN_VALUE);
    return exact > 0n ? size : exact < 0n ? -size : 0;
  }

  outside({ corners: [a, b, c] }: Face, point: number): number {
    return this.volume(a, b, c, point);
  }
}

/** Four points that are not in one plane. */
function firstCorners(sides: Sides, p: Float64Array): [number, number, number, number] {
  const count = p.length / 3;
  const first = 0;
  const differs = (i: number) => p[3 * i] !== p[0] || p[3 * i + 1] !== p[1] || p[3 * i + 2] !== p[2];
  const second = search(count, differs);
  const third = search(count, (i) => second >= 0 && !allCollinear(p, 0, 3 * second, 3 * i));
  const fourth = search(count, (i) => third >= 0 && sides.volume(first, second, third, i) !== 0);
  if (fourth >= 0) return [first, second, third, fourth];
  throw new FirstContactError(
    'EMPTY_MESH',
    `All ${count} points of the convex hull lie in one plane`,
    'Use the mesh itself: it may be flat.',
  );
}

function search(count: number, isWanted: (i: number) => boolean): number {
  for (let i = 0; i < count; i++) if (isWanted(i)) return i;
  return -1;
}

function firstFaces(sides: Sides, [a, b, c, d]: readonly [number, number, number, number]): Face[] {
  const [x, y] = sides.volume(a, b, c, d) > 0 ? [c, b] : [b, c];
  // d is below a, x, y.
  const corners = [
    [a, x, y],
    [x, a, d],
    [y, x, d],
    [a, y, d],
  ] as const;
  const faces = corners.map(newFace);
  const [top, ...around] = faces;
  around.forEach((face, i) => {
    top.neighbours[i] = face;
    face.neighbours = [top, around[(i + 2) % 3], around[(i + 1) % 3]] as Face['neighbours'];
  });
  return faces;
}

function newFace(corners: Face['corners']): Face & { neighbours: [Face, Face, Face] } {
  return { corners, neighbours: [] as unknown as [Face, Face, Face], isGone: false, outside: [] };
}

/** Gives each point to the first face that it is outside of; the others are inside for good. */
function handOut(sides: Sides, points: readonly number[], faces: readonly Face[]): void {
  for (const point of points) faces.find((face) => sides.outside(face, point) > 0)?.outside.push(point);
}

function furthest(sides: Sides, face: Face): number {
  let best = face.outside[0];
  let most = 0;
  for (const point of face.outside) {
    const volume = sides.outside(face, point);
    if (volume > most) [best, most] = [point, volume];
  }
  return best;
}

/** Replaces the faces that a point sees by a fan from their rim to it. */
function growTo(sides: Sides, from: Face, point: number): Face[] {
  const seen: Face[] = [from];
  const rim: { readonly face: Face; readonly a: number; readonly b: number }[] = [];
  from.isGone = true;
  for (const face of seen) {
    for (const neighbour of face.neighbours) {
      if (neighbour.isGone || sides.outside(neighbour, point) <= 0) continue;
      neighbour.isGone = true;
      seen.push(neighbour);
    }
  }
  for (const face of seen) {
    face.neighbours.forEach((neighbour, i) => {
      if (!neighbour.isGone) rim.push({ face: neighbour, a: face.corners[i], b: face.corners[(i + 1) % 3] });
    });
  }
  const made = rim.map(({ a, b }) => newFace([a, b, point]));
  const beginningAt = new Map(rim.map(({ a }, i) => [a, made[i]]));
  const endingAt = new Map(rim.map(({ b }, i) => [b, made[i]]));
  rim.forEach(({ face, a, b }, i) => {
    made[i].neighbours[0] = face;
    made[i].neighbours[1] = beginningAt.get(b)!;
    made[i].neighbours[2] = endingAt.get(a)!;
    face.neighbours[face.corners.indexOf(b)] = made[i];
  });
  handOut(
    sides,
    seen.flatMap(({ outside }) => outside).filter((other) => other !== point),
    made,
  );
  return made;
}

function collect(positions: Float64Array, faces: readonly Face[]): MeshArrays {
  const numbers = new Map<number, number>();
  const triangles = new Uint32Array(3 * faces.length);
  faces.forEach(({ corners }, t) => {
    corners.forEach((point, k) => {
      if (!numbers.has(point)) numbers.set(point, numbers.size);
      triangles[3 * t + k] = numbers.get(point)!;
    });
  });
  const used = new Float64Array(3 * numbers.size);
  for (const [point, number] of numbers) used.set(positions.subarray(3 * point, 3 * point + 3), 3 * number);
  return { positions: used, triangles };
}
