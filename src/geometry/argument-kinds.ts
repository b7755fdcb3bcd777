// What an argument without types turned out to be, in words.
import { FirstContactError } from '../errors.js';

export function describe(value: unknown): string {
  if (typeof value === 'string') return `the string '${value}'`;
  if (typeof value === 'bigint') return `the bigint ${value}`;
  if (typeof value === 'object' && value !== null) return `of type ${kindOf(value)}`;
  return String(value);
}

/** Throws unless the array is of the one type that holds what it is for. */
export function refuseOtherKind(
  name: string,
  value: unknown,
  kind: 'Float64Array' | 'Uint32Array' | 'Uint8Array',
): void {
  if (kindOf(value) === kind) return;
  throw new FirstContactError('WRONG_ARRAY_TYPE', `${name} is ${describe(value)}`, `Give a ${kind}.`);
}

/** The tag, unlike the constructor, is the same in other realms, such as iframes. */
function kindOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice(8, -1);
}
