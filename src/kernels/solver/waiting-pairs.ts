import { popPair, pushPair } from '../rigid/heap';

// Pairs that wait to be looked at, the earliest first: one list a thread, in memory that its user gives.

let list: usize = 0;
let capacity: i32 = 0;
let count: i32 = 0;

/** The one taken last: when, its place in the list of pairs, and what was to be done. */
export let takenTime: f64 = 0;
export let takenPlace: u32 = 0;
export let takenWhat: u32 = 0;

/** Nobody waits yet; there is room for `most`. */
export function beginWaiting(memory: usize, most: i32): void {
  list = memory;
  capacity = most;
  count = 0;
}

/** What finds no room is left out: whoever goes through all pairs again finds it. */
export function wait(time: f64, place: u32, what: u32): void {
  if (count < capacity) pushPair(list, count++, time, place, what);
}

/** Takes the earliest out. False where nobody waits. */
export function takeNext(): bool {
  if (count === 0) return false;
  takenTime = load<f64>(list);
  takenPlace = load<u32>(list, 8);
  takenWhat = load<u32>(list, 12);
  popPair(list, count--);
  return true;
}
