import { type SearchStrategy, STRATEGIES } from './search-strategy.js';

// What a worker is told about a search, and what it counts. The strategy is bits that fit in a word.

/** Places of a search's arguments: the bits of what is to be done, the kind of boxes, and the worker's memory for it. */
export const SEARCH_TASK = 0;
export const SEARCH_VOLUME = 1;
export const SEARCH_MEMORY = 2;

/** What the worker counts in a search, in the order of its sums. */
export const COUNTED = [
  'featureTests',
  'vertexTests',
  'afterFeatureBoxes',
  'verticesAfterBoxes',
  'elementaryTests',
] as const;

const BITS = ['featureBoxes', 'motion', 'segments'] as const satisfies readonly (keyof SearchStrategy)[];
const KEEP = 1 << BITS.length;

/** `keep`: feature pairs are put aside, and not tested. */
export function bitsOfTask(strategy: SearchStrategy, keep: boolean): number {
  return BITS.reduce((bits, name, i) => bits | (strategy[name] ? 1 << i : 0), keep ? KEEP : 0);
}

/** What the stages behind the traversal ask of a strategy; the rest of it is in the memory that the main thread prepared. */
export function strategyOfBits(bits: number): SearchStrategy {
  return STRATEGY_OF_BITS[bits & (KEEP - 1)];
}

export function keepsPairs(bits: number): boolean {
  return (bits & KEEP) !== 0;
}

const STRATEGY_OF_BITS: readonly SearchStrategy[] = /* @__PURE__ */ Array.from(
  { length: KEEP },
  (_, bits) => ({
    ...STRATEGIES.basic,
    featureBoxes: (bits & 1) !== 0,
    motion: (bits & 2) !== 0,
    segments: (bits & 4) !== 0,
  }),
);
