import { FEATURE_EDGE, FEATURE_FACE } from '../layout/elementary';
import { OWNS_CORNER, OWNS_EDGE } from '../layout/rigid-meshes';
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
  RIGID_QUERY_NEAREST,
} from '../layout/rigid-queries';
import { distanceOfPair } from './leaf';
import { cornersOf, writeNear } from './near-record';
import { meshOf } from './pose';
import { closestOfEdges, cornerToFace } from './triangle-distance';
import { component, length, setVector } from './vector';

/**
 * Writes the feature pairs of a measured pair of triangles that are within the margin: the closest pair, every corner
 * over the inside of the other face, every two edges that are closest inside both. What several triangles have is written for
 * the one that owns it, which is within the margin as well. Returns the new count.
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
  store<f64>(query, min(distance, load<f64>(query, RIGID_QUERY_NEAREST)), RIGID_QUERY_NEAREST);
  let count = found;
  const a = cornersOf(meshOf(query, 0), slotA);
  const b = cornersOf(meshOf(query, 1), slotB);
  let closestA = load<u32>(query, PAIR_FEATURE_A);
  let closestB = load<u32>(query, PAIR_FEATURE_B);
  if (load<f64>(query, PAIR_GAP) <= 0) {
    write(query, slotA, slotB, distance, target, count++, capacity); // they cross
    closestA = NOTHING;
    closestB = NOTHING;
    store<f64>(query, margin, PAIR_GAP); // single features, from here on
  } else if (isItsOwn(a, closestA, b, closestB)) {
    write(query, slotA, slotB, distance, target, count++, capacity);
  }
  for (let i: usize = 0; i < 3; i++) {
    if (owns(a, i, OWNS_CORNER)) {
      forget(query, margin);
      cornerToFace(query, i, PAIR_A, PAIR_B, PAIR_POINT_A, PAIR_POINT_B, PAIR_FEATURE_A, PAIR_FEATURE_B);
      if (isNew(query, closestA, closestB))
        count = writeMeasured(query, slotA, slotB, target, count, capacity);
    }
    if (owns(b, i, OWNS_CORNER)) {
      forget(query, margin);
      cornerToFace(query, i, PAIR_B, PAIR_A, PAIR_POINT_B, PAIR_POINT_A, PAIR_FEATURE_B, PAIR_FEATURE_A);
      if (isNew(query, closestA, closestB))
        count = writeMeasured(query, slotA, slotB, target, count, capacity);
    }
    if (!owns(a, i, OWNS_EDGE)) continue;
    for (let j: usize = 0; j < 3; j++) {
      if (!owns(b, j, OWNS_EDGE)) continue;
      forget(query, margin);
      closestOfEdges(query, i, j);
      if (!insideBothEdges(query)) continue;
      if (isNew(query, closestA, closestB))
        count = writeMeasured(query, slotA, slotB, target, count, capacity);
    }
  }
  return count;
}

function owns(corners: usize, i: usize, what: u32): bool {
  return (load<u32>(corners + (i << 2)) & what) !== 0;
}

/** Whether the closest features of two triangles are written for them: a corner over a face for its owner, edges for both of theirs. */
function isItsOwn(a: usize, featureA: u32, b: usize, featureB: u32): bool {
  if (featureA === FEATURE_FACE) return featureB >= <u32>FEATURE_EDGE || owns(b, featureB, OWNS_CORNER);
  if (featureB === FEATURE_FACE) return featureA >= <u32>FEATURE_EDGE || owns(a, featureA, OWNS_CORNER);
  if (!isEdge(featureA) || !isEdge(featureB)) return true;
  return owns(a, featureA - FEATURE_EDGE, OWNS_EDGE) && owns(b, featureB - FEATURE_EDGE, OWNS_EDGE);
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
