import { LINK_A, LINK_B, LINK_BYTES } from '../layout/contacts';

// The pairs of each body, as lists in memory that their user gives: u32 the first entry of each body, then the entry behind each. An
// entry is twice a pair's place, and one more for B, counted from 1; 0 ends a list.

let firstOf: usize = 0;
let behind: usize = 0;

/** Lists them: 4 bytes a body and 8 a pair at `at`. */
export function listPairsOfBodies(at: usize, bodyCount: u32, links: usize, count: u32): void {
  firstOf = at;
  behind = at + ((<usize>bodyCount) << 2);
  memory.fill(at, 0, (<usize>bodyCount) << 2);
  for (let i: u32 = 0; i < count; i++) {
    const link = links + <usize>i * LINK_BYTES;
    enter(2 * i + 1, load<u32>(link, LINK_A));
    enter(2 * i + 2, load<u32>(link, LINK_B));
  }
}

function enter(entry: u32, row: u32): void {
  const first = firstOf + ((<usize>row) << 2);
  store<u32>(behind + ((<usize>(entry - 1)) << 2), load<u32>(first));
  store<u32>(first, entry);
}

/** The first entry of a body's list. */
export function pairsOf(row: u32): u32 {
  return load<u32>(firstOf + ((<usize>row) << 2));
}

export function nextOf(entry: u32): u32 {
  return load<u32>(behind + ((<usize>(entry - 1)) << 2));
}

/** The place of an entry's pair. */
export function pairOf(entry: u32): u32 {
  return (entry - 1) >> 1;
}
