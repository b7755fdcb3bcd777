// What the worker does about searches: the chunks that it takes part in, as the main thread does its own.
import type { Hand } from '../crew/hand.js';
import {
  COUNTED,
  keepsPairs,
  SEARCH_MEMORY,
  SEARCH_TASK,
  SEARCH_VOLUME,
  strategyOfBits,
} from './crew-task.js';
import { newCounters } from './search-counters.js';
import { CHUNK_PAIRS } from './search-memory.js';
import { SearchWork } from './search-work.js';

const counters = /* @__PURE__ */ newCounters();
let work: SearchWork | undefined;

/** The pairs of leaves of the parts of a traversal that it takes, until none is left. */
export function searchShare(hand: Hand): void {
  const { kernels } = hand;
  inChunks(hand, (mine) => {
    const found = kernels.traverseFront(mine.memory.traversal, mine.memory.pairs, CHUNK_PAIRS);
    const isOver = kernels.isTraversed.value;
    mine.cullPairs(found, counters);
    return isOver;
  });
}

/** The feature pairs that were kept at an address. */
export function searchRecord(hand: Hand, record: number): void {
  inChunks(hand, (mine) => {
    mine.takeUp(record);
    return true;
  });
}

/** `takeUp` makes a chunk of feature pairs ready, and says whether it was the last one. */
function inChunks(hand: Hand, takeUp: (work: SearchWork) => boolean): void {
  const { output } = hand;
  const task = hand.argument(SEARCH_TASK);
  const memory = hand.argument(SEARCH_MEMORY);
  work ??= new SearchWork(hand, memory);
  work.moveTo(memory);
  work.takeOver(strategyOfBits(task), hand.argument(SEARCH_VOLUME));
  for (const name of COUNTED) counters[name] = 0;
  let isOver = false;
  while (!isOver) {
    output.begin();
    isOver = takeUp(work);
    if (keepsPairs(task)) work.keep(output);
    else work.test(output, counters);
    output.end();
    hand.beat();
  }
  COUNTED.forEach((name, i) => {
    hand.sums[i] += counters[name];
  });
}
