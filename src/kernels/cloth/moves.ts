// How far things go in a sub-step, and what distances between features lose by it.
import {
  CLOTH_DEVIATION,
  CLOTH_HS,
  CLOTH_MOVE,
  CLOTH_REST,
  CLOTH_SPENT,
  CLOTH_STRAYED,
  CLOTH_TUBE_VELOCITY,
  CLOTH_VERTEX_COUNT,
  CLOTH_X,
  CLOTH_Y,
  PART_BODY,
  PART_BYTES,
  PART_FARTHEST,
  PART_KIND,
  PART_MEAN,
  PART_POSE,
  PART_REACH,
  PART_WANTED,
  SEGMENT_A,
  SEGMENT_B,
} from '../layout/cloth';
import { length } from '../rigid/vector';
import { array, endVertex, firstVertex, POINT_BYTES, partAt, partsEnd, setPoint } from './world';

/** Rounding of what is added up here, with room. */
const UPWARD: f64 = 1.000001;

/**
 * Measures the displacements x to y: how far each vertex goes (CLOTH_MOVE), how far otherwise than its tube (CLOTH_DEVIATION), and what
 * that is in all since the tubes were made (CLOTH_SPENT).
 */
export function clothMoves(world: usize): void {
  for (let part = partAt(world, 0), end = partsEnd(world); part < end; part += PART_BYTES) {
    findMean(world, part);
    measurePart(world, part);
  }
}

/** What the distances have lost, now that y is where everything is. */
export function clothSpend(world: usize): void {
  const bytes = (<usize>load<u32>(world, CLOTH_VERTEX_COUNT)) << 3;
  memory.copy(array(world, CLOTH_STRAYED), array(world, CLOTH_SPENT), bytes);
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
  const velocities = array(world, CLOTH_TUBE_VELOCITY);
  const hs = load<f64>(world, CLOTH_HS);
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
    const deviation =
      UPWARD *
      length(
        dx - hs * load<f64>(velocities + at),
        dy - hs * load<f64>(velocities + at, 8),
        dz - hs * load<f64>(velocities + at, 16),
      );
    const both = load<f64>(strayed + (i << 3)) + deviation;
    reach = max(reach, both);
    store<f64>(deviations + (i << 3), deviation);
    store<f64>(spent + (i << 3), both);
    // A body that is held on its way turns: what it passes is not between x and y.
    const move = isBody
      ? straight + chord * length(load<f64>(rest + at), load<f64>(rest + at, 8), load<f64>(rest + at, 16))
      : length(dx, dy, dz);
    farthest = max(farthest, move);
    store<f64>(moves + (i << 3), move * UPWARD);
  }
  store<f64>(part, reach, PART_REACH);
  store<f64>(part, farthest * UPWARD, PART_FARTHEST);
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
