import { scratchEnd } from './elementary/scratch';

/** First address behind the compiler's own constants and the first instance's scratch: where the arena may begin. */
export function heapBase(): usize {
  return scratchEnd();
}
