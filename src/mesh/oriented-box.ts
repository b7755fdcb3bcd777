import { IDENTITY_FRAME, principalFrame, triangleFrame } from './box-frames.js';
import type { TriangleSoup } from './triangle-soup.js';

/** An oriented box around some triangles. The axes are exactly representable in f32. */
export interface OrientedBox {
  /** Columns of a rotation, nine numbers, the longest side first. */
  readonly axes: Float64Array;
  /** Lowest and highest coordinate along each axis. */
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/** Up to this many triangles, frames of single triangles are tried as well: few triangles are often one flat piece. */
const FEW = 8;

const frame = /* @__PURE__ */ new Float64Array(9);
const low = /* @__PURE__ */ new Float64Array(3);
const high = /* @__PURE__ */ new Float64Array(3);

/** A tight box around triangles order[from..to): the one of the smallest surface among the frames tried. */
export function fitBox(soup: TriangleSoup, order: Uint32Array, from: number, to: number): OrientedBox {
  let best: OrientedBox | undefined;
  let smallest = Infinity;
  const consider = () => {
    for (let i = 0; i < 9; i++) frame[i] = Math.fround(frame[i]!);
    measure(soup.corners, order, from, to);
    const size = surface();
    if (best !== undefined && !(size < smallest)) return;
    smallest = size;
    best = longestFirst();
  };
  if (to - from <= FEW) {
    for (let i = from; i < to; i++) {
      if (triangleFrame(soup.corners, 9 * order[i]!, frame)) consider();
    }
    if (to - from === 1 && best !== undefined) return best;
  }
  principalFrame(soup, order, from, to, frame);
  consider();
  frame.set(IDENTITY_FRAME);
  consider();
  return best!;
}

function measure(corners: Float64Array, order: Uint32Array, from: number, to: number): void {
  const a = frame[0]!;
  const b = frame[1]!;
  const c = frame[2]!;
  const d = frame[3]!;
  const e = frame[4]!;
  const f = frame[5]!;
  const g = frame[6]!;
  const h = frame[7]!;
  const k = frame[8]!;
  let lx = Infinity;
  let ly = Infinity;
  let lz = Infinity;
  let hx = -Infinity;
  let hy = -Infinity;
  let hz = -Infinity;
  for (let i = from; i < to; i++) {
    const start = 9 * order[i]!;
    for (let p = start; p < start + 9; p += 3) {
      const x = corners[p]!;
      const y = corners[p + 1]!;
      const z = corners[p + 2]!;
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

function surface(): number {
  const x = high[0]! - low[0]!;
  const y = high[1]! - low[1]!;
  const z = high[2]! - low[2]!;
  return x * y + y * z + z * x;
}

function side(k: number): number {
  return high[k]! - low[k]!;
}

// The longest side first: that is where a part is split. Right-handed, since cross products are taken in this frame.
function longestFirst(): OrientedBox {
  const order = [0, 1, 2].sort((i, j) => side(j) - side(i) || i - j);
  const odd = (order[0]! + 1) % 3 !== order[1]!;
  const box = { axes: new Float64Array(9), low: new Float64Array(3), high: new Float64Array(3) };
  for (let to = 0; to < 3; to++) {
    const from = order[to]!;
    const sign = odd && to === 2 ? -1 : 1;
    box.low[to] = sign > 0 ? low[from]! : -high[from]!;
    box.high[to] = sign > 0 ? high[from]! : -low[from]!;
    for (let i = 0; i < 3; i++) box.axes[3 * to + i] = sign * frame[3 * from + i]!;
  }
  return box;
}
