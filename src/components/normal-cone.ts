/**
 * A deformable's continuous normal cones, one a tree node (ICCD IV). The cones lie in the arena.
 */
export interface NormalCones {
  /** Block of the cones; 0 where the entity has none. */
  readonly cones: Uint32Array;
  /** How many nodes topology allows to be skipped at all. */
  readonly skippableNodes: Uint32Array;
}

export function createNormalCones(maxEntities: number): NormalCones {
  return { cones: new Uint32Array(maxEntities), skippableNodes: new Uint32Array(maxEntities) };
}
