import type { Frame } from './frame.js';
import type { SweptClusters } from './swept-clusters.js';

/**
 * A footprint is what a cluster covers in a view, in 32-bit whole numbers: a rectangle of pixels
 * [left, bottom, right, top), cut by four half-planes `a x + b y + c >= 0`, between two parallel planes of depth
 * `slopeX x + slopeY y + near` and `... + far`. Whatever point of the cluster one takes, its pixel is in the footprint
 * and its depth between the planes there. Shaders decide with the same numbers, so backends cannot differ.
 */
export const FOOTPRINT_WORDS = 20;
/** Behind the rectangle. */
export const FOOTPRINT_CUTS = 4;
export const CUT_WORDS = 3;
export const CUTS = 4;
export const FOOTPRINT_SLOPE_X = 16;
export const FOOTPRINT_SLOPE_Y = 17;
export const FOOTPRINT_NEAR = 18;
export const FOOTPRINT_FAR = 19;

/** Levels a pixel; products with 4,096 pixels and their sums stay below 2^31. */
export const STEEPEST = 2 ** 16;

/** More than the roundings of a map into pixels, and of one into levels along a slope. */
const PIXEL_SLACK = 2 ** -20;
const LEVEL_SLACK = 2 ** -4;

/** Directions of possible cuts, across one of which the cluster may be narrow; each stands for two opposite cuts. */
const CUT_X = [1, 1, 2, 1, 2, 1];
const CUT_Y = [1, -1, 1, 2, -1, -2];

/** The map's values for the cluster's points, so that the points are mapped once: x y depth a point. */
let mapped = new Float64Array(3 * 64);

const low = new Float64Array(CUT_X.length);
const high = new Float64Array(CUT_X.length);

/** Writes the footprint of a cluster into words from `at` on. It covers every point of the cluster, and a little more. */
export function writeFootprint(
  clusters: SweptClusters,
  cluster: number,
  frame: Frame,
  words: Int32Array,
  at: number,
): void {
  const count = mapPoints(clusters, cluster, frame);
  const reach = clusters.reach[cluster];
  writeRectangle(frame, count, reach, words, at);
  writeCuts(frame, count, reach, words, at);
  writeDepths(clusters, cluster, frame, count, reach, words, at);
}

function mapPoints({ first, points }: SweptClusters, cluster: number, frame: Frame): number {
  const { origin, rows, shift } = frame;
  const from = first[cluster];
  const count = first[cluster + 1] - from;
  if (mapped.length < 3 * count) mapped = new Float64Array(6 * count);
  for (let i = 0; i < count; i++) {
    const p = (from + i) * 3;
    const x = points[p] - origin[0];
    const y = points[p + 1] - origin[1];
    const z = points[p + 2] - origin[2];
    mapped[i * 3] = rows[0] * x + rows[1] * y + rows[2] * z + shift[0];
    mapped[i * 3 + 1] = rows[3] * x + rows[4] * y + rows[5] * z + shift[1];
    mapped[i * 3 + 2] = rows[6] * x + rows[7] * y + rows[8] * z + shift[2];
  }
  return count;
}

/**
 * How much a distance of `reach` in the world changes a X + b Y + c Z of the frame, at most. `reach` first: it is at most
 * half the picture there, whatever the world's size, where the rows' own squares may be too large or too small for f64.
 */
function change({ rows }: Frame, a: number, b: number, c: number, reach: number): number {
  const x = (a * rows[0] + b * rows[3] + c * rows[6]) * reach;
  const y = (a * rows[1] + b * rows[4] + c * rows[7]) * reach;
  const z = (a * rows[2] + b * rows[5] + c * rows[8]) * reach;
  return Math.sqrt(x * x + y * y + z * z) * (1 + 2 ** -40);
}

function writeRectangle(frame: Frame, count: number, reach: number, words: Int32Array, at: number): void {
  for (let axis = 0; axis < 2; axis++) {
    let min = Number.POSITIVE_INFINITY;
    let max = Number.NEGATIVE_INFINITY;
    for (let i = axis; i < 3 * count; i += 3) {
      min = Math.min(min, mapped[i]);
      max = Math.max(max, mapped[i]);
    }
    const more = change(frame, 1 - axis, axis, 0, reach) + PIXEL_SLACK;
    words[at + axis] = Math.floor(min - more);
    words[at + 2 + axis] = Math.floor(max + more) + 1;
  }
}

