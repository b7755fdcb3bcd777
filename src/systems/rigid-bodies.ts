import type { CollisionSettings, RigidBody } from '../components/index.js';
import {
  MOVER_ANGULAR,
  MOVER_ANGULAR_DAMPING,
  MOVER_ASLEEP,
  MOVER_BYTES,
  MOVER_CENTRE,
  MOVER_COLLIDER,
  MOVER_DYNAMIC,
  MOVER_ENTITY,
  MOVER_FIRST,
  MOVER_FORCE,
  MOVER_GRAVITY_SCALE,
  MOVER_GROUP,
  MOVER_HIERARCHY,
  MOVER_INERTIA,
  MOVER_INVERSE_MASS,
  MOVER_ISLAND,
  MOVER_KIND,
  MOVER_LINEAR,
  MOVER_LINEAR_DAMPING,
  MOVER_LOCKS,
  MOVER_MADE,
  MOVER_MASK,
  MOVER_MASS,
  MOVER_MESH,
  MOVER_NEXT,
  MOVER_PLACED,
  MOVER_POSITION,
  MOVER_ROTATION,
  MOVER_SPHERES,
  MOVER_TIED,
  MOVER_TOPOLOGY,
  MOVER_TORQUE,
  MOVER_WENT,
} from '../kernels/layout/bodies.js';
import type { Arena } from '../memory/arena.js';
import { StepBuffer } from '../memory/step-buffer.js';
import type { RigidBodyTable } from './rigid-backend.js';

type NumberColumn = {
  [Name in keyof RigidBody]: RigidBody[Name] extends Float64Array ? Name : never;
}[keyof RigidBody];

const POSE = columns(MOVER_POSITION, ['px', 'py', 'pz'], MOVER_ROTATION, ['qx', 'qy', 'qz', 'qw']);
const VELOCITY = columns(MOVER_LINEAR, ['vx', 'vy', 'vz'], MOVER_ANGULAR, ['wx', 'wy', 'wz']);
const MOTION = [...POSE, ...VELOCITY];
/** What a backend has to be told of when it changes, besides kind and locks. */
const MAKE = [
  ...columns(MOVER_CENTRE, ['cx', 'cy', 'cz'], MOVER_MASS, ['mass']),
  ...columns(MOVER_INERTIA, ['ixx', 'iyy', 'izz', 'ixy', 'ixz', 'iyz']),
];
const PUSH = [
  ...columns(MOVER_FORCE, ['fx', 'fy', 'fz'], MOVER_TORQUE, ['tx', 'ty', 'tz']),
  ...columns(MOVER_GRAVITY_SCALE, ['gravityScale']),
  ...columns(MOVER_LINEAR_DAMPING, ['linearDamping'], MOVER_ANGULAR_DAMPING, ['angularDamping']),
];

/** Where a column's value is in a record, in numbers. */
interface Place {
  readonly at: number;
  readonly column: NumberColumn;
}

function columns(...parts: (number | readonly NumberColumn[])[]): Place[] {
  const places: Place[] = [];
  for (let i = 0; i < parts.length; i += 2) {
    const names = parts[i + 1] as readonly NumberColumn[];
    names.forEach((column, k) => {
      places.push({ at: (parts[i] as number) / 8 + k, column });
    });
  }
  return places;
}

/** Words that a step writes before it reads them: addresses, and times within a sub-step. */
const SCRATCH = [
  ...[MOVER_HIERARCHY, MOVER_TOPOLOGY, MOVER_SPHERES, MOVER_ISLAND, MOVER_FIRST, MOVER_NEXT, MOVER_TIED],
  ...[MOVER_MADE, MOVER_MADE + 4, MOVER_WENT, MOVER_WENT + 4],
].map((offset) => offset / 4);

function isCentre(at: number): boolean {
  return at >= MOVER_CENTRE / 8 && at < MOVER_CENTRE / 8 + 3;
}

/** What a user wrote to a body's columns since they were written last. */
export const WROTE_SLEEP = 1;
export const WROTE_POSE = 2;
export const WROTE_VELOCITY = 4;
const WROTE_PUSH = 8;
/** Settings by which it meets others. */
export const WROTE_SETTINGS = 16;

/** The rigid bodies of a step as kernels move them: read from the columns before it, written back after it. */
export class RigidBodies implements RigidBodyTable {
  count = 0;
  readonly stride = MOVER_BYTES / 8;
  readonly entity: Uint32Array;
  /** Where each entity is in the table; -1 where it is not. */
  readonly row: Int32Array;
  /** That of the colliders when they were listed. */
  version = -1;
  /** The entities that the backend has. */
  readonly entered = new Set<number>();
  readonly #arena: Arena;
  readonly #buffer: StepBuffer;
  #numbers: Float64Array = new Float64Array(0);
  #words: Uint32Array = new Uint32Array(0);
  #epoch = -1;
  readonly #copied: Uint32Array;
  #copiedCount = 0;
  #copiedVersion = -1;

  constructor(arena: Arena, maxEntities: number) {
    this.#arena = arena;
    this.#buffer = new StepBuffer(arena);
    this.entity = new Uint32Array(maxEntities + 1);
    this.row = new Int32Array(maxEntities + 1).fill(-1);
    this.#copied = new Uint32Array(maxEntities + 1);
  }

