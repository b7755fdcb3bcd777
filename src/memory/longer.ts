import { FirstContactError } from '../errors.js';

type Column = Float64Array | Uint32Array | Uint8Array;

/** No column gets longer than this many bytes: engines end where the system promised more memory than it has. */
const MOST_BYTES = 2 ** 28;

/**
 * A typed array of twice the length that begins with what the other holds. Throws where there is no memory for it: who has
 * several columns keeps none of the longer ones before all are there.
 */
export function longer<Kind extends Column>(column: Kind): Kind {
  const Longer = column.constructor as new (length: number) => Kind;
  const length = 2 * column.length;
  if (length * column.BYTES_PER_ELEMENT > MOST_BYTES) throw tooLong(length);
  let copy: Kind;
  try {
    copy = new Longer(length);
  } catch {
    throw tooLong(length);
  }
  copy.set(column);
  return copy;
}

function tooLong(length: number): FirstContactError {
  return new FirstContactError(
    'OUT_OF_MEMORY',
    `a list of ${length} entries does not fit`,
    'Spread out what lies in one place: each two bodies there are a pair, with up to 32 contact points.',
  );
}
