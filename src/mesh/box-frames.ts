import { eigenvectors } from './symmetric-eigen.js';
import { MOMENTS, type TriangleSoup } from './triangle-soup.js';

// Frames that a box may have. All are nine numbers, column by column.

export const IDENTITY_FRAME = [1, 0, 0, 0, 1, 0, 0, 0, 1];
const sums = /* @__PURE__ */ new Float64Array(MOMENTS);
const covariance = /* @__PURE__ */ new Float64Array(6);

/** The principal axes of the surface. */
export function principalFrame(
  soup: TriangleSoup,
  order: Uint32Array,
  from: number,
  to: number,
  frame: Float64Array,
): void {
  sums.fill(0);
  for (let i = from; i < to; i++) {
    const m = MOMENTS * order[i];
    for (let k = 0; k < MOMENTS; k++) sums[k] += soup.moments[m + k];
  }
  const w = sums[0];
  if (!(w > 0)) {
    frame.set(IDENTITY_FRAME);
    return;
  }
  const x = sums[1] / w;
  const y = sums[2] / w;
  const z = sums[3] / w;
  covariance[0] = sums[4] / w - x * x;
  covariance[1] = sums[5] / w - x * y;
  covariance[2] = sums[6] / w - x * z;
  covariance[3] = sums[7] / w - y * y;
  covariance[4] = sums[8] / w - y * z;
  covariance[5] = sums[9] / w - z * z;
  eigenvectors(covariance, frame);
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
