import { MOVER_CENTRE_NOW } from '../layout/bodies';
import {
  LINK_BYTES,
  LINK_FACING,
  LINK_GAP,
  LINK_POINT,
  LINK_STRONGEST,
  TOUCH_ARM_A,
  TOUCH_BODY_A,
  TOUCH_BYTES,
  TOUCH_GAP,
  TOUCH_IMPULSE,
  TOUCH_LINK,
  TOUCH_NORMAL,
} from '../layout/contacts';
import { component, setVector } from '../rigid/vector';

/** Notes for every pair, after a sub-step, how close its contact points are and which of them was pressed most so far. */
export function noteTouches(links: usize, linkCount: i32, touches: usize, count: i32): void {
  for (let i = 0; i < linkCount; i++) store<f64>(links + <usize>i * LINK_BYTES, Infinity, LINK_GAP);
  for (let i = 0; i < count; i++) {
    const touch = touches + <usize>i * TOUCH_BYTES;
    const link = links + <usize>load<u32>(touch, TOUCH_LINK) * LINK_BYTES;
    store<f64>(link, min(load<f64>(link, LINK_GAP), load<f64>(touch, TOUCH_GAP)), LINK_GAP);
    const impulse = load<f64>(touch, TOUCH_IMPULSE);
    if (impulse < load<f64>(link, LINK_STRONGEST)) continue;
    store<f64>(link, impulse, LINK_STRONGEST);
    const centre = <usize>load<u32>(touch, TOUCH_BODY_A) + MOVER_CENTRE_NOW;
    const arm = touch + TOUCH_ARM_A;
    setVector(
      link + LINK_POINT,
      component(centre, 0) + component(arm, 0),
      component(centre, 1) + component(arm, 1),
      component(centre, 2) + component(arm, 2),
    );
    memory.copy(link + LINK_FACING, touch + TOUCH_NORMAL, 24);
  }
}
