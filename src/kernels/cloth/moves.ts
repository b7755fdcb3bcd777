// How far things go in a sub-step, and what distances between features lose by it.
import {
  BLOCK_BYTES,
  BLOCK_END,
  BLOCK_FARTHEST,
  BLOCK_FIRST,
  BLOCK_PART,
  BLOCK_REACH,
  BLOCK_SUM,
  CLOTH_BLOCKS,
  CLOTH_DEVIATION,
  CLOTH_HS,
  CLOTH_MOVE,
  CLOTH_REST,
  CLOTH_SPENT,
  CLOTH_STRAYED,
  CLOTH_TUBE_VELOCITY,
  CLOTH_X,
  CLOTH_Y,
  PART_BODY,
  PART_BYTES,
  PART_FARTHEST,
  PART_KIND,
  PART_MEAN,
  PART_POSE,
  PART_REACH,
  PART_VERTEX_COUNT,
  PART_WANTED,
  SEGMENT_A,
  SEGMENT_B,
} from '../layout/cloth';
import { dotOfTwo, length } from '../rigid/vector';
import { blocksEnd, firstOfRun } from './blocks';
import { array, POINT_BYTES, partAt, partsEnd, setPoint } from './world';

/** Rounding of what is added up here, with room. */
const UPWARD: f64 = 1.000001;

/** The sums of the displacements x to y of a run of blocks. */
export function clothSumMoves(world: usize, run: u32): void {
  for (
    let block = firstOfRun(world, run), end = firstOfRun(world, run + 1);
    block < end;
    block += BLOCK_BYTES
  ) {
    sumBlock(world, block);
  }
}

/** Behind that: the mean displacement of each part. */
export function clothMeans(world: usize): void {
  let block = array(world, CLOTH_BLOCKS);
  const end = blocksEnd(world);
  for (
    let part = partAt(world, 0), last = partsEnd(world), i: u32 = 0;
    part < last;
    part += PART_BYTES, i++
  ) {
    let x: f64 = 0;
    let y: f64 = 0;
    let z: f64 = 0;
    for (; block < end && load<u32>(block, BLOCK_PART) === i; block += BLOCK_BYTES) {
      x += load<f64>(block, BLOCK_SUM);
      y += load<f64>(block, BLOCK_SUM + 8);
      z += load<f64>(block, BLOCK_SUM + 16);
    }
    const count = load<u32>(part, PART_VERTEX_COUNT);
    const share = count > 0 ? 1 / <f64>count : 0;
    setPoint(part + PART_MEAN, x * share, y * share, z * share);
  }
}

/**
 * Measures the displacements x to y of a run of blocks: how far each vertex goes (CLOTH_MOVE), how far otherwise than its tube
 * (CLOTH_DEVIATION), and what that is in all since the tubes were made (CLOTH_SPENT).
 */
export function clothMeasureMoves(world: usize, run: u32): void {
  for (
    let block = firstOfRun(world, run), end = firstOfRun(world, run + 1);
    block < end;
    block += BLOCK_BYTES
  ) {
    measureBlock(world, block);
  }
}

/** Behind that: the most of each part. */
export function clothReaches(world: usize): void {
  let block = array(world, CLOTH_BLOCKS);
  const end = blocksEnd(world);
  for (
    let part = partAt(world, 0), last = partsEnd(world), i: u32 = 0;
    part < last;
    part += PART_BYTES, i++
  ) {
    let reach: f64 = 0;
    let farthest: f64 = 0;
    for (; block < end && load<u32>(block, BLOCK_PART) === i; block += BLOCK_BYTES) {
      reach = max(reach, load<f64>(block, BLOCK_REACH));
      farthest = max(farthest, load<f64>(block, BLOCK_FARTHEST));
    }
    store<f64>(part, reach, PART_REACH);
    store<f64>(part, farthest * UPWARD, PART_FARTHEST);
  }
}

/** The most that vertices of both parts of a pair of parts have strayed, and do in this sub-step. */
export function reachOf(segment: usize): f64 {
  return (
    load<f64>(load<u32>(segment, SEGMENT_A), PART_REACH) +
    load<f64>(load<u32>(segment, SEGMENT_B), PART_REACH)
  );
}

/** The most that vertices of both go in this sub-step. */
export function farthestOf(segment: usize): f64 {
  return (
    load<f64>(load<u32>(segment, SEGMENT_A), PART_FARTHEST) +
    load<f64>(load<u32>(segment, SEGMENT_B), PART_FARTHEST)
  );
}

