// What we use of Rapier, by shape: every build of it fits, the deterministic one as well.

export interface RapierVector {
  x: number;
  y: number;
  z: number;
}

export interface RapierRotation extends RapierVector {
  w: number;
}

export interface RapierBody {
  readonly handle: number;
  isValid(): boolean;
  isSleeping(): boolean;
  sleep(): void;
  translation(target?: RapierVector): RapierVector;
  rotation(target?: RapierRotation): RapierRotation;
  linvel(target?: RapierVector): RapierVector;
  angvel(target?: RapierVector): RapierVector;
  userForce(target?: RapierVector): RapierVector;
  userTorque(target?: RapierVector): RapierVector;
  setTranslation(to: RapierVector, wakeUp: boolean): void;
  setRotation(to: RapierRotation, wakeUp: boolean): void;
  setLinvel(to: RapierVector, wakeUp: boolean): void;
  setAngvel(to: RapierVector, wakeUp: boolean): void;
  bodyType(): number;
  mass(): number;
  localCom(): RapierVector;
  principalInertia(): RapierVector;
  setBodyType(type: number, wakeUp: boolean): void;
  setEnabledTranslations(x: boolean, y: boolean, z: boolean, wakeUp: boolean): void;
  setEnabledRotations(x: boolean, y: boolean, z: boolean, wakeUp: boolean): void;
  setAdditionalMassProperties(
    mass: number,
    centre: RapierVector,
    moments: RapierVector,
    frame: RapierRotation,
    wakeUp: boolean,
  ): void;
  numColliders(): number;
  collider(i: number): RapierCollider;
  nextTranslation(target?: RapierVector): RapierVector;
  nextRotation(target?: RapierRotation): RapierRotation;
  setNextKinematicTranslation(to: RapierVector): void;
  setNextKinematicRotation(to: RapierRotation): void;
}

export interface RapierCollider {
  readonly handle: number;
  isValid(): boolean;
  setCollisionGroups(groups: number): void;
  setFriction(friction: number): void;
  setRestitution(restitution: number): void;
  setFrictionCombineRule(rule: number): void;
  setRestitutionCombineRule(rule: number): void;
  setSensor(isSensor: boolean): void;
  setEnabled(enabled: boolean): void;
  activeEvents(): number;
  setActiveEvents(events: number): void;
  contactForceEventThreshold(): number;
  setContactForceEventThreshold(force: number): void;
  translation(): RapierVector;
  rotation(): RapierRotation;
  shapeType(): number;
  setShape(shape: object): void;
  collisionGroups(): number;
  isEnabled(): boolean;
  isSensor(): boolean;
  friction(): number;
  frictionCombineRule(): number;
  restitution(): number;
  restitutionCombineRule(): number;
  contactSkin(): number;
  setContactSkin(thickness: number): void;
  solverGroups(): number;
  setSolverGroups(groups: number): void;
  parent(): RapierBody | null;
  translationWrtParent(): RapierVector | null;
  rotationWrtParent(): RapierRotation | null;
  setTranslation(to: RapierVector): void;
  setRotation(to: RapierRotation): void;
  setTranslationWrtParent(to: RapierVector): void;
  setRotationWrtParent(to: RapierRotation): void;
  heightfieldHeights(): Float32Array;
  heightfieldScale(): RapierVector | null;
  heightfieldNRows(): number;
  heightfieldNCols(): number;
}

export interface RapierManifold {
  numContacts(): number;
  contactDist(i: number): number;
  localContactPoint1(i: number, target?: RapierVector): RapierVector | null;
  normal(target?: RapierVector): RapierVector;
  numSolverContacts(): number;
}

/** A queue of Rapier's events. */
export interface RapierEventQueue {
  drainCollisionEvents(visit: (a: number, b: number, started: boolean) => void): void;
  drainContactForceEvents(visit: (event: RapierForce) => void): void;
  drainSoftBodyTearEvents?(visit: (event: unknown) => void): void;
  clear(): void;
  free(): void;
}

/** Forces between two colliders. */
export interface RapierForce {
  collider1(): number;
  collider2(): number;
  totalForce(target?: RapierVector): RapierVector;
  totalForceMagnitude(): number;
  maxForceDirection(target?: RapierVector): RapierVector;
  maxForceMagnitude(): number;
}

