/**
 * A rigid body: where its mesh's origin is, how it turns, how heavy it is. Units: metres, kilograms, seconds, radians.
 * A dynamic body turns about its centre of mass, a kinematic or fixed one about its origin; vx, vy, vz are the velocity
 * of that point.
 */
export interface RigidBody {
  /** MOTION_*: dynamic, kinematic or fixed. */
  readonly motion: Uint8Array;
  /** Where the mesh's origin is. */
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
  /** The centre of mass, in the mesh's frame. Written when the body enters, unless its inertia is given. */
  readonly cx: Float64Array;
  readonly cy: Float64Array;
  readonly cz: Float64Array;
  /** Inertia about the centre of mass, in the mesh's frame. All 0: that of the volume that the mesh encloses. */
  readonly ixx: Float64Array;
  readonly iyy: Float64Array;
  readonly izz: Float64Array;
  readonly ixy: Float64Array;
  readonly ixz: Float64Array;
  readonly iyz: Float64Array;
  /** Force on the centre of mass and torque, in the world's axes; they stay until they are written again. */
  readonly fx: Float64Array;
  readonly fy: Float64Array;
  readonly fz: Float64Array;
  readonly tx: Float64Array;
  readonly ty: Float64Array;
  readonly tz: Float64Array;
  /** How much of the world's gravity the body feels. */
  readonly gravityScale: Float64Array;
  /** Share of the velocity lost each second, for small values. */
  readonly linearDamping: Float64Array;
  readonly angularDamping: Float64Array;
  /** LOCK_* bits: the world's axes along and about which the body does not move. Velocities that it has there become 0 when a step begins. */
  readonly locks: Uint8Array;
  /** 1 where the body rests with all that it touches, and is left out until something moves it. */
  readonly asleep: Uint8Array;
  /** Seconds for which the body has been slow enough to fall asleep. */
  readonly idle: Float64Array;
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
    cx: numbers(),
    cy: numbers(),
    cz: numbers(),
    ixx: numbers(),
    iyy: numbers(),
    izz: numbers(),
    ixy: numbers(),
    ixz: numbers(),
    iyz: numbers(),
    fx: numbers(),
    fy: numbers(),
    fz: numbers(),
    tx: numbers(),
    ty: numbers(),
    tz: numbers(),
    gravityScale: numbers().fill(1),
    linearDamping: numbers(),
    angularDamping: numbers(),
    locks: new Uint8Array(maxEntities),
    asleep: new Uint8Array(maxEntities),
    idle: numbers(),
    radius: numbers(),
  };
}
