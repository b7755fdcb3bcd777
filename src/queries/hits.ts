export type Vector = readonly [x: number, y: number, z: number];

/** Which colliders a query looks at. */
export interface QueryFilter {
  /** Bits: entities whose `CollisionSettings.group` has one of them. All unless given. */
  readonly mask?: number;
  /** Entities left out. */
  readonly exclude?: readonly number[];
  /** Sensors are left out unless this is true. */
  readonly sensors?: boolean;
  /** The closest entity only, or all of them, the closest first. */
  readonly all?: boolean;
}

/** A ball, or a capsule along its own y axis with half balls at `halfHeight` from its middle. */
export interface RoundShape {
  /** Metres. */
  readonly radius: number;
  /** From its middle to the centre of either half ball; 0, a ball, unless given. */
  readonly halfHeight?: number;
}

/** A loaded mesh. It meets rigid bodies; deformables are left out. */
export interface MeshShape {
  /** What `loadMesh` gave. */
  readonly mesh: number;
}

/** What is cast, or asked for overlaps. */
export type QueryShape = RoundShape | MeshShape;

/** Where a shape is. */
export interface ShapePose {
  /** Where its middle, or a mesh's origin, is. */
  readonly position: Vector;
  /** A unit quaternion; none turns nothing. */
  readonly rotation?: readonly [x: number, y: number, z: number, w: number];
}

/** Where an entity is met first. */
export interface CastHit {
  /** Who is met. */
  readonly entity: number;
  /** Share of the way, 0 to 1: never late. 0 where the shape begins in contact and does not leave it. */
  readonly time: number;
  /** On the entity's surface. */
  readonly point: Vector;
  /** From the surface towards the shape, unit length. */
  readonly normal: Vector;
  /** The triangle of the entity's mesh. */
  readonly triangle: number;
}

/** Where a ray meets an entity first. */
export interface RayHit extends CastHit {
  /** Metres from the origin. */
  readonly distance: number;
}

/** An entity that a shape overlaps. */
export interface OverlapHit {
  /** Who is overlapped. */
  readonly entity: number;
  /** A triangle within reach. */
  readonly triangle: number;
}
