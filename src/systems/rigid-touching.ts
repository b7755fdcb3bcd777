import { FirstContactError } from '../errors.js';
import {
  LINK_A,
  LINK_B,
  LINK_BOUND,
  LINK_ENTITY_A,
  LINK_ENTITY_B,
  LINK_FLAGS,
  LINK_GAP,
  LINK_IMPULSE,
  LINK_INSIDE,
  LINK_LEFT_ALONE,
  LINK_OVERLAPS,
  LINK_REST,
  LINK_SENSED,
  LINK_SENSOR,
  LINK_TOLD,
  LINK_TOUCHED,
  LINK_UNSURE,
} from '../kernels/layout/contacts.js';
import type { DynamicsContext } from './context.js';

/** Pairs touch from this share of the gap that resting bodies keep, and part beyond the other one: nothing flickers. */
const TOUCH_WITHIN = 1.5;
const PART_BEYOND = 2;
/** Pairs that have to be measured for it are measured this much farther: who rests nearby is not asked in each step. */
const KNOWN_BEYOND = 4;

/** Says of each pair, when a step ends, whether its bodies touch: LINK_TOUCHED. */
export function markTouching(context: DynamicsContext): void {
  const { links } = context;
  for (let i = 0; i < links.count; i++) {
    const flags = links.word(i, LINK_FLAGS);
    const touches = (flags & LINK_SENSOR) !== 0 ? isSensed(context, i, flags) : isTouched(context, i, flags);
    const known = links.word(i, LINK_FLAGS);
    links.setWord(i, LINK_FLAGS, told(context, i, touches ? known | LINK_TOUCHED : known & ~LINK_TOUCHED));
  }
}

/** Tells of an overlap that is left alone, once, and gives the flags with what was told. */
function told({ links, reports }: DynamicsContext, i: number, flags: number): number {
  const isLeft = LINK_LEFT_ALONE | LINK_OVERLAPS;
  if ((flags & isLeft) !== isLeft) return flags & ~LINK_TOLD;
  if ((flags & LINK_TOLD) !== 0) return flags;
  const entity = links.word(i, LINK_ENTITY_A);
  const report = new FirstContactError(
    'OVERLAP',
    `The body overlaps entity ${links.word(i, LINK_ENTITY_B)}, and they are left alone`,
    'Put one of them elsewhere, or write OVERLAP_PUSH to CollisionSettings.overlap of both.',
    { entity },
  );
  reports.tell(report);
  return flags | LINK_TOLD;
}

function isTouched(context: DynamicsContext, i: number, flags: number): boolean {
  const { links } = context;
  if (links.number(i, LINK_IMPULSE) > 0 || (flags & LINK_OVERLAPS) !== 0) return true;
  const share = (flags & LINK_TOUCHED) === 0 ? TOUCH_WITHIN : PART_BEYOND;
  const within = share * links.number(i, LINK_REST);
  if (links.number(i, LINK_GAP) <= within) return true;
  // fast bodies may have come close where no contact point was looked for
  return links.number(i, LINK_BOUND) <= within && isWithin(context, i, within);
}

/** Measures a pair; what is known of its distance grows by that. */
function isWithin({ bodies, core, links }: DynamicsContext, i: number, within: number): boolean {
  const { query, heap, address } = links;
  const known = KNOWN_BEYOND * within;
  const distance = core.kernels.distanceOfLink(query, heap, bodies.address, address, i, known);
  links.setNumber(i, LINK_BOUND, Math.max(links.number(i, LINK_BOUND), Math.min(distance, known)));
  links.setNumber(i, LINK_GAP, Math.min(distance, links.number(i, LINK_GAP)));
  return distance <= within;
}

/** Surfaces met, or one is inside the other: that changes only where surfaces meet, or a body is put somewhere else. */
function isSensed(context: DynamicsContext, i: number, flags: number): boolean {
  if ((flags & LINK_SENSED) !== 0) return true;
  if ((flags & LINK_UNSURE) === 0) return (flags & LINK_INSIDE) !== 0;
  const { links } = context;
  const a = links.word(i, LINK_A);
  const b = links.word(i, LINK_B);
  const inside = isInside(context, a, b) || isInside(context, b, a);
  const rest = flags & ~(LINK_UNSURE | LINK_INSIDE);
  links.setWord(i, LINK_FLAGS, inside ? rest | LINK_INSIDE : rest);
  return inside;
}

/** Open meshes have no inside. */
function isInside(
  { bodies, colliders, core, links, meshes }: DynamicsContext,
  i: number,
  other: number,
): boolean {
  if (meshes.record(colliders.mesh[bodies.entity[other]]).solid.volume === 0) return false;
  return core.kernels.isInside(links.query, bodies.addressOf(i), bodies.addressOf(other)) !== 0;
}
