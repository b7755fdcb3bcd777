/** First address behind the compiler's own constants: where the arena may begin. */
export function heapBase(): usize {
  return __heap_base;
}
