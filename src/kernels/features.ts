// What a triangle's feature record says: its corners and edges, which of them it represents, and who is near.
import {
  DOP_META,
  FEATURES_BYTES,
  FEATURES_CORNERS,
  FEATURES_COUNTS,
  FEATURES_EDGES,
  FEATURES_SIGNATURE_HIGH,
  FEATURES_SIGNATURE_LOW,
} from './layout/meshes';

/** The record of the triangle in a leaf. */
export function featuresOfLeaf(features: usize, leaf: usize): usize {
  return features + <usize>load<u32>(leaf, DOP_META) * FEATURES_BYTES;
}

/** The records of the two triangles of a pair of leaves. */
export function recordOfFirst(features: usize, leaves: u64): usize {
  return featuresOfLeaf(features, <usize>(<u32>leaves));
}

export function recordOfSecond(features: usize, leaves: u64): usize {
  return featuresOfLeaf(features, <usize>(leaves >> 32));
}

export function cornerOf(record: usize, k: u32): u32 {
  return load<u32>(record + ((<usize>k) << 2), FEATURES_CORNERS);
}

export function edgeOf(record: usize, k: u32): u32 {
  return load<u32>(record + ((<usize>k) << 2), FEATURES_EDGES);
}

/** How many corners the triangle represents: they are the first ones. */
export function representedCorners(record: usize): u32 {
  return load<u32>(record, FEATURES_COUNTS) & 3;
}

export function representedEdges(record: usize): u32 {
  return load<u32>(record, FEATURES_COUNTS) >> 2;
}

/** False where it is certain that the triangles are not adjacent and represent what the greedy assignment gave them. */
export function mayBeNear(a: usize, b: usize): bool {
  const low = load<u32>(a, FEATURES_SIGNATURE_LOW) & load<u32>(b, FEATURES_SIGNATURE_LOW);
  const high = load<u32>(a, FEATURES_SIGNATURE_HIGH) & load<u32>(b, FEATURES_SIGNATURE_HIGH);
  return (low | high) !== 0;
}

/** Whether two triangles share a vertex. */
export function areAdjacent(a: usize, b: usize): bool {
  const same = equalToAny(v128.load(a, FEATURES_CORNERS), v128.load(b, FEATURES_CORNERS));
  return v128.any_true(v128.and(same, i32x4(-1, -1, -1, 0)));
}

/** In lanes 0..2: whether that lane of `a` equals one of the lanes 0..2 of `b`. */
export function equalToAny(a: v128, b: v128): v128 {
  return v128.or(
    v128.or(i32x4.eq(a, b), i32x4.eq(a, v128.shuffle<i32>(b, b, 1, 2, 0, 3))),
    i32x4.eq(a, v128.shuffle<i32>(b, b, 2, 0, 1, 3)),
  );
}

export function hasCorner(record: usize, vertex: u32): bool {
  const same = i32x4.eq(v128.load(record, FEATURES_CORNERS), i32x4.splat(vertex));
  return v128.any_true(v128.and(same, i32x4(-1, -1, -1, 0)));
}
