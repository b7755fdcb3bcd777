import { MOVER_FIXED, MOVER_KIND, MOVER_ROTATION } from '../kernels/layout/bodies.js';
import {
  JOINT_A,
  JOINT_ANCHOR_A,
  JOINT_ANCHOR_B,
  JOINT_B,
  JOINT_BYTES,
  JOINT_DRIVEN,
  JOINT_FRAME_A,
  JOINT_FRAME_B,
  JOINT_LEAST,
  JOINT_LIMITED,
  JOINT_LOCKED,
  JOINT_MOST,
  JOINT_ROW_BYTES,
  JOINTS_COUNT,
  JOINTS_FACTOR,
  JOINTS_FIRST,
  JOINTS_NOTES,
  JOINTS_ROWS,
  JOINTS_SETS,
  JOINTS_WORLD,
  MOST_JOINT_ROWS,
  MOST_TIED_BYTES,
  NO_LIMIT,
  NO_MOVER,
  NOTE_BYTES,
} from '../kernels/layout/joints.js';
import { GrowingBuffer } from '../memory/growing-buffer.js';
import type { Core } from '../memory/open.js';
import { StepBuffer } from '../memory/step-buffer.js';
import { type RigidBackend, type SolvedJoint, THE_WORLD } from './rigid-backend.js';
import type { RigidBodies } from './rigid-bodies.js';
import type { RigidLinks } from './rigid-links.js';

/** What ends of limits are taken for that are Infinity. */
const UNLIMITED = 1e30;

/** The joints of a step, for kernels that solve them together with contacts: listed anew in each, and nothing of them is kept. */
export class RigidJoints {
  readonly #core: Core;
  readonly #bodies: RigidBodies;
  readonly #table: GrowingBuffer;
  readonly #rows: StepBuffer;
  readonly #factor: StepBuffer;
  readonly #sets: StepBuffer;
  readonly #wide: StepBuffer;
  readonly #notes: StepBuffer;
  #count = 0;

  constructor(core: Core, bodies: RigidBodies) {
    this.#core = core;
    this.#bodies = bodies;
    this.#table = new GrowingBuffer(core.arena);
    this.#rows = new StepBuffer(core.arena);
    this.#factor = new StepBuffer(core.arena);
    this.#sets = new StepBuffer(core.arena);
    this.#wide = new StepBuffer(core.arena);
    this.#notes = new StepBuffer(core.arena);
  }

  /** The table that kernels take: 0 where there are no joints. */
  get address(): number {
    return this.#count === 0 ? 0 : this.#table.address;
  }

  /** Lists the joints of the step, and ties their bodies together. */
  list(backend: RigidBackend): void {
    this.#count = 0;
    backend.joints?.(this.#add);
    const { kernels } = this.#core;
    const { address, count } = this.#bodies;
    if (this.#count > 0) this.#writeHead();
    const numbers = kernels.layJoints(address, count, this.address);
    if (this.#count === 0) return;
    this.#factor.ensure(8 * Math.max(1, numbers));
    this.#setWord(JOINTS_FACTOR, this.#factor.address);
    kernels.placeFactor(this.address);
  }

  /**
   * Sets joints up for the poses of now, and the first `count` contact points to go with them. Limits are for the time that
   * bodies have left, or for `seconds`.
   */
  prepare(links: RigidLinks, count: number, seconds: number): void {
    const { address } = this;
    if (address === 0) return;
    const { kernels } = this.#core;
    kernels.prepareJoints(this.#bodies.address, address, seconds);
    this.#wide.ensure(kernels.wideBytes(links.touches, count, address));
    kernels.widenRows(links.touches, links.rows, count, address, this.#wide.address);
  }

  free(): void {
    this.#table.free();
    for (const buffer of [this.#rows, this.#factor, this.#sets, this.#wide, this.#notes]) buffer.free();
    this.#count = 0;
  }

  readonly #add = (joint: SolvedJoint): void => {
    const { row } = this.#bodies;
    if ((joint.a !== THE_WORLD && row[joint.a] < 0) || (joint.b !== THE_WORLD && row[joint.b] < 0)) return;
    if (this.#count === 0) this.#table.used = JOINTS_FIRST;
    const at = this.#table.room(JOINT_BYTES);
    this.#table.used += JOINT_BYTES;
    this.#count++;
    const { u32, f64 } = this.#core.arena;
    u32[(at + JOINT_A) >>> 2] = joint.a === THE_WORLD ? NO_MOVER : row[joint.a];
    u32[(at + JOINT_B) >>> 2] = joint.b === THE_WORLD ? NO_MOVER : row[joint.b];
    u32[(at + JOINT_LOCKED) >>> 2] = joint.locked;
    u32[(at + JOINT_LIMITED) >>> 2] = joint.limited ?? NO_LIMIT;
    u32[(at + JOINT_DRIVEN) >>> 2] = joint.driven ? 1 : 0;
    f64[(at + JOINT_LEAST) >>> 3] = Math.max(-UNLIMITED, joint.least);
    f64[(at + JOINT_MOST) >>> 3] = Math.min(UNLIMITED, joint.most);
    writeFrame(f64, (at + JOINT_ANCHOR_A) >>> 3, joint.anchorA);
    writeFrame(f64, (at + JOINT_FRAME_A) >>> 3, joint.frameA);
    writeFrame(f64, (at + JOINT_ANCHOR_B) >>> 3, joint.anchorB);
    writeFrame(f64, (at + JOINT_FRAME_B) >>> 3, joint.frameB);
  };

  #writeHead(): void {
    this.#rows.ensure(this.#count * MOST_JOINT_ROWS * JOINT_ROW_BYTES);
    this.#sets.ensure(this.#count * MOST_TIED_BYTES);
    this.#notes.ensure(2 * NOTE_BYTES * this.#bodies.count);
    const { u8, f64 } = this.#core.arena;
    u8.fill(0, this.address, this.address + JOINTS_FIRST);
    this.#setWord(JOINTS_COUNT, this.#count);
    this.#setWord(JOINTS_ROWS, this.#rows.address);
    this.#setWord(JOINTS_SETS, this.#sets.address);
    this.#setWord(JOINTS_NOTES, this.#notes.address);
    this.#setWord(JOINTS_WORLD + MOVER_KIND, MOVER_FIXED);
    f64[(this.address + JOINTS_WORLD + MOVER_ROTATION + 24) >>> 3] = 1;
  }

  #setWord(offset: number, value: number): void {
    this.#core.arena.u32[(this.address + offset) >>> 2] = value;
  }
}

interface Vector {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly w?: number;
}

/** A vector, or a quaternion. */
function writeFrame(f64: Float64Array, at: number, { x, y, z, w }: Vector): void {
  f64[at] = x;
  f64[at + 1] = y;
  f64[at + 2] = z;
  if (w !== undefined) f64[at + 3] = w;
}
