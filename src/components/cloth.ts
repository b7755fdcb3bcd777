/**
 * How a deformable moves by itself. Units: metres, kilograms, seconds. Thickness and friction are CollisionSettings'.
 */
export interface Cloth {
  /** 1: the cloth solver moves it. 0: its vertices go where `moveVertices` says. */
  readonly simulated: Uint8Array;
  /** Kilograms a square metre. */
  readonly density: Float64Array;
  /** How far an edge gives way, metres a newton, and the two corners across an edge: large numbers fold easily. */
  readonly stretchCompliance: Float64Array;
  readonly bendCompliance: Float64Array;
  /** Share of the velocity lost in a second, for small values. */
  readonly damping: Float64Array;
  readonly gravityScale: Float64Array;
  /** Kilograms a cubic metre of the air around it, times how well it catches it: 0 feels no air. */
  readonly drag: Float64Array;
  /** Of the air, metres a second. */
  readonly windX: Float64Array;
  readonly windY: Float64Array;
  readonly windZ: Float64Array;
  /** The volume that a closed surface keeps, as a share of that at rest: 1 for a soft body, 0 for none. */
  readonly volume: Float64Array;
  /** How far that volume gives way, cubic metres a pascal: what is missing of it, divided by this, is the pressure. 0: not at all. */
  readonly volumeCompliance: Float64Array;
  /** Draws the whole back to its shape at rest: 0 not at all, 1 at once, which is nearly rigid. */
  readonly shapeStiffness: Float64Array;
  /** Above 0: an edge that is stretched by more than this share of its length at rest tears. Infinity: never. With the part 'breaking'. */
  readonly tearing: Float64Array;
  /** How it is turned from its shape at rest, a unit quaternion: where the search for its shape begins. */
  readonly turnX: Float64Array;
  readonly turnY: Float64Array;
  readonly turnZ: Float64Array;
  readonly turnW: Float64Array;
  /** 1 where it lies still with all that it lies on, and is left out until something moves near it. */
  readonly asleep: Uint8Array;
  /** Seconds for which it has been still. */
  readonly idle: Float64Array;
  /** 1 where the solver came to coordinates that are not finite, or it has collapsed: it stays where it was. Write 0 to set it free. */
  readonly frozen: Uint8Array;
  /** In the last step: vertices with a place to go that were held back, counted once a sub-step. */
  readonly held: Uint32Array;
}

export function createCloth(maxEntities: number): Cloth {
  const numbers = () => new Float64Array(maxEntities);
  return {
    simulated: new Uint8Array(maxEntities),
    density: numbers().fill(0.2),
    stretchCompliance: numbers().fill(1e-7),
    bendCompliance: numbers().fill(1),
    damping: numbers().fill(0.1),
    gravityScale: numbers().fill(1),
    drag: numbers(),
    windX: numbers(),
    windY: numbers(),
    windZ: numbers(),
    volume: numbers(),
    volumeCompliance: numbers(),
    shapeStiffness: numbers(),
    tearing: numbers().fill(Number.POSITIVE_INFINITY),
    turnX: numbers(),
    turnY: numbers(),
    turnZ: numbers(),
    turnW: numbers().fill(1),
    asleep: new Uint8Array(maxEntities),
    idle: numbers(),
    frozen: new Uint8Array(maxEntities),
    held: new Uint32Array(maxEntities),
  };
}
