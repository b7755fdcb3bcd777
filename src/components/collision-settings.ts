import { ALL_STAGES, CONTACTS_ALL, EVERY_GROUP } from './constants.js';

/** What a user may choose for each entity. */
export interface CollisionSettings {
  readonly collider: Uint8Array;
  readonly selfCollision: Uint8Array;
  /** Distance at which surfaces count as touching. */
  readonly thickness: Float64Array;
  /** How early a time of contact may be, as a distance; 0 chooses one relative to the size of the mesh. */
  readonly tolerance: Float64Array;
  /** ADVANCEMENT_*; of two bodies the higher number is taken. The plugin's option `advancement` is the default. */
  readonly advancement: Uint8Array;
  /** SEPARATING_*; of two bodies the higher number is taken. */
  readonly separating: Uint8Array;
  /** Bits: two entities are tested where each one's mask has a bit of the other's group. */
  readonly group: Uint32Array;
  readonly mask: Uint32Array;
  readonly friction: Float64Array;
  readonly restitution: Float64Array;
  readonly stages: Uint8Array;
  readonly gpuCulling: Uint8Array;
  readonly contacts: Uint8Array;
}

export function createCollisionSettings(maxEntities: number): CollisionSettings {
  return {
    collider: new Uint8Array(maxEntities),
    selfCollision: new Uint8Array(maxEntities).fill(1),
    thickness: new Float64Array(maxEntities),
    tolerance: new Float64Array(maxEntities),
    advancement: new Uint8Array(maxEntities),
    separating: new Uint8Array(maxEntities),
    group: new Uint32Array(maxEntities).fill(1),
    mask: new Uint32Array(maxEntities).fill(EVERY_GROUP),
    friction: new Float64Array(maxEntities).fill(0.5),
    restitution: new Float64Array(maxEntities),
    stages: new Uint8Array(maxEntities).fill(ALL_STAGES),
    gpuCulling: new Uint8Array(maxEntities),
    contacts: new Uint8Array(maxEntities).fill(CONTACTS_ALL),
  };
}