function sumBlock(world: usize, block: usize): void {
  const first = <usize>load<u32>(block, BLOCK_FIRST);
  const end = <usize>load<u32>(block, BLOCK_END);
  const x = array(world, CLOTH_X);
  const y = array(world, CLOTH_Y);
  let mx: f64 = 0;
  let my: f64 = 0;
  let mz: f64 = 0;
  for (let at = first * POINT_BYTES; at < end * POINT_BYTES; at += POINT_BYTES) {
    mx += load<f64>(y + at) - load<f64>(x + at);
    my += load<f64>(y + at, 8) - load<f64>(x + at, 8);
    mz += load<f64>(y + at, 16) - load<f64>(x + at, 16);
  }
  setPoint(block + BLOCK_SUM, mx, my, mz);
}

function measureBlock(world: usize, block: usize): void {
  const part = partAt(world, load<u32>(block, BLOCK_PART));
  const first = <usize>load<u32>(block, BLOCK_FIRST);
  const end = <usize>load<u32>(block, BLOCK_END);
  const x = array(world, CLOTH_X);
  const y = array(world, CLOTH_Y);
  const moves = array(world, CLOTH_MOVE);
  const deviations = array(world, CLOTH_DEVIATION);
  const strayed = array(world, CLOTH_STRAYED);
  const spent = array(world, CLOTH_SPENT);
  const velocities = array(world, CLOTH_TUBE_VELOCITY);
  const hs = load<f64>(world, CLOTH_HS);
  // The most that a vertex has strayed, and the farthest that one goes.
  let most = f64x2.splat(0);
  const isBody = load<u32>(part, PART_KIND) === PART_BODY;
  const straight = isBody ? shiftOf(part) : 0;
  const chord = isBody ? chordOf(part) : 0;
  const rest = array(world, CLOTH_REST);
  for (let i = first; i < end; i++) {
    const at = i * POINT_BYTES;
    // otherwise than its tube, and in all
    const dx = waysAlong(x + at, y + at, hs * load<f64>(velocities + at));
    const dy = waysAlong(x + at + 8, y + at + 8, hs * load<f64>(velocities + at, 8));
    const dz = waysAlong(x + at + 16, y + at + 16, hs * load<f64>(velocities + at, 16));
    const ways = f64x2.sqrt(dotOfTwo(dx, dy, dz, dx, dy, dz));
    const deviation = UPWARD * f64x2.extract_lane(ways, 0);
    const both = load<f64>(strayed + (i << 3)) + deviation;
    store<f64>(deviations + (i << 3), deviation);
    store<f64>(spent + (i << 3), both);
    // A body that is held on its way turns: what it passes is not between x and y.
    const move = isBody
      ? straight + chord * length(load<f64>(rest + at), load<f64>(rest + at, 8), load<f64>(rest + at, 16))
      : f64x2.extract_lane(ways, 1);
    store<f64>(moves + (i << 3), move * UPWARD);
    most = f64x2.pmax(most, f64x2.replace_lane(f64x2.splat(both), 1, move));
  }
  store<f64>(block, f64x2.extract_lane(most, 0), BLOCK_REACH);
  store<f64>(block, f64x2.extract_lane(most, 1), BLOCK_FARTHEST);
}

/** Along an axis: how far a vertex goes beside the way of its tube, and how far it goes. */
function waysAlong(x: usize, y: usize, way: f64): v128 {
  const all = load<f64>(y) - load<f64>(x);
  return f64x2.replace_lane(f64x2.splat(all - way), 1, all);
}

function shiftOf(part: usize): f64 {
  return length(
    load<f64>(part, PART_WANTED) - load<f64>(part, PART_POSE),
    load<f64>(part, PART_WANTED + 8) - load<f64>(part, PART_POSE + 8),
    load<f64>(part, PART_WANTED + 16) - load<f64>(part, PART_POSE + 16),
  );
}

/** How far a point at distance 1 goes when the body turns from its pose to the wanted one. */
function chordOf(part: usize): f64 {
  const a = part + PART_POSE + 24;
  const b = part + PART_WANTED + 24;
  let minus: f64 = 0;
  let plus: f64 = 0;
  for (let i: usize = 0; i < 32; i += 8) {
    const p = load<f64>(a + i);
    const q = load<f64>(b + i);
    minus += (p - q) * (p - q);
    plus += (p + q) * (p + q);
  }
  return 2 * sqrt(min(minus, plus));
}
