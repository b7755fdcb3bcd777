// How far things go in a sub-step, and what distances between features lose by it.
import {
  CLOTH_DEVIATION,
  CLOTH_MOVE,
  CLOTH_REST,
  CLOTH_SEGMENT_COUNT,
  CLOTH_SEGMENTS,
  CLOTH_SPENT,
  CLOTH_STRAYED,
  CLOTH_X,
  CLOTH_Y,
  PART_BODY,
  PART_BYTES,
  PART_FARTHEST,
  PART_KIND,
  PART_MEAN,
  PART_POSE,
  PART_REACH,
  PART_STRAYED,
  PART_WANTED,
  SEGMENT_A,
  SEGMENT_APART,
  SEGMENT_B,
  SEGMENT_BYTES,
  SEGMENT_DRIFT,
  SEGMENT_FARTHEST,
  SEGMENT_LOST,
  SEGMENT_REACH,
} from '../layout/cloth';
import { length } from '../rigid/vector';
import { array, endVertex, firstVertex, POINT_BYTES, partAt, partsEnd, setPoint } from './world';

/** Rounding of what is added up here, with room. */
const UPWARD: f64 = 1.000001;

/**
 * Measures the displacements x to y: of each vertex (CLOTH_MOVE), each part, and for each pair of parts how much a
 * distance between them can shrink: SEGMENT_REACH where everything goes to y, SEGMENT_FARTHEST where anything may stop
 * anywhere on its way.
 */
export function clothMoves(world: usize): void {
  for (let part = partAt(world, 0), end = partsEnd(world); part < end; part += PART_BYTES) {
    findMean(world, part);
    measurePart(world, part);
  }
  measureSegments(world);
}

/** The same against the parts' motions as they were, so that nothing is otherwise for a pair of which no vertex goes elsewhere now. */
export function clothMovesAgain(world: usize): void {
  for (let part = partAt(world, 0), end = partsEnd(world); part < end; part += PART_BYTES)
    measurePart(world, part);
  measureSegments(world);
}

function measureSegments(world: usize): void {
  const segments = array(world, CLOTH_SEGMENTS);
  const end = segments + <usize>load<u32>(world, CLOTH_SEGMENT_COUNT) * SEGMENT_BYTES;
  for (let segment = segments; segment < end; segment += SEGMENT_BYTES) {
    const a = <usize>load<u32>(segment, SEGMENT_A);
    const b = <usize>load<u32>(segment, SEGMENT_B);
    const apart = length(
      load<f64>(a, PART_MEAN) - load<f64>(b, PART_MEAN),
      load<f64>(a, PART_MEAN + 8) - load<f64>(b, PART_MEAN + 8),
      load<f64>(a, PART_MEAN + 16) - load<f64>(b, PART_MEAN + 16),
    );
    store<f64>(segment, apart * UPWARD, SEGMENT_APART);
    store<f64>(
      segment,
      (load<f64>(a, PART_REACH) + load<f64>(b, PART_REACH) + apart) * UPWARD,
      SEGMENT_REACH,
    );
    store<f64>(
      segment,
      (load<f64>(a, PART_FARTHEST) + load<f64>(b, PART_FARTHEST)) * UPWARD,
      SEGMENT_FARTHEST,
    );
  }
}

/** What the distances have lost, now that y is where everything is. */
export function clothSpend(world: usize): void {
  const strayed = array(world, CLOTH_STRAYED);
  const deviations = array(world, CLOTH_DEVIATION);
  for (let part = partAt(world, 0), end = partsEnd(world); part < end; part += PART_BYTES) {
    let most: f64 = 0;
    for (let i = firstVertex(part), last = endVertex(part); i < last; i++) {
      const sum = load<f64>(strayed + (i << 3)) + load<f64>(deviations + (i << 3));
      store<f64>(strayed + (i << 3), sum);
      most = max(most, sum);
    }
    store<f64>(part, most, PART_STRAYED);
  }
  const segments = array(world, CLOTH_SEGMENTS);
  const end = segments + <usize>load<u32>(world, CLOTH_SEGMENT_COUNT) * SEGMENT_BYTES;
  for (let segment = segments; segment < end; segment += SEGMENT_BYTES) {
    const drift = load<f64>(segment, SEGMENT_DRIFT) + load<f64>(segment, SEGMENT_APART);
    const a = <usize>load<u32>(segment, SEGMENT_A);
    const b = <usize>load<u32>(segment, SEGMENT_B);
    store<f64>(segment, drift, SEGMENT_DRIFT);
    store<f64>(segment, drift + load<f64>(a, PART_STRAYED) + load<f64>(b, PART_STRAYED), SEGMENT_LOST);
  }
}

function findMean(world: usize, part: usize): void {
  const first = firstVertex(part);
  const end = endVertex(part);
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
  const share = end > first ? 1 / <f64>(end - first) : 0;
  setPoint(part + PART_MEAN, mx * share, my * share, mz * share);
}

function measurePart(world: usize, part: usize): void {
  const first = firstVertex(part);
  const end = endVertex(part);
  const x = array(world, CLOTH_X);
  const y = array(world, CLOTH_Y);
  const moves = array(world, CLOTH_MOVE);
  const deviations = array(world, CLOTH_DEVIATION);
  const strayed = array(world, CLOTH_STRAYED);
  const spent = array(world, CLOTH_SPENT);
  const mx = load<f64>(part, PART_MEAN);
  const my = load<f64>(part, PART_MEAN + 8);
  const mz = load<f64>(part, PART_MEAN + 16);
  let reach: f64 = 0;
  let farthest: f64 = 0;
  const isBody = load<u32>(part, PART_KIND) === PART_BODY;
  const straight = isBody ? shiftOf(part) : 0;
  const chord = isBody ? chordOf(part) : 0;
  const rest = array(world, CLOTH_REST);
  for (let i = first; i < end; i++) {
    const at = i * POINT_BYTES;
    const dx = load<f64>(y + at) - load<f64>(x + at);
    const dy = load<f64>(y + at, 8) - load<f64>(x + at, 8);
    const dz = load<f64>(y + at, 16) - load<f64>(x + at, 16);
    const deviation = length(dx - mx, dy - my, dz - mz) * UPWARD;
    reach = max(reach, deviation);
    store<f64>(deviations + (i << 3), deviation);
    store<f64>(spent + (i << 3), load<f64>(strayed + (i << 3)) + deviation);
    // A body that is held on its way turns: what it passes is not between x and y.
    const move = isBody
      ? straight + chord * length(load<f64>(rest + at), load<f64>(rest + at, 8), load<f64>(rest + at, 16))
      : length(dx, dy, dz);
    farthest = max(farthest, move);
    store<f64>(moves + (i << 3), move * UPWARD);
  }
  store<f64>(part, reach, PART_REACH);
  store<f64>(part, farthest, PART_FARTHEST);
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
