// Distances that hold a cloth together (XPBD): stretch and shear along edges, bending across them.
import {
  CLOTH_CONSTRAINTS,
  CLOTH_HS,
  CLOTH_INVERSE_MASS,
  CLOTH_RANGES,
  CLOTH_Y,
  CONSTRAINT_BYTES,
  CONSTRAINT_COMPLIANCE,
  CONSTRAINT_LAMBDA,
  CONSTRAINT_REST,
  RANGE_BYTES,
  RANGE_END,
  RANGE_FIRST,
} from '../layout/cloth';
import { length } from '../rigid/vector';
import { addPoint, array, POINT_BYTES } from './world';

/**
 * A sweep over one range, forward, which begins a sub-step, or backward: a sweep in one direction alone explodes. Ranges without a
 * common vertex may be swept at the same time.
 */
export function clothConstraints(world: usize, range: u32, backward: bool): void {
  const at = array(world, CLOTH_RANGES) + <usize>range * RANGE_BYTES;
  const all = array(world, CLOTH_CONSTRAINTS);
  const first = all + <usize>load<u32>(at, RANGE_FIRST) * CONSTRAINT_BYTES;
  const end = all + <usize>load<u32>(at, RANGE_END) * CONSTRAINT_BYTES;
  const masses = array(world, CLOTH_INVERSE_MASS);
  const points = array(world, CLOTH_Y);
  const hs = load<f64>(world, CLOTH_HS);
  const rate = 1 / (hs * hs);
  if (backward) {
    for (let at = end; at > first; ) {
      at -= CONSTRAINT_BYTES;
      solve(at, points, masses, rate);
    }
    return;
  }
  for (let at = first; at < end; at += CONSTRAINT_BYTES) {
    store<f64>(at, 0, CONSTRAINT_LAMBDA);
    solve(at, points, masses, rate);
  }
}

function solve(at: usize, points: usize, masses: usize, rate: f64): void {
  const i = <usize>load<u32>(at);
  const j = <usize>load<u32>(at, 4);
  const a = points + i * POINT_BYTES;
  const b = points + j * POINT_BYTES;
  const wa = load<f64>(masses + (i << 3));
  const wb = load<f64>(masses + (j << 3));
  const dx = load<f64>(a) - load<f64>(b);
  const dy = load<f64>(a, 8) - load<f64>(b, 8);
  const dz = load<f64>(a, 16) - load<f64>(b, 16);
  const distance = length(dx, dy, dz);
  const soft = load<f64>(at, CONSTRAINT_COMPLIANCE) * rate;
  if (wa + wb === 0 || distance === 0) return;
  const lambda = load<f64>(at, CONSTRAINT_LAMBDA);
  // one division for both, the multiplier and the direction
  const s = (load<f64>(at, CONSTRAINT_REST) - distance - soft * lambda) / ((wa + wb + soft) * distance);
  store<f64>(at, lambda + s * distance, CONSTRAINT_LAMBDA);
  addPoint(a, wa * s * dx, wa * s * dy, wa * s * dz);
  addPoint(b, -wb * s * dx, -wb * s * dy, -wb * s * dz);
}
