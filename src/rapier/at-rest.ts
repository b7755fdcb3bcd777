import { MOTION_FIXED } from '../components/constants.js';
import type { RapierBody, RapierCollider } from './engine.js';
import { BODY_TYPE } from './exchange.js';

/** Whether a body never moves, or sleeps. A kinematic one is taken for one that moves: Rapier wakes what is jointed to it. */
export const standsStill = (body: RapierBody): boolean =>
  body.bodyType() === BODY_TYPE[MOTION_FIXED] || body.isSleeping();

/** The same of a collider; one without a body never moves. */
export function isAtRest(collider: RapierCollider): boolean {
  const body = parentOf(collider);
  return body === null || standsStill(body);
}

/** In a restored world `parent()` of a collider without one is the first body: that it has none is seen by its place in it. */
export function parentOf(collider: RapierCollider): RapierBody | null {
  return collider.translationWrtParent() === null ? null : collider.parent();
}
