// ICCD VI-B: a tree whose triangles have moved apart is split anew, in its own nodes.
import { DOP_CHILD, DOP_HI03, DOP_LO03, DOP_META, DOP_NODE_BYTES } from './layout/meshes';
import { REBUILD_KEY_BYTES, REBUILD_STACK_BYTES } from './layout/rebuild';

const PART_BYTES: usize = 12;
/** In a key: centre x, y, z as f32, then the triangle. */
const KEY_TRIANGLE: usize = 12;

let top: usize = 0;

/**
 * Splits the triangles at the median of the longest axis of their boxes' centres, as `buildBvh` does. The boxes of the
 * leaves must be those of now; afterwards all boxes are to be refitted. `scratch` has REBUILD_STACK_BYTES and
 * REBUILD_KEY_BYTES a triangle.
 */
export function rebuildTree(nodes: usize, nodeCount: u32, scratch: usize): void {
  const keys = scratch + REBUILD_STACK_BYTES;
  const count = takeKeys(nodes, nodeCount, keys);
  let free: u32 = 1;
  top = scratch;
  push(0, 0, count);
  while (top > scratch) {
    top -= PART_BYTES;
    const node = nodes + <usize>load<u32>(top) * DOP_NODE_BYTES;
    const begin = load<u32>(top, 4);
    const end = load<u32>(top, 8);
    if (end - begin === 1) {
      store<u32>(node, 0, DOP_CHILD);
      store<u32>(node, load<u32>(keyAt(keys, begin), KEY_TRIANGLE), DOP_META);
      continue;
    }
    const middle = (begin + end) >>> 1;
    selectMiddle(keys, longestAxis(keys, begin, end), <i32>begin, <i32>end - 1, <i32>middle);
    store<u32>(node, free, DOP_CHILD);
    store<u32>(node, end - begin, DOP_META);
    push(free + 1, middle, end);
    push(free, begin, middle);
    free += 2;
  }
}

/** The sum of the leaves' sizes, as `refitTree` sums those of the others: what motion and thickness alone make larger. */
export function sumLeaves(nodes: usize, nodeCount: u32): f64 {
  let size = f32x4.splat(0);
  for (
    let node = nodes, end = nodes + <usize>nodeCount * DOP_NODE_BYTES;
    node < end;
    node += DOP_NODE_BYTES
  ) {
    if (load<u32>(node, DOP_CHILD) !== 0) continue;
    const extent = f32x4.sub(v128.load(node, DOP_HI03), v128.load(node, DOP_LO03));
    size = f32x4.add(size, f32x4.mul(extent, v128.shuffle<f32>(extent, extent, 1, 2, 0, 3)));
  }
  return (
    <f64>f32x4.extract_lane(size, 0) + <f64>f32x4.extract_lane(size, 1) + <f64>f32x4.extract_lane(size, 2)
  );
}

function push(node: u32, begin: u32, end: u32): void {
  store<u32>(top, node);
  store<u32>(top, begin, 4);
  store<u32>(top, end, 8);
  top += PART_BYTES;
}

function takeKeys(nodes: usize, nodeCount: u32, keys: usize): u32 {
  let count: u32 = 0;
  for (
    let node = nodes, end = nodes + <usize>nodeCount * DOP_NODE_BYTES;
    node < end;
    node += DOP_NODE_BYTES
  ) {
    if (load<u32>(node, DOP_CHILD) !== 0) continue;
    const key = keyAt(keys, count++);
    v128.store(key, f32x4.add(v128.load(node, DOP_LO03), v128.load(node, DOP_HI03)));
    store<u32>(key, load<u32>(node, DOP_META), KEY_TRIANGLE);
  }
  return count;
}

function keyAt(keys: usize, index: u32): usize {
  return keys + <usize>index * <usize>REBUILD_KEY_BYTES;
}

/** Its offset in a key. */
function longestAxis(keys: usize, begin: u32, end: u32): usize {
  let lo = v128.load(keyAt(keys, begin));
  let hi = lo;
  for (let i = begin + 1; i < end; i++) {
    const key = v128.load(keyAt(keys, i));
    lo = f32x4.pmin(lo, key);
    hi = f32x4.pmax(hi, key);
  }
  const extent = f32x4.sub(hi, lo);
  const x = f32x4.extract_lane(extent, 0);
  const y = f32x4.extract_lane(extent, 1);
  const z = f32x4.extract_lane(extent, 2);
  if (x >= y && x >= z) return 0;
  return y >= z ? 4 : 8;
}

/** Hoare's selection: afterwards nothing before `middle` has a larger key than anything from it on. */
function selectMiddle(keys: usize, axis: usize, begin: i32, end: i32, middle: i32): void {
  let low = begin;
  let high = end;
  while (low < high) {
    const pivot = medianOfThree(
      valueAt(keys, axis, low),
      valueAt(keys, axis, (low + high) >>> 1),
      valueAt(keys, axis, high),
    );
    let i = low;
    let j = high;
    while (i <= j) {
      while (valueAt(keys, axis, i) < pivot) i++;
      while (valueAt(keys, axis, j) > pivot) j--;
      if (i > j) break;
      const a = keyAt(keys, i++);
      const b = keyAt(keys, j--);
      const key = v128.load(a);
      v128.store(a, v128.load(b));
      v128.store(b, key);
    }
    if (middle <= j) high = j;
    else if (middle >= i) low = i;
    else return;
  }
}

function valueAt(keys: usize, axis: usize, index: i32): f32 {
  return load<f32>(keyAt(keys, index) + axis);
}

function medianOfThree(a: f32, b: f32, c: f32): f32 {
  return max(min(a, b), min(max(a, b), c));
}
