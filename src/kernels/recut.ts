// What a cut copies of a mesh, at the speed of memory.
import { DOP_CHILD, DOP_META, DOP_NODE_BYTES, FEATURES_BYTES, FEATURES_EDGES } from './layout/meshes';

/** Features of triangles with the new numbers of their edges: edge e is `e + shifts[e]` now. */
export function copyFeatures(from: usize, to: usize, count: u32, shifts: usize): void {
  for (let end = from + <usize>count * FEATURES_BYTES; from < end; from += FEATURES_BYTES) {
    v128.store(to, v128.load(from));
    const edges = v128.load(from, FEATURES_EDGES);
    let shift = i32x4.splat(0);
    shift = i32x4.replace_lane(shift, 0, shiftOf(shifts, i32x4.extract_lane(edges, 0)));
    shift = i32x4.replace_lane(shift, 1, shiftOf(shifts, i32x4.extract_lane(edges, 1)));
    shift = i32x4.replace_lane(shift, 2, shiftOf(shifts, i32x4.extract_lane(edges, 2)));
    v128.store(to, i32x4.add(edges, shift), FEATURES_EDGES);
    v128.store(to, v128.load(from, 32), 32);
    v128.store(to, v128.load(from, 48), 48);
    to += FEATURES_BYTES;
  }
}

function shiftOf(shifts: usize, edge: i32): i32 {
  return load<i32>(shifts + ((<usize>(<u32>edge)) << 2));
}

/** The number that an edge has now: NONE where it is gone. */
export function newEdge(shifts: usize, edge: u32): u32 {
  return edge + <u32>shiftOf(shifts, <i32>edge);
}

/** Child of each node of a tree, then meta of each; and to `leaves` the leaf of each triangle. */
export function copyLinks(nodes: usize, count: u32, links: usize, leaves: usize): void {
  const metas = links + ((<usize>count) << 2);
  for (let node: u32 = 0; node < count; node++) {
    const at = nodes + <usize>node * DOP_NODE_BYTES;
    const child = load<u32>(at, DOP_CHILD);
    const meta = load<u32>(at, DOP_META);
    store<u32>(links + ((<usize>node) << 2), child);
    store<u32>(metas + ((<usize>node) << 2), meta);
    if (child === 0) store<u32>(leaves + ((<usize>meta) << 2), node);
  }
}
