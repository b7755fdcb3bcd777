import type { StepContext } from './context.js';

/** Tells each collider which of the contacts are its own, and when the first of them is (component Contacts). */
export function indexContacts({ colliders, components, contacts }: StepContext): void {
  const { first, count, earliest } = components.Contacts;
  for (let i = 0; i < colliders.count; i++) {
    const entity = colliders.order[i];
    first[entity] = 0;
    count[entity] = 0;
    earliest[entity] = Number.POSITIVE_INFINITY;
  }
  const { a, b, time, byEntity } = contacts;
  for (let i = 0; i < contacts.count; i++) {
    count[a[i]]++;
    earliest[a[i]] = Math.min(earliest[a[i]], time[i]);
    if (a[i] === b[i]) continue;
    count[b[i]]++;
    earliest[b[i]] = Math.min(earliest[b[i]], time[i]);
  }
  let next = 0;
  for (let i = 0; i < colliders.count; i++) {
    const entity = colliders.order[i];
    first[entity] = next;
    next += count[entity];
    count[entity] = 0;
  }
  for (let i = 0; i < contacts.count; i++) {
    byEntity[first[a[i]] + count[a[i]]++] = i;
    if (a[i] !== b[i]) byEntity[first[b[i]] + count[b[i]]++] = i;
  }
  byEntity.fill(0, next, 2 * contacts.count); // snapshots hold all of it
}
