import { ALL_STAGES, CONTACTS_ALL, CONTINUOUS_ON, EVERY_GROUP } from './constants.js';

/** What a user may choose for each entity. */
export interface CollisionSettings {
  /** COLLIDER_*: solid, a sensor, or off. */
  readonly collider: Uint8Array;
  /** 1: a deformable is searched for contacts with itself. */
  readonly selfCollision: Uint8Array;
  /** Distance at which surfaces count as touching. */
  readonly thickness: Float64Array;
  /** How early a time of contact may be, as a distance; 0 chooses one relative to the size of the mesh. */
  readonly tolerance: Float64Array;
  /** ADVANCEMENT_*; of two bodies the higher number is taken. The plugin's option `advancement` is the default. */
  readonly advancement: Uint8Array;
  /** CONTINUOUS_*: whether a rigid body's motion is certified; always unless it is chosen. */
  readonly rigid: Uint8Array;
  /** SEPARATING_*; of two bodies the higher number is taken. */
  readonly separating: Uint8Array;
  /** Bits: two entities are tested where each one's mask has a bit of the other's group. */
  readonly group: Uint32Array;
  readonly mask: Uint32Array;
  /** How much a surface resists sliding; 0.5 by default. */
  readonly friction: Float64Array;
  /** The share of a velocity that a bounce gives back; 0 by default. */
  readonly restitution: Float64Array;
  /** COMBINE_*: what becomes of two frictions, and of two restitutions. */
  readonly frictionRule: Uint8Array;
  readonly restitutionRule: Uint8Array;
  /** A number of the user's choice, by which `setMaterialPair` knows what it is made of. */
  readonly material: Uint8Array;
  /** 1: a body that rests with all that it touches falls asleep. 0: it never does, nor does what it touches. */
  readonly sleep: Uint8Array;
  /** OVERLAP_*: whether bodies that are put where they overlap are pushed apart, gently, or reported. */
  readonly overlap: Uint8Array;
  /** STAGE_* bits: which culling stages run. None changes what is found. */
  readonly stages: Uint8Array;
  /** GPU_CULLING_*: whether the visibility backend draws it. */
  readonly gpuCulling: Uint8Array;
  /** CONTACTS_FIRST or CONTACTS_ALL; of two, first where both say so. */
  readonly contacts: Uint8Array;
}

export function createCollisionSettings(maxEntities: number): CollisionSettings {
  return {
    collider: new Uint8Array(maxEntities),
    selfCollision: new Uint8Array(maxEntities).fill(1),
    thickness: new Float64Array(maxEntities),
    tolerance: new Float64Array(maxEntities),
    advancement: new Uint8Array(maxEntities),
    rigid: new Uint8Array(maxEntities).fill(CONTINUOUS_ON),
    separating: new Uint8Array(maxEntities),
    group: new Uint32Array(maxEntities).fill(1),
    mask: new Uint32Array(maxEntities).fill(EVERY_GROUP),
    friction: new Float64Array(maxEntities).fill(0.5),
    restitution: new Float64Array(maxEntities),
    frictionRule: new Uint8Array(maxEntities),
    restitutionRule: new Uint8Array(maxEntities),
    material: new Uint8Array(maxEntities),
    overlap: new Uint8Array(maxEntities),
    sleep: new Uint8Array(maxEntities).fill(1),
    stages: new Uint8Array(maxEntities).fill(ALL_STAGES),
    gpuCulling: new Uint8Array(maxEntities),
    contacts: new Uint8Array(maxEntities).fill(CONTACTS_ALL),
  };
}
