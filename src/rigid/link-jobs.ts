// What the worker does about pairs of rigid bodies: it answers ahead what the main thread would ask about each.
import { answerListed, LIST, LIST_COUNT } from '../crew/answers.js';
import type { Hand } from '../crew/hand.js';
import { ANSWER_MOST_BYTES, VERDICT_BYTES } from '../kernels/layout/answers.js';

/** Place of the jobs' argument, behind which pairs: the address of what the worker searches with (layout/link-search.ts). */
export const SEARCH = 2;

export function linkTouches(hand: Hand): void {
  const { kernels, output } = hand;
  const search = hand.argument(SEARCH);
  output.begin();
  answerListed(hand, hand.argument(LIST), hand.argument(LIST_COUNT), ANSWER_MOST_BYTES, (index, out) =>
    kernels.answerTouches(search, index, out),
  );
  output.end();
}

export function linkCertificates(hand: Hand): void {
  const { kernels, output } = hand;
  const search = hand.argument(SEARCH);
  output.begin();
  answerListed(hand, hand.argument(LIST), hand.argument(LIST_COUNT), VERDICT_BYTES, (index, out) => {
    kernels.answerCertificate(search, index, out);
    return VERDICT_BYTES;
  });
  output.end();
}
