// Seams: stitches draw two vertices to each other, and never push them (XPBD). How near surfaces come is for contacts and planes to say.
import {
  CLOTH_HALF,
  CLOTH_HS,
  CLOTH_INVERSE_MASS,
  CLOTH_STITCH_COUNT,
  CLOTH_STITCHES,
  CLOTH_X,
  CLOTH_Y,
  PAIR_EDGE_EDGE,
  PAIR_KIND,
  STITCH_BYTES,
  STITCH_COMPLIANCE,
  STITCH_LAMBDA,
  STITCH_PULLED,
  STITCH_REST,
  STITCH_SHORTEST,
} from '../layout/cloth';
import { length } from '../rigid/vector';
import { addPoint, array, POINT_BYTES, squaredBetween } from './world';

/** In thicknesses: what contacts keep between features that a stitch joins, where they are not nearer already. */
export const SEWN_SHARE: f64 = 0.1;
/** In thicknesses, farther than that: a stitch that is closed does not work against contacts. */
const CLOSED_SHARE: f64 = 0.15;
/** Metres a second: a seam that begins open closes no faster. */
const FASTEST_PULL: f64 = 2;

function endOf(world: usize): usize {
  return array(world, CLOTH_STITCHES) + <usize>load<u32>(world, CLOTH_STITCH_COUNT) * STITCH_BYTES;
}

function vertexOf(points: usize, stitch: usize, end: usize): usize {
  return points + <usize>load<u32>(stitch + (end << 2)) * POINT_BYTES;
}

/** Seams come between the sweeps over distances, and once more behind them. */
export function clothBeginStitches(world: usize): void {
  begin(world);
  sweep(world, false);
  sweep(world, true);
}

export function clothEndStitches(world: usize): void {
  sweep(world, false);
  end(world);
}

/** Says to what length each stitch draws, and how short it may become in this sub-step. */
function begin(world: usize): void {
  const x = array(world, CLOTH_X);
  const halves = array(world, CLOTH_HALF);
  const way = FASTEST_PULL * load<f64>(world, CLOTH_HS);
  for (let at = array(world, CLOTH_STITCHES), end = endOf(world); at < end; at += STITCH_BYTES) {
    const thickness =
      load<f64>(halves + ((<usize>load<u32>(at)) << 3)) +
      load<f64>(halves + ((<usize>load<u32>(at, 4)) << 3));
    const now = sqrt(squaredBetween(vertexOf(x, at, 0), vertexOf(x, at, 1)));
    store<f64>(at, CLOSED_SHARE * thickness, STITCH_REST);
    store<f64>(at, now - way, STITCH_SHORTEST);
    store<f64>(at, 0, STITCH_LAMBDA);
  }
}

function sweep(world: usize, backward: bool): void {
  const first = array(world, CLOTH_STITCHES);
  const last = endOf(world);
  const masses = array(world, CLOTH_INVERSE_MASS);
  const points = array(world, CLOTH_Y);
  const hs = load<f64>(world, CLOTH_HS);
  const rate = 1 / (hs * hs);
  for (let way: usize = 0; way < last - first; way += STITCH_BYTES) {
    solve(backward ? last - STITCH_BYTES - way : first + way, points, masses, rate);
  }
}

/** Adds what each pulled in this sub-step to what it did in the step. */
function end(world: usize): void {
  const rate = 1 / load<f64>(world, CLOTH_HS);
  for (let at = array(world, CLOTH_STITCHES), end = endOf(world); at < end; at += STITCH_BYTES) {
    store<f64>(at, load<f64>(at, STITCH_PULLED) - load<f64>(at, STITCH_LAMBDA) * rate, STITCH_PULLED);
  }
}

function solve(at: usize, points: usize, masses: usize, rate: f64): void {
  const a = vertexOf(points, at, 0);
  const b = vertexOf(points, at, 1);
  const wa = load<f64>(masses + ((<usize>load<u32>(at)) << 3));
  const wb = load<f64>(masses + ((<usize>load<u32>(at, 4)) << 3));
  const dx = load<f64>(a) - load<f64>(b);
  const dy = load<f64>(a, 8) - load<f64>(b, 8);
  const dz = load<f64>(a, 16) - load<f64>(b, 16);
  const distance = length(dx, dy, dz);
  if (wa + wb === 0 || distance === 0) return;
  const soft = load<f64>(at, STITCH_COMPLIANCE) * rate;
  const before = load<f64>(at, STITCH_LAMBDA);
  const missing = load<f64>(at, STITCH_REST) - distance - soft * before;
  const wanted = min(0, before + missing / (wa + wb + soft)) - before;
  const most = min(0, load<f64>(at, STITCH_SHORTEST) - distance) / (wa + wb);
  const more = max(wanted, most);
  const s = more / distance;
  store<f64>(at, before + more, STITCH_LAMBDA);
  addPoint(a, wa * s * dx, wa * s * dy, wa * s * dz);
  addPoint(b, -wb * s * dx, -wb * s * dy, -wb * s * dz);
}

/** Whether stitches draw a vertex of a pair's first feature and one of its second to one point. */
export function areSewn(joints: usize, pair: usize): bool {
  const a = jointAt(joints, pair, 0);
  const b = jointAt(joints, pair, 1);
  const c = jointAt(joints, pair, 2);
  const d = jointAt(joints, pair, 3);
  const first = a !== 0 && (a === c || a === d);
  if (load<u32>(pair, PAIR_KIND) === PAIR_EDGE_EDGE) return first || (b !== 0 && (b === c || b === d));
  return first || (a !== 0 && a === b);
}

function jointAt(joints: usize, pair: usize, slot: usize): u32 {
  return load<u32>(joints + ((<usize>load<u32>(pair + (slot << 2))) << 2));
}
