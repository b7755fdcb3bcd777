// Distances that hold a cloth together (XPBD): stretch and shear along edges, bending across them.
import {
  CLOTH_CONSTRAINTS,
  CLOTH_HS,
  CLOTH_INVERSE_MASS,
  CLOTH_RANGES,
  CLOTH_Y,
  CONSTRAINT_BYTES,
  RANGE_BYTES,
  RANGE_END,
  RANGE_FIRST,
  TWO_COMPLIANCE,
  TWO_LAMBDA,
  TWO_REST,
} from '../layout/cloth';
import { dotOfTwo } from '../rigid/vector';
import { array, loadBoth, POINT_BYTES, storeBoth } from './world';

const TWO_BYTES: usize = 2 * CONSTRAINT_BYTES;

/**
 * A sweep over one range, forward, which begins a sub-step, or backward: a sweep in one direction alone explodes. Ranges without a
 * common vertex may be swept at the same time. Two distances are solved at once.
 */
export function clothConstraints(world: usize, range: u32, backward: bool): void {
  const at = array(world, CLOTH_RANGES) + <usize>range * RANGE_BYTES;
  const all = array(world, CLOTH_CONSTRAINTS);
  const first = all + <usize>load<u32>(at, RANGE_FIRST) * CONSTRAINT_BYTES;
  const end = all + <usize>load<u32>(at, RANGE_END) * CONSTRAINT_BYTES;
  const masses = array(world, CLOTH_INVERSE_MASS);
  const points = array(world, CLOTH_Y);
  const hs = load<f64>(world, CLOTH_HS);
  const rate = f64x2.splat(1 / (hs * hs));
  if (backward) {
    for (let at = end; at > first; ) {
      at -= TWO_BYTES;
      solve(at, points, masses, rate, v128.load(at, TWO_LAMBDA));
    }
    return;
  }
  for (let at = first; at < end; at += TWO_BYTES) solve(at, points, masses, rate, f64x2.splat(0));
}

function solve(at: usize, points: usize, masses: usize, rate: v128, lambda: v128): void {
  const i0 = <usize>load<u32>(at);
  const j0 = <usize>load<u32>(at, 4);
  const i1 = <usize>load<u32>(at, 8);
  const j1 = <usize>load<u32>(at, 12);
  const a0 = points + i0 * POINT_BYTES;
  const b0 = points + j0 * POINT_BYTES;
  const a1 = points + i1 * POINT_BYTES;
  const b1 = points + j1 * POINT_BYTES;
  const ax = loadBoth(a0, a1, 0);
  const ay = loadBoth(a0, a1, 8);
  const az = loadBoth(a0, a1, 16);
  const bx = loadBoth(b0, b1, 0);
  const by = loadBoth(b0, b1, 8);
  const bz = loadBoth(b0, b1, 16);
  const wa = loadBoth(masses + (i0 << 3), masses + (i1 << 3), 0);
  const wb = loadBoth(masses + (j0 << 3), masses + (j1 << 3), 0);
  const dx = f64x2.sub(ax, bx);
  const dy = f64x2.sub(ay, by);
  const dz = f64x2.sub(az, bz);
  const distance = f64x2.sqrt(dotOfTwo(dx, dy, dz, dx, dy, dz));
  const soft = f64x2.mul(v128.load(at, TWO_COMPLIANCE), rate);
  const ease = f64x2.add(wa, wb);
  const missing = f64x2.sub(f64x2.sub(v128.load(at, TWO_REST), distance), f64x2.mul(soft, lambda));
  // one division for both, the multiplier and the direction; nothing where neither vertex may move, or there is no direction
  const quotient = f64x2.div(missing, f64x2.mul(f64x2.add(ease, soft), distance));
  const s = v128.and(quotient, f64x2.gt(f64x2.pmin(ease, distance), f64x2.splat(0)));
  v128.store(at, f64x2.add(lambda, f64x2.mul(s, distance)), TWO_LAMBDA);
  const sa = f64x2.mul(wa, s);
  const sb = f64x2.mul(wb, s);
  storeBoth(f64x2.add(ax, f64x2.mul(sa, dx)), a0, a1, 0);
  storeBoth(f64x2.add(ay, f64x2.mul(sa, dy)), a0, a1, 8);
  storeBoth(f64x2.add(az, f64x2.mul(sa, dz)), a0, a1, 16);
  storeBoth(f64x2.sub(bx, f64x2.mul(sb, dx)), b0, b1, 0);
  storeBoth(f64x2.sub(by, f64x2.mul(sb, dy)), b0, b1, 8);
  storeBoth(f64x2.sub(bz, f64x2.mul(sb, dz)), b0, b1, 16);
}
