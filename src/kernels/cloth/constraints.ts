// Distances that hold a cloth together (XPBD): stretch and shear along edges, bending across them.
import {
  CLOTH_CONSTRAINT_COUNT,
  CLOTH_CONSTRAINTS,
  CLOTH_HS,
  CLOTH_INVERSE_MASS,
  CLOTH_Y,
  CONSTRAINT_BYTES,
  CONSTRAINT_COMPLIANCE,
  CONSTRAINT_LAMBDA,
  CONSTRAINT_REST,
} from '../layout/cloth';
import { length } from '../rigid/vector';
import { beginStitches, endStitches, sweepStitches } from './stitches';
import { addPoint, array, POINT_BYTES } from './world';

/** Forward, which begins a sub-step, and backward: a sweep in one direction alone explodes. Seams come between the two, and once more behind. */
export function clothConstraints(world: usize): void {
  const first = array(world, CLOTH_CONSTRAINTS);
  const end = first + <usize>load<u32>(world, CLOTH_CONSTRAINT_COUNT) * CONSTRAINT_BYTES;
  const masses = array(world, CLOTH_INVERSE_MASS);
  const points = array(world, CLOTH_Y);
  const hs = load<f64>(world, CLOTH_HS);
  const rate = 1 / (hs * hs);
  for (let at = first; at < end; at += CONSTRAINT_BYTES) {
    store<f64>(at, 0, CONSTRAINT_LAMBDA);
    solve(at, points, masses, rate);
  }
  beginStitches(world);
  sweepStitches(world, false);
  sweepStitches(world, true);
  for (let at = end; at > first; ) {
    at -= CONSTRAINT_BYTES;
    solve(at, points, masses, rate);
  }
  sweepStitches(world, false);
  endStitches(world);
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
