// ICCD VI-B: a tree whose triangles have moved apart is split anew, in its own nodes.
import { boundRegions } from './flat-regions';
import { DOP_CHILD, DOP_HI03, DOP_LO03, DOP_META, DOP_NODE_BYTES, NONE } from './layout/meshes';
import { REBUILD_KEY_BYTES, REBUILD_STACK_BYTES } from './layout/rebuild';
import { REGION_BYTES, REGION_IS_OUTER, REGION_NODE } from './layout/regions';

const PART_BYTES: usize = 12;
/** In a key: centre x, y, z as f32, then a triangle, or a region's node. */
const KEY_ITEM: usize = 12;
const IS_REGION: u32 = 0x80000000;

let top: usize = 0;
/** Child and meta of each node before. */
let links: usize = 0;
/** Which node each is afterwards, of those in regions that stay. */
let newNodes: usize = 0;

/**
 * Splits the triangles at the median of the longest axis of their boxes' centres, as `buildBvh` does. Regions whose normals agree
 * with a direction in this step stay as they are, whole with what is below: they are compact, and may be skipped. The boxes of the
 * leaves must be those of now; afterwards all boxes are to be refitted. `scratch` has REBUILD_STACK_BYTES, and REBUILD_NODE_BYTES
 * a node. Returns how many regions are left.
 */
