// Contact points that are found ahead, by whichever thread: what a pair finds depends on no other pair. Nothing is written but the
// answer, so that the pair can be asked again.

import {
  ANSWER_ABOUT,
  ANSWER_PAIRS_COUNT,
  ANSWER_PAIRS_KNOWN,
  ANSWER_RECORD,
  ANSWER_SIZE,
  ANSWER_TOUCH_COUNT,
  ANSWER_TOUCHES,
} from '../layout/answers';
import {
  LINK_BYTES,
  LINK_PAIRS_COUNT,
  LINK_PAIRS_FIRST,
  MOST_TOUCHES,
  TOUCH_BYTES,
} from '../layout/contacts';
import { SEARCH_LINKS, SEARCH_PAIRS } from '../layout/link-search';
import { PAIR_ENTRY_BYTES } from '../layout/rigid-queries';
import { needsSearch, searchTouches } from './links';

/** Writes the places of the pairs whose contact points have to be searched, u32 each; returns how many. */
export function listSearches(bodies: usize, links: usize, count: u32, list: usize): u32 {
  let to = list;
  for (let i: u32 = 0; i < count; i++) {
    store<u32>(to, i);
    to += needsSearch(bodies, links + <usize>i * LINK_BYTES) ? 4 : 0;
  }
  return <u32>(to - list) >> 2;
}

/**
 * Searches the contact points of a pair that `listSearches` listed, into an answer at `out` (ANSWER_MOST_BYTES). Returns its size;
 * 0 where there is not enough room for NEAR records.
 */
export function answerTouches(search: usize, index: u32, out: usize): u32 {
  const pairs = <usize>load<u32>(search, SEARCH_PAIRS);
  const link = <usize>load<u32>(search, SEARCH_LINKS) + <usize>index * LINK_BYTES;
  const record = out + ANSWER_RECORD;
  const touches = out + ANSWER_TOUCHES;
  const known = load<u32>(link, LINK_PAIRS_COUNT);
  const first = load<u32>(link, LINK_PAIRS_FIRST);
  const ownPairs = touches + MOST_TOUCHES * TOUCH_BYTES;
  memory.copy(record, link, LINK_BYTES);
  memory.copy(ownPairs, pairs + <usize>first * PAIR_ENTRY_BYTES, known * PAIR_ENTRY_BYTES);
  store<u32>(record, 0, LINK_PAIRS_FIRST);
  const count = searchTouches(search, record, index, touches, ownPairs, known);
  if (count < 0) return 0;
  const from = load<u32>(record, LINK_PAIRS_FIRST);
  const found = load<u32>(record, LINK_PAIRS_COUNT);
  const behind = touches + <usize>count * TOUCH_BYTES;
  memory.copy(behind, ownPairs + <usize>from * PAIR_ENTRY_BYTES, found * PAIR_ENTRY_BYTES);
  const size = <u32>(behind - out) + found * PAIR_ENTRY_BYTES;
  store<u32>(out, index, ANSWER_ABOUT);
  store<u32>(out, count, ANSWER_TOUCH_COUNT);
  store<u32>(out, found, ANSWER_PAIRS_COUNT);
  store<u32>(out, from === 0 && known > 0 ? 1 : 0, ANSWER_PAIRS_KNOWN);
  store<u32>(out, size, ANSWER_SIZE);
  return size;
}

/** What `touchesOfLink` does, out of an answer: the contact points go to `target`, new near triangles behind those in use. */
export function takeTouches(answer: usize, links: usize, target: usize, pairs: usize, pairsUsed: u32): i32 {
  const link = links + <usize>load<u32>(answer, ANSWER_ABOUT) * LINK_BYTES;
  const isKnown = load<u32>(answer, ANSWER_PAIRS_KNOWN) !== 0;
  const first = isKnown ? load<u32>(link, LINK_PAIRS_FIRST) : pairsUsed;
  const count = load<u32>(answer, ANSWER_TOUCH_COUNT) * TOUCH_BYTES;
  const touches = answer + ANSWER_TOUCHES;
  memory.copy(link, answer + ANSWER_RECORD, LINK_BYTES);
  store<u32>(link, first, LINK_PAIRS_FIRST);
  memory.copy(target, touches, count);
  memory.copy(
    pairs + <usize>first * PAIR_ENTRY_BYTES,
    touches + count,
    load<u32>(answer, ANSWER_PAIRS_COUNT) * PAIR_ENTRY_BYTES,
  );
  return load<u32>(answer, ANSWER_TOUCH_COUNT);
}
