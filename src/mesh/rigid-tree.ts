import { sumBelow } from './moments.js';
import { BOX_NUMBERS, boxSurface, fitBox } from './oriented-box.js';
import { type Split, splitPart } from './split-part.js';
import type { Steps } from './steps.js';
import { MOMENTS, type TriangleSoup } from './triangle-soup.js';

export const WIDTH = 4;
export const NO_CHILD = -1;
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

interface Building extends RigidTree, Split {
  nodeCount: number;
  partCount: number;
}

/** Triangles' worth of work between two pauses: about a millisecond. */
const PIECE = 2000;

export function* buildRigidTree(soup: TriangleSoup): Steps<RigidTree> {
  const tree = emptyTree(soup);
  let work = 0;
  let done = 0;
  sumBelow(tree, 0, soup.count, 0, Infinity, tree.halves, 0);
  const lanes = [openNode(tree, [addPart(tree, 0, soup.count, 0)])];
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
    along: new Float64Array(3 * n),
    halves: new Float64Array(2 * MOMENTS),
  };
}

/** Returns the first lane of the new node. */
function openNode(tree: Building, parts: readonly number[]): number {
  const first = WIDTH * tree.nodeCount++;
  for (let k = 0; k < parts.length; k++) tree.nodeParts[first + k] = parts[k];
  return first;
}

/** `half`: which of the two that were made last it is. */
function addPart(tree: Building, from: number, to: number, half: number): number {
  const part = tree.partCount++;
  tree.partFrom[part] = from;
  tree.partTo[part] = to;
  fitBox(tree, from, to, MOMENTS * half, tree.boxes, part * BOX_NUMBERS);
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
    const from = tree.partFrom[part];
    const to = tree.partTo[part];
    const middle = splitPart(tree, from, to, tree.boxes, part * BOX_NUMBERS);
    parts.push(addPart(tree, middle, to, 1));
    parts[largest] = addPart(tree, from, middle, 0);
  }
  return parts;
}

/** The part with the largest box among those that are more than one triangle; -1 where there is none. */
function largestDivisible(tree: Building, parts: readonly number[]): number {
  let best = -1;
  let size = -1;
  for (let i = 0; i < parts.length; i++) {
    const surface = boxSurface(tree.boxes, parts[i] * BOX_NUMBERS);
    if (surface <= size || isSingle(tree, parts[i])) continue;
    best = i;
    size = surface;
  }
  return best;
}
