import {
  LINK_ENTITY_A,
  LINK_ENTITY_B,
  TOUCH_BYTES,
  TOUCH_IMPULSE,
  TOUCH_LINK,
} from '../kernels/layout/contacts.js';
import type { DynamicsContext } from './context.js';

/** Whether any body may break. Its impulses of the last step are forgotten. */
export function beginStrain({ bodies, components }: DynamicsContext): boolean {
  const { impulse, strength } = components.Breaking;
  let isAny = false;
  for (let i = 0; i < bodies.count; i++) {
    const entity = bodies.entity[i];
    if (impulse[entity] !== 0) impulse[entity] = 0;
    isAny ||= strength[entity] < Number.POSITIVE_INFINITY;
  }
  return isAny;
}

/** Adds what the contacts of a sub-step that has ended pushed bodies with, along their normals. */
export function addStrain({ components, core, links }: DynamicsContext): void {
  const { impulse } = components.Breaking;
  const { f64, u32 } = core.arena;
  for (let i = 0; i < links.touchCount; i++) {
    const touch = links.touches + i * TOUCH_BYTES;
    const push = f64[(touch + TOUCH_IMPULSE) >>> 3];
    if (push === 0) continue;
    const link = u32[(touch + TOUCH_LINK) >>> 2];
    impulse[links.word(link, LINK_ENTITY_A)] += push;
    impulse[links.word(link, LINK_ENTITY_B)] += push;
  }
}
