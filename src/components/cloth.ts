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
    held: new Uint32Array(maxEntities),
  };
}
