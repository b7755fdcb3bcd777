import { addEntity } from 'bitecs';
import { MOTION_DYNAMIC, MOTION_FIXED, MOTION_KINEMATIC } from '../../components/constants.js';
import type { RigidBody } from '../../components/index.js';
import type { CollisionPlugin } from '../../plugin.js';
import type { RowOf } from '../../systems/rows.js';
import { cross, type Four, inverse, product, rotationVector, type Three, turned } from '../rotation.js';
import { bodyName } from './given.js';
import type { KeptMesh } from './kept-mesh.js';
import { columnsOf, isHeld, type Mass, openMesh, speedOf, spinOf, UNIT, weightOf } from './mass.js';
import { BodyParts } from './parts.js';
import type { ShapeRecord } from './shapes.js';
import { DYNAMIC, type PhysicsBody, STATIC } from './types.js';

/** By Babylon's PhysicsMotionType. */
const MOTIONS = [MOTION_FIXED, MOTION_KINEMATIC, MOTION_DYNAMIC];
/** Babylon's documentation names none; Havok's plugin has this one. */
const DEFAULT_ANGULAR_DAMPING = 0.1;

/** Bits of what a body tells its listeners. */
export const TELLS_TOUCHES = 1;
export const TELLS_ENDS = 2;

/** What decides which colliders a body has, and what it weighs. */
interface Kind {
  readonly shape: ShapeRecord | undefined;
  /** A value of Babylon's PhysicsMotionType. */
  readonly motionType: number;
  readonly given: Partial<Mass>;
}

/** Somewhere to be at the end of a step. */
interface Target {
  readonly position: Three;
  readonly rotation: Four;
}

/** What stands behind a PhysicsBody: an entity, and those that go along with it. */
export class BodyRecord {
  readonly owner: PhysicsBody;
  readonly entity: number;
  /** TELLS_* bits. */
  events = 0;
  /** No step was made since it was made: what it is given does not wake it. */
  isNew = true;
  target: Target | undefined;
  readonly parts: BodyParts;
  readonly #plugin: CollisionPlugin;
  #kind: Kind;
  #gravityFactor = 1;
  /** Its column of gravity is 0, whatever its factor is. */
  #isHeld = false;
  /** As the shape and the user said when one of them said it last. Undefined where nobody asked, of a body that has no use for it. */
  #mass: Mass | undefined;

  constructor(
    plugin: CollisionPlugin,
    owner: PhysicsBody,
    motionType: number,
    { position, rotation }: Target,
    nothing: KeptMesh,
    byEntity: Map<number, BodyRecord>,
  ) {
    this.#plugin = plugin;
    this.owner = owner;
    this.#kind = { shape: undefined, motionType, given: {} };
    this.entity = addEntity(plugin.world);
    this.parts = new BodyParts(plugin, this.entity, nothing, {
      add: (entity) => byEntity.set(entity, this),
      remove: (entity) => byEntity.delete(entity),
    });
    const [px, py, pz] = position;
    const [qx, qy, qz, qw] = rotation;
    try {
      this.parts.arrange(undefined, motionType, {
        ...this.#columns(),
        ...{ px, py, pz, qx, qy, qz, qw },
        ...{ angularDamping: DEFAULT_ANGULAR_DAMPING, asleep: owner.startAsleep ? 1 : 0 },
      });
    } catch (error) {
      this.dispose();
      throw error;
    }
  }

  /** The columns of all bodies. */
  get row(): RigidBody {
    return this.#plugin.components.RigidBody;
  }

  get shape(): ShapeRecord | undefined {
    return this.#kind.shape;
  }

  get motionType(): number {
    return this.#kind.motionType;
  }

  get isDynamic(): boolean {
    return this.motionType === DYNAMIC;
  }

  get isAsleep(): boolean {
    return this.isDynamic && this.row.asleep[this.entity] === 1;
  }

