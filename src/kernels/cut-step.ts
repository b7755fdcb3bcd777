// A part of a step: where vertices are at two times in it.
import { SWEPT_VERTEX_BYTES } from './layout/meshes';

/**
 * Copies swept vertices with their place at `from` as the start and at `until` as the end; a start at 0 stays as it is.
 * The others are rounded: whatever is to hold the true motion must be wider by 2^-48 of the largest coordinate, which is
 * returned.
 */
export function cutStep(swept: usize, count: u32, from: f64, until: f64, part: usize): f64 {
  const times = f64x2(from, until);
  let largest = f64x2.splat(0);
  const end = swept + <usize>count * SWEPT_VERTEX_BYTES;
  for (let at = swept; at < end; at += 16) {
    const both = v128.load(at);
    const start = v128.shuffle<f64>(both, both, 0, 0);
    const way = f64x2.sub(v128.shuffle<f64>(both, both, 1, 1), start);
    v128.store(part, f64x2.add(start, f64x2.mul(times, way)));
    largest = f64x2.pmax(largest, f64x2.abs(both));
    part += 16;
  }
  return max(f64x2.extract_lane(largest, 0), f64x2.extract_lane(largest, 1));
}

/** Copies swept vertices as they are at one instant, the start of the step or its end. */
export function freezeStep(swept: usize, count: u32, atEnd: bool, frozen: usize): void {
  const end = swept + <usize>count * SWEPT_VERTEX_BYTES;
  for (let at = swept; at < end; at += 16) {
    const both = v128.load(at);
    v128.store(frozen, atEnd ? v128.shuffle<f64>(both, both, 1, 1) : v128.shuffle<f64>(both, both, 0, 0));
    frozen += 16;
  }
}
