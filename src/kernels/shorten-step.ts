// A step cut short: where vertices are at a time in it, for boxes only.
import { SWEPT_VERTEX_BYTES } from './layout';

/**
 * Copies swept vertices with their place at time `until` in the place of their end. It is rounded: boxes around the copy
 * must be wider by 2^-48 of the largest coordinate, which is returned.
 */
export function shortenStep(swept: usize, count: u32, until: f64, shortened: usize): f64 {
  const time = f64x2.splat(until);
  let largest = f64x2.splat(0);
  const end = swept + <usize>count * SWEPT_VERTEX_BYTES;
  for (let at = swept; at < end; at += 16) {
    const both = v128.load(at);
    const start = v128.shuffle<f64>(both, both, 0, 0);
    const moved = f64x2.add(start, f64x2.mul(time, f64x2.sub(both, start)));
    v128.store(shortened, v128.shuffle<f64>(both, moved, 0, 3));
    largest = f64x2.pmax(largest, f64x2.abs(both));
    shortened += 16;
  }
  return max(f64x2.extract_lane(largest, 0), f64x2.extract_lane(largest, 1));
}
