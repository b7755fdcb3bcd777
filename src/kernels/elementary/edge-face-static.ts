// Edge against face and edge against edge at one instant, as closed sets: touching counts. Exact in every degenerate
// case: coplanar, collinear, edges that are points, faces that are edges or points.
// R-Triangles 1: discrete tests are edges of one triangle against the face of the other (Tropp et al. 2006).
import { orientation2, orientation3 } from './orientation';

/** Whether the edge p q and the face a b c have a point in common. */
export function edgeMeetsFace(p: usize, q: usize, a: usize, b: usize, c: usize): bool {
  return edgeMeetsFaceKnowingSides(p, q, a, b, c, orientation3(a, b, c, p), orientation3(a, b, c, q));
}

/** The same, where the sides of p and q of the face's plane are known. */
export function edgeMeetsFaceKnowingSides(
  p: usize,
  q: usize,
  a: usize,
  b: usize,
  c: usize,
  sideP: i32,
  sideQ: i32,
): bool {
  if (sideP * sideQ > 0) return false;
  if (sideP !== 0 || sideQ !== 0) return lineMeetsFace(p, q, a, b, c);
  return edgeMeetsFlatFace(p, q, a, b, c);
}

/**
 * The line p q crosses the plane of a face that is not degenerate, in one point: the three orientations are its
 * barycentric coordinates times a common factor.
 */
function lineMeetsFace(p: usize, q: usize, a: usize, b: usize, c: usize): bool {
  const ab = orientation3(p, q, a, b);
  const bc = orientation3(p, q, b, c);
  if (ab * bc < 0) return false;
  const ca = orientation3(p, q, c, a);
  return ab * ca >= 0 && bc * ca >= 0;
}

/** Everything in one plane, or a face without area, which is then the union of its edges. */
function edgeMeetsFlatFace(p: usize, q: usize, a: usize, b: usize, c: usize): bool {
  for (let axis = 0; axis < 3; axis++) {
    const first = firstOf(axis);
    const second = secondOf(axis);
    const turn = orientation2(a, b, c, first, second);
    if (turn === 0) continue;
    if (insideFlatFace(p, a, b, c, first, second, turn)) return true;
    return coplanarEdgesMeet(p, q, a, b) || coplanarEdgesMeet(p, q, b, c) || coplanarEdgesMeet(p, q, c, a);
  }
  return edgesMeet(p, q, a, b) || edgesMeet(p, q, b, c) || edgesMeet(p, q, c, a);
}

function insideFlatFace(
  p: usize,
  a: usize,
  b: usize,
  c: usize,
  first: usize,
  second: usize,
  turn: i32,
): bool {
  return (
    orientation2(a, b, p, first, second) * turn >= 0 &&
    orientation2(b, c, p, first, second) * turn >= 0 &&
    orientation2(c, a, p, first, second) * turn >= 0
  );
}

/** Whether the edges p q and r s, either of which may be a point, have a point in common. */
export function edgesMeet(p: usize, q: usize, r: usize, s: usize): bool {
  return edgeBoxesMeet(p, q, r, s) && orientation3(p, q, r, s) === 0 && coplanarEdgesMeet(p, q, r, s);
}

/**
 * The same for edges in one plane. A projection in which any three of the points turn maps that plane one to one;
 * there, each edge must reach both sides of the other's line. Without such a projection all four are collinear.
 */
function coplanarEdgesMeet(p: usize, q: usize, r: usize, s: usize): bool {
  if (!edgeBoxesMeet(p, q, r, s)) return false;
  for (let axis = 0; axis < 3; axis++) {
    const first = firstOf(axis);
    const second = secondOf(axis);
    const turnR = orientation2(p, q, r, first, second);
    const turnS = orientation2(p, q, s, first, second);
    const turnP = orientation2(r, s, p, first, second);
    const turnQ = orientation2(r, s, q, first, second);
    if ((turnR | turnS | turnP | turnQ) === 0) continue;
    return turnR * turnS <= 0 && turnP * turnQ <= 0;
  }
  // On one line the boxes of two edges are their diagonals' boxes: they meet exactly when the edges do.
  return true;
}

/** Exact, since it only compares. */
function edgeBoxesMeet(p: usize, q: usize, r: usize, s: usize): bool {
  for (let axis: usize = 0; axis < 24; axis += 8) {
    const p0 = load<f64>(p + axis);
    const q0 = load<f64>(q + axis);
    const r0 = load<f64>(r + axis);
    const s0 = load<f64>(s + axis);
    if (max(p0, q0) < min(r0, s0) || max(r0, s0) < min(p0, q0)) return false;
  }
  return true;
}

/** The coordinates that remain when an axis is dropped, as byte offsets. */
function firstOf(axis: i32): usize {
  return axis === 0 ? 8 : 0;
}

function secondOf(axis: i32): usize {
  return axis === 2 ? 8 : 16;
}
