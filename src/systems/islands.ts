import { MOTION_DYNAMIC } from '../components/constants.js';
import {
  LINK_ENTITY_A,
  LINK_ENTITY_B,
  LINK_FLAGS,
  LINK_SENSOR,
  LINK_TOUCHED,
} from '../kernels/layout/contacts.js';
import type { DynamicsContext } from './context.js';

/** Dynamic bodies that touch each other, or are joined, are one island: named by the body in it that is first in the table. */
export class Islands {
  readonly #parent: Int32Array;
  /** What is known of the island that a body names, and what is asked of a body: for whoever builds them. */
  readonly marks: Uint8Array;
  readonly idle: Float64Array;
  #context: DynamicsContext | undefined;

  constructor(maxEntities: number) {
    this.#parent = new Int32Array(maxEntities + 1);
    this.marks = new Uint8Array(maxEntities + 1);
    this.idle = new Float64Array(maxEntities + 1);
  }

  /** Builds the islands of the bodies in the table, by what touched when the last step ended. */
  build(context: DynamicsContext): void {
    const { backend, bodies, links } = context;
    this.#context = context;
    for (let i = 0; i < bodies.count; i++) this.#parent[i] = i;
    for (let i = 0; i < links.count; i++) {
      if (isTouching(context, i)) this.join(links.word(i, LINK_ENTITY_A), links.word(i, LINK_ENTITY_B));
    }
    backend.joined?.(this.join);
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
    if (motion[a] !== MOTION_DYNAMIC || motion[b] !== MOTION_DYNAMIC) return;
    if (bodies.row[a] < 0 || bodies.row[b] < 0) return;
    const p = this.of(bodies.row[a]);
    const q = this.of(bodies.row[b]);
    this.#parent[Math.max(p, q)] = Math.min(p, q);
  };
}

/** Whether a pair touches, and neither is a sensor. */
export function isTouching({ links }: DynamicsContext, i: number): boolean {
  return (links.word(i, LINK_FLAGS) & (LINK_TOUCHED | LINK_SENSOR)) === LINK_TOUCHED;
}
