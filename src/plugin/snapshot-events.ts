import { CONTACT_END } from '../systems/contact-events.js';
import type { StepContext } from '../systems/context.js';
import { EventList } from '../systems/event-list.js';
import { corrupt, type SnapshotReader } from './snapshot-file.js';

/** The columns of the list, and how many values an entry has in each. */
const COLUMNS = [
  ['kind', 1],
  ['a', 1],
  ['b', 1],
  ['handle', 1],
  ['handleA', 1],
  ['sensor', 1],
  ['impulse', 1],
  ['points', 3],
  ['normals', 3],
  ['gone', 1],
] as const;

/** Who touched whom when the step ended: the next step tells what began since then. */
export function eventSections({ events }: StepContext): (Uint8Array | Uint32Array | Float64Array)[] {
  const { list } = events;
  return COLUMNS.map(([name, values]) => list[name].slice(0, values * list.count));
}

/** Reads and checks it; what it returns puts it back. */
export function readEventSections({ components, events }: StepContext, file: SnapshotReader): () => void {
  const sections = COLUMNS.map(() => file.bytes());
  const list = new EventList();
  list.makeRoom(sections[0].length);
  list.count = sections[0].length;
  COLUMNS.forEach(([name, values], i) => {
    if (sections[i].length !== values * list.count * list[name].BYTES_PER_ELEMENT)
      throw corrupt(`the events have ${sections[i].length} bytes of ${name}`);
    new Uint8Array(list[name].buffer).set(sections[i]);
  });
  for (let i = 0; i < list.count; i++) {
    const known = Math.max(list.a[i], list.b[i]) <= components.maxEntities;
    if (!known || list.kind[i] > CONTACT_END) throw corrupt(`event ${i} is none`);
  }
  return () => events.restore(list);
}
