import { type CentroidKeys, centroidKeys, swapKeys } from './centroids.js';
import { drain, type Steps } from './steps.js';

/** Inner nodes name their first child; a leaf has none. The root is node 0, so 0 is nobody's child. */
export const NO_CHILD = 0;

/**
 * The shape of a binary tree over triangles; its boxes come from the refit kernel. Node 0 is the root. Siblings are
 * adjacent (`child`, `child + 1`), children have higher indices than their parent, so a refit is one reverse loop, and
 * a node's descendants are one range of indices, so a part of the tree can be rebuilt in its place.
 */
export interface BvhTopology {
  /** First child, or NO_CHILD for a leaf. */
  readonly child: Uint32Array;
  /** A leaf's triangle; an inner node's number of triangles. */
  readonly meta: Uint32Array;
}

/** Keys that are looked at between two chances to pause: about 2 ms. */
const KEYS_A_PIECE = 65_536;

/** How many nodes a tree over so many triangles has. */
export function bvhNodeCount(triangleCount: number): number {
  return Math.max(0, 2 * triangleCount - 1);
}

/**
 * A tree over all triangles, split at the median of the longest axis of the centres of their swept boxes: balanced, so
 * that its depth is known, and the same for the same input.
 * `swept` holds x0 x1 y0 y1 z0 z1 a vertex.
 */
export function buildBvh(swept: Float64Array, triangles: Uint32Array): BvhTopology {
  return drain(buildBvhInSteps(swept, triangles));
}

/** The same, a piece at a time. */
export function* buildBvhInSteps(swept: Float64Array, triangles: Uint32Array): Steps<BvhTopology> {
  const all = Uint32Array.from({ length: triangles.length / 3 }, (_, triangle) => triangle);
  const nodeCount = bvhNodeCount(all.length);
  const bvh = { child: new Uint32Array(nodeCount), meta: new Uint32Array(nodeCount) };
  if (nodeCount > 0) yield* splitAll(bvh, 0, 1, centroidKeys(swept, triangles, all));
  return bvh;
}

/** Builds the part of the tree below `node` anew, in the same range of indices. */
export function rebuildBelow(
  bvh: BvhTopology,
  node: number,
  swept: Float64Array,
  triangles: Uint32Array,
): void {
  const first = bvh.child[node];
  if (first === NO_CHILD) return;
  splitBelow(bvh, node, first, swept, triangles, trianglesBelow(bvh, node));
}

/** Makes `node` the root of a tree over some triangles; `first`: the first of the free nodes for its descendants. */
export function splitBelow(
  bvh: BvhTopology,
  node: number,
  first: number,
  swept: Float64Array,
  triangles: Uint32Array,
  some: Uint32Array,
): void {
  drain(splitAll(bvh, node, first, centroidKeys(swept, triangles, some)));
}

/** The triangles in the leaves below a node, in the order of the leaves. */
export function trianglesBelow(bvh: BvhTopology, node: number): Uint32Array {
  const first = bvh.child[node];
  if (first === NO_CHILD) return Uint32Array.of(bvh.meta[node]);
  const found = new Uint32Array(bvh.meta[node]);
  let count = 0;
  for (let below = first; below < first + bvhNodeCount(found.length) - 1; below++) {
    if (bvh.child[below] === NO_CHILD) found[count++] = bvh.meta[below];
  }
  return found;
}

/** Depth first, so that a subtree is one range: `firstChild` is the first free pair for the descendants of `node`. */
function* splitAll(bvh: BvhTopology, node: number, firstChild: number, keys: CentroidKeys): Steps<void> {
  const levels = 33 - Math.clz32(keys.triangle.length);
  const total = keys.triangle.length * levels;
  let done = 0;
  let told = 0;
  const pending = [node, 0, keys.triangle.length];
  let free = firstChild;
  while (pending.length > 0) {
    const end = pending.pop()!;
    const begin = pending.pop()!;
    const parent = pending.pop()!;
    if (end - begin === 1) {
      bvh.child[parent] = NO_CHILD;
      bvh.meta[parent] = keys.triangle[begin];
      continue;
    }
    done += end - begin;
    if (done - told > KEYS_A_PIECE) {
      told = done;
      yield Math.min(1, done / total);
    }
    const middle = halveAtMedian(keys, begin, end);
    bvh.child[parent] = free;
    bvh.meta[parent] = end - begin;
    pending.push(free + 1, middle, end, free, begin, middle);
    free += 2;
  }
}

/** Puts the smaller half along the longest axis first; returns where the other begins. */
export function halveAtMedian(keys: CentroidKeys, begin: number, end: number): number {
  const middle = (begin + end) >>> 1;
  selectMiddle(keys, longestAxis(keys, begin, end), begin, end, middle);
  return middle;
}

function longestAxis(keys: CentroidKeys, begin: number, end: number): Float32Array {
  const x = extent(keys.x, begin, end);
  const y = extent(keys.y, begin, end);
  const z = extent(keys.z, begin, end);
  if (x >= y && x >= z) return keys.x;
  return y >= z ? keys.y : keys.z;
}

function extent(key: Float32Array, begin: number, end: number): number {
  let lo = key[begin];
  let hi = lo;
  for (let i = begin + 1; i < end; i++) {
    const value = key[i];
    if (value < lo) lo = value;
    else if (value > hi) hi = value;
  }
  return hi - lo;
}

/** Hoare's selection: afterwards nothing before `middle` has a larger key than anything from it on. */
function selectMiddle(
  keys: CentroidKeys,
  key: Float32Array,
  begin: number,
  end: number,
  middle: number,
): void {
  let low = begin;
  let high = end - 1;
  while (low < high) {
    const pivot = medianOfThree(key[low], key[(low + high) >>> 1], key[high]);
    let i = low;
    let j = high;
    while (i <= j) {
      while (key[i] < pivot) i++;
      while (key[j] > pivot) j--;
      if (i <= j) swapKeys(keys, i++, j--);
    }
    if (middle <= j) high = j;
    else if (middle >= i) low = i;
    else return;
  }
}

function medianOfThree(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}
