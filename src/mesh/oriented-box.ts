import { IDENTITY_FRAME, principalFrame, triangleFrame } from './box-frames.js';
import type { Split } from './split-part.js';

// An oriented box is fifteen numbers: three axes, columns of a rotation that f32 represents exactly, the longest side
// first; then the lowest and the highest coordinate along each.
export const BOX_AXES = 0;
export const BOX_LOW = 9;
export const BOX_HIGH = 12;
export const BOX_NUMBERS = 15;

/** Up to this many triangles, frames of single triangles are tried as well: few triangles are often one flat piece. */
const FEW = 4;

/** Half the surface of a box. */
export function boxSurface(boxes: Float64Array, at: number): number {
  const x = boxes[at + BOX_HIGH] - boxes[at + BOX_LOW];
  const y = boxes[at + BOX_HIGH + 1] - boxes[at + BOX_LOW + 1];
  const z = boxes[at + BOX_HIGH + 2] - boxes[at + BOX_LOW + 2];
  return halfSurface(x, y, z);
}

function halfSurface(x: number, y: number, z: number): number {
  return x * y + y * z + z * x;
}

const frame = /* @__PURE__ */ new Float64Array(9);
const low = /* @__PURE__ */ new Float64Array(3);
const high = /* @__PURE__ */ new Float64Array(3);

/**
 * Writes a tight box around triangles order[from..to), whose moments are halves[sums..], to boxes[at..]: the smallest surface among the
 * frames tried.
 */
export function fitBox(
  { soup, order, halves }: Pick<Split, 'soup' | 'order' | 'halves'>,
  from: number,
  to: number,
  sums: number,
  boxes: Float64Array,
  at: number,
): void {
  const { corners } = soup;
  let smallest = Infinity;
  if (to - from <= FEW) {
    for (let i = from; i < to; i++) {
      if (!triangleFrame(corners, 9 * order[i], frame)) continue;
      measure(corners, order, from, to);
      smallest = keepSmaller(boxes, at, smallest);
    }
    if (to - from === 1 && smallest < Infinity) return;
  }
  principalFrame(halves, sums, frame);
  measure(corners, order, from, to);
  smallest = keepSmaller(boxes, at, smallest);
  frame.set(IDENTITY_FRAME);
  measureStraight(corners, order, from, to);
  keepSmaller(boxes, at, smallest);
}

function keepSmaller(boxes: Float64Array, at: number, smallest: number): number {
  const surface = halfSurface(side(0), side(1), side(2));
  if (!(surface < smallest)) return smallest;
  writeLongestFirst(boxes, at);
  return surface;
}

/** How far the triangles reach along the axes of the frame, as f32 has them. */
function measure(corners: Float64Array, order: Uint32Array, from: number, to: number): void {
  for (let i = 0; i < 9; i++) frame[i] = Math.fround(frame[i]);
  const a = frame[0];
  const b = frame[1];
  const c = frame[2];
  const d = frame[3];
  const e = frame[4];
  const f = frame[5];
  const g = frame[6];
  const h = frame[7];
  const k = frame[8];
  let lx = Infinity;
  let ly = Infinity;
  let lz = Infinity;
  let hx = -Infinity;
  let hy = -Infinity;
  let hz = -Infinity;
  for (let i = from; i < to; i++) {
    const start = 9 * order[i];
    for (let p = start; p < start + 9; p += 3) {
      const x = corners[p];
      const y = corners[p + 1];
      const z = corners[p + 2];
      const u = a * x + b * y + c * z;
      const v = d * x + e * y + f * z;
      const w = g * x + h * y + k * z;
      if (u < lx) lx = u;
      if (u > hx) hx = u;
      if (v < ly) ly = v;
      if (v > hy) hy = v;
      if (w < lz) lz = w;
      if (w > hz) hz = w;
    }
  }
  low[0] = lx;
  low[1] = ly;
  low[2] = lz;
  high[0] = hx;
  high[1] = hy;
  high[2] = hz;
}

/** The same along the coordinates themselves. */
function measureStraight(corners: Float64Array, order: Uint32Array, from: number, to: number): void {
  for (let k = 0; k < 3; k++) {
    let least = Infinity;
    let most = -Infinity;
    for (let i = from; i < to; i++) {
      const start = 9 * order[i] + k;
      for (let p = start; p < start + 9; p += 3) {
        const x = corners[p];
        if (x < least) least = x;
        if (x > most) most = x;
      }
    }
    low[k] = least;
    high[k] = most;
  }
}

function side(k: number): number {
  return high[k] - low[k];
}

// The longest side first: where others leave no smaller boxes, that is where a part is split. Right-handed, since the motion bounds take cross products in
// this frame.
function writeLongestFirst(boxes: Float64Array, at: number): void {
  let first = 0;
  if (side(1) > side(first)) first = 1;
  if (side(2) > side(first)) first = 2;
  const next = (first + 1) % 3;
  const last = (first + 2) % 3;
  const swapped = side(last) > side(next);
  writeAxis(boxes, at, 0, first, 1);
  writeAxis(boxes, at, 1, swapped ? last : next, 1);
  writeAxis(boxes, at, 2, swapped ? next : last, swapped ? -1 : 1);
}

function writeAxis(boxes: Float64Array, at: number, to: number, from: number, sign: number): void {
  const axis = at + BOX_AXES + 3 * to;
  boxes[axis] = sign * frame[3 * from];
  boxes[axis + 1] = sign * frame[3 * from + 1];
  boxes[axis + 2] = sign * frame[3 * from + 2];
  boxes[at + BOX_LOW + to] = sign > 0 ? low[from] : -high[from];
  boxes[at + BOX_HIGH + to] = sign > 0 ? high[from] : -low[from];
}
