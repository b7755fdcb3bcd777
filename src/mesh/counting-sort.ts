import { inPieces, inTurn, type Steps } from './steps.js';

/** Items in the order of their keys; those of key k are `order[start[k]]` up to `order[start[k + 1] - 1]`. */
export interface Buckets {
  readonly start: Uint32Array;
  readonly order: Uint32Array;
}

/**
 * Sorts items by their keys (0 to keyCount - 1) and keeps the order of equals: that of `items`, or 0, 1, 2 ... without
 * it. Sorting by the minor key and then by the major one therefore sorts by both.
 */
export function* countingSort(keys: Uint32Array, keyCount: number, items?: Uint32Array): Steps<Buckets> {
  const start = new Uint32Array(keyCount + 1);
  const order = new Uint32Array(keys.length);
  const place = new Uint32Array(keyCount);
  yield* inTurn(
    inPieces(keys.length, (from, to) => {
      for (let i = from; i < to; i++) start[keys[i] + 1]++;
    }),
    inPieces(keyCount, (from, to) => {
      for (let k = from; k < to; k++) {
        place[k] = start[k];
        start[k + 1] += start[k];
      }
    }),
    inPieces(keys.length, (from, to) => {
      for (let i = from; i < to; i++) {
        const item = items === undefined ? i : items[i];
        order[place[keys[item]]++] = item;
      }
    }),
  );
  return { start, order };
}
