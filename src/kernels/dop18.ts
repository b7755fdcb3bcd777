// Slabs of swept vertices along the 18-DOP's nine axes, rounded outward once, and how slabs are merged.
import {
  DOP_HI03,
  DOP_HI47,
  DOP_LO8,
  DOP_LO03,
  DOP_LO47,
  DOP_NODE_BYTES,
  SWEPT_VERTEX_BYTES,
} from './layout/meshes';

// A bound moves outward by OUTWARD of its value and by the radius. Half an f32 ulp is at most 2^-24 of the value; the
// rest of OUTWARD, 2^-44, covers the f64 operations: the rounded sum of two coordinates and what is done with it here.
const OUTWARD: f64 = 5.960470161880949e-8;
// The radius along a unit axis and along a diagonal, each with 2^-23 more: half an f32 ulp of what it adds.
const STRAIGHT: f64 = 1.00000012;
const DIAGONAL: f64 = 1.41421374;
// The smallest normal f32: covers rounding among subnormals, and keeps the bounds of a coordinate 0 out of them, which
// processors compute slowly.
const TINY: f64 = 1.1754943508222875e-38;

/**
 * Writes the slabs of `count` swept vertices, widened by `radius` (half of the distance that counts as contact).
 * Returns how many of them differ from what was there: 0 means that nothing above needs a refit.
 */
export function projectVertices(swept: usize, count: u32, dops: usize, radius: f64): u32 {
  const alongAxis = radius * STRAIGHT + TINY;
  const alongDiagonal = radius * DIAGONAL + TINY;
  const straight = f64x2.splat(alongAxis);
  const diagonal = f64x2.splat(alongDiagonal);
  const mixed = f64x2.replace_lane(straight, 1, alongDiagonal); // z and x + y share a vector
  let changed: u32 = 0;
  for (let end = swept + <usize>count * SWEPT_VERTEX_BYTES; swept < end; swept += SWEPT_VERTEX_BYTES) {
    const x = v128.load(swept);
    const y = v128.load(swept, 16);
    const z = v128.load(swept, 32);
    const xPlusY = f64x2.add(x, y);
    const xPlusZ = f64x2.add(x, z);
    const yPlusZ = f64x2.add(y, z);
    const xMinusY = f64x2.sub(x, y);
    const xMinusZ = f64x2.sub(x, z);
    const yMinusZ = f64x2.sub(y, z);
    const lo03 = join(lower(x, y, straight), lower(z, xPlusY, mixed));
    const hi03 = join(upper(x, y, straight), upper(z, xPlusY, mixed));
    const lo47 = join(lower(xPlusZ, yPlusZ, diagonal), lower(xMinusY, xMinusZ, diagonal));
    const hi47 = join(upper(xPlusZ, yPlusZ, diagonal), upper(xMinusY, xMinusZ, diagonal));
    const last = lower(yMinusZ, f64x2.neg(yMinusZ), diagonal);
    const was = v128.load64_zero(dops, DOP_LO8);
    const same = v128.and(
      v128.and(same4(dops, DOP_LO03, lo03), same4(dops, DOP_HI03, hi03)),
      v128.and(v128.and(same4(dops, DOP_LO47, lo47), same4(dops, DOP_HI47, hi47)), i32x4.eq(was, last)),
    );
    changed += i32x4.all_true(same) ? 0 : 1;
    v128.store(dops, lo03, DOP_LO03);
    v128.store(dops, hi03, DOP_HI03);
    v128.store(dops, lo47, DOP_LO47);
    v128.store(dops, hi47, DOP_HI47);
    v128.store64_lane(dops, last, 0, DOP_LO8);
    dops += DOP_NODE_BYTES;
  }
  return changed;
}

/** Two axes, each at both times: the smaller values, rounded down, as f32 in lanes 0 and 1. */
function lower(a: v128, b: v128, radius: v128): v128 {
  const least = f64x2.pmin(v128.shuffle<f64>(a, b, 0, 2), v128.shuffle<f64>(a, b, 1, 3));
  return f32x4.demote_f64x2_zero(f64x2.sub(least, widening(least, radius)));
}

/** Two axes, each at both times: the larger values, rounded up, as f32 in lanes 0 and 1. */
function upper(a: v128, b: v128, radius: v128): v128 {
  const most = f64x2.pmax(v128.shuffle<f64>(a, b, 0, 2), v128.shuffle<f64>(a, b, 1, 3));
  return f32x4.demote_f64x2_zero(f64x2.add(most, widening(most, radius)));
}

function widening(value: v128, radius: v128): v128 {
  return f64x2.add(f64x2.mul(f64x2.abs(value), f64x2.splat(OUTWARD)), radius);
}

function join(low: v128, high: v128): v128 {
  return v128.shuffle<f64>(low, high, 0, 2);
}

function same4(dop: usize, offset: usize, now: v128): v128 {
  return i32x4.eq(v128.load(dop + offset), now);
}
