/** An entity and its body's handle in Rapier. */
export type Handle = readonly [entity: number, handle: number];

const NUMBER = 8;

/** Rapier's own snapshot behind the handles of our bodies: their count, then entity and handle of each, f64. */
export function writeSaved(snapshot: Uint8Array, handles: readonly Handle[]): Uint8Array {
  const numbers = Float64Array.of(handles.length, ...handles.flat());
  const saved = new Uint8Array(numbers.byteLength + snapshot.length);
  saved.set(new Uint8Array(numbers.buffer));
  saved.set(snapshot, numbers.byteLength);
  return saved;
}

export function readSaved(saved: Uint8Array): { snapshot: Uint8Array; handles: Handle[] } {
  // Rapier's handles are bit patterns that may be NaN: read them as bytes are, from an aligned copy.
  const copy = saved.slice();
  const [count] = new Float64Array(copy.buffer, 0, 1);
  const numbers = new Float64Array(copy.buffer, NUMBER, 2 * count);
  const handles = Array.from({ length: count }, (_, i): Handle => [numbers[2 * i], numbers[2 * i + 1]]);
  return { snapshot: copy.subarray(NUMBER * (1 + 2 * count)), handles };
}
