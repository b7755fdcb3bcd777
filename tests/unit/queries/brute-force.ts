import type { SceneMesh } from '../../../scenes/meshes/index.js';
import type { Vec3 } from '../../../scenes/meshes/vectors.js';
import { integersPerAxis } from '../../oracle/exact/dyadic.js';
import { pointsOf, type Triangle, trianglesIntersect } from '../../oracle/exact/static.js';
import { distanceToTriangle } from './point-triangle.js';

/** Nine numbers a triangle. */
export const cornersOf = ({
  positions,
  triangles,
}: Pick<SceneMesh, 'positions' | 'triangles'>): Float64Array =>
  Float64Array.from(
    { length: 3 * triangles.length },
    (_, i) => positions[3 * triangles[Math.floor(i / 3)] + (i % 3)],
  );

/** Whether the way from a to b meets a triangle, over integers. */
export function crosses(corners: Float64Array, at: number, a: Vec3, b: Vec3): boolean {
  for (let k = 0; k < 3; k++) {
    const values = [corners[at + k], corners[at + 3 + k], corners[at + 6 + k]];
    if (Math.min(...values) > Math.max(a[k], b[k]) || Math.max(...values) < Math.min(a[k], b[k]))
      return false;
  }
  const points = pointsOf(integersPerAxis([...a, ...b, ...b, ...corners.subarray(at, at + 9)]));
  return trianglesIntersect(
    points.slice(0, 3) as unknown as Triangle,
    points.slice(3) as unknown as Triangle,
  );
}

/** Whether it meets any triangle. */
export function crossesAny(corners: Float64Array, a: Vec3, b: Vec3): boolean {
  for (let at = 0; at < corners.length; at += 9) if (crosses(corners, at, a, b)) return true;
  return false;
}

export function nearest(corners: Float64Array, point: Vec3): number {
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at < corners.length; at += 9)
    least = Math.min(least, distanceToTriangle(point, corners, at));
  return least;
}

export const along = (from: Vec3, way: Vec3, time: number): Vec3 =>
  [0, 1, 2].map((i) => from[i] + time * way[i]) as unknown as Vec3;

export const toward = (next: () => number, length: number): Vec3 => {
  const v = [next() - 0.5, next() - 0.5, next() - 0.5];
  return v.map((value) => (value * length) / Math.hypot(...v)) as unknown as Vec3;
};
