import type { Twin } from './heightfields.js';

/** An entity and its body's handle in Rapier. */
export type Handle = readonly [entity: number, handle: number];

const NUMBER = 8;
const COUNTS = 3;

/**
 * Rapier's own snapshot behind the handles of our bodies, the contacts with what is Rapier's and the meshes of heightfields: the count
 * of each, then entity and handle of each body, the contacts' numbers, and both handles of each mesh, f64.
 */
export function writeSaved(
  snapshot: Uint8Array,
  handles: readonly Handle[],
  contacts: readonly number[],
  twins: readonly Twin[],
): Uint8Array {
  const counts = [handles.length, contacts.length, twins.length];
  const pairs = twins.flatMap(({ field, mesh }) => [field, mesh]);
  const numbers = Float64Array.of(...counts, ...handles.flat(), ...contacts, ...pairs);
  const saved = new Uint8Array(numbers.byteLength + snapshot.length);
  saved.set(new Uint8Array(numbers.buffer));
  saved.set(snapshot, numbers.byteLength);
  return saved;
}

export function readSaved(saved: Uint8Array): {
  snapshot: Uint8Array;
  handles: Handle[];
  contacts: number[];
  twins: Twin[];
} {
  // Rapier's handles are bit patterns that may be NaN: read them as bytes are, from an aligned copy.
  const copy = saved.slice();
  const [count, others, meshes] = new Float64Array(copy.buffer, 0, COUNTS);
  const numbers = new Float64Array(copy.buffer, COUNTS * NUMBER, 2 * count + others + 2 * meshes);
  const handles = Array.from({ length: count }, (_, i): Handle => [numbers[2 * i], numbers[2 * i + 1]]);
  const contacts = Array.from(numbers.subarray(2 * count, 2 * count + others));
  const pairs = numbers.subarray(2 * count + others);
  const twins = Array.from(
    { length: meshes },
    (_, i): Twin => ({ field: pairs[2 * i], mesh: pairs[2 * i + 1] }),
  );
  return { snapshot: copy.subarray(NUMBER * (COUNTS + numbers.length)), handles, contacts, twins };
}
