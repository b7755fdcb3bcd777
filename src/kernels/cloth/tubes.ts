// Tubes: where each vertex stays for some sub-steps, so that pairs are looked for once for all of them.
import {
  CLOTH_HALF,
  CLOTH_HS,
  CLOTH_TUBE_RADIUS,
  CLOTH_TUBE_START,
  CLOTH_TUBE_VELOCITY,
  CLOTH_VERTEX_COUNT,
  CLOTH_X,
  CLOTH_Y,
  PART_BYTES,
  PART_HALF,
  PART_MEAN,
} from '../layout/cloth';
import { length } from '../rigid/vector';
import { array, endVertex, firstVertex, POINT_BYTES, partAt, partsEnd, setPoint } from './world';

/** Radius of a tube in half thicknesses: two of them have to see what may become a contact (MARGIN in contacts.ts), with the floor beside it. */
export const TUBE: f64 = 1.1;
/** And how much of the way that a vertex goes otherwise than its part: little, since what leaves its tube is looked for by itself. */
export const SPREAD: f64 = 0.02;
/** Tubes hold for as long as what moves otherwise than its part goes this many half thicknesses. */
const LASTING: f64 = 8;

/**
 * How many seconds tubes are to hold, `longest` at the most: long ones of fast vertices are wide, meet far more others, and
 * are left long before their end. Speeds are taken as twice their root mean square in each part.
 */
export function clothHorizon(world: usize, longest: f64): f64 {
  const x = array(world, CLOTH_X);
  const y = array(world, CLOTH_Y);
  const hs = load<f64>(world, CLOTH_HS);
  let horizon = longest;
  for (let part = partAt(world, 0), end = partsEnd(world); part < end; part += PART_BYTES) {
    let sum: f64 = 0;
    const first = firstVertex(part);
    const last = endVertex(part);
    const mx = load<f64>(part, PART_MEAN);
    const my = load<f64>(part, PART_MEAN + 8);
    const mz = load<f64>(part, PART_MEAN + 16);
    for (let at = first * POINT_BYTES; at < last * POINT_BYTES; at += POINT_BYTES) {
      const dx = load<f64>(y + at) - load<f64>(x + at) - mx;
      const dy = load<f64>(y + at, 8) - load<f64>(x + at, 8) - my;
      const dz = load<f64>(y + at, 16) - load<f64>(x + at, 16) - mz;
      sum += dx * dx + dy * dy + dz * dz;
    }
    if (sum === 0) continue;
    const way = 2 * sqrt(sum / <f64>(last - first));
    horizon = min(horizon, (hs * LASTING * load<f64>(part, PART_HALF)) / way);
  }
  return max(horizon, hs);
}

/**
 * New tubes from x, along the displacements x to y: a ball of somewhat more than the half thickness, and more where something moves
 * otherwise than its part. They hold for `horizon` seconds.
 */
export function clothTubes(world: usize, horizon: f64): void {
  const x = array(world, CLOTH_X);
  const y = array(world, CLOTH_Y);
  const rate = 1 / load<f64>(world, CLOTH_HS);
  memory.copy(array(world, CLOTH_TUBE_START), x, <usize>load<u32>(world, CLOTH_VERTEX_COUNT) * POINT_BYTES);
  for (let part = partAt(world, 0), last = partsEnd(world); part < last; part += PART_BYTES) {
    const mx = load<f64>(part, PART_MEAN) * rate;
    const my = load<f64>(part, PART_MEAN + 8) * rate;
    const mz = load<f64>(part, PART_MEAN + 16) * rate;
    for (let i = firstVertex(part), end = endVertex(part); i < end; i++) {
      const at = i * POINT_BYTES;
      const u = (load<f64>(y + at) - load<f64>(x + at)) * rate;
      const v = (load<f64>(y + at, 8) - load<f64>(x + at, 8)) * rate;
      const w = (load<f64>(y + at, 16) - load<f64>(x + at, 16)) * rate;
      setPoint(array(world, CLOTH_TUBE_VELOCITY) + at, u, v, w);
      const radius =
        TUBE * load<f64>(array(world, CLOTH_HALF) + (i << 3)) +
        SPREAD * horizon * length(u - mx, v - my, w - mz);
      store<f64>(array(world, CLOTH_TUBE_RADIUS) + (i << 3), radius);
    }
  }
}
