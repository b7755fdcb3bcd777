// Contacts in one order, whatever found them: by kind, then by both features.
import { FOUND_A, FOUND_B, FOUND_BYTES, FOUND_KIND, SORT_DIGITS } from './layout/search';

const DIGIT_BITS: u32 = 11;
const DIGITS: u32 = 1 << DIGIT_BITS;
const HISTOGRAM_BYTES: usize = 4 << DIGIT_BITS;

/**
 * Sorts `count` contacts, least digit first; `scratch` has room for as many behind SORT_DIGITS u32: a histogram for each of the three
 * digits of either feature, and one for the kind. Drops repetitions (a strategy without representatives finds a contact through
 * each pair of triangles that has it) and returns how many are left.
 */
export function sortContacts(contacts: usize, scratch: usize, count: u32): u32 {
  if (count < 2) return count;
  const spare = scratch + SORT_DIGITS * 4;
  countDigits(contacts, count, scratch);
  let moved = 0;
  let histogram = scratch;
  for (let field: usize = FOUND_B; ; field -= FOUND_A - FOUND_KIND) {
    const digits: u32 = field === FOUND_KIND ? 1 : 3;
    for (let digit: u32 = 0; digit < digits; digit++) {
      const from = moved ? spare : contacts;
      const to = moved ? contacts : spare;
      if (sortByDigit(from, to, histogram, count, field, digit * DIGIT_BITS)) moved ^= 1;
      histogram += HISTOGRAM_BYTES;
    }
    if (field === FOUND_KIND) break;
  }
  if (moved) memory.copy(contacts, spare, <usize>count * FOUND_BYTES);
  return dropRepetitions(contacts, count);
}

/** How often each digit comes does not depend on the order: all of them are counted at once. */
function countDigits(contacts: usize, count: u32, histograms: usize): void {
  memory.fill(histograms, 0, SORT_DIGITS * 4);
  const end = contacts + <usize>count * FOUND_BYTES;
  for (let at = contacts; at < end; at += FOUND_BYTES) {
    countThree(load<u32>(at, FOUND_B), histograms);
    countThree(load<u32>(at, FOUND_A), histograms + 3 * HISTOGRAM_BYTES);
    countOne(load<u32>(at, FOUND_KIND), histograms + 6 * HISTOGRAM_BYTES);
  }
}

function countThree(feature: u32, histograms: usize): void {
  countOne(feature & (DIGITS - 1), histograms);
  countOne((feature >> DIGIT_BITS) & (DIGITS - 1), histograms + HISTOGRAM_BYTES);
  countOne(feature >> (2 * DIGIT_BITS), histograms + 2 * HISTOGRAM_BYTES);
}

function countOne(digit: u32, histogram: usize): void {
  const place = histogram + ((<usize>digit) << 2);
  store<u32>(place, load<u32>(place) + 1);
}

function dropRepetitions(contacts: usize, count: u32): u32 {
  const end = contacts + <usize>count * FOUND_BYTES;
  let last = contacts;
  for (let at = contacts + FOUND_BYTES; at < end; at += FOUND_BYTES) {
    if (isSame(at, last)) continue;
    last += FOUND_BYTES;
    if (last < at) moveContact(last, at);
  }
  return <u32>((last - contacts) / FOUND_BYTES) + 1;
}

// FOUND_BYTES of them: memory.copy is a call out of WebAssembly.
function moveContact(to: usize, from: usize): void {
  v128.store(to, v128.load(from));
  store<u64>(to, load<u64>(from, 16), 16);
}

function isSame(contact: usize, other: usize): bool {
  return (
    load<u32>(contact, FOUND_A) === load<u32>(other, FOUND_A) &&
    load<u32>(contact, FOUND_B) === load<u32>(other, FOUND_B) &&
    load<u32>(contact, FOUND_KIND) === load<u32>(other, FOUND_KIND)
  );
}

/** False, and nothing done, where all have the same digit. */
function sortByDigit(from: usize, to: usize, histogram: usize, count: u32, field: usize, shift: u32): bool {
  const end = from + <usize>count * FOUND_BYTES;
  if (load<u32>(placeOf(histogram, from, field, shift)) === count) return false;
  let before: u32 = 0;
  for (let digit: u32 = 0; digit < DIGITS; digit++) {
    const here = load<u32>(histogram + ((<usize>digit) << 2));
    store<u32>(histogram + ((<usize>digit) << 2), before);
    before += here;
  }
  for (let at = from; at < end; at += FOUND_BYTES) {
    const place = placeOf(histogram, at, field, shift);
    const index = load<u32>(place);
    store<u32>(place, index + 1);
    moveContact(to + <usize>index * FOUND_BYTES, at);
  }
  return true;
}

function placeOf(histogram: usize, contact: usize, field: usize, shift: u32): usize {
  return histogram + ((<usize>((load<u32>(contact + field) >> shift) & (DIGITS - 1))) << 2);
}
