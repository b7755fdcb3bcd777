import { MOMENTS, type TriangleSoup } from './triangle-soup.js';

// What the moments of some triangles, added up, say of the piece of surface that these are.

/** Triangles, and where their centroids are. */
export interface Placed {
  readonly soup: TriangleSoup;
  readonly order: Uint32Array;
  /** Along three axes, three times as far as they are. */
  readonly along: Float64Array;
}

/**
 * The moments of those of triangles order[from..to) that are below `limit` along axis k, to sums[at..]; returns how many these are.
 * `along` has three places a triangle.
 */
export function sumBelow(
  { soup: { moments }, order, along }: Placed,
  from: number,
  to: number,
  k: number,
  limit: number,
  sums: Float64Array,
  at: number,
): number {
  let count = 0;
  let w = 0;
  let x = 0;
  let y = 0;
  let z = 0;
  let xx = 0;
  let xy = 0;
  let xz = 0;
  let yy = 0;
  let yz = 0;
  let zz = 0;
  for (let i = from; i < to; i++) {
    const triangle = order[i];
    if (along[3 * triangle + k] >= limit) continue;
    const m = MOMENTS * triangle;
    w += moments[m];
    x += moments[m + 1];
    y += moments[m + 2];
    z += moments[m + 3];
    xx += moments[m + 4];
    xy += moments[m + 5];
    xz += moments[m + 6];
    yy += moments[m + 7];
    yz += moments[m + 8];
    zz += moments[m + 9];
    count++;
  }
  sums[at] = w;
  sums[at + 1] = x;
  sums[at + 2] = y;
  sums[at + 3] = z;
  sums[at + 4] = xx;
  sums[at + 5] = xy;
  sums[at + 6] = xz;
  sums[at + 7] = yy;
  sums[at + 8] = yz;
  sums[at + 9] = zz;
  return count;
}

/** Its covariance to target: xx xy xz yy yz zz. False where it has no weight. */
export function covarianceOf(sums: Float64Array, at: number, target: Float64Array): boolean {
  const w = sums[at];
  if (!(w > 0)) return false;
  const x = sums[at + 1] / w;
  const y = sums[at + 2] / w;
  const z = sums[at + 3] / w;
  target[0] = sums[at + 4] / w - x * x;
  target[1] = sums[at + 5] / w - x * y;
  target[2] = sums[at + 6] / w - x * z;
  target[3] = sums[at + 7] / w - y * y;
  target[4] = sums[at + 8] / w - y * z;
  target[5] = sums[at + 9] / w - z * z;
  return true;
}

const covariance = /* @__PURE__ */ new Float64Array(6);

/**
 * How large a box around it is, without its frame: a number that goes with half of its surface. Variances along the principal axes are
 * as the squares of the box's sides. Of these the smallest one is the determinant by the sum of the minors, or less where it
 * is not thin; what is left of the invariants are the sum and the product of the other two.
 */
export function surfaceByMoments(sums: Float64Array, at: number): number {
  if (!covarianceOf(sums, at, covariance)) return 0;
  const [xx, xy, xz, yy, yz, zz] = covariance;
  const minorX = yy * zz - yz * yz;
  const minors = minorX + (xx * zz - xz * xz) + (xx * yy - xy * xy);
  if (!(minors > 0)) return 0;
  const determinant = xx * minorX - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz);
  const thin = Math.max(0, determinant) / minors;
  const others = xx + yy + zz - thin;
  const face = Math.sqrt(Math.max(0, minors - thin * others));
  return face + Math.sqrt(Math.max(0, thin * (others + 2 * face)));
}
