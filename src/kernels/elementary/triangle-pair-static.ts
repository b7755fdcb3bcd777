// Whether two triangles have a point in common at one instant, as closed sets, exactly.
import { edgeMeetsFace, edgeMeetsFaceKnowingSides } from './edge-face-static';
import { useExactSum } from './exact-sum';
import { orientation3 } from './orientation';

const POINT_BYTES: usize = 24;

/**
 * Two triangles, degenerate or not, meet exactly when an edge of one meets the other: where they are not coplanar
 * their common part is an edge or a point that ends at a border of one, where they are, borders cross or one contains
 * the other. Five edges suffice: a part that ends at b2 b0 alone has another end, which is on one of the others.
 */
export function trianglesMeet(a0: usize, a1: usize, a2: usize, b0: usize, b1: usize, b2: usize): bool {
  if (!triangleBoxesMeet(a0, a1, a2, b0, b1, b2)) return false;
  const sideB0 = orientation3(a0, a1, a2, b0);
  const sideB1 = orientation3(a0, a1, a2, b1);
  const sideB2 = orientation3(a0, a1, a2, b2);
  if (onOneSide(sideB0, sideB1, sideB2)) return false;
  const sideA0 = orientation3(b0, b1, b2, a0);
  const sideA1 = orientation3(b0, b1, b2, a1);
  const sideA2 = orientation3(b0, b1, b2, a2);
  if (onOneSide(sideA0, sideA1, sideA2)) return false;
  return (
    edgeMeetsFaceKnowingSides(a0, a1, b0, b1, b2, sideA0, sideA1) ||
    edgeMeetsFaceKnowingSides(a1, a2, b0, b1, b2, sideA1, sideA2) ||
    edgeMeetsFaceKnowingSides(a2, a0, b0, b1, b2, sideA2, sideA0) ||
    edgeMeetsFaceKnowingSides(b0, b1, a0, a1, a2, sideB0, sideB1) ||
    edgeMeetsFaceKnowingSides(b1, b2, a0, a1, a2, sideB1, sideB2)
  );
}

function onOneSide(s0: i32, s1: i32, s2: i32): bool {
  return s0 !== 0 && s0 === s1 && s1 === s2;
}

function triangleBoxesMeet(a0: usize, a1: usize, a2: usize, b0: usize, b1: usize, b2: usize): bool {
  for (let axis: usize = 0; axis < POINT_BYTES; axis += 8) {
    if (highest(a0, a1, a2, axis) < lowest(b0, b1, b2, axis)) return false;
    if (highest(b0, b1, b2, axis) < lowest(a0, a1, a2, axis)) return false;
  }
  return true;
}

function highest(p: usize, q: usize, r: usize, axis: usize): f64 {
  return max(max(load<f64>(p + axis), load<f64>(q + axis)), load<f64>(r + axis));
}

function lowest(p: usize, q: usize, r: usize, axis: usize): f64 {
  return min(min(load<f64>(p + axis), load<f64>(q + axis)), load<f64>(r + axis));
}

/** One pair: `points` are the six corners, three of either triangle. */
export function staticTrianglesMeet(points: usize, exactSum: usize): bool {
  useExactSum(exactSum);
  return trianglesMeet(points, points + 24, points + 48, points + 72, points + 96, points + 120);
}

/** One pair: `points` are the edge's two ends and the face's three corners. */
export function staticEdgeMeetsFace(points: usize, exactSum: usize): bool {
  useExactSum(exactSum);
  return edgeMeetsFace(points, points + 24, points + 48, points + 72, points + 96);
}

/**
 * Writes the indices of those pairs that meet, in order, as u32, and returns how many there are; only the first
 * `capacity` are written. `elements` are edges or triangles, of 2 or 3 `corners` as u32; `triangles` have three;
 * `pairs` are an element and a triangle, as u32.
 */
export function staticMeetingPairs(
  positions: usize,
  elements: usize,
  corners: u32,
  triangles: usize,
  pairs: usize,
  pairCount: u32,
  found: usize,
  capacity: u32,
  exactSum: usize,
): u32 {
  useExactSum(exactSum);
  let count: u32 = 0;
  for (let i: u32 = 0; i < pairCount; i++) {
    const element = elements + <usize>(load<u32>(pairs) * corners) * 4;
    const triangle = triangles + <usize>load<u32>(pairs, 4) * 12;
    pairs += 8;
    if (!meet(positions, element, corners, triangle)) continue;
    if (count < capacity) store<u32>(found + ((<usize>count) << 2), i);
    count++;
  }
  return count;
}

function meet(positions: usize, element: usize, corners: u32, triangle: usize): bool {
  const a = corner(positions, element, 0);
  const b = corner(positions, element, 1);
  const p = corner(positions, triangle, 0);
  const q = corner(positions, triangle, 1);
  const r = corner(positions, triangle, 2);
  return corners === 2
    ? edgeMeetsFace(a, b, p, q, r)
    : trianglesMeet(a, b, corner(positions, element, 2), p, q, r);
}

function corner(positions: usize, element: usize, which: usize): usize {
  return positions + <usize>load<u32>(element + (which << 2)) * POINT_BYTES;
}
