/** An entity and its body's handle in Rapier. */
export type Handle = readonly [entity: number, handle: number];

const NUMBER = 8;

/**
 * Rapier's own snapshot behind the handles of our bodies and the contacts with what is Rapier's: the count of both, then entity
 * and handle of each body, then the contacts' numbers, f64.
 */
export function writeSaved(
  snapshot: Uint8Array,
  handles: readonly Handle[],
  contacts: readonly number[],
): Uint8Array {
  const numbers = Float64Array.of(handles.length, contacts.length, ...handles.flat(), ...contacts);
  const saved = new Uint8Array(numbers.byteLength + snapshot.length);
  saved.set(new Uint8Array(numbers.buffer));
  saved.set(snapshot, numbers.byteLength);
  return saved;
}

export function readSaved(saved: Uint8Array): {
  snapshot: Uint8Array;
  handles: Handle[];
  contacts: number[];
} {
  // Rapier's handles are bit patterns that may be NaN: read them as bytes are, from an aligned copy.
  const copy = saved.slice();
  const [count, others] = new Float64Array(copy.buffer, 0, 2);
  const numbers = new Float64Array(copy.buffer, 2 * NUMBER, 2 * count + others);
  const handles = Array.from({ length: count }, (_, i): Handle => [numbers[2 * i], numbers[2 * i + 1]]);
  const contacts = Array.from(numbers.subarray(2 * count));
  return { snapshot: copy.subarray(NUMBER * (2 + numbers.length)), handles, contacts };
}
