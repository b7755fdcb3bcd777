import { MOTION_DYNAMIC } from '../components/constants.js';
import {
  LINK_ENTITY_A,
  LINK_ENTITY_B,
  LINK_FLAGS,
  LINK_SENSOR,
  LINK_TOUCHED,
} from '../kernels/layout/contacts.js';
import type { DynamicsContext } from './context.js';

/** In the place of a holder that is no body of ours. */
export const HELD_STILL = -1;
const HELD_BY_WHAT_MOVES = -2;

/** Dynamic bodies that touch each other, or are joined, are one island: named by the body in it that is first in the table. */
export class Islands {
  readonly #parent: Int32Array;
  /** What is known of the island that a body names, and what is asked of a body: for whoever builds them. */
  readonly marks: Uint8Array;
  readonly idle: Float64Array;
  /** The place of the body that comes to an island and wakes it. */
  readonly comers: Int32Array;
  /** Of joints that do not join islands: the place of the body, and of what holds it or HELD_STILL or HELD_BY_WHAT_MOVES. */
  readonly holders: number[] = [];
  #context: DynamicsContext | undefined;

  constructor(maxEntities: number) {
    this.#parent = new Int32Array(maxEntities + 1);
    this.marks = new Uint8Array(maxEntities + 1);
    this.idle = new Float64Array(maxEntities + 1);
    this.comers = new Int32Array(maxEntities + 1);
  }

  /** Builds the islands of the bodies in the table, by what touched when the last step ended. */
  build(context: DynamicsContext): void {
    const { backend, bodies, links } = context;
    this.#context = context;
    for (let i = 0; i < bodies.count; i++) this.#parent[i] = i;
    for (let i = 0; i < links.count; i++) {
      if (isTouching(context, i)) this.join(links.word(i, LINK_ENTITY_A), links.word(i, LINK_ENTITY_B));
    }
    this.holders.length = 0;
    backend.joined?.(this.join, this.#tie);
    this.#context = undefined;
  }

  /** The place in the table of the body that names body i's island. */
  of(i: number): number {
    const parent = this.#parent;
    let root = i;
    while (parent[root] !== root) root = parent[root];
    for (let at = i; parent[at] !== root; ) {
      const next = parent[at];
      parent[at] = root;
      at = next;
    }
    return root;
  }

  readonly join = (a: number, b: number): void => {
    const { bodies, components } = this.#context as DynamicsContext;
    const { motion } = components.RigidBody;
    if (bodies.row[a] < 0 || bodies.row[b] < 0) return;
    if (motion[a] !== MOTION_DYNAMIC) this.holders.push(bodies.row[b], bodies.row[a]);
    else if (motion[b] !== MOTION_DYNAMIC) this.holders.push(bodies.row[a], bodies.row[b]);
    else {
      const p = this.of(bodies.row[a]);
      const q = this.of(bodies.row[b]);
      this.#parent[Math.max(p, q)] = Math.min(p, q);
    }
  };

  readonly #tie = (entity: number, isStill: boolean): void => {
    const { bodies } = this.#context as DynamicsContext;
    if (bodies.row[entity] >= 0)
      this.holders.push(bodies.row[entity], isStill ? HELD_STILL : HELD_BY_WHAT_MOVES);
  };
}

/** Whether a pair touches, and neither is a sensor. */
export function isTouching({ links }: DynamicsContext, i: number): boolean {
  return (links.word(i, LINK_FLAGS) & (LINK_TOUCHED | LINK_SENSOR)) === LINK_TOUCHED;
}
