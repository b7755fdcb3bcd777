/** How a cloth is made: what a user may choose for each. Units: metres, kilograms, seconds. */
export interface ClothSettings {
  /** Kilograms a square metre. */
  readonly density: number;
  /** How far an edge gives way, metres a newton: 0 does not stretch. */
  readonly stretchCompliance: number;
  /** The same between the two corners across an edge: a large number folds easily. */
  readonly bendCompliance: number;
  /** Share of the velocity lost in a second. */
  readonly damping: number;
  /** Coulomb's coefficient; two surfaces have the geometric mean of theirs. */
  readonly friction: number;
  /** Where a world knows of rules and materials: COMBINE_*, and the material's number. */
  readonly frictionRule: number;
  readonly material: number;
  /** The distance that surfaces keep; 0 takes a quarter of the mean edge. */
  readonly thickness: number;
  readonly gravity: readonly [x: number, y: number, z: number];
  /** Whether it keeps off itself. */
  readonly selfCollision: boolean;
  /** Draws the whole back to its shape at rest in each sub-step: 0 not at all, 1 at once, which is nearly rigid. */
  readonly shapeStiffness: number;
  /** Kilograms a cubic metre of the air, times how well it catches it; 0 feels no air. */
  readonly drag: number;
  /** Metres a second. */
  readonly wind: readonly [x: number, y: number, z: number];
  /** The volume that a closed surface keeps, as a share of that at rest; 0 keeps none. */
  readonly volume: number;
  /** How far that volume gives way, cubic metres a pascal: 0 not at all. */
  readonly volumeCompliance: number;
  readonly group: number;
  readonly mask: number;
}

export const CLOTH_DEFAULTS: ClothSettings = {
  density: 0.2,
  stretchCompliance: 1e-7,
  bendCompliance: 1,
  damping: 0.1,
  friction: 0.5,
  frictionRule: 0,
  material: 0,
  thickness: 0,
  gravity: [0, -9.81, 0],
  selfCollision: true,
  shapeStiffness: 0,
  drag: 0,
  wind: [0, 0, 0],
  volume: 0,
  volumeCompliance: 0,
  group: 1,
  mask: 0xffffffff,
};