  get mass(): Mass {
    this.#mass ??= weightOf(this.shape, this.#kind.given);
    if (this.#mass !== undefined) return this.#mass;
    if (this.isDynamic) throw openMesh(this.shape, bodyName(this.owner));
    return { ...UNIT, ...this.#kind.given };
  }

  /** What it would weigh if nobody had said anything. */
  get ownWeight(): Mass {
    return weightOf(this.shape, {}) ?? UNIT;
  }

  /** Changes what it is; where that cannot be, it stays what it was. */
  become(change: Partial<Kind>): void {
    const [kind, mass] = [this.#kind, this.#mass];
    this.#kind = { ...kind, ...change };
    if ('shape' in change || 'given' in change) this.#mass = undefined;
    try {
      const isMadeAnew = this.parts.arrange(this.shape, this.motionType, this.#columns());
      this.#isHeld = this.#shallHold;
      if (!this.isNew && (isMadeAnew || this.motionType !== kind.motionType)) this.wake();
      if (this.motionType === STATIC) this.#stop();
    } catch (error) {
      [this.#kind, this.#mass] = [kind, mass];
      throw error;
    }
  }

  /** Its colliders become what its shape is now. What it weighs stays, as in Babylon's other plugin. */
  arrange(): void {
    this.parts.arrange(this.shape, this.motionType, {});
  }

  #columns(): RowOf<RigidBody> {
    const motion = MOTIONS[this.motionType];
    const weight = this.isDynamic ? columnsOf(this.mass) : {};
    if (this.#shallHold === this.#isHeld) return { motion, ...weight };
    return { motion, ...weight, gravityScale: this.#shallHold ? 0 : this.#gravityFactor };
  }

  /** Nothing falls that has a mass of 0. */
  get #shallHold(): boolean {
    return this.isDynamic && isHeld(this.mass);
  }

  dispose(): void {
    this.parts.dispose();
  }

  wake(): void {
    this.row.asleep[this.entity] = 0;
  }

  #stop(): void {
    const { row, entity } = this;
    [row.vx[entity], row.vy[entity], row.vz[entity]] = [0, 0, 0];
    [row.wx[entity], row.wy[entity], row.wz[entity]] = [0, 0, 0];
  }

  get gravityFactor(): number {
    return this.#isHeld ? this.#gravityFactor : this.row.gravityScale[this.entity];
  }

  set gravityFactor(factor: number) {
    this.#gravityFactor = factor;
    this.row.gravityScale[this.entity] = this.#isHeld ? 0 : factor;
    if (!this.isNew) this.wake();
  }

  get position(): Three {
    const { px, py, pz } = this.row;
    return [px[this.entity], py[this.entity], pz[this.entity]];
  }

  get rotation(): Four {
    const { qx, qy, qz, qw } = this.row;
    return [qx[this.entity], qy[this.entity], qz[this.entity], qw[this.entity]];
  }

  get velocity(): Three {
    const { vx, vy, vz } = this.row;
    return [vx[this.entity], vy[this.entity], vz[this.entity]];
  }

  get spin(): Three {
    const { wx, wy, wz } = this.row;
    return [wx[this.entity], wy[this.entity], wz[this.entity]];
  }

  /** The velocity that it has already does not wake it. */
  set velocity([x, y, z]: Three) {
    const { row, entity } = this;
    if (this.motionType === STATIC || (row.vx[entity] === x && row.vy[entity] === y && row.vz[entity] === z))
      return;
    [row.vx[entity], row.vy[entity], row.vz[entity]] = [x, y, z];
    this.wake();
  }

  set spin([x, y, z]: Three) {
    const { row, entity } = this;
    if (this.motionType === STATIC || (row.wx[entity] === x && row.wy[entity] === y && row.wz[entity] === z))
      return;
    [row.wx[entity], row.wy[entity], row.wz[entity]] = [x, y, z];
    this.wake();
  }

  /** Puts it and all that goes along somewhere. */
  place([x, y, z]: Three, [a, b, c, d]: Four): void {
    const { row } = this;
    for (const entity of [this.entity, ...this.parts.followers]) {
      [row.px[entity], row.py[entity], row.pz[entity]] = [x, y, z];
      [row.qx[entity], row.qy[entity], row.qz[entity], row.qw[entity]] = [a, b, c, d];
    }
    this.wake();
  }

  /** What goes along has the same velocity, of the body's origin, and after a step the same place. */
  lead(): void {
    const { followers } = this.parts;
    if (followers.length === 0) return;
    const { row, position, rotation, spin } = this;
    const arm = this.isDynamic ? turned(rotation, this.mass.centre) : ([0, 0, 0] as const);
    const about = cross(spin, arm);
    const velocity = this.velocity.map((v, k) => v - about[k]);
    for (const entity of followers) {
      [row.px[entity], row.py[entity], row.pz[entity]] = position;
      [row.qx[entity], row.qy[entity], row.qz[entity], row.qw[entity]] = rotation;
      [row.vx[entity], row.vy[entity], row.vz[entity]] = velocity;
      [row.wx[entity], row.wy[entity], row.wz[entity]] = spin;
    }
  }

  /** Changes velocity and spin by a push at a point of the world. */
  push(impulse: Three, point: Three): void {
    if (!this.isDynamic) return;
    const { mass, position, velocity } = this;
    const centre = turned(this.rotation, mass.centre);
    const arm = [0, 1, 2].map((k) => point[k] - position[k] - centre[k]) as unknown as Three;
    const change = speedOf(mass, impulse);
    this.velocity = [velocity[0] + change[0], velocity[1] + change[1], velocity[2] + change[2]];
    this.twist(cross(arm, impulse));
  }

  twist(impulse: Three): void {
    if (!this.isDynamic) return;
    const { mass, rotation, spin } = this;
    const change = turned(rotation, spinOf(mass, turned(inverse(rotation), impulse)));
    this.spin = [spin[0] + change[0], spin[1] + change[1], spin[2] + change[2]];
    this.wake();
  }

  /** Sets off with the velocities that take it to its target by the end of a step of that length. */
  setOff({ position, rotation }: Target, seconds: number): void {
    const from = this.position;
    const turn = rotationVector(product(rotation, inverse(this.rotation)));
    this.velocity = [0, 1, 2].map((k) => (position[k] - from[k]) / seconds) as unknown as Three;
    this.spin = [turn[0] / seconds, turn[1] / seconds, turn[2] / seconds];
  }

  /** Takes off what is faster than the limits. */
  limit(speed: number, turning: number): void {
    const { row, entity } = this;
    const v = shareBelow(speed, row.vx[entity], row.vy[entity], row.vz[entity]);
    const w = shareBelow(turning, row.wx[entity], row.wy[entity], row.wz[entity]);
    if (v < 1) for (const column of [row.vx, row.vy, row.vz]) column[entity] *= v;
    if (w < 1) for (const column of [row.wx, row.wy, row.wz]) column[entity] *= w;
  }
}

function shareBelow(most: number, x: number, y: number, z: number): number {
  const length = Math.sqrt(x * x + y * y + z * z);
  return length > most ? most / length : 1;
}
