import {
  MOVER_ASLEEP,
  MOVER_INVERSE_MASS,
  MOVER_LATER,
  MOVER_LEFT,
  MOVER_LOCKS,
  MOVER_MASS,
} from '../layout/bodies';
import { LINK_BYTES, LINK_COUNT, LINK_FIRST, LINK_REST, TOUCH_BYTES, TOUCH_GAP } from '../layout/contacts';
import { turnInertia } from './inertia';
import { bodyA, bodyB, wayOf } from './links';
import { placeCentre } from './move';

/** A gap up to this share of the one that resting bodies keep counts as touched. */
const TOUCHED: f64 = 1.5;

/** Whether the bodies of a pair may touch in what is left of the sub-step, and at least one of them moves. */
export function mayMeet(bodies: usize, links: usize, index: u32, touches: usize): bool {
  const link = links + <usize>index * LINK_BYTES;
  const way = wayOf(bodyA(bodies, link), bodyB(bodies, link));
  if (way === 0) return false;
  const within = way + TOUCHED * load<f64>(link, LINK_REST);
  const first = touches + <usize>load<u32>(link, LINK_FIRST) * TOUCH_BYTES;
  const count = load<u32>(link, LINK_COUNT);
  for (let i: u32 = 0; i < count; i++) {
    if (load<f64>(first + <usize>i * TOUCH_BYTES, TOUCH_GAP) <= within) return true;
  }
  return false;
}

/** Wakes a dynamic body in a sub-step of which it has `left` seconds, and `later` ones after these: it can be pushed, and is moved for as long. */
export function rouse(body: usize, left: f64, later: f64): void {
  store<u32>(body, 0, MOVER_ASLEEP);
  store<f64>(body, left, MOVER_LEFT);
  store<f64>(body, later, MOVER_LATER);
  const locks = load<u32>(body, MOVER_LOCKS);
  const inverse = 1 / load<f64>(body, MOVER_MASS);
  for (let axis = 0; axis < 3; axis++) {
    store<f64>(body + ((<usize>axis) << 3), locks & (1 << axis) ? 0 : inverse, MOVER_INVERSE_MASS);
  }
  placeCentre(body); // and keeps its rotation in use
  turnInertia(body);
}
