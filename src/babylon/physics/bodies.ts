import { addEntity, entityExists, removeEntity } from 'bitecs';
import {
  COLLIDER_SENSOR,
  COLLIDER_SOLID,
  COMBINE_AVERAGE,
  COMBINE_DEFAULT,
  COMBINE_GEOMETRIC,
  COMBINE_MAXIMUM,
  COMBINE_MINIMUM,
  COMBINE_MULTIPLY,
  LOCK_TURN_X,
  LOCK_TURN_Y,
  LOCK_TURN_Z,
  MOTION_DYNAMIC,
  MOTION_FIXED,
  MOTION_KINEMATIC,
} from '../../components/constants.js';
import type { RigidBody } from '../../components/index.js';
import type { CollisionPlugin } from '../../plugin.js';
import { cross, type Four, inverse, product, rotationVector, type Three, turned } from '../rotation.js';
import { type Mass, massOf, solved } from './mass.js';
import type { ShapeRecord } from './shapes.js';
import { DYNAMIC, type MassProperties, type PhysicsBody } from './types.js';
import { unsupported } from './unsupported.js';

const DEFAULT_FRICTION = 0.5;
/** COMBINE_* by Babylon's PhysicsMaterialCombineMode. */
const RULES = [COMBINE_GEOMETRIC, COMBINE_MINIMUM, COMBINE_MAXIMUM, COMBINE_AVERAGE, COMBINE_MULTIPLY];
const ruleOf = (mode: number | undefined): number =>
  mode === undefined ? COMBINE_DEFAULT : (RULES[mode] ?? COMBINE_DEFAULT);
/** By Babylon's PhysicsMotionType. */
const MOTIONS = [MOTION_FIXED, MOTION_KINEMATIC, MOTION_DYNAMIC];
/** What a body keeps when its shape or its weight changes. */
const STATE = [
  ...(['px', 'py', 'pz', 'qx', 'qy', 'qz', 'qw', 'vx', 'vy', 'vz', 'wx', 'wy', 'wz'] as const),
  ...(['linearDamping', 'angularDamping', 'gravityScale', 'asleep'] as const),
] as const;
type State = Record<(typeof STATE)[number], number>;
const NO_TURNS = LOCK_TURN_X | LOCK_TURN_Y | LOCK_TURN_Z;

/** What decides which collider a body has. */
interface Kind {
  readonly shape: ShapeRecord | undefined;
  /** A value of Babylon's PhysicsMotionType. */
  readonly motionType: number;
  readonly givenMass: MassProperties;
}

/** What stands behind a PhysicsBody: an entity, and a collider of it as soon as the body has a shape. */
export class BodyRecord {
  readonly owner: PhysicsBody;
  readonly entity: number;
  /** Whether it tells of its contacts, and of their ends. */
  tellsStarts = false;
  tellsEnds = false;
  /** Where the node was put after the last step: what differs was moved by the user. */
  readonly shown = new Float64Array(7).fill(Number.NaN);
  readonly #plugin: CollisionPlugin;
  #kind: Kind;
  #mass: Mass | undefined;
  #hasCollider = false;

  constructor(
    plugin: CollisionPlugin,
    owner: PhysicsBody,
    motionType: number,
    position: Three,
    rotation: Four,
  ) {
    this.#plugin = plugin;
    this.owner = owner;
    this.#kind = { shape: undefined, motionType, givenMass: {} };
    this.entity = addEntity(plugin.world);
    this.place(position, rotation);
    const { row } = this;
    for (const name of ['vx', 'vy', 'vz', 'wx', 'wy', 'wz', 'linearDamping', 'angularDamping'] as const) {
      row[name][this.entity] = 0;
    }
    row.gravityScale[this.entity] = 1;
    row.asleep[this.entity] = 0;
  }

  /** The columns of all bodies. */
  get row(): RigidBody {
    return this.#plugin.components.RigidBody;
  }

  get kind(): Kind {
    return this.#kind;
  }

  get shape(): ShapeRecord | undefined {
    return this.#kind.shape;
  }

  get isDynamic(): boolean {
    return this.#kind.motionType === DYNAMIC;
  }

  /** Whether it is an entity that others meet. */
  get hasCollider(): boolean {
    return this.#hasCollider;
  }

  /** Changes what it is; where that cannot be, it stays what it was. */
  become(change: Partial<Kind>): void {
    const before = this.#kind;
    this.#kind = { ...before, ...change };
    try {
      this.remake();
    } catch (error) {
      this.#kind = before;
      this.remake();
      throw error;
    }
  }

