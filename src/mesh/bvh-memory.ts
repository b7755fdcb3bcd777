import { DOP_CHILD, DOP_META, DOP_NODE_BYTES } from '../kernels/layout/meshes.js';
import type { BvhTopology } from './bvh-build.js';

/** Puts a tree's shape into its nodes at `address`; `words` is the memory as u32. The boxes stay as they are. */
export function writeBvh(bvh: BvhTopology, words: Uint32Array, address: number): void {
  for (let node = 0; node < bvh.child.length; node++) {
    const at = address + node * DOP_NODE_BYTES;
    words[(at + DOP_CHILD) / 4] = bvh.child[node];
    words[(at + DOP_META) / 4] = bvh.meta[node];
  }
}
