/**
 * A rigid body: where its mesh's origin is, how it turns, how heavy it is. Units: metres, kilograms, seconds, radians.
 */
export interface RigidBody {
  readonly motion: Uint8Array;
  readonly px: Float64Array;
  readonly py: Float64Array;
  readonly pz: Float64Array;
  /** Rotation, a unit quaternion. */
  readonly qx: Float64Array;
  readonly qy: Float64Array;
  readonly qz: Float64Array;
  readonly qw: Float64Array;
  readonly vx: Float64Array;
  readonly vy: Float64Array;
  readonly vz: Float64Array;
  /** Angular velocity about the world's axes. */
  readonly wx: Float64Array;
  readonly wy: Float64Array;
  readonly wz: Float64Array;
  readonly mass: Float64Array;
  /** Largest distance of a vertex from the mesh's origin. */
  readonly radius: Float64Array;
}

export function createRigidBody(maxEntities: number): RigidBody {
  const numbers = () => new Float64Array(maxEntities);
  return {
    motion: new Uint8Array(maxEntities),
    px: numbers(),
    py: numbers(),
    pz: numbers(),
    qx: numbers(),
    qy: numbers(),
    qz: numbers(),
    qw: numbers().fill(1),
    vx: numbers(),
    vy: numbers(),
    vz: numbers(),
    wx: numbers(),
    wy: numbers(),
    wz: numbers(),
    mass: numbers().fill(1),
    radius: numbers(),
  };
}
