import { BOX_HIGH, BOX_LOW, BOX_NUMBERS, fitBox } from './oriented-box.js';
import type { Steps } from './steps.js';
import type { TriangleSoup } from './triangle-soup.js';

export const WIDTH = 4;
export const NO_CHILD = -1;
/** A split that leaves less than this share on one side is made in the middle instead: it bounds the depth. */
const SMALLEST_SHARE = 1 / 8;

/**
 * A four-wide hierarchy. A part is triangles order[from..to) with a box; a node is up to four parts. Node 0 holds the
 * whole as its one part; the node that splits a part further has a higher index.
 */
export interface RigidTree {
  readonly nodeCount: number;
  /** Per node WIDTH parts, -1 behind the last. */
  readonly nodeParts: Int32Array;
  /** Per node and lane the node that splits the part, or NO_CHILD for a single triangle. */
  readonly nodeChildren: Int32Array;
  readonly partFrom: Uint32Array;
  readonly partTo: Uint32Array;
  /** Per part BOX_NUMBERS. */
  readonly boxes: Float64Array;
  /** Triangles in leaf order. */
  readonly order: Uint32Array;
}

interface Building extends RigidTree {
  nodeCount: number;
  partCount: number;
  readonly soup: TriangleSoup;
  /** Where each triangle's centroid is along the axis of the split at hand. */
  readonly along: Float64Array;
}

/** Triangles' worth of work between two pauses: about a millisecond. */
const PIECE = 2000;

export function* buildRigidTree(soup: TriangleSoup): Steps<RigidTree> {
  const tree = emptyTree(soup);
  let work = 0;
  let done = 0;
  const lanes = [openNode(tree, [addPart(tree, 0, soup.count)])];
  while (lanes.length > 0) {
    const lane = lanes.pop()!;
    const part = tree.nodeParts[lane];
    if (part === NO_CHILD) continue;
    if (isSingle(tree, part)) {
      done++;
      continue;
    }
    work += tree.partTo[part] - tree.partFrom[part];
    if (work > PIECE) {
      yield done / soup.count;
      work = 0;
    }
    const first = openNode(tree, splitWide(tree, part));
    tree.nodeChildren[lane] = first / WIDTH;
    for (let k = WIDTH - 1; k >= 0; k--) lanes.push(first + k);
  }
  return tree;
}

function emptyTree(soup: TriangleSoup): Building {
  const n = soup.count;
  const order = new Uint32Array(n);
  for (let i = 0; i < n; i++) order[i] = i;
  return {
    nodeCount: 0,
    partCount: 0,
    nodeParts: new Int32Array(WIDTH * (n + 1)).fill(NO_CHILD),
    nodeChildren: new Int32Array(WIDTH * (n + 1)).fill(NO_CHILD),
    partFrom: new Uint32Array(2 * n),
    partTo: new Uint32Array(2 * n),
    boxes: new Float64Array(2 * n * BOX_NUMBERS),
    order,
    soup,
    along: new Float64Array(n),
  };
}

/** Returns the first lane of the new node. */
function openNode(tree: Building, parts: readonly number[]): number {
  const first = WIDTH * tree.nodeCount++;
  for (let k = 0; k < parts.length; k++) tree.nodeParts[first + k] = parts[k];
  return first;
}

function addPart(tree: Building, from: number, to: number): number {
  const part = tree.partCount++;
  tree.partFrom[part] = from;
  tree.partTo[part] = to;
  fitBox(tree.soup, tree.order, from, to, tree.boxes, part * BOX_NUMBERS);
  return part;
}

function isSingle(tree: Building, part: number): boolean {
  return tree.partTo[part] - tree.partFrom[part] === 1;
}

function splitWide(tree: Building, whole: number): number[] {
  const parts = [whole];
  while (parts.length < WIDTH) {
    const largest = largestDivisible(tree, parts);
    if (largest < 0) break;
    const part = parts[largest];
    const middle = partition(tree, part);
    parts.push(addPart(tree, middle, tree.partTo[part]));
    parts[largest] = addPart(tree, tree.partFrom[part], middle);
  }
  return parts;
}

function largestDivisible(tree: Building, parts: readonly number[]): number {
  let best = -1;
  let size = -1;
  for (let i = 0; i < parts.length; i++) {
    const box = parts[i] * BOX_NUMBERS;
    const length = tree.boxes[box + BOX_HIGH] - tree.boxes[box + BOX_LOW];
    if (length <= size || isSingle(tree, parts[i])) continue;
    best = i;
    size = length;
  }
  return best;
}

/** Reorders the part along its longest axis, at the mean of the centroids; returns where the second half begins. */
function partition(tree: Building, part: number): number {
  const from = tree.partFrom[part];
  const to = tree.partTo[part];
  const { order, along } = tree;
  const mean = projectCentroids(tree, from, to, part * BOX_NUMBERS);
  let middle = from;
  for (let i = from; i < to; i++) {
    const triangle = order[i];
    if (along[triangle] >= mean) continue;
    order[i] = order[middle];
    order[middle++] = triangle;
  }
  const smallest = Math.ceil((to - from) * SMALLEST_SHARE);
  if (middle - from >= smallest && to - middle >= smallest) return middle;
  order.subarray(from, to).sort((a, b) => along[a] - along[b] || a - b);
  return (from + to) >> 1;
}

function projectCentroids(tree: Building, from: number, to: number, box: number): number {
  const { order, along } = tree;
  const corners = tree.soup.corners;
  const x = tree.boxes[box];
  const y = tree.boxes[box + 1];
  const z = tree.boxes[box + 2];
  let sum = 0;
  for (let i = from; i < to; i++) {
    const c = 9 * order[i];
    const u = corners[c] + corners[c + 3] + corners[c + 6];
    const v = corners[c + 1] + corners[c + 4] + corners[c + 7];
    const w = corners[c + 2] + corners[c + 5] + corners[c + 8];
    const place = u * x + v * y + w * z;
    along[order[i]] = place;
    sum += place;
  }
  return sum / (to - from);
}
