import { type SolvedJoint, THE_WORLD } from '../systems/rigid-backend.js';
import type {
  RapierBody,
  RapierJoint,
  RapierModule,
  RapierRotation,
  RapierVector,
  RapierWorld,
} from './engine.js';
import { JointAxes } from './joint-axes.js';
import { MotorListener } from './motors.js';

/** RigidBodyType.Fixed. */
const STANDS_STILL = 1;

/** Reads joints of Rapier's as the plugin solves them, into one object. */
export class JointReader {
  readonly #joint: SolvedJoint = {
    a: THE_WORLD,
    b: THE_WORLD,
    locked: 0,
    limited: undefined,
    least: 0,
    most: 0,
    driven: false,
    anchorA: { x: 0, y: 0, z: 0 },
    frameA: { x: 0, y: 0, z: 0, w: 1 },
    anchorB: { x: 0, y: 0, z: 0 },
    frameB: { x: 0, y: 0, z: 0, w: 1 },
  };
  readonly #axes: JointAxes;
  readonly #motors: MotorListener;
  readonly #solved: RapierJoint[] = [];
  readonly #place: RapierVector = { x: 0, y: 0, z: 0 };
  readonly #rotation: RapierRotation = { x: 0, y: 0, z: 0, w: 1 };

  constructor(module: RapierModule) {
    this.#axes = new JointAxes(module);
    this.#motors = new MotorListener(module);
  }

  /** Joints are this world's from now on. */
  begin(world: RapierWorld): void {
    this.#axes.forget();
    this.#motors.listen(world);
  }

  end(): void {
    this.#motors.leave();
  }

  /** Calls for every joint of a world that can be solved. `areDriven` where Rapier has more there than our bodies and joints. */
  readAll(
    world: RapierWorld,
    entities: ReadonlyMap<number, number>,
    visit: (joint: SolvedJoint) => void,
    areDriven: boolean,
  ): void {
    const solved = this.#solved;
    solved.length = 0;
    world.impulseJoints.forEach((joint) => {
      if (this.#isSolved(joint, world, entities)) solved.push(joint);
    });
    const others = areDriven || solved.length < world.impulseJoints.len();
    for (const joint of solved) {
      const read = this.#read(joint, world, entities);
      read.driven = others || this.#motors.mayHaveMotor(joint.handle);
      visit(read);
    }
  }

  #read(joint: RapierJoint, world: RapierWorld, entities: ReadonlyMap<number, number>): SolvedJoint {
    const out = this.#joint;
    const first = joint.body1();
    const second = joint.body2();
    const a = entities.get(first.handle);
    const b = entities.get(second.handle);
    out.locked = this.#axes.lockedOf(joint, world);
    out.a = a ?? THE_WORLD;
    out.b = b ?? THE_WORLD;
    joint.anchor1(out.anchorA);
    joint.frameX1(out.frameA);
    joint.anchor2(out.anchorB);
    joint.frameX2(out.frameB);
    if (a === undefined) this.#putInWorld(first, out.anchorA, out.frameA);
    if (b === undefined) this.#putInWorld(second, out.anchorB, out.frameB);
    out.limited = joint.limitsEnabled?.() ? ((out.locked & 1) === 0 ? 0 : 3) : undefined;
    out.least = joint.limitsMin?.() ?? 0;
    out.most = joint.limitsMax?.() ?? 0;
    return out;
  }

  /** One of its bodies is ours, and the other one too or it stands still; and which axes it locks is known. Any other joint stays Rapier's alone. */
  #isSolved(joint: RapierJoint, world: RapierWorld, entities: ReadonlyMap<number, number>): boolean {
    const first = joint.body1();
    const second = joint.body2();
    const isFirst = entities.has(first.handle);
    const isSecond = entities.has(second.handle);
    if (!(isFirst || isSecond) || !(isFirst || standsStill(first)) || !(isSecond || standsStill(second)))
      return false;
    return this.#axes.lockedOf(joint, world) !== 0;
  }

  #putInWorld(body: RapierBody, anchor: RapierVector, frame: RapierRotation): void {
    const p = body.translation(this.#place);
    const q = body.rotation(this.#rotation);
    const { x, y, z } = anchor;
    const u = 2 * (q.y * z - q.z * y);
    const v = 2 * (q.z * x - q.x * z);
    const w = 2 * (q.x * y - q.y * x);
    anchor.x = p.x + x + q.w * u + q.y * w - q.z * v;
    anchor.y = p.y + y + q.w * v + q.z * u - q.x * w;
    anchor.z = p.z + z + q.w * w + q.x * v - q.y * u;
    const fx = frame.x;
    const fy = frame.y;
    const fz = frame.z;
    const fw = frame.w;
    frame.x = q.w * fx + q.x * fw + q.y * fz - q.z * fy;
    frame.y = q.w * fy - q.x * fz + q.y * fw + q.z * fx;
    frame.z = q.w * fz + q.x * fy - q.y * fx + q.z * fw;
    frame.w = q.w * fw - q.x * fx - q.y * fy - q.z * fz;
  }
}

const standsStill = (body: RapierBody): boolean => body.bodyType() === STANDS_STILL;