/** The two directions across which the cluster is narrowest, both ends of each. */
function writeCuts(frame: Frame, count: number, reach: number, words: Int32Array, at: number): void {
  let narrowest = 0;
  let second = 1;
  let leastWidth = Number.POSITIVE_INFINITY;
  let nextWidth = Number.POSITIVE_INFINITY;
  for (let d = 0; d < CUT_X.length; d++) {
    const a = CUT_X[d];
    const b = CUT_Y[d];
    let min = Number.POSITIVE_INFINITY;
    let max = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < 3 * count; i += 3) {
      const s = a * mapped[i] + b * mapped[i + 1];
      min = Math.min(min, s);
      max = Math.max(max, s);
    }
    low[d] = min;
    high[d] = max;
    const width = (max - min) / Math.sqrt(a * a + b * b);
    if (width < leastWidth) {
      second = narrowest;
      nextWidth = leastWidth;
      narrowest = d;
      leastWidth = width;
    } else if (width < nextWidth) {
      second = d;
      nextWidth = width;
    }
  }
  writeBand(frame, narrowest, reach, words, at + FOOTPRINT_CUTS);
  writeBand(frame, second, reach, words, at + FOOTPRINT_CUTS + 2 * CUT_WORDS);
}

/** low <= a X + b Y <= high somewhere in the pixel whose corner x, y is. */
function writeBand(frame: Frame, direction: number, reach: number, words: Int32Array, at: number): void {
  const a = CUT_X[direction];
  const b = CUT_Y[direction];
  const more = change(frame, a, b, 0, reach) + 4 * PIXEL_SLACK;
  words[at] = a;
  words[at + 1] = b;
  words[at + 2] = Math.max(a, 0) + Math.max(b, 0) - Math.ceil(low[direction] - more);
  words[at + 3] = -a;
  words[at + 4] = -b;
  words[at + 5] = Math.floor(high[direction] + more) - Math.min(a, 0) - Math.min(b, 0);
}

/** Two planes of depth around the cluster, level or tilted with it: the pair that is closer together. */
function writeDepths(
  clusters: SweptClusters,
  cluster: number,
  frame: Frame,
  count: number,
  reach: number,
  words: Int32Array,
  at: number,
): void {
  tilt(clusters, cluster, frame);
  const level = depthRange(frame, count, reach, 0, 0);
  const near = bounds.near;
  const far = bounds.far;
  const tilted = depthRange(frame, count, reach, slope.x, slope.y);
  const isTilted = tilted < level;
  words[at + FOOTPRINT_SLOPE_X] = isTilted ? slope.x : 0;
  words[at + FOOTPRINT_SLOPE_Y] = isTilted ? slope.y : 0;
  words[at + FOOTPRINT_NEAR] = isTilted ? bounds.near : near;
  words[at + FOOTPRINT_FAR] = isTilted ? bounds.far : far;
}

const slope = { x: 0, y: 0 };
const bounds = { near: 0, far: 0 };

/** The slopes of a plane with the cluster's mean normal, in levels a pixel; 0 where it is seen edge-on. */
function tilt({ normals }: SweptClusters, cluster: number, { rows }: Frame): void {
  const depth = normalAlong(normals, cluster * 3, rows, 6);
  const x = Math.round(-normalAlong(normals, cluster * 3, rows, 0) / depth);
  const y = Math.round(-normalAlong(normals, cluster * 3, rows, 3) / depth);
  const isUsable = Math.abs(x) <= STEEPEST && Math.abs(y) <= STEEPEST; // false for NaN as well
  slope.x = isUsable ? x : 0;
  slope.y = isUsable ? y : 0;
}

/** What one step along a row of the frame adds to normal.p: the rows are at right angles. */
function normalAlong(normals: Float64Array, n: number, rows: Float64Array, r: number): number {
  const dot = normals[n] * rows[r] + normals[n + 1] * rows[r + 1] + normals[n + 2] * rows[r + 2];
  return dot / (rows[r] * rows[r] + rows[r + 1] * rows[r + 1] + rows[r + 2] * rows[r + 2]);
}

/** Puts the planes' near and far into `bounds` and returns how far apart they are. */
function depthRange(frame: Frame, count: number, reach: number, slopeX: number, slopeY: number): number {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < 3 * count; i += 3) {
    const depth = mapped[i + 2] - slopeX * mapped[i] - slopeY * mapped[i + 1];
    min = Math.min(min, depth);
    max = Math.max(max, depth);
  }
  const more = change(frame, -slopeX, -slopeY, 1, reach) + LEVEL_SLACK;
  // The plane is asked at a pixel's corner and has to hold in all of the pixel.
  bounds.near = Math.floor(min - more) + Math.min(slopeX, 0) + Math.min(slopeY, 0);
  bounds.far = Math.ceil(max + more) + Math.max(slopeX, 0) + Math.max(slopeY, 0);
  return bounds.far - bounds.near;
}