  get address(): number {
    return this.#buffer.address;
  }

  /** Good until memory may have grown: taken anew after each call that allocates. */
  get numbers(): Float64Array {
    if (this.#epoch !== this.#arena.epoch) this.#refresh();
    return this.#numbers;
  }

  get words(): Uint32Array {
    if (this.#epoch !== this.#arena.epoch) this.#refresh();
    return this.#words;
  }

  addressOf(i: number): number {
    return this.#buffer.address + i * MOVER_BYTES;
  }

  number(i: number, offset: number): number {
    return this.#arena.f64[(this.addressOf(i) + offset) >>> 3];
  }

  setNumber(i: number, offset: number, value: number): void {
    this.#arena.f64[(this.addressOf(i) + offset) >>> 3] = value;
  }

  word(i: number, offset: number): number {
    return this.#arena.u32[(this.addressOf(i) + offset) >>> 2];
  }

  setWord(i: number, offset: number, value: number): void {
    this.#arena.u32[(this.addressOf(i) + offset) >>> 2] = value;
  }

  /** Makes the table one of these entities; what it holds of those that stay is kept. */
  arrange(entities: Uint32Array, count: number): void {
    const before = new Float64Array(this.numbers.subarray(0, this.count * this.stride));
    const rows = this.row.slice();
    for (let i = 0; i < this.count; i++) this.row[this.entity[i]] = -1;
    if (count === 0) this.#buffer.free();
    else this.#buffer.ensure(count * MOVER_BYTES);
    this.#epoch = -1;
    this.numbers.fill(0, 0, count * this.stride);
    for (let i = 0; i < count; i++) {
      const from = rows[entities[i]];
      if (from >= 0)
        this.numbers.set(before.subarray(from * this.stride, (from + 1) * this.stride), i * this.stride);
      this.entity[i] = entities[i];
      this.row[entities[i]] = i;
    }
    this.count = count;
  }

  /** The table as bytes that do not depend on where memory lies, nor on sub-steps in which a body had no part. */
  save(): Uint8Array {
    const words = this.words.slice(0, 2 * this.count * this.stride);
    for (let at = 0; at < words.length; at += 2 * this.stride)
      for (let k = 0; k < SCRATCH.length; k++) words[at + SCRATCH[k]] = 0;
    return new Uint8Array(words.buffer);
  }

  /** What `copyTo` writes. */
  get tableBytes(): number {
    return this.count * MOVER_BYTES;
  }

  /** Copies the table to an address in the arena, for `copyFrom`. Returns the end of the copy. */
  copyTo(at: number): number {
    const { address } = this;
    this.#arena.u8.copyWithin(at, address, address + this.tableBytes);
    for (let i = 0; i < this.count; i++) this.#copied[i] = this.entity[i];
    this.#copiedCount = this.count;
    this.#copiedVersion = this.version;
    return at + this.tableBytes;
  }

  /**
   * Makes the table what `copyTo` copied, and tells of bodies that were moved meanwhile. Returns the end of the copy. Where all bodies
   * left, and the table with them, there is nothing to put back.
   */
  copyFrom(at: number, moved: (i: number) => void): number {
    const bytes = this.#copiedCount * MOVER_BYTES;
    this.version = this.#copiedVersion;
    if (bytes > this.#buffer.bytes) return at + bytes;
    const { f64, u8 } = this.#arena;
    const isSame = (i: number) => {
      if (this.entity[i] !== this.#copied[i]) return false;
      const [from, to] = [(at + i * MOVER_BYTES) / 8, this.addressOf(i) / 8];
      return MOTION.every((place) => f64[from + place.at] === f64[to + place.at]);
    };
    const changed: number[] = [];
    for (let i = 0; i < this.#copiedCount; i++) if (!isSame(i)) changed.push(i);
    for (let i = 0; i < this.count; i++) this.row[this.entity[i]] = -1;
    this.count = this.#copiedCount;
    for (let i = 0; i < this.count; i++) {
      this.entity[i] = this.#copied[i];
      this.row[this.entity[i]] = i;
    }
    u8.copyWithin(this.address, at, at + bytes);
    this.#epoch = -1;
    for (const i of changed) moved(i);
    return at + bytes;
  }

  /** Makes room for so many bodies, so that `restore` needs none; the table stays. */
  reserve(count: number): void {
    this.#buffer.extend(count * MOVER_BYTES);
    this.#epoch = -1;
  }

  /** After `reserve`. */
  restore(entities: Uint32Array, table: Uint8Array): void {
    this.arrange(entities, entities.length);
    this.#arena.u8.set(table, this.address);
  }

  #refresh(): void {
    this.#epoch = this.#arena.epoch;
    const { address } = this;
    this.#numbers = this.#arena.f64.subarray(address / 8, (address + this.#buffer.bytes) / 8);
    this.#words = this.#arena.u32.subarray(address / 4, (address + this.#buffer.bytes) / 4);
  }

  /** Whether what a backend was told of body i still holds; reads what it is made of. */
  readMake(i: number, body: RigidBody, inertia: ArrayLike<number>): boolean {
    const entity = this.entity[i];
    const start = i * this.stride;
    const word = 2 * start;
    let same = this.words[word + MOVER_ENTITY / 4] === entity;
    same = this.#keep(word + MOVER_KIND / 4, body.motion[entity]) && same;
    same = this.#keep(word + MOVER_LOCKS / 4, body.locks[entity]) && same;
    this.words[word + MOVER_ENTITY / 4] = entity;
    for (let k = 0; k < MAKE.length; k++) {
      const { at, column } = MAKE[k];
      const given = at * 8 < MOVER_INERTIA || at * 8 >= MOVER_INERTIA + 48;
      const value = given ? body[column][entity] : inertia[at - MOVER_INERTIA / 8];
      if (this.numbers[start + at] === value) continue;
      this.numbers[start + at] = value;
      same = false;
      // contact points are counted from the centre of mass
      if (isCentre(at)) this.words[word + MOVER_PLACED / 4] = 1;
    }
    const dynamic = body.motion[entity] === 0;
    for (let k = 0; k < 3; k++) {
      const free = dynamic && (body.locks[entity] & (1 << k)) === 0;
      this.numbers[start + MOVER_INVERSE_MASS / 8 + k] = free ? 1 / body.mass[entity] : 0;
    }
    return same;
  }

  #keep(word: number, value: number): boolean {
    if (this.words[word] === value) return true;
    this.words[word] = value;
    return false;
  }

  isAsleep(i: number): boolean {
    return this.word(i, MOVER_ASLEEP) !== 0;
  }

  /** How many dynamic bodies sleep. */
  countAsleep(): number {
    let count = 0;
    for (let i = 0; i < this.count; i++) {
      if (this.word(i, MOVER_KIND) === MOVER_DYNAMIC && this.isAsleep(i)) count++;
    }
    return count;
  }

  /** Stops body i where it is. */
  putToSleep(i: number): void {
    this.setWord(i, MOVER_ASLEEP, 1);
    for (const { at } of VELOCITY) this.setNumber(i, 8 * at, 0);
  }

  /** Reads pose, velocity and forces of body i. WROTE_* bits of what is not as it was written last. */
  readState(i: number, body: RigidBody, settings: CollisionSettings, mesh: number): number {
    const entity = this.entity[i];
    const start = i * this.stride;
    let wrote = this.#keep(2 * start + MOVER_ASLEEP / 4, body.asleep[entity]) ? 0 : WROTE_SLEEP;
    const isPlaced = this.#read(POSE, body, entity, start);
    const isOther = !this.#keep(2 * start + MOVER_MESH / 4, mesh);
    if (isPlaced || isOther) {
      this.words[2 * start + MOVER_PLACED / 4] = 1; // until it is moved from there
      wrote |= WROTE_POSE;
    }
    if (this.#read(VELOCITY, body, entity, start)) wrote |= WROTE_VELOCITY;
    if (this.#read(PUSH, body, entity, start)) wrote |= WROTE_PUSH;
    const word = 2 * start;
    let same = this.#keep(word + MOVER_GROUP / 4, settings.group[entity]);
    same = this.#keep(word + MOVER_MASK / 4, settings.mask[entity]) && same;
    same = this.#keep(word + MOVER_COLLIDER / 4, settings.collider[entity]) && same;
    if (!same) wrote |= WROTE_SETTINGS;
    return wrote;
  }

  #read(places: readonly Place[], body: RigidBody, entity: number, start: number): boolean {
    let changed = false;
    for (let k = 0; k < places.length; k++) {
      const value = body[places[k].column][entity];
      if (this.numbers[start + places[k].at] === value) continue;
      this.numbers[start + places[k].at] = value;
      changed = true;
    }
    return changed;
  }

  /** Whether an entity is where the last loop left it, and what it was. */
  isWhereItWas(entity: number, body: RigidBody, mesh: number): boolean {
    const i = this.row[entity];
    if (i < 0 || this.word(i, MOVER_PLACED) !== 0 || this.word(i, MOVER_MESH) !== mesh) return false;
    for (let k = 0; k < POSE.length; k++) {
      if (this.number(i, 8 * POSE[k].at) !== body[POSE[k].column][entity]) return false;
    }
    return true;
  }

  /** Puts body i where its columns say. */
  putBack(i: number, body: RigidBody): void {
    this.#read(POSE, body, this.entity[i], i * this.stride);
  }

  /** Writes pose, velocity and sleep of body i, which was moved, to its columns. */
  write(i: number, body: RigidBody): void {
    const entity = this.entity[i];
    const start = i * this.stride;
    for (let k = 0; k < POSE.length; k++) body[POSE[k].column][entity] = this.numbers[start + POSE[k].at];
    for (let k = 0; k < VELOCITY.length; k++)
      body[VELOCITY[k].column][entity] = this.numbers[start + VELOCITY[k].at];
    body.asleep[entity] = this.words[2 * start + MOVER_ASLEEP / 4];
    this.words[2 * start + MOVER_PLACED / 4] = 0;
  }
}
