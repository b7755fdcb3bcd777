// Whether two 18-DOPs overlap, touching included, without a branch.
import { DOP_HI03, DOP_HI47, DOP_LO8, DOP_LO03, DOP_LO47 } from './layout/meshes';

/** False where some axis has a gap between the two boxes. */
export function overlap(a: usize, b: usize): bool {
  const gap03 = v128.or(
    f32x4.gt(v128.load(a, DOP_LO03), v128.load(b, DOP_HI03)),
    f32x4.gt(v128.load(b, DOP_LO03), v128.load(a, DOP_HI03)),
  );
  const gap47 = v128.or(
    f32x4.gt(v128.load(a, DOP_LO47), v128.load(b, DOP_HI47)),
    f32x4.gt(v128.load(b, DOP_LO47), v128.load(a, DOP_HI47)),
  );
  const gaps = v128.or(
    v128.or(gap03, gap47),
    gapAtLast(v128.load64_zero(a, DOP_LO8), v128.load64_zero(b, DOP_LO8)),
  );
  return !v128.any_true(gaps);
}

/** The same for the boxes around a and b and around c and d. */
export function doEdgesOverlap(a: usize, b: usize, c: usize, d: usize): bool {
  const gap03 = v128.or(
    f32x4.gt(least(a, b, DOP_LO03), most(c, d, DOP_HI03)),
    f32x4.gt(least(c, d, DOP_LO03), most(a, b, DOP_HI03)),
  );
  const gap47 = v128.or(
    f32x4.gt(least(a, b, DOP_LO47), most(c, d, DOP_HI47)),
    f32x4.gt(least(c, d, DOP_LO47), most(a, b, DOP_HI47)),
  );
  const gap8 = gapAtLast(
    f32x4.pmin(v128.load64_zero(a, DOP_LO8), v128.load64_zero(b, DOP_LO8)),
    f32x4.pmin(v128.load64_zero(c, DOP_LO8), v128.load64_zero(d, DOP_LO8)),
  );
  return !v128.any_true(v128.or(v128.or(gap03, gap47), gap8));
}

/** The same for the boxes around a and b and around c, d and e, along the first four axes; and along the others. */
export function doHullsOverlapFirst(a: usize, b: usize, c: usize, d: usize, e: usize): bool {
  return !v128.any_true(gapOfHulls(a, b, c, d, e, DOP_LO03, DOP_HI03));
}

export function doHullsOverlapThen(a: usize, b: usize, c: usize, d: usize, e: usize): bool {
  const last = f32x4.pmin(v128.load64_zero(c, DOP_LO8), v128.load64_zero(d, DOP_LO8));
  const gap8 = gapAtLast(
    f32x4.pmin(v128.load64_zero(a, DOP_LO8), v128.load64_zero(b, DOP_LO8)),
    f32x4.pmin(last, v128.load64_zero(e, DOP_LO8)),
  );
  return !v128.any_true(v128.or(gapOfHulls(a, b, c, d, e, DOP_LO47, DOP_HI47), gap8));
}

function gapOfHulls(a: usize, b: usize, c: usize, d: usize, e: usize, lo: usize, hi: usize): v128 {
  return v128.or(
    f32x4.gt(least(a, b, lo), mostOfThree(c, d, e, hi)),
    f32x4.gt(leastOfThree(c, d, e, lo), most(a, b, hi)),
  );
}

function leastOfThree(a: usize, b: usize, c: usize, offset: usize): v128 {
  return f32x4.pmin(least(a, b, offset), v128.load(c + offset));
}

function mostOfThree(a: usize, b: usize, c: usize, offset: usize): v128 {
  return f32x4.pmax(most(a, b, offset), v128.load(c + offset));
}

function least(a: usize, b: usize, offset: usize): v128 {
  return f32x4.pmin(v128.load(a + offset), v128.load(b + offset));
}

function most(a: usize, b: usize, offset: usize): v128 {
  return f32x4.pmax(v128.load(a + offset), v128.load(b + offset));
}

/** Both hold the last axis as (lo, -hi): the sum of one's lo and the other's -hi is their gap, and its sign is exact. */
function gapAtLast(a: v128, b: v128): v128 {
  return f32x4.gt(f32x4.add(a, v128.shuffle<f32>(b, b, 1, 0, 2, 3)), f32x4.splat(0));
}
