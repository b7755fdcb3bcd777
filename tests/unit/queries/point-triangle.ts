import type { Vec3 } from '../../../scenes/meshes/vectors.js';

const minus = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

function distanceToSegment(p: Vec3, a: Vec3, b: Vec3): number {
  const way = minus(b, a);
  const share = Math.min(1, Math.max(0, dot(minus(p, a), way) / dot(way, way)));
  return Math.hypot(...minus(p, [a[0] + share * way[0], a[1] + share * way[1], a[2] + share * way[2]]));
}

/** By the plane where the foot is inside all edges, else by the nearest edge. */
export function distanceToTriangle(p: Vec3, corners: Float64Array, at: number): number {
  const corner = (i: number): Vec3 => [corners[at + 3 * i], corners[at + 3 * i + 1], corners[at + 3 * i + 2]];
  const [a, b, c] = [corner(0), corner(1), corner(2)];
  const [u, v] = [minus(b, a), minus(c, a)];
  const n: Vec3 = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const inside = [
    [a, b],
    [b, c],
    [c, a],
  ].every(([from, to]) => {
    const edge = minus(to, from);
    const q = minus(p, from);
    return (
      n[0] * (edge[1] * q[2] - edge[2] * q[1]) +
        n[1] * (edge[2] * q[0] - edge[0] * q[2]) +
        n[2] * (edge[0] * q[1] - edge[1] * q[0]) >=
      0
    );
  });
  if (inside) return Math.abs(dot(n, minus(p, a))) / Math.hypot(...n);
  return Math.min(distanceToSegment(p, a, b), distanceToSegment(p, b, c), distanceToSegment(p, c, a));
}
