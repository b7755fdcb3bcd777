import type { MovingPoints } from './gather.js';

/** Room for one body's points, made once for the largest. */
export class PointBuffer implements MovingPoints {
  start = new Float64Array(0);
  end = new Float64Array(0);
  reach = new Float64Array(0);

  ensure(vertexCount: number): void {
    if (this.reach.length >= vertexCount) return;
    this.start = new Float64Array(3 * vertexCount);
    this.end = new Float64Array(3 * vertexCount);
    this.reach = new Float64Array(vertexCount);
  }
}

/** A deformable's vertices as they lie in the arena: x0 x1 y0 y1 z0 z1 from `at` on. Their ways are straight. */
export function placeDeformable(
  points: PointBuffer,
  f64: Float64Array,
  at: number,
  vertexCount: number,
  reach: number,
): void {
  points.ensure(vertexCount);
  const { start, end } = points;
  for (let i = 0; i < 3 * vertexCount; i++) {
    start[i] = f64[at + 2 * i];
    end[i] = f64[at + 2 * i + 1];
  }
  points.reach.fill(reach, 0, vertexCount);
}

/** Where a rigid body is and how it moves, in the step's own time. */
export interface Pose {
  readonly position: readonly [number, number, number];
  readonly rotation: readonly [number, number, number, number];
  readonly way: readonly [number, number, number];
  /** Turn about the world's axes in the step, radians. */
  readonly turn: readonly [number, number, number];
}

/** More than the roundings of a rotation by a quaternion that is a little off unit length, in parts of the radius. */
const POSE_ROUNDING = 1e-4;

/**
 * A rigid body's vertices, turned at the start of the step, and where their first velocities would take them. The true
 * way, a screw, leaves that straight one by at most half the squared angle times the distance from the axis.
 */
export function placeRigid(
  points: PointBuffer,
  positions: Float64Array,
  { position, rotation, way, turn }: Pose,
  reach: number,
): void {
  points.ensure(positions.length / 3);
  const [qx, qy, qz, qw] = rotation;
  const [tx, ty, tz] = turn;
  const bend = (tx * tx + ty * ty + tz * tz) / 2;
  for (let p = 0; p < positions.length; p += 3) {
    const x = positions[p];
    const y = positions[p + 1];
    const z = positions[p + 2];
    // v + 2 q x (q x v + w v)
    const cx = qy * z - qz * y + qw * x;
    const cy = qz * x - qx * z + qw * y;
    const cz = qx * y - qy * x + qw * z;
    const rx = x + 2 * (qy * cz - qz * cy);
    const ry = y + 2 * (qz * cx - qx * cz);
    const rz = z + 2 * (qx * cy - qy * cx);
    points.start[p] = position[0] + rx;
    points.start[p + 1] = position[1] + ry;
    points.start[p + 2] = position[2] + rz;
    points.end[p] = points.start[p] + way[0] + ty * rz - tz * ry;
    points.end[p + 1] = points.start[p + 1] + way[1] + tz * rx - tx * rz;
    points.end[p + 2] = points.start[p + 2] + way[2] + tx * ry - ty * rx;
    const radius = Math.sqrt(x * x + y * y + z * z);
    points.reach[p / 3] = reach + radius * (bend + POSE_ROUNDING);
  }
}
