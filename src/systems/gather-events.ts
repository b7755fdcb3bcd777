import { COLLIDER_SENSOR } from '../components/constants.js';
import {
  LINK_ENTITY_A,
  LINK_ENTITY_B,
  LINK_FACING,
  LINK_FLAGS,
  LINK_IMPULSE,
  LINK_POINT,
  LINK_SENSOR,
  LINK_TOUCHED,
} from '../kernels/layout/contacts.js';
import { CONTACT_END } from './contact-events.js';
import { contactPoint } from './contact-point.js';
import type { StepContext } from './context.js';

/** Who touches whom when a step ends: rigid bodies, what the backend has of its own, deformables. */
export function gatherEvents(context: StepContext): void {
  const { backend, events } = context;
  events.begin();
  gatherLinks(context);
  backend.contacts?.(events);
  gatherDeformables(context);
  events.finish(context.touching.lasts);
  countTouching(context);
}

function gatherLinks({ events, links }: StepContext): void {
  if (links === undefined) return;
  for (let i = 0; i < links.count; i++) {
    const flags = links.word(i, LINK_FLAGS);
    if ((flags & LINK_TOUCHED) === 0) continue;
    const a = links.word(i, LINK_ENTITY_A);
    const b = links.word(i, LINK_ENTITY_B);
    const isSensor = (flags & LINK_SENSOR) !== 0;
    const at = events.add(a, b, 0, isSensor, isSensor ? 0 : Math.max(0, links.number(i, LINK_IMPULSE)));
    if (isSensor) continue;
    for (let k = 0; k < 3; k++) {
      const point = links.number(i, LINK_POINT + 8 * k);
      events.place(at, k, point, links.number(i, LINK_FACING + 8 * k), b < a);
    }
  }
}

const point = new Float64Array(3);

/** Contacts are in the order of their pairs: one event for all of a pair, at the one that was pushed hardest. */
function gatherDeformables(context: StepContext): void {
  const { components, contacts, events } = context;
  const { collider } = components.CollisionSettings;
  const { a, b, count, impulse, normals } = contacts;
  for (let first = 0, end = 0; first < count; first = end) {
    let sum = 0;
    let hardest = first;
    for (end = first; end < count && a[end] === a[first] && b[end] === b[first]; end++) {
      sum += impulse[end];
      if (impulse[end] > impulse[hardest]) hardest = end;
    }
    if (a[first] === b[first]) continue;
    const isSensor = collider[a[first]] === COLLIDER_SENSOR || collider[b[first]] === COLLIDER_SENSOR;
    const at = events.add(a[first], b[first], 0, isSensor, sum);
    contactPoint(context, hardest, point);
    const isSwapped = b[first] < a[first];
    for (let k = 0; k < 3; k++) events.place(at, k, point[k], -normals[3 * hardest + k], isSwapped);
  }
}

/** The component's column: how many things an entity touches. */
function countTouching({ colliders, components, events }: StepContext): void {
  const { touching } = components.Contacts;
  for (let i = 0; i < colliders.count; i++) touching[colliders.order[i]] = 0;
  for (let i = 0; i < events.count; i++) {
    if (events.kind[i] === CONTACT_END) continue;
    if (events.a[i] !== 0) touching[events.a[i]]++;
    if (events.b[i] !== 0) touching[events.b[i]]++;
  }
}
