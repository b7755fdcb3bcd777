import { type Placed, sumBelow, surfaceByMoments } from './moments.js';
import { MOMENTS } from './triangle-soup.js';

/** A split that leaves less than this share on one side is not made; where none is left it is made in the middle: that bounds the depth. */
const SMALLEST_SHARE = 1 / 8;
/** A shorter axis is split where that leaves smaller boxes, by this share at least. */
const SMALLER = 1 / 1024;

/** Where parts are split, and what is known of the halves of the last one. */
export interface Split extends Placed {
  /** Moments of the first half, and of the second one. */
  readonly halves: Float64Array;
}

const means = /* @__PURE__ */ new Float64Array(3);
const counts = /* @__PURE__ */ new Uint32Array(3);
/** Moments of all triangles, and per axis of those below the mean, and above it. */
const all = /* @__PURE__ */ new Float64Array(MOMENTS);
const sides = /* @__PURE__ */ new Float64Array(6 * MOMENTS);

/**
 * Reorders triangles order[from..to) along the axis of their box that leaves the smallest boxes, split at the mean of the centroids;
 * returns where the second half begins. Along the longest side what is bent would often stay bent, and what is flat be split: rings, knots
 * and bunnies that are thrown at each other then have 1.3 to 3 times as many boxes tested (docs/rigid-dynamics-notes.md).
 */
export function splitPart(split: Split, from: number, to: number, boxes: Float64Array, box: number): number {
  const { order, along, halves } = split;
  projectCentroids(split, from, to, boxes, box);
  sumSides(split, from, to);
  const axis = bestAxis(to - from);
  if (axis < 0) {
    order.subarray(from, to).sort((a, b) => along[3 * a] - along[3 * b] || a - b);
    const middle = (from + to) >> 1;
    sumBelow(split, from, middle, 0, Infinity, halves, 0);
    sumBelow(split, middle, to, 0, Infinity, halves, MOMENTS);
    return middle;
  }
  for (let i = 0; i < 2 * MOMENTS; i++) halves[i] = sides[2 * MOMENTS * axis + i];
  let middle = from;
  for (let i = from; i < to; i++) {
    const triangle = order[i];
    if (along[3 * triangle + axis] >= means[axis]) continue;
    order[i] = order[middle];
    order[middle++] = triangle;
  }
  return middle;
}

function projectCentroids(
  { soup: { corners }, order, along }: Split,
  from: number,
  to: number,
  boxes: Float64Array,
  box: number,
): void {
  const ax = boxes[box];
  const ay = boxes[box + 1];
  const az = boxes[box + 2];
  const bx = boxes[box + 3];
  const by = boxes[box + 4];
  const bz = boxes[box + 5];
  const cx = boxes[box + 6];
  const cy = boxes[box + 7];
  const cz = boxes[box + 8];
  let a = 0;
  let b = 0;
  let c = 0;
  for (let i = from; i < to; i++) {
    const p = 9 * order[i];
    const u = corners[p] + corners[p + 3] + corners[p + 6];
    const v = corners[p + 1] + corners[p + 4] + corners[p + 7];
    const w = corners[p + 2] + corners[p + 5] + corners[p + 8];
    const at = 3 * order[i];
    const alongA = u * ax + v * ay + w * az;
    const alongB = u * bx + v * by + w * bz;
    const alongC = u * cx + v * cy + w * cz;
    along[at] = alongA;
    along[at + 1] = alongB;
    along[at + 2] = alongC;
    a += alongA;
    b += alongB;
    c += alongC;
  }
  means[0] = a / (to - from);
  means[1] = b / (to - from);
  means[2] = c / (to - from);
}

function sumSides(split: Split, from: number, to: number): void {
  sumBelow(split, from, to, 0, Infinity, all, 0);
  for (let k = 0; k < 3; k++) {
    const first = 2 * MOMENTS * k;
    counts[k] = sumBelow(split, from, to, k, means[k], sides, first);
    for (let i = 0; i < MOMENTS; i++) sides[first + MOMENTS + i] = all[i] - sides[first + i];
  }
}

/** The axis whose halves have the smallest boxes, by their moments; -1 where each of them leaves too little on one side. */
function bestAxis(count: number): number {
  const smallest = Math.ceil(count * SMALLEST_SHARE);
  let best = -1;
  let least = Infinity;
  for (let k = 0; k < 3; k++) {
    if (counts[k] < smallest || count - counts[k] < smallest) continue;
    const first = 2 * MOMENTS * k;
    const surface = surfaceByMoments(sides, first) + surfaceByMoments(sides, first + MOMENTS);
    if (best >= 0 && surface >= least * (1 - SMALLER)) continue;
    best = k;
    least = surface;
  }
  return best;
}
