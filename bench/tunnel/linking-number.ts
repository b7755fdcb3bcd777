import { type Pose, type Quat, rotated, type Vec3 } from './motion.js';

/** Looking down z, after a turn that no scene has: no vertex of one curve lies over an edge of another. */
const VIEW: Quat = [0.1826741, 0.3652148, 0.5477226, 0.7302967];

/** x y z a point of a closed polygon, in the body's frame. */
export type Curve = readonly Vec3[];

/**
 * How often two closed polygons are linked: in a projection, the crossings where A is above B, each with the sign of
 * its turn. A whole number, and it changes only when the curves pass through each other.
 */
export function linkingNumber(curveA: Curve, poseA: Pose, curveB: Curve, poseB: Pose): number {
  const a = seen(curveA, poseA);
  const b = seen(curveB, poseB);
  if (apart(a, b)) return 0;
  let sum = 0;
  for (let i = 0; i < curveA.length; i++) {
    for (let j = 0; j < curveB.length; j++) sum += crossingAbove(a, 3 * i, b, 3 * j);
  }
  return sum;
}

/** The points as they are seen, and the first once more. */
function seen(curve: Curve, { position, rotation }: Pose): Float64Array {
  const points = new Float64Array(3 * curve.length + 3);
  curve.forEach((point, i) => {
    const [x, y, z] = rotated(rotation, point);
    points.set(rotated(VIEW, [x + position[0], y + position[1], z + position[2]]), 3 * i);
  });
  points.copyWithin(3 * curve.length, 0, 3);
  return points;
}

function apart(a: Float64Array, b: Float64Array): boolean {
  for (let axis = 0; axis < 2; axis++) {
    let [minA, maxA, minB, maxB] = [Infinity, -Infinity, Infinity, -Infinity];
    for (let i = axis; i < a.length; i += 3) {
      minA = Math.min(minA, a[i]);
      maxA = Math.max(maxA, a[i]);
    }
    for (let i = axis; i < b.length; i += 3) {
      minB = Math.min(minB, b[i]);
      maxB = Math.max(maxB, b[i]);
    }
    if (maxA < minB || maxB < minA) return true;
  }
  return false;
}

/** Twice the signed area that a point spans with an edge. */
const area = (p: Float64Array, i: number, q: Float64Array, j: number): number =>
  (p[i + 3] - p[i]) * (q[j + 1] - p[i + 1]) - (p[i + 4] - p[i + 1]) * (q[j] - p[i]);

/** +1 or -1 where the edge at `i` of A crosses above that at `j` of B, else 0. */
function crossingAbove(a: Float64Array, i: number, b: Float64Array, j: number): number {
  const b0 = area(a, i, b, j);
  const b1 = area(a, i, b, j + 3);
  if (b0 > 0 === b1 > 0) return 0;
  const a0 = area(b, j, a, i);
  const a1 = area(b, j, a, i + 3);
  if (a0 > 0 === a1 > 0) return 0;
  const heightA = a[i + 2] + (a0 / (a0 - a1)) * (a[i + 5] - a[i + 2]);
  const heightB = b[j + 2] + (b0 / (b0 - b1)) * (b[j + 5] - b[j + 2]);
  if (heightA <= heightB) return 0;
  return b0 > 0 ? 1 : -1;
}
