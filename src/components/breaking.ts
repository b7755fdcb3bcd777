/**
 * Bodies and deformables that break, and what broke off them.
 */
export interface Breaking {
  /** Newton seconds of contact in one step above which a body or a deformable whose mesh has pieces breaks. Infinity: never. */
  readonly strength: Float64Array;
  /** What contacts pushed it with in the last step, newton seconds: where it may break. */
  readonly impulse: Float64Array;
  /** The entity that this one broke off, made by the plugin; 0 for entities that a user added. */
  readonly parent: Uint32Array;
}

export function createBreaking(maxEntities: number): Breaking {
  return {
    strength: new Float64Array(maxEntities).fill(Number.POSITIVE_INFINITY),
    impulse: new Float64Array(maxEntities),
    parent: new Uint32Array(maxEntities),
  };
}
