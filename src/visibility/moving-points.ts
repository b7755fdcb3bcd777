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

/** Where a rigid body is and how it moves in the step. */
export interface Pose {
  readonly position: readonly [number, number, number];
  readonly rotation: readonly [number, number, number, number];
  /** In its own frame: it turns about this, which goes straight. */
  readonly centre: readonly [number, number, number];
  readonly way: readonly [number, number, number];
  /** Turn about the world's axes in the step, radians. */
  readonly turn: readonly [number, number, number];
}

/** More than the roundings of a rotation by a quaternion that is a little off unit length, in parts of the radius. */
const POSE_ROUNDING = 1e-4;

/** And of the sums that put a turned body in its place, in parts of how far that is from the origin. */
const PLACE_ROUNDING = 2 ** -48;

const ARM = new Float64Array(3);

/**
 * A rigid body's vertices, turned at the start of the step, and where their first velocities would take them. The true
 * way, a screw, leaves that straight one by at most half the squared angle times the distance from the centre.
 */
export function placeRigid(
  points: PointBuffer,
  positions: Float64Array,
  { position, rotation, centre, way, turn }: Pose,
  reach: number,
): void {
  points.ensure(positions.length / 3);
  const [tx, ty, tz] = turn;
  const bend = (tx * tx + ty * ty + tz * tz) / 2;
  rotate(rotation, centre[0], centre[1], centre[2]);
  const [cx, cy, cz] = [position[0] + ARM[0], position[1] + ARM[1], position[2] + ARM[2]];
  const farthest = Math.max(farAway(cx, way[0]), farAway(cy, way[1]), farAway(cz, way[2]));
  const least = reach + farthest * PLACE_ROUNDING;
  const arm = Math.sqrt(centre[0] * centre[0] + centre[1] * centre[1] + centre[2] * centre[2]);
  for (let p = 0; p < positions.length; p += 3) {
    const x = positions[p] - centre[0];
    const y = positions[p + 1] - centre[1];
    const z = positions[p + 2] - centre[2];
    rotate(rotation, x, y, z);
    points.start[p] = cx + ARM[0];
    points.start[p + 1] = cy + ARM[1];
    points.start[p + 2] = cz + ARM[2];
    points.end[p] = points.start[p] + way[0] + ty * ARM[2] - tz * ARM[1];
    points.end[p + 1] = points.start[p + 1] + way[1] + tz * ARM[0] - tx * ARM[2];
    points.end[p + 2] = points.start[p + 2] + way[2] + tx * ARM[1] - ty * ARM[0];
    const radius = Math.sqrt(x * x + y * y + z * z);
    points.reach[p / 3] = least + radius * bend + (radius + arm) * POSE_ROUNDING;
  }
}

/** No coordinate on the way is larger. */
function farAway(from: number, way: number): number {
  return Math.abs(from) + Math.abs(way);
}

/** v + 2 q x (q x v + w v), into ARM. */
function rotate([qx, qy, qz, qw]: Pose['rotation'], x: number, y: number, z: number): void {
  const cx = qy * z - qz * y + qw * x;
  const cy = qz * x - qx * z + qw * y;
  const cz = qx * y - qy * x + qw * z;
  ARM[0] = x + 2 * (qy * cz - qz * cy);
  ARM[1] = y + 2 * (qz * cx - qx * cz);
  ARM[2] = z + 2 * (qx * cy - qy * cx);
}
