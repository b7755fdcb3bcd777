import { BOX_NUMBERS, type SweptClusters } from './swept-clusters.js';
import type { View } from './view.js';

/** Depths are whole numbers below this, exact as f32 between 0 and 1. */
export const DEPTH_LEVELS = 2 ** 22;

/** Row 0 and column 0, and the last ones, are left to the canaries. */
const BORDER = 1;

/**
 * The map from the world into one view's pixels and depths: X = across.(p - origin) + shift, and so for Y and depth.
 */
export interface Frame {
  readonly origin: Float64Array;
  /** Three rows of x y z: pixels across, pixels up, levels of depth. */
  readonly rows: Float64Array;
  readonly shift: Float64Array;
}

export function newFrame(): Frame {
  return { origin: new Float64Array(3), rows: new Float64Array(9), shift: new Float64Array(3) };
}

/** Fits the view to the boxes of the clusters that take part, so that all pixels are used. */
export function fitFrame(
  frame: Frame,
  { across, up, along }: View,
  clusters: SweptClusters,
  takesPart: Uint8Array,
  size: number,
): void {
  fitOrigin(frame.origin, clusters, takesPart);
  fitRow(frame, 0, across, clusters, takesPart, BORDER, size - BORDER);
  fitRow(frame, 1, up, clusters, takesPart, BORDER, size - BORDER);
  fitRow(frame, 2, along, clusters, takesPart, 1, DEPTH_LEVELS - 1);
}

/** The middle of the boxes, so that what is left has few digits far from the origin. */
function fitOrigin(origin: Float64Array, { boxes, count }: SweptClusters, takesPart: Uint8Array): void {
  for (let axis = 0; axis < 3; axis++) {
    let min = Number.POSITIVE_INFINITY;
    let max = Number.NEGATIVE_INFINITY;
    for (let k = 0; k < count; k++) {
      if (takesPart[k] === 0) continue;
      min = Math.min(min, boxes[k * BOX_NUMBERS + axis]);
      max = Math.max(max, boxes[k * BOX_NUMBERS + 3 + axis]);
    }
    origin[axis] = min <= max ? min / 2 + max / 2 : 0;
  }
}

/** More than any picture of a plane needs; twice as much, times a reach or a coordinate, stays finite. */
const LARGEST_SCALE = 2 ** 400;

/** Less than a millionth of the frame: roundings of the sums do not reach past its ends. */
const INSIDE = 1 - 2 ** -20;

function fitRow(
  { origin, rows, shift }: Frame,
  row: number,
  direction: View['along'],
  { boxes, count }: SweptClusters,
  takesPart: Uint8Array,
  from: number,
  to: number,
): void {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < count; k++) {
    if (takesPart[k] === 0) continue;
    let low = 0;
    let high = 0;
    for (let axis = 0; axis < 3; axis++) {
      const a = direction[axis] * (boxes[k * BOX_NUMBERS + axis] - origin[axis]);
      const b = direction[axis] * (boxes[k * BOX_NUMBERS + 3 + axis] - origin[axis]);
      low += Math.min(a, b);
      high += Math.max(a, b);
    }
    least = Math.min(least, low);
    most = Math.max(most, high);
  }
  const fitted = ((to - from) * INSIDE) / (most - least);
  const scale = Number.isFinite(fitted) && fitted > 0 ? Math.min(fitted, LARGEST_SCALE) : 1;
  for (let axis = 0; axis < 3; axis++) rows[row * 3 + axis] = direction[axis] * scale;
  shift[row] = (from + to) / 2 - (least / 2 + most / 2) * scale;
}
