// What the worker does about pairs of rigid bodies: it answers ahead what the main thread would ask about each. Addresses.
import { answerListed, LIST, LIST_COUNT } from '../crew/answers.js';
import type { Hand } from '../crew/hand.js';
import { ANSWER_MOST_BYTES, VERDICT_BYTES } from '../kernels/layout/answers.js';
import { RIGID_QUERY_BYTES } from '../kernels/layout/rigid-queries.js';

/** Places of the jobs' arguments, behind which pairs: all bodies, all pairs, their contact points so far, and their near triangles; */
export const BODIES = 2;
export const LINKS = 3;
export const OLD_TOUCHES = 4;
export const NEAR_PAIRS = 5;
/** the worker's own query with its heap, and room for so many NEAR records and what they are worth. */
export const QUERY = 6;
export const NEAR = 7;
export const NEAR_CAPACITY = 8;
export const WORTH = 9;

export function linkTouches(hand: Hand): void {
  const { kernels, output } = hand;
  const query = hand.argument(QUERY);
  const bodies = hand.argument(BODIES);
  const links = hand.argument(LINKS);
  const near = hand.argument(NEAR);
  const capacity = hand.argument(NEAR_CAPACITY);
  const worth = hand.argument(WORTH);
  const old = hand.argument(OLD_TOUCHES);
  const pairs = hand.argument(NEAR_PAIRS);
  const heap = query + RIGID_QUERY_BYTES;
  output.begin();
  answerListed(hand, hand.argument(LIST), hand.argument(LIST_COUNT), ANSWER_MOST_BYTES, (index, out) =>
    kernels.answerTouches(query, heap, bodies, links, index, near, capacity, worth, old, pairs, out),
  );
  output.end();
}

export function linkCertificates(hand: Hand): void {
  const { kernels, output } = hand;
  const query = hand.argument(QUERY);
  const bodies = hand.argument(BODIES);
  const links = hand.argument(LINKS);
  output.begin();
  answerListed(hand, hand.argument(LIST), hand.argument(LIST_COUNT), VERDICT_BYTES, (index, out) => {
    kernels.answerCertificate(query, query + RIGID_QUERY_BYTES, bodies, links, index, out);
    return VERDICT_BYTES;
  });
  output.end();
}
