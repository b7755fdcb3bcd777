import { covarianceOf } from './moments.js';
import { eigenvectors } from './symmetric-eigen.js';

// Frames that a box may have. All are nine numbers, column by column.

export const IDENTITY_FRAME = /* @__PURE__ */ Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
const covariance = /* @__PURE__ */ new Float64Array(6);

/** The principal axes of a piece of surface, by its moments. */
export function principalFrame(sums: Float64Array, at: number, frame: Float64Array): void {
  if (covarianceOf(sums, at, covariance)) eigenvectors(covariance, frame);
  else frame.set(IDENTITY_FRAME);
}

/** A triangle's longest edge, its normal and what is across: its smallest box. False for one without area. */
export function triangleFrame(corners: Float64Array, at: number, frame: Float64Array): boolean {
  let longest = -1;
  let edge = 0;
  for (let k = 0; k < 3; k++) {
    const [x, y, z] = edgeOf(corners, at, k);
    const length = x * x + y * y + z * z;
    if (length <= longest) continue;
    longest = length;
    edge = k;
  }
  const [ex, ey, ez] = edgeOf(corners, at, edge);
  const [fx, fy, fz] = edgeOf(corners, at, (edge + 1) % 3);
  const nx = ey * fz - ez * fy;
  const ny = ez * fx - ex * fz;
  const nz = ex * fy - ey * fx;
  const area = nx * nx + ny * ny + nz * nz;
  if (!(area > 1e-24 * longest * longest)) return false;
  const e = 1 / Math.sqrt(longest);
  const n = 1 / Math.sqrt(area);
  frame[0] = ex * e;
  frame[1] = ey * e;
  frame[2] = ez * e;
  frame[6] = nx * n;
  frame[7] = ny * n;
  frame[8] = nz * n;
  frame[3] = frame[7] * frame[2] - frame[8] * frame[1];
  frame[4] = frame[8] * frame[0] - frame[6] * frame[2];
  frame[5] = frame[6] * frame[1] - frame[7] * frame[0];
  return true;
}

function edgeOf(corners: Float64Array, at: number, edge: number): [number, number, number] {
  const p = at + 3 * edge;
  const q = at + 3 * ((edge + 1) % 3);
  return [corners[q] - corners[p], corners[q + 1] - corners[p + 1], corners[q + 2] - corners[p + 2]];
}
