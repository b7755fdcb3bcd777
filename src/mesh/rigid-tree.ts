import { fitBox, type OrientedBox } from './oriented-box.js';
import type { TriangleSoup } from './triangle-soup.js';

/** Triangles order[from..to) and the box around them. */
export interface Part {
  readonly from: number;
  readonly to: number;
  readonly box: OrientedBox;
}

/** Up to four parts; `child` is the node that splits a part further, or -1 for a single triangle. */
export interface WideNode {
  readonly parts: readonly Part[];
  readonly child: Int32Array;
}

export interface RigidTree {
  /** Node 0 holds the whole as its one part; children are at higher indices. */
  readonly nodes: readonly WideNode[];
  /** Triangles in leaf order. */
  readonly order: Uint32Array;
}

const WIDTH = 4;
/** A split that leaves less than this share on one side is made in the middle instead: it bounds the depth. */
const SMALLEST_SHARE = 1 / 8;

export function buildRigidTree(soup: TriangleSoup): RigidTree {
  const order = new Uint32Array(soup.count);
  for (let i = 0; i < soup.count; i++) order[i] = i;
  const root = { from: 0, to: soup.count, box: fitBox(soup, order, 0, soup.count) };
  const nodes: WideNode[] = [{ parts: [root], child: Int32Array.of(-1) }];
  const along = new Float64Array(soup.count);
  const waiting: { part: Part; parent: number; lane: number }[] = [{ part: root, parent: 0, lane: 0 }];
  while (waiting.length > 0) {
    const { part, parent, lane } = waiting.pop()!;
    if (part.to - part.from === 1) continue;
    const parts = splitWide(soup, order, along, part);
    const own = nodes.length;
    nodes[parent]!.child[lane] = own;
    nodes.push({ parts, child: new Int32Array(parts.length).fill(-1) });
    for (let k = parts.length - 1; k >= 0; k--) waiting.push({ part: parts[k]!, parent: own, lane: k });
  }
  return { nodes, order };
}

function splitWide(soup: TriangleSoup, order: Uint32Array, along: Float64Array, whole: Part): Part[] {
  const parts = [whole];
  while (parts.length < WIDTH) {
    const largest = largestDivisible(parts);
    if (largest < 0) break;
    const part = parts[largest]!;
    const middle = partition(soup.corners, order, along, part);
    parts.splice(
      largest,
      1,
      { from: part.from, to: middle, box: fitBox(soup, order, part.from, middle) },
      { from: middle, to: part.to, box: fitBox(soup, order, middle, part.to) },
    );
  }
  return parts;
}

function largestDivisible(parts: readonly Part[]): number {
  let best = -1;
  let size = -1;
  parts.forEach((part, i) => {
    const length = part.box.high[0]! - part.box.low[0]!;
    if (part.to - part.from === 1 || length <= size) return;
    best = i;
    size = length;
  });
  return best;
}

/** Reorders the part along its longest axis, at the mean of the centroids; returns where the second half begins. */
function partition(corners: Float64Array, order: Uint32Array, along: Float64Array, part: Part): number {
  const { from, to } = part;
  const x = part.box.axes[0]!;
  const y = part.box.axes[1]!;
  const z = part.box.axes[2]!;
  let sum = 0;
  for (let i = from; i < to; i++) {
    const c = 9 * order[i]!;
    const u = corners[c]! + corners[c + 3]! + corners[c + 6]!;
    const v = corners[c + 1]! + corners[c + 4]! + corners[c + 7]!;
    const w = corners[c + 2]! + corners[c + 5]! + corners[c + 8]!;
    const place = u * x + v * y + w * z;
    along[order[i]!] = place;
    sum += place;
  }
  const mean = sum / (to - from);
  let middle = from;
  for (let i = from; i < to; i++) {
    const triangle = order[i]!;
    if (along[triangle]! >= mean) continue;
    order[i] = order[middle]!;
    order[middle++] = triangle;
  }
  const smallest = Math.ceil((to - from) * SMALLEST_SHARE);
  if (middle - from >= smallest && to - middle >= smallest) return middle;
  order.subarray(from, to).sort((a, b) => along[a]! - along[b]! || a - b);
  return (from + to) >> 1;
}
