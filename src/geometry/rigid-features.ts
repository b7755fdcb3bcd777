import {
  FEATURE_EDGE,
  FEATURE_FACE,
  NEAR_BYTES,
  NEAR_DISTANCE,
  NEAR_FEATURE_A,
  NEAR_FEATURE_B,
  NEAR_NORMAL,
  NEAR_POINT_A,
  NEAR_POINT_B,
  NEAR_SLOT_A,
  NEAR_SLOT_B,
  RIGID_CORNERS,
  RIGID_TRIANGLE_IDS,
} from '../kernels/layout.js';
import type { Arena, BlockId } from '../memory/arena.js';

export type Point = [number, number, number];

/** A part of a mesh, by the numbers that the mesh was given with. */
export type RigidFeature =
  | { readonly kind: 'vertex'; readonly vertex: number }
  | { readonly kind: 'edge'; readonly vertices: readonly [number, number] }
  | { readonly kind: 'face'; readonly triangle: number };

/** Two features and where they are closest, in world coordinates. */
export interface NearPair {
  /** 0 where the triangles touch or cross. */
  readonly distance: number;
  readonly pointA: Point;
  readonly pointB: Point;
  /** Unit length, from A to B. */
  readonly normal: Point;
  readonly triangleA: number;
  readonly triangleB: number;
  readonly featureA: RigidFeature;
  readonly featureB: RigidFeature;
}

/** The triangle in a slot of a mesh's leaf order. */
export function triangleAt(arena: Arena, mesh: BlockId, slot: number): number {
  const at = arena.address(mesh);
  return arena.u32[((at + arena.u32[(at + RIGID_TRIANGLE_IDS) >> 2]) >> 2) + slot];
}

export function featureAt(arena: Arena, mesh: BlockId, slot: number, feature: number): RigidFeature {
  if (feature === FEATURE_FACE) return { kind: 'face', triangle: triangleAt(arena, mesh, slot) };
  const at = arena.address(mesh);
  const corners = ((at + arena.u32[(at + RIGID_CORNERS) >> 2]) >> 2) + 3 * slot;
  const k = feature % FEATURE_EDGE;
  const first = arena.u32[corners + k];
  if (feature < FEATURE_EDGE) return { kind: 'vertex', vertex: first };
  const second = arena.u32[corners + ((k + 1) % 3)];
  return { kind: 'edge', vertices: first < second ? [first, second] : [second, first] };
}

/** One name a feature, whichever triangle it was found on. */
export function featureKey(feature: RigidFeature): string {
  if (feature.kind === 'vertex') return `v${feature.vertex}`;
  return feature.kind === 'edge' ? `e${feature.vertices[0]}-${feature.vertices[1]}` : `f${feature.triangle}`;
}

/** Reads NEAR records and drops pairs of features that were found before on neighbouring triangles. */
export function readNearPairs(
  arena: Arena,
  meshA: BlockId,
  meshB: BlockId,
  address: number,
  count: number,
): NearPair[] {
  const pairs = new Map<string, NearPair>();
  for (let i = 0; i < count; i++) {
    const pair = readNearPair(arena, meshA, meshB, address + i * NEAR_BYTES);
    const key = `${featureKey(pair.featureA)} ${featureKey(pair.featureB)}`;
    const before = pairs.get(key);
    if (before === undefined || pair.distance < before.distance) pairs.set(key, pair);
  }
  return [...pairs.values()];
}

function readNearPair(arena: Arena, meshA: BlockId, meshB: BlockId, at: number): NearPair {
  const point = (offset: number): Point => {
    const i = (at + offset) >> 3;
    return [arena.f64[i], arena.f64[i + 1], arena.f64[i + 2]];
  };
  const word = (offset: number) => arena.u32[(at + offset) >> 2];
  return {
    distance: arena.f64[(at + NEAR_DISTANCE) >> 3],
    pointA: point(NEAR_POINT_A),
    pointB: point(NEAR_POINT_B),
    normal: point(NEAR_NORMAL),
    triangleA: triangleAt(arena, meshA, word(NEAR_SLOT_A)),
    triangleB: triangleAt(arena, meshB, word(NEAR_SLOT_B)),
    featureA: featureAt(arena, meshA, word(NEAR_SLOT_A), word(NEAR_FEATURE_A)),
    featureB: featureAt(arena, meshB, word(NEAR_SLOT_B), word(NEAR_FEATURE_B)),
  };
}
