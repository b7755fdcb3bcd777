import { FEATURE_EDGE, FEATURE_FACE } from '../layout/elementary';
import {
  NEAR_BYTES,
  PAIR_A,
  PAIR_B,
  PAIR_DISTANCE,
  PAIR_FEATURE_A,
  PAIR_FEATURE_B,
  PAIR_GAP,
  PAIR_NORMAL,
  PAIR_POINT_A,
  PAIR_POINT_B,
} from '../layout/rigid-queries';
import { distanceOfPair } from './leaf';
import { writeNear } from './near-record';
import { closestOfEdges, cornerToFace } from './triangle-distance';
import { component, length, setVector } from './vector';

/**
 * Writes the feature pairs of a measured pair of triangles that are within the margin: the closest pair, every corner
 * over the inside of the other face, every two edges that are closest inside both. Returns the new count.
 */
export function writeNearFeatures(
  query: usize,
  slotA: u32,
  slotB: u32,
  margin: f64,
  target: usize,
  found: i32,
  capacity: i32,
): i32 {
  const distance = distanceOfPair(query);
  if (!(distance <= margin)) return found;
  const closestA = load<u32>(query, PAIR_FEATURE_A);
  const closestB = load<u32>(query, PAIR_FEATURE_B);
  let count = found;
  write(query, slotA, slotB, distance, target, count++, capacity);
  if (load<f64>(query, PAIR_GAP) <= 0) return count; // they cross
  for (let i: usize = 0; i < 3; i++) {
    forget(query, margin);
    cornerToFace(query, i, PAIR_A, PAIR_B, PAIR_POINT_A, PAIR_POINT_B, PAIR_FEATURE_A, PAIR_FEATURE_B);
    if (isNew(query, closestA, closestB)) count = writeMeasured(query, slotA, slotB, target, count, capacity);
    forget(query, margin);
    cornerToFace(query, i, PAIR_B, PAIR_A, PAIR_POINT_B, PAIR_POINT_A, PAIR_FEATURE_B, PAIR_FEATURE_A);
    if (isNew(query, closestA, closestB)) count = writeMeasured(query, slotA, slotB, target, count, capacity);
    for (let j: usize = 0; j < 3; j++) {
      forget(query, margin);
      closestOfEdges(query, i, j);
      if (!insideBothEdges(query)) continue;
      if (isNew(query, closestA, closestB))
        count = writeMeasured(query, slotA, slotB, target, count, capacity);
    }
  }
  return count;
}

const NOTHING: u32 = 0xffffffff;

// The squared distance to beat: what is not closer writes nothing.
function forget(query: usize, margin: f64): void {
  store<f64>(query, margin * margin * (1 + 1e-12), PAIR_DISTANCE);
  store<u32>(query, NOTHING, PAIR_FEATURE_A);
  store<u32>(query, NOTHING, PAIR_FEATURE_B);
}

function isNew(query: usize, closestA: u32, closestB: u32): bool {
  const a = load<u32>(query, PAIR_FEATURE_A);
  return a !== NOTHING && (a !== closestA || load<u32>(query, PAIR_FEATURE_B) !== closestB);
}

function insideBothEdges(query: usize): bool {
  const a = load<u32>(query, PAIR_FEATURE_A);
  const b = load<u32>(query, PAIR_FEATURE_B);
  return isEdge(a) && isEdge(b);
}

function isEdge(feature: u32): bool {
  return feature >= <u32>FEATURE_EDGE && feature < <u32>FEATURE_FACE;
}

// The normal of the closest points stays where two points coincide.
function writeMeasured(query: usize, slotA: u32, slotB: u32, target: usize, at: i32, capacity: i32): i32 {
  const from = query + PAIR_POINT_A;
  const to = query + PAIR_POINT_B;
  const x = component(to, 0) - component(from, 0);
  const y = component(to, 1) - component(from, 1);
  const z = component(to, 2) - component(from, 2);
  const size = length(x, y, z);
  if (size > 0) setVector(query + PAIR_NORMAL, x / size, y / size, z / size);
  write(query, slotA, slotB, size, target, at, capacity);
  return at + 1;
}

function write(
  query: usize,
  slotA: u32,
  slotB: u32,
  distance: f64,
  target: usize,
  index: i32,
  capacity: i32,
): void {
  if (index < capacity) writeNear(query, slotA, slotB, distance, target + <usize>index * NEAR_BYTES);
}
