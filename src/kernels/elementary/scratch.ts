// Where the exact stage keeps its numbers: a stack of bytes, one an instance. The first instance of a memory has it
// right behind the compiler's own data; every further instance over the same (shared) memory must be given its own.

import { EXACT_SCRATCH_BYTES } from '../layout/elementary';

let base: usize = __heap_base;
let top: usize = 0;
let limit: usize = 0;

/** First address behind the scratch area of the first instance. */
export function scratchEnd(): usize {
  return __heap_base + EXACT_SCRATCH_BYTES;
}

/** Gives this instance EXACT_SCRATCH_BYTES at `address`: needed once in every worker that shares the memory. */
export function useExactScratch(address: usize): void {
  base = address;
}

/** Forgets everything in the scratch area. */
export function clearScratch(): void {
  top = base;
  limit = base + EXACT_SCRATCH_BYTES;
}

/** What is taken after a mark is given back by `release(mark)`. */
export function mark(): usize {
  return top;
}

export function release(to: usize): void {
  top = to;
}

/** The next free address, with room for `bytes`: take it with `release(end)`. Bounds in docs/elementary-bounds.md, 6. */
export function roomFor(bytes: usize): usize {
  // The proof says that this never happens. Should it be wrong, the instance stops instead of overwriting data.
  if (top + bytes > limit) unreachable();
  return top;
}
