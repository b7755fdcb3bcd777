// Balls, capsules, cylinders and boxes as closed meshes whose vertices lie on them.
import type { MeshArrays } from '../../mesh/types.js';
import { cross, type Four, type Three, turned } from '../rotation.js';
import type { Vector } from './types.js';

/** A circle's points: a power of two, at least 4. */
const AROUND = 32;
/** A ball is an octahedron whose triangles are cut in four this often: 2048 triangles, within 0.4 % of the radius. */
const CUTS = 4;

const OCTAHEDRON: readonly Three[] = [
  [1, 0, 0],
  [-1, 0, 0],
  [0, 1, 0],
  [0, -1, 0],
  [0, 0, 1],
  [0, 0, -1],
];
const OCTAHEDRON_FACES = [
  [0, 2, 4],
  [2, 1, 4],
  [1, 3, 4],
  [3, 0, 4],
  [2, 0, 5],
  [1, 2, 5],
  [3, 1, 5],
  [0, 3, 5],
];

export function ballMesh(centre: Vector, radius: number): MeshArrays {
  const points = OCTAHEDRON.slice();
  let faces = OCTAHEDRON_FACES;
  for (let cut = 0; cut < CUTS; cut++) {
    const middles = new Map<number, number>();
    const middle = (a: number, b: number): number => {
      const key = Math.min(a, b) * 65_536 + Math.max(a, b);
      let found = middles.get(key);
      if (found === undefined) {
        found = points.push(between(points[a], points[b])) - 1;
        middles.set(key, found);
      }
      return found;
    };
    faces = faces.flatMap(([a, b, c]) => {
      const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
      return [
        [a, ab, ca],
        [ab, b, bc],
        [ca, bc, c],
        [ab, bc, ca],
      ];
    });
  }
  return arrays(
    points.map(([x, y, z]) => [centre.x + radius * x, centre.y + radius * y, centre.z + radius * z]),
    faces,
  );
}

export function cylinderMesh(pointA: Vector, pointB: Vector, radius: number): MeshArrays {
  return ringsBetween(pointA, pointB, [
    [0, 0, 0],
    [0, radius, 0],
    [1, radius, 0],
    [1, 0, 0],
  ]);
}

/** Its half balls are around both points. */
export function capsuleMesh(pointA: Vector, pointB: Vector, radius: number): MeshArrays {
  const { x, y, z } = pointA;
  if (x === pointB.x && y === pointB.y && z === pointB.z) return ballMesh(pointA, radius);
  const quarter = circle().slice(0, AROUND / 4 + 1);
  const upper = quarter.map(([x, y]) => [0, radius * y, -radius * x] as const);
  const lower = quarter.map(([x, y]) => [1, radius * x, radius * y] as const);
  return ringsBetween(pointA, pointB, [...upper, ...lower]);
}

export function boxMesh(centre: Vector, rotation: Four, extents: Vector): MeshArrays {
  const points = Array.from({ length: 8 }, (_, i): Three => {
    const side = (bit: number, size: number) => ((i & bit) === 0 ? -size / 2 : size / 2);
    const [x, y, z] = turned(rotation, [side(1, extents.x), side(2, extents.y), side(4, extents.z)]);
    return [centre.x + x, centre.y + y, centre.z + z];
  });
  const sides = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ];
  return arrays(
    points,
    sides.flatMap(([a, b, c, d]) => [
      [a, b, c],
      [a, c, d],
    ]),
  );
}

function between(a: Three, b: Three): Three {
  const [x, y, z] = [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
  const length = Math.sqrt(x * x + y * y + z * z);
  return [x / length, y / length, z / length];
}

/** By halving quarters: engines differ in the last bit of a sine. */
function circle(): (readonly [x: number, y: number])[] {
  let points: Three[] = [
    [1, 0, 0],
    [0, 1, 0],
    [-1, 0, 0],
    [0, -1, 0],
  ];
  while (points.length < AROUND) {
    points = points.flatMap((point, i) => [point, between(point, points[(i + 1) % points.length])]);
  }
  return points.map(([x, y]) => [x, y]);
}

/** How far along from A to B a ring is, its radius, and how much further along it is in metres. */
type Ring = readonly [share: number, radius: number, beyond: number];

/** Rings around the line from A to B, the first and the last of radius 0. */
function ringsBetween(pointA: Vector, pointB: Vector, rings: readonly Ring[]): MeshArrays {
  const way: Three = [pointB.x - pointA.x, pointB.y - pointA.y, pointB.z - pointA.z];
  const length = Math.sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
  const axis: Three = length > 0 ? [way[0] / length, way[1] / length, way[2] / length] : [0, 1, 0];
  const u = between(cross(axis, leastAlong(axis)), [0, 0, 0]);
  const v = cross(axis, u);
  const points: Three[] = [];
  const faces: number[][] = [];
  const numbers = rings.map(([share, radius, beyond]) => {
    const at = share * length + beyond;
    const first = points.length;
    for (const [c, s] of radius === 0 ? [[0, 0]] : circle()) {
      const place = (k: number, from: number) => from + at * axis[k] + radius * (c * u[k] + s * v[k]);
      points.push([place(0, pointA.x), place(1, pointA.y), place(2, pointA.z)]);
    }
    return { first, count: points.length - first };
  });
  for (let r = 0; r + 1 < numbers.length; r++) joinRings(numbers[r], numbers[r + 1], faces);
  return arrays(points, faces);
}

interface RingPoints {
  readonly first: number;
  readonly count: number;
}

function joinRings(from: RingPoints, to: RingPoints, faces: number[][]): void {
  for (let i = 0; i < AROUND; i++) {
    const at = (ring: RingPoints, k: number) => ring.first + (ring.count === 1 ? 0 : k % AROUND);
    const [a, b, c, d] = [at(from, i), at(from, i + 1), at(to, i + 1), at(to, i)];
    if (a !== b) faces.push([a, b, c]);
    if (c !== d) faces.push([a, c, d]);
  }
}

function leastAlong([x, y, z]: Three): Three {
  const sizes = [Math.abs(x), Math.abs(y), Math.abs(z)];
  const least = sizes.indexOf(Math.min(...sizes));
  return [least === 0 ? 1 : 0, least === 1 ? 1 : 0, least === 2 ? 1 : 0];
}

function arrays(points: readonly Three[], faces: readonly (readonly number[])[]): MeshArrays {
  return { positions: Float64Array.from(points.flat()), triangles: Uint32Array.from(faces.flat()) };
}
