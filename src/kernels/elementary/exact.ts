// The exact stage: decides every query from whole numbers. docs/elementary-bounds.md, sections 3 to 6.

import { readDifferences } from './differences';
import { bracketHigh, bracketLow, bracketTime } from './exact-time';
import { crossForm, determinantForm, dotForm, isZeroForm, NO_POINT, negatedForm, negatedSum } from './forms';
import { findRoots, rootAt, startAsRoot } from './roots';
import { clearScratch, release, roomFor } from './scratch';
import { signAtRoot } from './sign-at-root';

/** Time of first contact: not later than the true one, and earlier by at most exactWidth. */
export let exactTime: f64 = 0;
export let exactWidth: f64 = 0;

// The forms Q_i,k whose signs decide (side by side for one axis), and the dot products for points on a line.
const MOST_SIDES: usize = 4;
let sides: usize = 0;
let sideCount: usize = 0;
let dots: usize = 0;
let dotCount: usize = 0;
let edges: bool = false;
let earliestEnd: f64 = 0;

/** Whether vertex p0 meets face p1 p2 p3, or edge p0 p1 edge p2 p3 (`areEdges`), at some time in [0,1]. */
export function decideExactly(p0: usize, p1: usize, p2: usize, p3: usize, areEdges: bool): bool {
  clearScratch();
  edges = areEdges;
  dots = 0;
  exactTime = Infinity;
  earliestEnd = Infinity;
  readDifferences(p0, p1, p2, p3);
  const crossX = crossForm(1, 2, 0);
  const crossY = crossForm(1, 2, 1);
  const crossZ = crossForm(1, 2, 2);
  const determinant = determinantForm(crossX, crossY, crossZ);
  if (isZeroForm(determinant, 3)) {
    startSides(crossX, crossY, crossZ);
    visitAlwaysCoplanar();
  } else {
    const roots = findRoots(determinant, 3);
    if (roots === 0) return false;
    startSides(crossX, crossY, crossZ);
    visitRoots(roots);
  }
  exactWidth = (earliestEnd - exactTime) * (1 + 4 * f64.EPSILON);
  return exactTime <= 1;
}

/** Side form i of an axis. An axis is written down when it is first asked for: mostly one is enough. */
function sideForm(axis: usize, i: usize): usize {
  const at = sides + ((axis * MOST_SIDES) << 2);
  if (load<u32>(at, 4) === 0) listSides(axis, at);
  return load<u32>(at + (i << 2));
}

/** The components of x2 x x3, from which the determinant was made, are the first sides. */
function startSides(crossX: usize, crossY: usize, crossZ: usize): void {
  const bytes: usize = (3 * MOST_SIDES) << 2;
  sides = roomFor(bytes);
  release(sides + bytes);
  sideCount = edges ? 4 : 3;
  store<u32>(sides, crossX);
  store<u32>(sides, crossY, MOST_SIDES << 2);
  store<u32>(sides, crossZ, MOST_SIDES << 3);
  for (let axis: usize = 0; axis < 3; axis++) store<u32>(sides + ((axis * MOST_SIDES) << 2), 0, 4);
}

/** VF: x2 x x3, x3 x x1, x1 x x2. EE: the Radon coefficients of a1, a0 and, negated, of b0, b1. */
function listSides(axis: usize, at: usize): void {
  const l2 = crossForm(2, 0, axis);
  const l3 = crossForm(0, 1, axis);
  store<u32>(at, edges ? negatedForm(l2) : l2, 4);
  store<u32>(at, edges ? negatedForm(l3) : l3, 8);
  if (edges) store<u32>(at, negatedSum(load<u32>(at), l2, l3), 12);
}

/** Points on a line touch exactly where one of these is not positive. */
function listDots(): void {
  if (dots !== 0) return;
  dots = roomFor(16);
  release(dots + 16);
  if (edges) {
    dotCount = 4;
    store<u32>(dots, dotForm(1, NO_POINT, 2, NO_POINT)); // is a0 between b0 and b1
    store<u32>(dots, dotForm(1, 0, 2, 0), 4); // a1 between b0 and b1
    store<u32>(dots, dotForm(1, NO_POINT, 1, 0), 8); // b0 between a0 and a1
    store<u32>(dots, dotForm(2, NO_POINT, 2, 0), 12); // b1 between a0 and a1
  } else {
    dotCount = 3;
    store<u32>(dots, dotForm(0, NO_POINT, 1, NO_POINT));
    store<u32>(dots, dotForm(1, NO_POINT, 2, NO_POINT), 4);
    store<u32>(dots, dotForm(2, NO_POINT, 0, NO_POINT), 8);
  }
}

function dotAt(i: usize): usize {
  return load<u32>(dots + (i << 2));
}

function visitRoots(count: usize): void {
  for (let i: usize = 0; i < count && earliestEnd > 0; i++) {
    const root = rootAt(i);
    if (!touchesAt(root)) continue;
    bracketTime(root);
    exactTime = min(exactTime, bracketLow);
    earliestEnd = min(earliestEnd, bracketHigh);
  }
}

/** Sign theorem: at a time when the four points are in one plane. */
function touchesAt(root: usize): bool {
  for (let axis: usize = 0; axis < 3; axis++) {
    let low = 0;
    let high = 0;
    for (let i: usize = 0; i < sideCount && low * high === 0; i++) {
      const sign = signAtRoot(sideForm(axis, i), root);
      low = min(low, sign);
      high = max(high, sign);
    }
    if (low !== high) return low * high === 0;
  }
  listDots();
  for (let i: usize = 0; i < dotCount; i++) if (signAtRoot(dotAt(i), root) <= 0) return true;
  return false;
}

/**
 * The points stay in one plane. Contact begins at t = 0 or where one of the sign forms of an axis is 0, for any axis
 * with a form that is not zero; where there is none, the points stay on a line and the dot products decide.
 */
function visitAlwaysCoplanar(): void {
  let axis: usize = 0;
  while (axis < 3 && !hasSide(axis)) axis++;
  if (axis === 3) listDots();
  const count = axis < 3 ? sideCount : dotCount;
  visitRoots(startAsRoot());
  for (let i: usize = 0; i < count; i++) {
    const form = axis < 3 ? sideForm(axis, i) : dotAt(i);
    if (!isZeroForm(form, 2)) visitRoots(findRoots(form, 2));
  }
}

function hasSide(axis: usize): bool {
  for (let i: usize = 0; i < sideCount; i++) if (!isZeroForm(sideForm(axis, i), 2)) return true;
  return false;
}
