// R-Triangles 5.2, ADJ: a run-time database of the feature pairs that were tested already, where no pair of triangles
// represents them.

import { SEEN_COUNT, SEEN_SLOT_BYTES, SEEN_SLOTS } from './layout/ablations';
import { DOP_META } from './layout/meshes';
import {
  FEATURE_PAIR_BYTES,
  KIND_EDGE_EDGE,
  KIND_FACE_VERTEX,
  KIND_VERTEX_FACE,
  WORK_EDGES,
  WORK_EDGES_COUNT,
  WORK_MESH_A,
  WORK_MESH_B,
  WORK_VERTICES_A,
  WORK_VERTICES_A_COUNT,
  WORK_VERTICES_B,
  WORK_VERTICES_B_COUNT,
} from './layout/search';

/** Keeps the feature pairs (leaves, not faces) that are not in the table, and puts them there. It must have room for all. */
export function dropSeen(work: usize, table: usize, mask: u32): void {
  const isSelf = load<u32>(work, WORK_MESH_A) === load<u32>(work, WORK_MESH_B);
  const kindB = isSelf ? KIND_VERTEX_FACE : KIND_FACE_VERTEX;
  drop(work + WORK_VERTICES_A, work + WORK_VERTICES_A_COUNT, KIND_VERTEX_FACE, false, table, mask);
  drop(work + WORK_VERTICES_B, work + WORK_VERTICES_B_COUNT, kindB, false, table, mask);
  drop(work + WORK_EDGES, work + WORK_EDGES_COUNT, KIND_EDGE_EDGE, isSelf, table, mask);
}

function drop(list: usize, count: usize, kind: u32, isSelf: bool, table: usize, mask: u32): void {
  const begin = <usize>load<u32>(list);
  const end = begin + <usize>load<u32>(count) * FEATURE_PAIR_BYTES;
  let out = begin;
  for (let at = begin; at < end; at += FEATURE_PAIR_BYTES) {
    const first = load<u32>(at);
    const second = load<u32>(at, 4);
    const other = kind === KIND_EDGE_EDGE ? second : load<u32>(<usize>second, DOP_META);
    const swap = isSelf && first > other;
    store<u64>(out, load<u64>(at));
    if (isNew(keyOf(kind, swap ? other : first, swap ? first : other), table, mask))
      out += FEATURE_PAIR_BYTES;
  }
  store<u32>(count, <u32>(out - begin) / FEATURE_PAIR_BYTES);
}

function keyOf(kind: u32, first: u32, second: u32): u64 {
  return (((<u64>kind) << 62) | ((<u64>first) << 32) | <u64>second) + 1;
}

/** Puts the key into the first free slot from its own on, unless it is met on the way. */
function isNew(key: u64, table: usize, mask: u32): bool {
  const slots = table + SEEN_SLOTS;
  let slot = <u32>((key * 0x9e3779b97f4a7) >> 32) & mask;
  let there = load<u64>(slots + <usize>slot * SEEN_SLOT_BYTES);
  while (there !== 0) {
    if (there === key) return false;
    slot = (slot + 1) & mask;
    there = load<u64>(slots + <usize>slot * SEEN_SLOT_BYTES);
  }
  store<u64>(slots + <usize>slot * SEEN_SLOT_BYTES, key);
  store<u32>(table, load<u32>(table, SEEN_COUNT) + 1, SEEN_COUNT);
  return true;
}

/** Puts all of a table's pairs into a larger one, which is empty. */
export function moveSeen(from: usize, slots: u32, to: usize, mask: u32): void {
  const end = from + SEEN_SLOTS + <usize>slots * SEEN_SLOT_BYTES;
  for (let at = from + SEEN_SLOTS; at < end; at += SEEN_SLOT_BYTES) {
    const key = load<u64>(at);
    if (key !== 0) isNew(key, to, mask);
  }
}