/** What Rapier asks of pairs of colliders with active hooks. */
export interface RapierHooks {
  filterContactPair(collider1: number, collider2: number, body1: number, body2: number): number | null;
  filterIntersectionPair(collider1: number, collider2: number, body1: number, body2: number): boolean;
}

export interface RapierJoint {
  readonly handle: number;
  body1(): RapierBody;
  body2(): RapierBody;
  type(): number;
  anchor1(target?: RapierVector): RapierVector;
  anchor2(target?: RapierVector): RapierVector;
  frameX1(target?: RapierRotation): RapierRotation;
  frameX2(target?: RapierRotation): RapierRotation;
  limitsEnabled?(): boolean;
  limitsMin?(): number;
  limitsMax?(): number;
}

interface RapierJoints<Joint> {
  len(): number;
  forEach(visit: (joint: Joint) => void): void;
}

interface RapierMultibodyJoints {
  len(): number;
  forEachJointHandleAttachedToRigidBody(body: number, visit: (joint: number) => void): void;
}

/** A Rapier world, as far as it is used here. */
export interface RapierWorld {
  gravity: RapierVector;
  timestep: number;
  lengthUnit: number;
  readonly bodies: { len(): number };
  readonly integrationParameters?: object;
  readonly islands?: object;
  readonly broadPhase?: object;
  readonly narrowPhase?: object;
  readonly softBodies?: object;
  readonly serializationPipeline?: { serializeAll(...parts: unknown[]): Uint8Array };
  readonly impulseJoints: RapierJoints<RapierJoint>;
  readonly multibodyJoints: RapierMultibodyJoints;
  createRigidBody(desc: object): RapierBody;
  removeRigidBody(body: object): void;
  getRigidBody(handle: number): RapierBody;
  createCollider(desc: object, parent?: object): RapierCollider;
  readonly colliders: { len(): number };
  getCollider(handle: number): RapierCollider | null;
  removeCollider(collider: object, wakeUp: boolean): void;
  forEachCollider(visit: (collider: RapierCollider) => void): void;
  forEachRigidBody(visit: (body: RapierBody) => void): void;
  contactPairsWith(collider: RapierCollider, visit: (other: RapierCollider) => void): void;
  intersectionPairsWith(collider: RapierCollider, visit: (other: RapierCollider) => void): void;
  intersectionPair(a: RapierCollider, b: RapierCollider): boolean;
  contactPair(
    a: RapierCollider,
    b: RapierCollider,
    visit: (manifold: RapierManifold, flipped: boolean) => void,
  ): void;
  step(queue?: RapierEventQueue, hooks?: RapierHooks): void;
  propagateModifiedBodyPositionsToColliders(): void;
  takeSnapshot(): Uint8Array;
  free(): void;
}

interface BodyDesc {
  setCanSleep(can: boolean): unknown;
  setCcdEnabled(enabled: boolean): unknown;
  setGravityScale(scale: number): unknown;
}

interface ColliderDesc {
  setDensity(density: number): unknown;
  setSensor(isSensor: boolean): unknown;
  setActiveEvents(events: number): unknown;
  setCollisionGroups(groups: number): unknown;
}

/** A triangle mesh that colliders are made of. */
export interface Trimesh extends ColliderDesc {
  readonly shape: { intoRaw(): RapierRawShape };
}

/** A shape on the WebAssembly side, where colliders that are made of it share it. */
export interface RapierRawShape {
  free(): void;
}

/** The engine as it is imported: `import RAPIER from '@dimforge/rapier3d-compat'`, or another of its builds. */
export interface RapierModule<World extends RapierWorld = RapierWorld> {
  readonly World: {
    new (gravity: RapierVector): World;
    restoreSnapshot(data: Uint8Array): World;
  };
  readonly EventQueue: new (autoDrain: boolean) => RapierEventQueue;
  readonly RigidBodyDesc: { dynamic(): BodyDesc };
  readonly ColliderDesc: {
    ball(radius: number): ColliderDesc;
    trimesh(vertices: Float32Array, indices: Uint32Array): Trimesh;
  };
  version(): string;
}
