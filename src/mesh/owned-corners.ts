import { OWNS_CORNER, OWNS_EDGE } from '../kernels/layout/rigid-meshes.js';
import { hashOf, tableSizeFor } from './bit-hash.js';

/**
 * Marks, in a list of three vertices a triangle, the corner and the edge from it to the next that no triangle before has: a search
 * between two meshes then measures each pair of their features once. Vertices have 24 bits, marks are above.
 */
export function markOwned(corners: Uint32Array): void {
  const firstOfEdges = new Uint32Array(tableSizeFor(corners.length)).fill(NOBODY);
  const seen = new Uint8Array(vertexCountOf(corners));
  const marks = new Uint32Array(corners.length);
  for (let i = 0; i < corners.length; i++) {
    if (seen[corners[i]] === 0) marks[i] = OWNS_CORNER;
    seen[corners[i]] = 1;
    if (isFirst(firstOfEdges, corners, i)) marks[i] |= OWNS_EDGE;
  }
  for (let i = 0; i < corners.length; i++) corners[i] |= marks[i];
}

const NOBODY = 0xffffffff;

function vertexCountOf(corners: Uint32Array): number {
  let most = 0;
  for (let i = 0; i < corners.length; i++) if (corners[i] >= most) most = corners[i] + 1;
  return most;
}

function nextOf(corners: Uint32Array, i: number): number {
  return corners[i % 3 === 2 ? i - 2 : i + 1];
}

/** Whether nobody has the edge from corner i to the next, either way round; open addressing, at most half full. */
function isFirst(table: Uint32Array, corners: Uint32Array, i: number): boolean {
  const p = corners[i];
  const q = nextOf(corners, i);
  const low = Math.min(p, q);
  const high = Math.max(p, q);
  let slot = hashOf(low, high, 0) & (table.length - 1);
  for (; table[slot] !== NOBODY; slot = (slot + 1) & (table.length - 1)) {
    const r = corners[table[slot]];
    const s = nextOf(corners, table[slot]);
    if (Math.min(r, s) === low && Math.max(r, s) === high) return false;
  }
  table[slot] = i;
  return true;
}
