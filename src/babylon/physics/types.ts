// The names of Babylon's physics that the plugin uses. `babylonjs` and `@babylonjs/core` both have them.

export interface Vector {
  x: number;
  y: number;
  z: number;
}

export interface Quaternion extends Vector {
  w: number;
}

export interface Settable extends Vector {
  set(x: number, y: number, z: number): unknown;
}

export type VectorMaker = new (x: number, y: number, z: number) => Settable;

export interface Turn extends Quaternion {
  set(x: number, y: number, z: number, w: number): unknown;
  toEulerAnglesToRef(angles: unknown): unknown;
}

export type QuaternionMaker = new (x: number, y: number, z: number, w: number) => Turn;

export interface PhysicsNode {
  readonly name: string;
  readonly absolutePosition: Vector;
  readonly absoluteRotationQuaternion: Quaternion;
  readonly position: Settable;
  readonly scaling: Vector;
  /** Euler's angles, where there is no quaternion. */
  readonly rotation: Settable;
  readonly rotationQuaternion: Turn | null;
  readonly parent: PhysicsNode | null;
  readonly physicsBody?: unknown;
  computeWorldMatrix(force: boolean): { readonly m: ArrayLike<number> };
  dispose(): void;
}

export interface PhysicsMesh extends PhysicsNode {
  getChildMeshes?(directDescendantsOnly?: boolean): PhysicsMesh[];
  getTotalVertices?(): number;
}

/** Babylon's PhysicsBody. Its `_pluginData` is the plugin's to write. */
export interface PhysicsBody {
  _pluginData: unknown;
  /** What its getter `shape` reads. Babylon writes it before it asks whether the shape can be. */
  _shape: unknown;
  readonly transformNode: PhysicsNode;
  readonly startAsleep?: boolean;
  disableSync?: boolean;
  getPrestepType?(): number;
  dispose(): void;
}

/** Babylon's PhysicsShape. */
export interface PhysicsShape {
  _pluginData: unknown;
}

export interface MassProperties {
  readonly mass?: number;
  readonly centerOfMass?: Vector;
  /** Principal moments for one kilogram. */
  readonly inertia?: Vector;
  readonly inertiaOrientation?: Quaternion;
}

export interface Material {
  readonly friction?: number;
  readonly staticFriction?: number;
  readonly restitution?: number;
  readonly frictionCombine?: number;
  readonly restitutionCombine?: number;
}

export interface ShapeParameters {
  readonly center?: Vector;
  readonly radius?: number;
  readonly pointA?: Vector;
  readonly pointB?: Vector;
  readonly rotation?: Quaternion;
  readonly extents?: Vector;
  readonly mesh?: PhysicsMesh;
  readonly includeChildMeshes?: boolean;
  readonly groundMesh?: PhysicsMesh;
  /** Only a PhysicsAggregate has one here: it hands its own options over. */
  readonly mass?: number;
}

export interface RaycastQuery {
  readonly membership?: number;
  readonly collideWith?: number;
  readonly shouldHitTriggers?: boolean;
  readonly ignoreBody?: unknown;
}

/** Babylon's PhysicsRaycastResult, as far as a ray writes it. */
export interface RaycastResult {
  body?: unknown;
  bodyIndex?: number | undefined;
  shape?: unknown;
  reset(from: unknown, to: unknown): void;
  setHitData(normal: Vector, point: Vector, triangle?: number): void;
  setHitDistance(distance: number): void;
}

/** Values of Babylon's PhysicsMotionType. */
export const STATIC = 0;
export const ANIMATED = 1;
export const DYNAMIC = 2;

/** Values of Babylon's PhysicsPrestepType. */
export const PRESTEP_DISABLED = 0;
export const PRESTEP_ACTION = 2;

/** Values of Babylon's PhysicsMaterialCombineMode. */
export const MINIMUM = 1;
export const MAXIMUM = 2;

/** Values of Babylon's PhysicsShapeType, by number. */
export const SHAPE_TYPES = [
  'sphere',
  'capsule',
  'cylinder',
  'box',
  'convex hull',
  'container',
  'mesh',
  'height field',
] as const;
export type ShapeType = (typeof SHAPE_TYPES)[number];

// Babylon's own classes, which this package does not import: what has one of them where Babylon asks for it.
// biome-ignore lint/suspicious/noExplicitAny: `babylonjs` and `@babylonjs/core` have classes of the same names that differ.
export type OfBabylon = any;
