import { PAIR_ENTRY_BYTES } from '../layout/rigid-queries';

// Waiting pairs: f64 time or distance, u32 box of A, u32 box of B; in a binary heap whose top is the earliest, or in a stack.

export function pushPair(heap: usize, count: i32, time: f64, a: u32, b: u32): void {
  let at = <usize>count;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (load<f64>(heap + parent * PAIR_ENTRY_BYTES) <= time) break;
    copyEntry(heap, at, parent);
    at = parent;
  }
  writeEntry(heap + at * PAIR_ENTRY_BYTES, time, a, b);
}

/** Removes the top of a heap of `count` pairs. */
export function popPair(heap: usize, count: i32): void {
  const last = <usize>(count - 1);
  const time = load<f64>(heap + last * PAIR_ENTRY_BYTES);
  let at: usize = 0;
  for (;;) {
    let child: usize = 2 * at + 1;
    if (child >= last) break;
    if (child + 1 < last && timeOf(heap, child + 1) < timeOf(heap, child)) child++;
    if (timeOf(heap, child) >= time) break;
    copyEntry(heap, at, child);
    at = child;
  }
  copyEntry(heap, at, last);
}

export function writeEntry(at: usize, time: f64, a: u32, b: u32): void {
  store<f64>(at, time);
  store<u32>(at, a, 8);
  store<u32>(at, b, 12);
}

/** Puts a pair into a stack of `count`, among those from `from` on: the larger the number before it, the later it is taken. */
export function stackPair(stack: usize, from: i32, count: i32, number: f64, a: u32, b: u32): void {
  let at = <usize>count;
  for (; at > <usize>from && timeOf(stack, at - 1) < number; at--) copyEntry(stack, at, at - 1);
  writeEntry(stack + at * PAIR_ENTRY_BYTES, number, a, b);
}

function timeOf(heap: usize, i: usize): f64 {
  return load<f64>(heap + i * PAIR_ENTRY_BYTES);
}

function copyEntry(heap: usize, to: usize, from: usize): void {
  v128.store(heap + to * PAIR_ENTRY_BYTES, v128.load(heap + from * PAIR_ENTRY_BYTES));
}
