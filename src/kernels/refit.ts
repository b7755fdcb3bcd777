// Boxes of a whole tree from the slabs of its vertices, in one reverse loop: children have higher indices.
import {
  DOP_CHILD,
  DOP_HI03,
  DOP_HI47,
  DOP_LO8,
  DOP_LO03,
  DOP_LO47,
  DOP_META,
  DOP_NODE_BYTES,
} from './layout/meshes';

/**
 * Refits all nodes. Returns the sum of their sizes, which says how good the tree still is: a node costs the traversal
 * about in proportion to it. The size is half the surface of the node's axis-aligned box and not its volume, because a
 * flat cloth has none.
 */
export function refitTree(nodes: usize, nodeCount: u32, vertexDops: usize, triangles: usize): f64 {
  let size = f32x4.splat(0);
  for (let node = nodes + <usize>nodeCount * DOP_NODE_BYTES; node > nodes; ) {
    node -= DOP_NODE_BYTES;
    const child = load<u32>(node, DOP_CHILD);
    if (child !== 0) {
      const first = nodes + <usize>child * DOP_NODE_BYTES;
      size = f32x4.add(size, mergePair(node, first, first + DOP_NODE_BYTES));
    } else mergeCorners(node, vertexDops, triangles);
  }
  return (
    <f64>f32x4.extract_lane(size, 0) + <f64>f32x4.extract_lane(size, 1) + <f64>f32x4.extract_lane(size, 2)
  );
}

/** Refits some nodes alone, `count` indices from `list` on, ascending: whatever is above one of them is among them. */
export function refitNodes(nodes: usize, list: usize, count: u32, vertexDops: usize, triangles: usize): void {
  for (let at = list + ((<usize>count) << 2); at > list; ) {
    at -= 4;
    refitNode(nodes, nodes + <usize>load<u32>(at) * DOP_NODE_BYTES, vertexDops, triangles);
  }
}

/** Refits one node, whose children are as they are to be. */
export function refitNode(nodes: usize, node: usize, vertexDops: usize, triangles: usize): void {
  const child = load<u32>(node, DOP_CHILD);
  if (child === 0) {
    mergeCorners(node, vertexDops, triangles);
    return;
  }
  const first = nodes + <usize>child * DOP_NODE_BYTES;
  mergePair(node, first, first + DOP_NODE_BYTES);
}

/** Writes the union of two nodes; returns the areas x y, y z, z x of its box in lanes 0..2. */
function mergePair(node: usize, a: usize, b: usize): v128 {
  const lo03 = f32x4.pmin(v128.load(a, DOP_LO03), v128.load(b, DOP_LO03));
  const hi03 = f32x4.pmax(v128.load(a, DOP_HI03), v128.load(b, DOP_HI03));
  v128.store(node, lo03, DOP_LO03);
  v128.store(node, hi03, DOP_HI03);
  v128.store(node, f32x4.pmin(v128.load(a, DOP_LO47), v128.load(b, DOP_LO47)), DOP_LO47);
  v128.store(node, f32x4.pmax(v128.load(a, DOP_HI47), v128.load(b, DOP_HI47)), DOP_HI47);
  const last = f32x4.pmin(v128.load64_zero(a, DOP_LO8), v128.load64_zero(b, DOP_LO8));
  v128.store64_lane(node, last, 0, DOP_LO8);
  const extent = f32x4.sub(hi03, lo03);
  return f32x4.mul(extent, v128.shuffle<f32>(extent, extent, 1, 2, 0, 3));
}

/** Writes the box of a leaf's triangle. */
function mergeCorners(leaf: usize, vertexDops: usize, triangles: usize): void {
  const corners = triangles + <usize>load<u32>(leaf, DOP_META) * 12;
  mergeThree(
    leaf,
    vertexDops + <usize>load<u32>(corners) * DOP_NODE_BYTES,
    vertexDops + <usize>load<u32>(corners, 4) * DOP_NODE_BYTES,
    vertexDops + <usize>load<u32>(corners, 8) * DOP_NODE_BYTES,
  );
}

function mergeThree(node: usize, a: usize, b: usize, c: usize): void {
  v128.store(node, least(a, b, c, DOP_LO03), DOP_LO03);
  v128.store(node, most(a, b, c, DOP_HI03), DOP_HI03);
  v128.store(node, least(a, b, c, DOP_LO47), DOP_LO47);
  v128.store(node, most(a, b, c, DOP_HI47), DOP_HI47);
  const first = f32x4.pmin(v128.load64_zero(a, DOP_LO8), v128.load64_zero(b, DOP_LO8));
  v128.store64_lane(node, f32x4.pmin(first, v128.load64_zero(c, DOP_LO8)), 0, DOP_LO8);
}

function least(a: usize, b: usize, c: usize, offset: usize): v128 {
  return f32x4.pmin(f32x4.pmin(v128.load(a + offset), v128.load(b + offset)), v128.load(c + offset));
}

function most(a: usize, b: usize, c: usize, offset: usize): v128 {
  return f32x4.pmax(f32x4.pmax(v128.load(a + offset), v128.load(b + offset)), v128.load(c + offset));
}
