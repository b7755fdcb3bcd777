// Other bounding volumes in the place of 18-DOPs: axis-aligned boxes, and 14-DOPs (Klosowski et al.: x, y, z and the four
// diagonals of a cube). They fill fewer of a node's slabs, and leave the others without bounds: every merge and every
// comparison is the same.

import { VOLUME_BOX } from './layout/ablations';
import {
  DOP_HI03,
  DOP_HI47,
  DOP_LO8,
  DOP_LO03,
  DOP_LO47,
  DOP_NEGATED_HI8,
  DOP_NODE_BYTES,
  SWEPT_VERTEX_BYTES,
} from './layout/meshes';

/** As in dop18.ts; the rounding of two sums, 2^-52 of what is added, goes on top. */
const OUTWARD: f64 = 5.960470161880949e-8;
const SUMS: f64 = 1.0 / <f64>((<u64>1) << 51);
const STRAIGHT: f64 = 1.00000012;
const DIAGONAL: f64 = 1.7320511;
const TINY: f64 = 1.1754943508222875e-38;

let changed: bool = false;

/** What projectVertices does, with slabs of another volume. */
export function projectVolumes(swept: usize, count: u32, dops: usize, radius: f64, volume: u32): u32 {
  const straight = radius * STRAIGHT + TINY;
  const diagonal = radius * DIAGONAL + TINY;
  let moved: u32 = 0;
  for (let end = swept + <usize>count * SWEPT_VERTEX_BYTES; swept < end; swept += SWEPT_VERTEX_BYTES) {
    const x = v128.load(swept);
    const y = v128.load(swept, 16);
    const z = v128.load(swept, 32);
    changed = false;
    bound(dops, DOP_LO03, DOP_HI03, x, x, straight);
    bound(dops, DOP_LO03 + 4, DOP_HI03 + 4, y, y, straight);
    bound(dops, DOP_LO03 + 8, DOP_HI03 + 8, z, z, straight);
    if (volume === VOLUME_BOX) {
      for (let k: usize = 0; k < 4; k++) leaveOpen(dops, k);
    } else {
      const size = f64x2.add(f64x2.add(f64x2.abs(x), f64x2.abs(y)), f64x2.abs(z));
      const plus = f64x2.add(x, y);
      const minus = f64x2.sub(x, y);
      bound(dops, DOP_LO03 + 12, DOP_HI03 + 12, f64x2.add(plus, z), size, diagonal);
      bound(dops, DOP_LO47, DOP_HI47, f64x2.sub(plus, z), size, diagonal);
      bound(dops, DOP_LO47 + 4, DOP_HI47 + 4, f64x2.add(minus, z), size, diagonal);
      bound(dops, DOP_LO47 + 8, DOP_HI47 + 8, f64x2.sub(minus, z), size, diagonal);
      set(dops, DOP_LO47 + 12, f32.NEGATIVE_INFINITY);
      set(dops, DOP_HI47 + 12, f32.POSITIVE_INFINITY);
    }
    set(dops, DOP_LO8, f32.NEGATIVE_INFINITY);
    set(dops, DOP_NEGATED_HI8, f32.NEGATIVE_INFINITY);
    moved += changed ? 1 : 0;
    dops += DOP_NODE_BYTES;
  }
  return moved;
}

function leaveOpen(dops: usize, k: usize): void {
  const lane = k << 2;
  set(dops + lane, DOP_LO47, f32.NEGATIVE_INFINITY);
  set(dops + lane, DOP_HI47, f32.POSITIVE_INFINITY);
  if (k !== 3) return;
  set(dops + lane, DOP_LO03, f32.NEGATIVE_INFINITY);
  set(dops + lane, DOP_HI03, f32.POSITIVE_INFINITY);
}

/** `size` bounds what was added to make the value, at both times. */
function bound(dops: usize, low: usize, high: usize, value: v128, size: v128, radius: f64): void {
  const a = f64x2.extract_lane(value, 0);
  const b = f64x2.extract_lane(value, 1);
  const sums =
    SUMS * max(Math.abs(f64x2.extract_lane(size, 0)), Math.abs(f64x2.extract_lane(size, 1))) + radius;
  const least = min(a, b);
  const most = max(a, b);
  set(dops, low, <f32>(least - (Math.abs(least) * OUTWARD + sums)));
  set(dops, high, <f32>(most + (Math.abs(most) * OUTWARD + sums)));
}

function set(dops: usize, offset: usize, value: f32): void {
  const at = dops + offset;
  changed = changed || load<f32>(at) !== value;
  store<f32>(at, value);
}
