// Which of the 26 directions agree with one normal.
import { OPPOSITE_BIT } from './layout/regions';

/**
 * How far a product must be from 0, for normals scaled to components of at most 2 and directions of at most three
 * components 1: the f64 part of the error is below 2^-48, that of nine f32 roundings of at most 6 below 2^-18.
 */
const MARGIN: f32 = 1.52587890625e-5; // 2^-16

/** Lines: x y z x+y | x-y x+z x-z y+z | y-z x+y+z x+y-z x-y+z | -x+y+z. */
export function agreeing(x: f32, y: f32, z: f32): u32 {
  const a = f32x4(x, y, z, x + y);
  const b = f32x4(x - y, x + z, x - z, y + z);
  const c = f32x4(y - z, x + y + z, x + y - z, x - y + z);
  const d = f32x4(-x + y + z, 0, 0, 0);
  const up = f32x4.splat(MARGIN);
  const down = f32x4.splat(-MARGIN);
  const along =
    i32x4.bitmask(f32x4.gt(a, up)) |
    (i32x4.bitmask(f32x4.gt(b, up)) << 4) |
    (i32x4.bitmask(f32x4.gt(c, up)) << 8) |
    (i32x4.bitmask(f32x4.gt(d, up)) << 12);
  const against =
    i32x4.bitmask(f32x4.lt(a, down)) |
    (i32x4.bitmask(f32x4.lt(b, down)) << 4) |
    (i32x4.bitmask(f32x4.lt(c, down)) << 8) |
    (i32x4.bitmask(f32x4.lt(d, down)) << 12);
  return along | (against << OPPOSITE_BIT);
}
