import { KIND_EDGE_EDGE } from '../kernels/layout/search.js';
import { ContactList } from '../systems/contact-list.js';
import { corrupt, type SnapshotReader } from './snapshot-file.js';

/** The columns of the contact list, and how many values a contact has in each. */
const COLUMNS = [
  ['kind', 1],
  ['a', 1],
  ['b', 1],
  ['featureA', 1],
  ['featureB', 1],
  ['time', 1],
  ['weights', 4],
  ['normals', 3],
  ['impulse', 1],
  ['byEntity', 2],
] as const;

/** The list of contacts as sections of a snapshot, so that the columns of Contacts mean what they did. */
export function contactSections(list: ContactList): (Uint8Array | Uint32Array | Float64Array)[] {
  return COLUMNS.map(([name, values]) => list[name].slice(0, values * list.count));
}

/**
 * Reads and checks them; what it returns puts them into a list. The bodies and features of contacts are not looked up:
 * a body may have left since, and nothing but the user reads the list before the next step writes it anew.
 */
export function readContactSections(file: SnapshotReader): (list: ContactList) => void {
  const sections = COLUMNS.map(() => file.bytes());
  const read = new ContactList();
  read.count = sections[0].length;
  read.makeRoom(read.count);
  COLUMNS.forEach(([name, values], i) => {
    const bytes = values * read.count * read[name].BYTES_PER_ELEMENT;
    if (sections[i].length !== bytes)
      throw corrupt(`the contacts have ${sections[i].length} bytes of ${name}`);
    new Uint8Array(read[name].buffer).set(sections[i]);
  });
  checkContacts(read);
  return (list) => list.copy(read);
}

function checkContacts({ count, kind, time, byEntity }: ContactList): void {
  for (let i = 0; i < count; i++) {
    const isContact = kind[i] <= KIND_EDGE_EDGE && time[i] >= 0 && time[i] <= 1;
    if (isContact && byEntity[2 * i] < count && byEntity[2 * i + 1] < count) continue;
    throw corrupt(`contact ${i} is none`);
  }
}
