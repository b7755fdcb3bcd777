import { describe, expect, test } from 'vitest';
import { type Curve, linkingNumber } from '../../../bench/tunnel/linking-number.js';
import { type Pose, randomDirection, randomRotation, rotated } from '../../../bench/tunnel/motion.js';
import { random } from '../../support/random.js';

const circle = (points: number, turns: number): Curve =>
  Array.from({ length: points }, (_, i) => {
    const angle = (2 * Math.PI * i) / points;
    const distance = 1 + 0.3 * Math.cos(turns * angle);
    return [distance * Math.cos(angle), 0.3 * Math.sin(turns * angle), distance * Math.sin(angle)];
  });

/** Gauss's integral over two polygons: the signed solid angles that pairs of edges span. */
function gaussIntegral(a: Curve, poseA: Pose, b: Curve, poseB: Pose): number {
  const place = (curve: Curve, { position, rotation }: Pose) =>
    curve.map((point) => rotated(rotation, point).map((value, i) => value + position[i]));
  const [p, q] = [place(a, poseA), place(b, poseB)];
  let sum = 0;
  for (let i = 0; i < p.length; i++) {
    for (let j = 0; j < q.length; j++) {
      const corners = [
        [p[i], q[j]],
        [p[i], q[(j + 1) % q.length]],
        [p[(i + 1) % p.length], q[(j + 1) % q.length]],
        [p[(i + 1) % p.length], q[j]],
      ].map(([from, to]) => to.map((value, axis) => value - from[axis]));
      sum += solidAngle(corners[0], corners[1], corners[2]) + solidAngle(corners[0], corners[2], corners[3]);
    }
  }
  return sum / (4 * Math.PI);
}

/** Van Oosterom and Strackee, The solid angle of a plane triangle. */
function solidAngle(a: number[], b: number[], c: number[]): number {
  const dot = (u: number[], v: number[]) => u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
  const volume =
    a[0] * (b[1] * c[2] - b[2] * c[1]) +
    a[1] * (b[2] * c[0] - b[0] * c[2]) +
    a[2] * (b[0] * c[1] - b[1] * c[0]);
  const [la, lb, lc] = [a, b, c].map((v) => Math.hypot(...v));
  return 2 * Math.atan2(volume, la * lb * lc + dot(a, b) * lc + dot(a, c) * lb + dot(b, c) * la);
}

describe('the linking number', () => {
  test('is that of Gauss, whatever the poses', () => {
    const next = random(11);
    const found = new Set<number>();
    const curves = [circle(24, 0), circle(60, 3), circle(48, 2)];
    for (let trial = 0; trial < 400; trial++) {
      const pose = (reach: number): Pose => ({
        position: randomDirection(next).map((value) => value * reach) as unknown as Pose['position'],
        rotation: randomRotation(next),
      });
      const [a, b] = [curves[trial % 3], curves[(trial >> 1) % 3]];
      const [poseA, poseB] = [pose(0), pose(1.5 * next())];
      const linked = linkingNumber(a, poseA, b, poseB);
      expect(Math.abs(gaussIntegral(a, poseA, b, poseB)), `trial ${trial}`).toBeCloseTo(Math.abs(linked), 6);
      found.add(Math.abs(linked));
    }
    expect([...found].sort()).toEqual(expect.arrayContaining([0, 1]));
  });
});
