import { MOVER_LEFT } from '../layout/bodies';
import { LINK_BYTES, TOUCH_BODY_A, TOUCH_BODY_B, TOUCH_LINK } from '../layout/contacts';

// The pair and the two bodies of a contact point.

/** The list of pairs, set by every entry of the solver: it may move when it grows. */
let pairs: usize = 0;

export function usePairs(links: usize): void {
  pairs = links;
}

export function linkOf(touch: usize): usize {
  return pairs + <usize>load<u32>(touch, TOUCH_LINK) * LINK_BYTES;
}

export function bodyA(touch: usize): usize {
  return <usize>load<u32>(touch, TOUCH_BODY_A);
}

export function bodyB(touch: usize): usize {
  return <usize>load<u32>(touch, TOUCH_BODY_B);
}

/** Seconds that the next motion of its bodies covers. */
export function leftOf(touch: usize): f64 {
  return max(load<f64>(bodyA(touch), MOVER_LEFT), load<f64>(bodyB(touch), MOVER_LEFT));
}
