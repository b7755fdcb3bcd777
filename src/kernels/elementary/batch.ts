// Many queries at once: contacts are written down, the rest is counted.

import { CONTACT_BIT, CONTACT_RECORD_BYTES, QUERY_BYTES } from '../layout/elementary';
import { contactTime, contactTimeWidth, edgeEdgeContact, vertexFaceContact } from './filter';

/**
 * Tests `count` vertex-face queries (u32 v f0 f1 f2, indices of swept vertices) and writes a record a contact, in
 * order, up to `capacity`. Adds to the four u32 counters at `stats` how many each stage decided, and writes every
 * query's state as u8 at `states` (0: nowhere). Returns the number of contacts, which may exceed the capacity.
 */
export function vertexFaceContacts(
  swept: usize,
  queries: usize,
  count: u32,
  records: usize,
  capacity: u32,
  stats: usize,
  states: usize,
): u32 {
  return contactsOf(swept, queries, count, records, capacity, stats, states, false);
}

/** The same for edge-edge queries (u32 a0 a1 b0 b1). */
export function edgeEdgeContacts(
  swept: usize,
  queries: usize,
  count: u32,
  records: usize,
  capacity: u32,
  stats: usize,
  states: usize,
): u32 {
  return contactsOf(swept, queries, count, records, capacity, stats, states, true);
}

function contactsOf(
  swept: usize,
  queries: usize,
  count: u32,
  records: usize,
  capacity: u32,
  stats: usize,
  states: usize,
  edges: bool,
): u32 {
  let found: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const query = queries + <usize>i * QUERY_BYTES;
    const p0 = load<u32>(query);
    const p1 = load<u32>(query, 4);
    const p2 = load<u32>(query, 8);
    const p3 = load<u32>(query, 12);
    const state = edges ? edgeEdgeContact(swept, p0, p1, p2, p3) : vertexFaceContact(swept, p0, p1, p2, p3);
    const counter = stats + ((<usize>(state >> 1)) << 2);
    store<u32>(counter, load<u32>(counter) + 1);
    if (states !== 0) store<u8>(states + i, state);
    if (!(state & CONTACT_BIT)) continue;
    if (found < capacity) writeRecord(records + <usize>found * CONTACT_RECORD_BYTES, i, state);
    found++;
  }
  return found;
}

function writeRecord(record: usize, query: u32, state: i32): void {
  store<u32>(record, query);
  store<u32>(record, state, 4);
  store<f64>(record, contactTime, 8);
  store<f64>(record, contactTimeWidth, 16);
}