  get mass(): Mass {
    if (this.#mass !== undefined) return this.#mass;
    throw unsupported('mass of a body without a shape', 'Give the body a shape first.');
  }

  /** Makes the collider anew where the body is, as fast as it is. */
  remake(): void {
    const { entity } = this;
    const { shape } = this.#kind;
    // Columns of what is no collider any more say nothing.
    const state = this.#state();
    if (this.#hasCollider) this.#plugin.removeCollider(entity);
    this.#hasCollider = false;
    this.#mass = undefined;
    if (shape === undefined) {
      this.#write(state);
      return;
    }
    const mesh = shape.mesh();
    const mass = massOf(this.#plugin.meshFacts(mesh).solid, shape.density, this.#kind.givenMass);
    const { friction = DEFAULT_FRICTION, restitution = 0 } = shape.material;
    const { frictionCombine, restitutionCombine } = shape.material;
    try {
      this.#plugin.addRigidBody(entity, {
        mesh,
        body: {
          ...state,
          motion: MOTIONS[this.#kind.motionType],
          ...(this.isDynamic ? weightOf(mass) : {}),
          locks: this.isDynamic && !mass.mayTurn ? NO_TURNS : 0,
        },
        settings: {
          friction,
          restitution,
          frictionRule: ruleOf(frictionCombine),
          restitutionRule: ruleOf(restitutionCombine),
          group: shape.membership,
          mask: shape.collideWith,
          collider: shape.isTrigger ? COLLIDER_SENSOR : COLLIDER_SOLID,
        },
      });
    } catch (error) {
      this.#write(state);
      throw error;
    }
    this.#mass = mass;
    this.#hasCollider = true;
  }

  #state(): State {
    const { row, entity } = this;
    return Object.fromEntries(STATE.map((name) => [name, row[name][entity]])) as State;
  }

  #write(state: State): void {
    for (const name of STATE) this.row[name][this.entity] = state[name];
  }

  dispose(): void {
    if (entityExists(this.#plugin.world, this.entity)) removeEntity(this.#plugin.world, this.entity);
    this.#hasCollider = false;
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

  set velocity([x, y, z]: Three) {
    const { row, entity } = this;
    [row.vx[entity], row.vy[entity], row.vz[entity]] = [x, y, z];
    row.asleep[entity] = 0;
  }

  set spin([x, y, z]: Three) {
    const { row, entity } = this;
    [row.wx[entity], row.wy[entity], row.wz[entity]] = [x, y, z];
    row.asleep[entity] = 0;
  }

  place([x, y, z]: Three, rotation: Four): void {
    const { row, entity } = this;
    const length = Math.sqrt(rotation.reduce((sum, value) => sum + value * value, 0));
    const [a, b, c, d] = rotation.map((value) => value / length);
    [row.px[entity], row.py[entity], row.pz[entity]] = [x, y, z];
    [row.qx[entity], row.qy[entity], row.qz[entity], row.qw[entity]] = [a, b, c, d];
    row.asleep[entity] = 0;
  }

  /** Changes velocity and spin by a push at a point of the world. */
  push(impulse: Three, point: Three): void {
    if (!this.isDynamic) return;
    const centre = turned(this.rotation, this.mass.centre);
    const { position } = this;
    const arm: Three = [0, 1, 2].map((k) => point[k] - position[k] - centre[k]) as unknown as Three;
    const { velocity } = this;
    const share = 1 / this.mass.mass;
    this.velocity = [0, 1, 2].map((k) => velocity[k] + share * impulse[k]) as unknown as Three;
    this.twist(cross(arm, impulse));
  }

  twist(impulse: Three): void {
    if (!this.isDynamic || !this.mass.mayTurn) return;
    const { rotation, spin } = this;
    const own = solved(this.mass.inertia, turned(inverse(rotation), impulse));
    const change = turned(rotation, own);
    this.spin = [spin[0] + change[0], spin[1] + change[1], spin[2] + change[2]];
  }

  /** The velocities with which a body without mass arrives somewhere at the end of the next step. */
  send(position: Three, rotation: Four, seconds: number): void {
    const from = this.position;
    this.velocity = [0, 1, 2].map((k) => (position[k] - from[k]) / seconds) as unknown as Three;
    const turn = rotationVector(product(rotation, inverse(this.rotation)));
    this.spin = [turn[0] / seconds, turn[1] / seconds, turn[2] / seconds];
  }
}

function weightOf({ mass, centre, inertia }: Mass) {
  const [cx, cy, cz] = centre;
  const [ixx, iyy, izz, ixy, ixz, iyz] = inertia;
  return { mass, cx, cy, cz, ixx, iyy, izz, ixy, ixz, iyz };
}
