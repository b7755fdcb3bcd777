// What a rigid body's points are taken to sweep has their true way in it: a screw about the body's own centre.
import { expect, test } from 'vitest';
import { PointBuffer, type Pose, placeRigid } from '../../src/visibility/moving-points.js';
import { random } from '../support/random.js';

type Vector = [number, number, number];

/** Rodrigues' formula, and not the quaternions of the code. */
function turned(v: Vector, axis: Vector, angle: number): Vector {
  const length = Math.hypot(...axis);
  if (length === 0) return v;
  const [x, y, z] = axis.map((value) => value / length);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const dot = (x * v[0] + y * v[1] + z * v[2]) * (1 - cos);
  return [
    v[0] * cos + (y * v[2] - z * v[1]) * sin + x * dot,
    v[1] * cos + (z * v[0] - x * v[2]) * sin + y * dot,
    v[2] * cos + (x * v[1] - y * v[0]) * sin + z * dot,
  ];
}

test.each([
  [0, 2, 1],
  [0.02, 2, 1],
  [0.5, 2, 1],
  [3, 2, 1],
  [0.5, 1e12, 1e-3],
])('turns up to %d radians a step, up to %d from the origin, of a size of %d', (most, far, size) => {
  const next = random(9);
  const vector = (size: number): Vector => [0, 0, 0].map(() => size * (2 * next() - 1)) as Vector;
  const points = new PointBuffer();
  for (let trial = 0; trial < 200; trial++) {
    const [axis, angle] = [vector(1), 3 * next()];
    const unit = axis.map((value) => (value / Math.hypot(...axis)) * Math.sin(angle / 2)) as Vector;
    const pose: Pose = {
      position: vector(far),
      rotation: [...unit, Math.cos(angle / 2)],
      centre: vector(size),
      way: vector(size),
      turn: vector(most / Math.sqrt(3)),
    };
    const corner = vector(size);
    placeRigid(points, Float64Array.from(corner), pose, 0.01);
    const centre = turned(pose.centre as Vector, axis, angle);
    const arm = turned(corner.map((value, k) => value - pose.centre[k]) as Vector, axis, angle);
    for (let time = 0; time <= 1; time += 1 / 16) {
      const swung = turned(arm, pose.turn as Vector, Math.hypot(...pose.turn) * time);
      const off = [0, 1, 2].map((k) => {
        const there = pose.position[k] + centre[k] + pose.way[k] * time + swung[k];
        return there - (points.start[k] + time * (points.end[k] - points.start[k]));
      });
      expect(Math.hypot(...off)).toBeLessThanOrEqual(points.reach[0] - 0.01);
    }
  }
});
