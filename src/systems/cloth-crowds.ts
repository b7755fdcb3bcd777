import { MOTION_DYNAMIC, MOTION_FIXED } from '../components/constants.js';
import { LINK_ENTITY_A, LINK_ENTITY_B } from '../kernels/layout/contacts.js';
import { RIGID } from './colliders.js';
import type { StepContext } from './context.js';
import { isBeside } from './standing-box.js';

/**
 * Which rigid bodies are near which. A body with another near it, of which one is dynamic, is in a crowd: the way of all of
 * them was certified together, so that cloth may hold one of them back only with all others, where the step began.
 */
export class ClothCrowds {
  /** The crowd of an entity, named by one of its members; -1 for a body that is alone. */
  readonly of: Int32Array;

  constructor(maxEntities: number) {
    this.of = new Int32Array(maxEntities + 1).fill(-1);
  }

  /** Pictures take no pair with a dynamic body from the list (occlusion-culling.ts). */
  gather(context: StepContext): void {
    const { colliders, links, pairs } = context;
    this.of.fill(-1);
    for (let i = 0; i < pairs.count; i++) this.#meet(context, pairs.a[i], pairs.b[i]);
    // and pairs of bodies that were thrown out of their boxes in the step: these boxes are larger since
    for (let i = 0; i < (links?.count ?? 0); i++) {
      this.#meet(context, links!.word(i, LINK_ENTITY_A), links!.word(i, LINK_ENTITY_B));
    }
    for (let i = 0; i < colliders.count; i++) {
      const entity = colliders.order[i];
      if (this.of[entity] >= 0) this.of[entity] = this.#root(entity);
    }
  }

  #meet(context: StepContext, a: number, b: number): void {
    const { colliders, components } = context;
    const { motion } = components.RigidBody;
    if (colliders.kind[a] !== RIGID || colliders.kind[b] !== RIGID) return;
    if (motion[a] !== MOTION_DYNAMIC && motion[b] !== MOTION_DYNAMIC) return;
    if (isBeside(context, a, b) || isBeside(context, b, a)) return;
    if (this.of[a] < 0) this.of[a] = a;
    if (this.of[b] < 0) this.of[b] = b;
    if (motion[a] !== MOTION_FIXED && motion[b] !== MOTION_FIXED) this.#join(a, b);
  }

  #root(entity: number): number {
    let root = entity;
    while (this.of[root] !== root) root = this.of[root];
    return root;
  }

  #join(a: number, b: number): void {
    const first = this.#root(a);
    const second = this.#root(b);
    this.of[Math.max(first, second)] = Math.min(first, second);
  }
}