export function rebuildTree(
  nodes: usize,
  nodeCount: u32,
  swept: usize,
  triangles: usize,
  masks: usize,
  regions: usize,
  regionCount: u32,
  scratch: usize,
): u32 {
  const keys = scratch + REBUILD_STACK_BYTES;
  links = keys + <usize>nodeCount * REBUILD_KEY_BYTES;
  newNodes = links + ((<usize>nodeCount) << 3);
  const firstRegion = regions + REGION_BYTES;
  const endRegion = firstRegion + <usize>regionCount * REGION_BYTES;
  boundRegions(nodes, swept, triangles, masks, firstRegion, endRegion, 0, 1);
  copyLinks(nodes, nodeCount);
  let count = takeRegions(nodes, masks, firstRegion, endRegion, keys);
  count = takeLeaves(nodes, nodeCount, keys, count);
  // nodes in no region have no mask
  memory.fill(masks, 0, (<usize>nodeCount) << 2);
  let free: u32 = 1;
  top = scratch;
  push(0, 0, count);
  while (top > scratch) {
    top -= PART_BYTES;
    const index = load<u32>(top);
    const begin = load<u32>(top, 4);
    const end = load<u32>(top, 8);
    if (end - begin === 1) {
      free = putBack(nodes, index, load<u32>(keyAt(keys, begin), KEY_ITEM), free);
      continue;
    }
    const middle = (begin + end) >>> 1;
    selectMiddle(keys, longestAxis(keys, begin, end), <i32>begin, <i32>end - 1, <i32>middle);
    store<u32>(nodes + <usize>index * DOP_NODE_BYTES, free, DOP_CHILD);
    push(free + 1, middle, end);
    push(free, begin, middle);
    free += 2;
  }
  countBelow(nodes, nodeCount);
  return renameRegions(firstRegion, endRegion);
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

function copyLinks(nodes: usize, nodeCount: u32): void {
  for (let node: usize = 0; node < nodeCount; node++) {
    const at = nodes + node * DOP_NODE_BYTES;
    store<u32>(links + (node << 3), load<u32>(at, DOP_CHILD));
    store<u32>(links + (node << 3), load<u32>(at, DOP_META), 4);
  }
  memory.fill(newNodes, 0xff, (<usize>nodeCount) << 2);
}

/** Whole regions, the outermost of those that agree with a direction: not all of the mesh, which would stay as it is. */
function takeRegions(nodes: usize, masks: usize, first: usize, end: usize, keys: usize): u32 {
  let count: u32 = 0;
  for (let region = first; region < end; region += REGION_BYTES) {
    const index = load<u32>(region, REGION_NODE);
    store<u8>(region, 0, REGION_IS_OUTER);
    if (index === NONE || index === 0 || load<u32>(masks + ((<usize>index) << 2)) === 0) continue;
    if (load<u32>(newNodes + ((<usize>index) << 2)) !== NONE) continue; // in one that is taken
    store<u8>(region, 1, REGION_IS_OUTER);
    store<u32>(newNodes + ((<usize>index) << 2), 0);
    const link = links + ((<usize>index) << 3);
    const below: u32 = 2 * load<u32>(link, 4) - 2;
    memory.fill(newNodes + ((<usize>load<u32>(link)) << 2), 0, (<usize>below) << 2);
    takeKey(nodes + <usize>index * DOP_NODE_BYTES, index | IS_REGION, keyAt(keys, count++));
  }
  return count;
}

function takeLeaves(nodes: usize, nodeCount: u32, keys: usize, taken: u32): u32 {
  let count = taken;
  for (let index: usize = 0; index < nodeCount; index++) {
    const node = nodes + index * DOP_NODE_BYTES;
    if (load<u32>(node, DOP_CHILD) !== 0 || load<u32>(newNodes + (index << 2)) !== NONE) continue;
    takeKey(node, load<u32>(node, DOP_META), keyAt(keys, count++));
  }
  return count;
}

function takeKey(node: usize, item: u32, key: usize): void {
  v128.store(key, f32x4.add(v128.load(node, DOP_LO03), v128.load(node, DOP_HI03)));
  store<u32>(key, item, KEY_ITEM);
}

/** Writes a triangle's leaf, or a region with all below it, in its old order; returns the next free node. */
function putBack(nodes: usize, index: u32, item: u32, free: u32): u32 {
  const node = nodes + <usize>index * DOP_NODE_BYTES;
  if ((item & IS_REGION) === 0) {
    store<u32>(node, 0, DOP_CHILD);
    store<u32>(node, item, DOP_META);
    return free;
  }
  const old = item & ~IS_REGION;
  const first = load<u32>(links + ((<usize>old) << 3));
  const below: u32 = 2 * load<u32>(links + ((<usize>old) << 3), 4) - 2;
  store<u32>(node, free, DOP_CHILD);
  store<u32>(newNodes + ((<usize>old) << 2), index);
  for (let i: u32 = 0; i < below; i++) {
    const link = links + ((<usize>(first + i)) << 3);
    const child = load<u32>(link);
    const to = nodes + <usize>(free + i) * DOP_NODE_BYTES;
    store<u32>(to, child === 0 ? 0 : child - first + free, DOP_CHILD);
    store<u32>(to, load<u32>(link, 4), DOP_META);
    store<u32>(newNodes + ((<usize>(first + i)) << 2), free + i);
  }
  return free + below;
}

/** How many triangles are below each node: children come behind it. */
function countBelow(nodes: usize, nodeCount: u32): void {
  for (let index = nodeCount; index-- > 0; ) {
    const node = nodes + <usize>index * DOP_NODE_BYTES;
    const child = load<u32>(node, DOP_CHILD);
    if (child === 0) continue;
    const first = nodes + <usize>child * DOP_NODE_BYTES;
    store<u32>(node, countOf(first) + countOf(first + DOP_NODE_BYTES), DOP_META);
  }
}

function countOf(node: usize): u32 {
  return load<u32>(node, DOP_CHILD) === 0 ? 1 : load<u32>(node, DOP_META);
}

/** Regions by the nodes that they are now; those that were split are NONE. */
function renameRegions(first: usize, end: usize): u32 {
  let left: u32 = 0;
  for (let region = first; region < end; region += REGION_BYTES) {
    const old = load<u32>(region, REGION_NODE);
    if (old === NONE) continue;
    const now = load<u32>(newNodes + ((<usize>old) << 2));
    store<u32>(region, now, REGION_NODE);
    if (now !== NONE) left++;
  }
  return left;
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
