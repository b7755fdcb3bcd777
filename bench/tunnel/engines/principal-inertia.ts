import type { Quat, Vec3 } from '../motion.js';

/** Moments about the principal axes, and the rotation from these to the body's frame. */
export function principalInertia(inertia: readonly number[]): { moments: Vec3; frame: Quat } {
  const m = [...inertia];
  const axes = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  // Jacobi: each turn makes one pair of the off-diagonal entries zero.
  for (let sweep = 0; sweep < 30; sweep++) {
    for (const [p, q] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ]) {
      const off = m[3 * p + q];
      if (off === 0) continue;
      const theta = (m[4 * q] - m[4 * p]) / (2 * off);
      const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.hypot(theta, 1));
      const c = 1 / Math.hypot(t, 1);
      turnColumns(m, p, q, c, t * c);
      turnRows(m, p, q, c, t * c);
      turnColumns(axes, p, q, c, t * c);
    }
  }
  return { moments: [m[0], m[4], m[8]], frame: rotationOf(axes) };
}

function turnColumns(m: number[], p: number, q: number, c: number, s: number): void {
  for (let i = 0; i < 3; i++) {
    const [a, b] = [m[3 * i + p], m[3 * i + q]];
    m[3 * i + p] = c * a - s * b;
    m[3 * i + q] = s * a + c * b;
  }
}

function turnRows(m: number[], p: number, q: number, c: number, s: number): void {
  for (let i = 0; i < 3; i++) {
    const [a, b] = [m[3 * p + i], m[3 * q + i]];
    m[3 * p + i] = c * a - s * b;
    m[3 * q + i] = s * a + c * b;
  }
}

/** Jacobi's product of turns is a rotation: its quaternion, from the largest of its four squares. */
function rotationOf(m: readonly number[]): Quat {
  const [xx, yy, zz] = [m[0], m[4], m[8]];
  const squares = [1 + xx - yy - zz, 1 - xx + yy - zz, 1 - xx - yy + zz, 1 + xx + yy + zz];
  const largest = squares.indexOf(Math.max(...squares));
  const rows = [
    [squares[0], m[1] + m[3], m[2] + m[6], m[7] - m[5]],
    [m[1] + m[3], squares[1], m[5] + m[7], m[2] - m[6]],
    [m[2] + m[6], m[5] + m[7], squares[2], m[3] - m[1]],
    [m[7] - m[5], m[2] - m[6], m[3] - m[1], squares[3]],
  ];
  const length = Math.hypot(...rows[largest]);
  return rows[largest].map((value) => value / length) as unknown as Quat;
}
