import { COLLIDER_OFF, MOTION_FIXED } from '../components/constants.js';
import { RIGID } from './colliders.js';
import type { StepContext, System } from './context.js';
import { ObjectTree } from './object-tree.js';

/**
 * Pairs of colliders whose swept boxes touch and whose groups and masks agree, each pair once, in the order in which
 * they became colliders (ICCD VI: the upper level of the two-level tree). It loses no pair.
 */
export function createBroadPhase(context: StepContext): System {
  const tree = new ObjectTree();
  let seen = -1;
  const keep = (a: number, b: number) => mayTouch(context, a, b);
  return (world) => {
    const { colliders, components, counters, pairs } = context;
    tree.update(components.Bvh, colliders.order, colliders.count, colliders.version !== seen);
    seen = colliders.version;
    components.Contacts.earliest.fill(Number.POSITIVE_INFINITY);
    pairs.clear();
    tree.pairs(pairs);
    counters.boxPairs = pairs.count;
    pairs.finish(colliders.order, keep);
    counters.pairs = pairs.count;
    return world;
  };
}

/** Whether the settings of two colliders let them touch. */
export function mayTouch({ components, colliders }: StepContext, a: number, b: number): boolean {
  const { collider, group, mask } = components.CollisionSettings;
  if (collider[a] === COLLIDER_OFF || collider[b] === COLLIDER_OFF) return false;
  if ((group[a] & mask[b]) === 0 || (group[b] & mask[a]) === 0) return false;
  const { motion } = components.RigidBody;
  const bothRigid = colliders.kind[a] === RIGID && colliders.kind[b] === RIGID;
  return !(bothRigid && motion[a] === MOTION_FIXED && motion[b] === MOTION_FIXED);
}
