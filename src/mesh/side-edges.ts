import { FEATURES_BYTES, FEATURES_EDGES, NONE } from '../kernels/layout/meshes.js';

/**
 * What says which edge each side of a triangle is: a list of all sides, or, where that is empty, the features of triangles. Data, and not a
 * function: an engine forgets compiled code as soon as the functions that it calls are collected, and a cut would be compiled each time.
 */
export interface SideEdges {
  readonly listed: Uint32Array;
  readonly triangles: Uint32Array;
  readonly features: Uint32Array;
}

export const NO_LIST = /* @__PURE__ */ new Uint32Array(0);

/** The edge that joins the corners k and (k + 1) % 3 of triangle t, of the side 3 t + k. */
export function edgeOf(
  { edges, sides }: { readonly edges: Uint32Array; readonly sides: SideEdges },
  side: number,
): number {
  const { features, listed, triangles } = sides;
  return listed.length > 0 ? listed[side] : edgeByFeatures(triangles, edges, features, side);
}

/** A triangle's features name its edges in another order than its sides have: each joins the two corners that are not across it. */
export function edgeByFeatures(
  triangles: Uint32Array,
  edges: Uint32Array,
  features: Uint32Array,
  side: number,
): number {
  const triangle = Math.floor(side / 3);
  const first = 3 * triangle;
  const across = triangles[side === first ? first + 2 : side - 1];
  const others = triangles[first] ^ triangles[first + 1] ^ triangles[first + 2] ^ across;
  const record = triangle * (FEATURES_BYTES / 4) + FEATURES_EDGES / 4;
  for (let j = record; j < record + 3; j++) {
    const edge = features[j];
    if ((edges[2 * edge] ^ edges[2 * edge + 1]) === others) return edge;
  }
  return NONE;
}
