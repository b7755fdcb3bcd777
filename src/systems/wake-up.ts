import { MOTION_DYNAMIC, MOTION_FIXED } from '../components/constants.js';
import { MOVER_LATER, MOVER_LEFT } from '../kernels/layout/bodies.js';
import {
  LINK_A,
  LINK_B,
  LINK_ENTITY_A,
  LINK_ENTITY_B,
  LINK_FLAGS,
  LINK_OVER,
  LINK_SENSOR,
} from '../kernels/layout/contacts.js';
import type { DynamicsContext } from './context.js';
import { moves } from './fall-asleep.js';
import { type Islands, isTouching } from './islands.js';
import { WROTE_POSE, WROTE_SETTINGS, WROTE_SLEEP } from './rigid-bodies.js';

const NOBODY = -1;

/** Wakes who sleeps where something happened to a body, or to what it touches, since the step before. */
export class WakeUp {
  /** By entity: something happened to it. */
  readonly #disturbed: Uint8Array;
  /** And who comes to it within a sub-step, with the most time left: its place in the table, or NOBODY. */
  readonly #comers: Int32Array;
  #any = false;
  /** Nobody came, went or was written to since the step before. */
  isCalm = false;

  readonly #context: DynamicsContext;
  readonly #islands: Islands;

  constructor(context: DynamicsContext, islands: Islands) {
    this.#context = context;
    this.#islands = islands;
    this.#disturbed = new Uint8Array(context.components.maxEntities + 1);
    this.#comers = new Int32Array(context.components.maxEntities + 1);
  }

  begin(isCalm: boolean): void {
    this.#disturbed.fill(0);
    this.#comers.fill(NOBODY);
    this.#any = false;
    this.isCalm = isCalm;
  }

  /** What the user wrote to body i, as WROTE_* bits: `isMade` where mass, kind or the like are others. */
  look(i: number, wrote: number, isMade: boolean): void {
    const { bodies, components } = this.#context;
    const { asleep, motion } = components.RigidBody;
    const entity = bodies.entity[i];
    if (isMade || wrote !== 0) this.isCalm = false;
    if (motion[entity] !== MOTION_DYNAMIC) {
      const isDriven = motion[entity] !== MOTION_FIXED && moves(bodies, i);
      if (isDriven || isMade || (wrote & (WROTE_POSE | WROTE_SETTINGS)) !== 0) this.#disturb(entity);
      return;
    }
    const isPut = asleep[entity] === 1 && (wrote & WROTE_SLEEP) !== 0;
    if (isPut) bodies.putToSleep(i);
    else if (
      asleep[entity] === 1
        ? isMade || wrote !== 0
        : (wrote & (WROTE_SLEEP | WROTE_SETTINGS | WROTE_POSE)) !== 0
    )
      this.#disturb(entity);
  }

