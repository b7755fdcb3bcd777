// Times of contact that two threads look for: each query is copied, and its results stay in the copy. Addresses.
import { answerListed, LIST, LIST_COUNT } from '../crew/answers.js';
import type { Hand } from '../crew/hand.js';
import { ANSWER_ABOUT, IMPACT_BYTES, IMPACT_QUERY, IMPACT_STATE } from '../kernels/layout/answers.js';
import { RIGID_QUERY_BYTES } from '../kernels/layout/rigid-queries.js';
import type { CoreKernels } from '../memory/core.js';

/** Places of the job's arguments, behind which queries: where the first one is, and the worker's own heap. */
export const QUERIES = 2;
export const HEAP = 3;

/** Added to a query's place in the list where it is answered by conservative advancement. */
export const CONSERVATIVE = 2 ** 30;

/** What a query is answered with. */
interface QueryCore {
  readonly kernels: CoreKernels;
  readonly arena: { readonly u8: Uint8Array; readonly u32: Uint32Array };
}

export function impacts(hand: Hand): void {
  const queries = hand.argument(QUERIES);
  const heap = hand.argument(HEAP);
  hand.output.begin();
  answerListed(hand, hand.argument(LIST), hand.argument(LIST_COUNT), IMPACT_BYTES, (listed, out) =>
    answerImpact(hand, queries, heap, listed, out),
  );
  hand.output.end();
}

/** Answers one of the queries into IMPACT_BYTES at `out`; returns how many these are. */
export function answerImpact(
  { arena, kernels }: QueryCore,
  queries: number,
  heap: number,
  listed: number,
  out: number,
): number {
  const index = listed % CONSERVATIVE;
  const from = queries + index * RIGID_QUERY_BYTES;
  const copy = out + IMPACT_QUERY;
  arena.u8.copyWithin(copy, from, from + RIGID_QUERY_BYTES);
  const state =
    listed === index ? kernels.earliestFirst(copy, 1, heap) : kernels.conservativeAdvancement(copy, heap);
  arena.u32[(out + ANSWER_ABOUT) >>> 2] = index;
  arena.u32[(out + IMPACT_STATE) >>> 2] = state;
  return IMPACT_BYTES;
}
