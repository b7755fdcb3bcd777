// ICCD V-E, 1: orphans after a cut. Only pairs of edges of which a changed face has or had one can be others than before, and pairs with
// a vertex of a face that is near a changed one. Such vertices and edges are marked, a byte each: pairs without a mark are copied, and the
// orphans of what has one are found anew.
import { edgeOf } from './features';
import {
  BLOCK_EDGE_COUNT,
  BLOCK_FEATURES,
  BLOCK_ORPHAN_EDGE_COUNT,
  BLOCK_ORPHAN_EDGES,
  BLOCK_ORPHAN_VERTEX_COUNT,
  BLOCK_ORPHAN_VERTICES,
  BLOCK_TRIANGLES,
  BLOCK_VERTEX_COUNT,
  FEATURES_BYTES,
  NONE,
} from './layout/meshes';
import { FEATURE_PAIR_BYTES } from './layout/search';
import { orphansAtEdge, orphansAtVertex, sectionOf } from './orphans';
import { newEdge } from './recut';
import { mergePairs, putPair, sortPairs } from './sort-pairs';

/** Marks the corners of faces, of which `faces` is a list. */
export function markCorners(mesh: usize, faces: usize, count: u32, marks: usize): void {
  const triangles = sectionOf(mesh, BLOCK_TRIANGLES);
  for (let end = faces + ((<usize>count) << 2); faces < end; faces += 4) {
    const corners = triangles + <usize>load<u32>(faces) * 12;
    for (let k: usize = 0; k < 12; k += 4) store<u8>(marks + <usize>load<u32>(corners + k), 1);
  }
}

/** Marks the edges that faces had, by the numbers that `shifts` makes of those, and have. */
export function markEdges(
  old: usize,
  mesh: usize,
  faces: usize,
  count: u32,
  shifts: usize,
  marks: usize,
): void {
  const before = sectionOf(old, BLOCK_FEATURES);
  const after = sectionOf(mesh, BLOCK_FEATURES);
  for (let end = faces + ((<usize>count) << 2); faces < end; faces += 4) {
    const record = <usize>load<u32>(faces) * FEATURES_BYTES;
    for (let k: u32 = 0; k < 3; k++) {
      const had = newEdge(shifts, edgeOf(before + record, k));
      if (had !== NONE) store<u8>(marks + <usize>had, 1);
      store<u8>(marks + <usize>edgeOf(after + record, k), 1);
    }
  }
}

/**
 * The orphans of vertices after a cut, sorted; `old` is the block of before. `to` has room for `capacity` pairs, and for as many behind them.
 * Returns how many there are: if that is more, the list is not finished.
 */
export function recutVertexOrphans(mesh: usize, old: usize, marks: usize, to: usize, capacity: u32): u32 {
  const end = behind(to, capacity);
  const count = load<u32>(mesh, BLOCK_VERTEX_COUNT);
  let out = to;
  let pair = sectionOf(old, BLOCK_ORPHAN_VERTICES);
  for (
    const known = behind(pair, load<u32>(old, BLOCK_ORPHAN_VERTEX_COUNT));
    pair < known;
    pair += FEATURE_PAIR_BYTES
  ) {
    const vertex = load<u32>(pair);
    if (load<u8>(marks + <usize>vertex) === 0) out = putPair(vertex, load<u32>(pair, 4), out, end);
  }
  const found = out;
  for (let vertex = nextMark(marks, 0, count); vertex < count; vertex = nextMark(marks, vertex + 1, count))
    out = orphansAtVertex(mesh, vertex, out, end);
  return sorted(to, found, out, end);
}

/** The same of edges, whose old numbers `shifts` makes new ones of. */
export function recutEdgeOrphans(
  mesh: usize,
  old: usize,
  marks: usize,
  shifts: usize,
  to: usize,
  capacity: u32,
): u32 {
  const end = behind(to, capacity);
  const count = load<u32>(mesh, BLOCK_EDGE_COUNT);
  let out = to;
  let pair = sectionOf(old, BLOCK_ORPHAN_EDGES);
  for (
    const known = behind(pair, load<u32>(old, BLOCK_ORPHAN_EDGE_COUNT));
    pair < known;
    pair += FEATURE_PAIR_BYTES
  ) {
    const one = newEdge(shifts, load<u32>(pair));
    const other = newEdge(shifts, load<u32>(pair, 4));
    if (isKept(marks, one) && isKept(marks, other)) out = putPair(one, other, out, end);
  }
  const found = out;
  for (let edge = nextMark(marks, 0, count); edge < count; edge = nextMark(marks, edge + 1, count))
    out = orphansAtEdge(mesh, edge, marks, out, end);
  return sorted(to, found, out, end);
}

function behind(pairs: usize, count: u32): usize {
  return pairs + <usize>count * FEATURE_PAIR_BYTES;
}

function isKept(marks: usize, edge: u32): bool {
  return edge !== NONE && load<u8>(marks + <usize>edge) === 0;
}

/** The place of the first mark from `from` on, or `count`. Marks are looked at by eights: behind the last one there is room for seven. */
function nextMark(marks: usize, from: u32, count: u32): u32 {
  let at = from;
  while (at < count) {
    if (load<u8>(marks + <usize>at) !== 0) return at;
    at++;
    while (at < count && load<u64>(marks + <usize>at) === 0) at += 8;
  }
  return count;
}

/** Kept pairs keep their order, and those found come in between. Returns how many there are. */
function sorted(to: usize, found: usize, out: usize, end: usize): u32 {
  if (out <= end) {
    sortPairs(found, out - found, end);
    mergePairs(to, found, out, end);
    memory.copy(to, end, out - to);
  }
  return <u32>((out - to) / FEATURE_PAIR_BYTES);
}
