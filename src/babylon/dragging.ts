import { MOTION_DYNAMIC } from '../components/constants.js';
import type { CollisionPlugin } from '../plugin.js';
import type { BabylonCamera, BabylonScene } from './engine.js';
import type { Picked } from './picking.js';
import { carry, type Pose } from './poses.js';

/** Values of Babylon's PointerEventTypes. */
const POINTER_DOWN = 1;
const POINTER_UP = 2;

const PUSHES = ['fx', 'fy', 'fz', 'tx', 'ty', 'tz'] as const;

/** Share of its turning that a held body loses a second, for a ball. */
const CALMING = 1.5;

/** How hard a body is pulled. */
export interface DragOptions {
  /** How fast a body follows: 1 / s^2. 150 by default. */
  readonly stiffness?: number;
  /** The most that the pull may accelerate a body, in metres per square second. 400 by default. */
  readonly strongest?: number;
}

interface Held {
  readonly entity: number;
  /** Where it is held, in the body's frame. */
  readonly grip: readonly [number, number, number];
  readonly distance: number;
  /** Force and torque as their owner left them, and with ours. */
  readonly own: Float64Array;
  readonly pulled: Float64Array;
}

/**
 * Pulls a dynamic body by the point at which it was picked, like a damped spring: with a force, so that it cannot be pulled
 * into anything. Forces that the user wrote stay.
 */
export class Dragging {
  readonly #plugin: CollisionPlugin;
  readonly #scene: BabylonScene;
  readonly #pick: (x: number, y: number) => Picked | undefined;
  readonly #stiffness: number;
  readonly #strongest: number;
  readonly #observer: unknown;
  #held: Held | undefined;
  /** The camera that does not listen to the pointer meanwhile. */
  #stopped: BabylonCamera | undefined;

  constructor(
    plugin: CollisionPlugin,
    scene: BabylonScene,
    pick: (x: number, y: number) => Picked | undefined,
    { stiffness = 150, strongest = 400 }: DragOptions,
  ) {
    this.#plugin = plugin;
    this.#scene = scene;
    this.#pick = pick;
    this.#stiffness = stiffness;
    this.#strongest = strongest;
    this.#observer = scene.onPointerObservable.add(({ type }) => {
      if (type === POINTER_DOWN) this.#take();
      else if (type === POINTER_UP) this.#release();
    });
  }

  /** The body that is held. */
  get entity(): number | undefined {
    return this.#held?.entity;
  }

  /** Before a step: the pull that goes with where body and pointer are now. */
  pull(): void {
    const held = this.#held;
    if (held === undefined) return;
    if (!this.#isDynamic(held.entity)) {
      this.#release();
      return;
    }
    this.#giveBack(held);
    this.#pullAt(held);
    this.#plugin.components.RigidBody.asleep[held.entity] = 0;
  }

  dispose(): void {
    this.#release();
    this.#scene.onPointerObservable.remove(this.#observer);
  }

  #isDynamic(entity: number): boolean {
    const { Bvh, RigidBody } = this.#plugin.components;
    // A row that was given to a deformable, or to nothing, is no body of ours.
    return (
      Bvh.nodes[entity] === 0 && RigidBody.motion[entity] === MOTION_DYNAMIC && RigidBody.radius[entity] > 0
    );
  }

  #take(): void {
    const { pointerX, pointerY } = this.#scene;
    const picked = this.#pick(pointerX, pointerY);
    if (picked === undefined || !this.#isDynamic(picked.entity)) return;
    const { entity, point, distance } = picked;
    const { px, py, pz, qx, qy, qz, qw } = this.#plugin.components.RigidBody;
    const local: Pose = {
      x: 0,
      y: 0,
      z: 0,
      qx: -qx[entity],
      qy: -qy[entity],
      qz: -qz[entity],
      qw: qw[entity],
    };
    carry(local, point[0] - px[entity], point[1] - py[entity], point[2] - pz[entity], 1);
    this.#held = { entity, grip: [local.x, local.y, local.z], distance, ...noPull() };
    // The camera would turn with the same pointer.
    const { activeCamera } = this.#scene;
    if (!activeCamera?.inputs?.attachedToElement) return;
    activeCamera.detachControl();
    this.#stopped = activeCamera;
  }

  #release(): void {
    if (this.#held === undefined) return;
    this.#giveBack(this.#held);
    this.#held = undefined;
    this.#stopped?.attachControl(true);
    this.#stopped = undefined;
  }

  /** Takes our pull out of the columns, unless somebody wrote to them since. */
  #giveBack({ entity, own, pulled }: Held): void {
    const body = this.#plugin.components.RigidBody;
    for (let k = 0; k < PUSHES.length; k++) {
      const column = body[PUSHES[k]];
      if (column[entity] === pulled[k]) column[entity] = own[k];
    }
  }

  /** A critically damped spring from the grip to where the pointer is, as far away as the grip was. */
  #pullAt({ entity, grip, distance, own, pulled }: Held): void {
    const body = this.#plugin.components.RigidBody;
    const { pointerX, pointerY } = this.#scene;
    const ray = this.#scene.createPickingRay(pointerX, pointerY, null, null);
    const pose: Pose = {
      x: body.px[entity],
      y: body.py[entity],
      z: body.pz[entity],
      qx: body.qx[entity],
      qy: body.qy[entity],
      qz: body.qz[entity],
      qw: body.qw[entity],
    };
    const centre = { ...pose };
    carry(pose, grip[0], grip[1], grip[2], 1);
    carry(centre, body.cx[entity], body.cy[entity], body.cz[entity], 1);
    const arm = [pose.x - centre.x, pose.y - centre.y, pose.z - centre.z];
    const spin = [body.wx[entity], body.wy[entity], body.wz[entity]];
    const turning = cross(spin, arm);
    const speed = [body.vx[entity] + turning[0], body.vy[entity] + turning[1], body.vz[entity] + turning[2]];
    const { origin, direction } = ray;
    const away = [
      origin.x + distance * direction.x - pose.x,
      origin.y + distance * direction.y - pose.y,
      origin.z + distance * direction.z - pose.z,
    ];
    const damping = 2 * Math.sqrt(this.#stiffness);
    const push = away.map((value, k) => this.#stiffness * value - damping * speed[k]);
    const size = Math.sqrt(push[0] * push[0] + push[1] * push[1] + push[2] * push[2]);
    const share = body.mass[entity] * Math.min(1, this.#strongest / Math.max(size, 1e-30));
    const force = push.map((value) => value * share);
    // Without this, a body that is held at its rim swings on and on.
    const radius = body.radius[entity];
    const calm = CALMING * body.mass[entity] * radius * radius;
    const torque = cross(arm, force).map((value, k) => value - calm * spin[k]);
    const pull = [...force, ...torque];
    for (let k = 0; k < PUSHES.length; k++) {
      const column = body[PUSHES[k]];
      own[k] = column[entity];
      column[entity] += pull[k];
      pulled[k] = column[entity];
    }
  }
}

function noPull(): Pick<Held, 'own' | 'pulled'> {
  return { own: new Float64Array(6), pulled: new Float64Array(6).fill(Number.NaN) };
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