  #disturb(entity: number): void {
    this.#disturbed[entity] = 1;
    this.#any = true;
  }

  /** Wakes the islands of all that was disturbed, and of what touched a body that is gone. */
  finish(): void {
    const context = this.#context;
    const { bodies, components, links } = context;
    if (this.isCalm && !this.#any) return;
    const { motion } = components.RigidBody;
    for (let i = 0; i < links.count; i++) {
      if (!isTouching(context, i)) continue;
      const a = links.word(i, LINK_ENTITY_A);
      const b = links.word(i, LINK_ENTITY_B);
      const isOver = (links.word(i, LINK_FLAGS) & LINK_OVER) !== 0;
      if (motion[b] === MOTION_DYNAMIC) this.#handOn(a, b, isOver || bodies.row[a] < 0, motion[a]);
      if (motion[a] === MOTION_DYNAMIC) this.#handOn(b, a, isOver || bodies.row[b] < 0, motion[b]);
    }
    if (this.#any) wakeIslands(context, this.#islands, this.#disturbed, this.#comers);
  }

  /**
   * Wakes the islands that somebody who moves is about to touch, before impulses are found: they have as much of the sub-step before
   * them as who comes. Whether there are any.
   */
  met(): boolean {
    const context = this.#context;
    const { bodies, core, counters, links } = context;
    if (counters.asleep === 0) return false;
    this.begin(false);
    for (let i = 0; i < links.count; i++) {
      const a = links.word(i, LINK_A);
      const b = links.word(i, LINK_B);
      if (bodies.isAsleep(a) === bodies.isAsleep(b) || (links.word(i, LINK_FLAGS) & LINK_SENSOR) !== 0)
        continue;
      if (core.kernels.mayMeet(bodies.address, links.address, i, links.touches) === 0) continue;
      const comes = bodies.isAsleep(a) ? b : a;
      const sleeper = bodies.entity[comes === a ? b : a];
      this.#comers[sleeper] = longer(bodies, this.#comers[sleeper], comes);
      this.#disturb(sleeper);
    }
    if (this.#any) wakeIslands(context, this.#islands, this.#disturbed, this.#comers);
    return this.#any;
  }

  /**
   * Wakes the islands of bodies that the backend woke: the table says so, and their columns do not yet. They
   * stay where they were, since no time of the sub-step is theirs, with the velocities that they were given.
   */
  wokenByBackend(): boolean {
    const context = this.#context;
    const { bodies, components, counters } = context;
    if (counters.asleep === 0) return false;
    this.begin(false);
    for (let i = 0; i < bodies.count; i++) {
      const entity = bodies.entity[i];
      if (components.RigidBody.asleep[entity] === 0 || bodies.isAsleep(i)) continue;
      bodies.putBack(i, components.RigidBody);
      this.#disturb(entity);
    }
    if (this.#any) wakeIslands(context, this.#islands, this.#disturbed, this.#comers);
    return this.#any;
  }

  /** What touched somebody that is gone, or was disturbed and belongs to no island, is disturbed. */
  #handOn(from: number, to: number, isGone: boolean, motion: number): void {
    if (isGone || (this.#disturbed[from] === 1 && motion !== MOTION_DYNAMIC)) this.#disturb(to);
  }
}

/** Of two that come, or NOBODY, the one with more of the sub-step left. */
function longer(bodies: DynamicsContext['bodies'], a: number, b: number): number {
  return a !== NOBODY && (b === NOBODY || timeLeft(bodies, a) >= timeLeft(bodies, b)) ? a : b;
}

function timeLeft(bodies: DynamicsContext['bodies'], i: number): number {
  return bodies.number(i, MOVER_LEFT) + bodies.number(i, MOVER_LATER);
}

/** Wakes all in the islands of the entities that are marked: with the time that who comes to the island has left, or none. */
function wakeIslands(
  context: DynamicsContext,
  islands: Islands,
  disturbed: Uint8Array,
  comers: Int32Array,
): void {
  const { backend, bodies, components, core, counters } = context;
  const { asleep, idle, motion } = components.RigidBody;
  islands.build(context);
  islands.marks.fill(0, 0, bodies.count);
  islands.comers.fill(NOBODY, 0, bodies.count);
  for (let i = 0; i < bodies.count; i++) {
    const entity = bodies.entity[i];
    if (disturbed[entity] !== 1 || motion[entity] !== MOTION_DYNAMIC) continue;
    const island = islands.of(i);
    islands.marks[island] = 1;
    islands.comers[island] = longer(bodies, islands.comers[island], comers[entity]);
  }
  for (let i = 0; i < bodies.count; i++) {
    const entity = bodies.entity[i];
    if (motion[entity] !== MOTION_DYNAMIC || islands.marks[islands.of(i)] === 0) continue;
    idle[entity] = 0;
    if (asleep[entity] === 0) continue;
    const comer = islands.comers[islands.of(i)];
    const left = comer === NOBODY ? 0 : bodies.number(comer, MOVER_LEFT);
    const later = comer === NOBODY ? 0 : bodies.number(comer, MOVER_LATER);
    core.kernels.rouse(bodies.addressOf(i), left, later);
    asleep[entity] = 0;
    backend.place(bodies, i);
    counters.woken++;
  }
}
