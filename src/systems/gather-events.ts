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
import type { StepContext } from './context.js';

/** Who touches whom when a step ends: rigid bodies, what the backend has of its own, deformables. */
export function gatherEvents(context: StepContext): void {
  const { backend, events } = context;
  events.begin();
  gatherLinks(context);
  backend.contacts?.(events);
  gatherDeformables(context);
  events.finish();
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

/** Contacts are in the order of their pairs: the first of each tells where. */
function gatherDeformables({ components, contacts, events }: StepContext): void {
  const { collider } = components.CollisionSettings;
  const { a, b, normals } = contacts;
  for (let i = 0; i < contacts.count; i++) {
    if (a[i] === b[i] || (i > 0 && a[i] === a[i - 1] && b[i] === b[i - 1])) continue;
    const isSensor = collider[a[i]] === COLLIDER_SENSOR || collider[b[i]] === COLLIDER_SENSOR;
    const at = events.add(a[i], b[i], 0, isSensor, 0);
    for (let k = 0; k < 3; k++) events.place(at, k, Number.NaN, -normals[3 * i + k], b[i] < a[i]);
  }
}

/** The component's column: how many things an entity touches. */
function countTouching({ colliders, components, events }: StepContext): void {
  const { touching } = components.Contacts;
  for (let i = 0; i < colliders.count; i++) touching[colliders.order[i]] = 0;
  for (let i = 0; i < events.count; i++) {
    if (events.kind[i] === CONTACT_END) continue;
    touching[events.a[i]]++;
    if (events.b[i] !== 0) touching[events.b[i]]++;
  }
}
