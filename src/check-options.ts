import { FirstContactError } from './errors.js';

/**
 * Refuses what is not an object, and names that nobody knows: a misspelt option would otherwise do nothing, silently.
 */
export function checkOptions(
  what: string,
  options: unknown,
  names: readonly string[],
  entity?: number,
  ignored: readonly string[] = [],
): void {
  const place = entity === undefined ? {} : { entity };
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    const given = Array.isArray(options) ? 'an array' : shown(options);
    const example = `{ ${names.slice(0, 2).join(', ')} }`;
    throw new FirstContactError(
      'BAD_SETTING',
      `The options of ${what} are ${given}`,
      `Pass an object such as ${example}.`,
      place,
    );
  }
  for (const name of Object.keys(options)) {
    if (names.includes(name) || ignored.includes(name)) continue;
    throw new FirstContactError(
      'BAD_SETTING',
      `${what} has no option ${name}`,
      `Use ${names.join(', ')}.`,
      place,
    );
  }
}

/** Refuses what is not a list of so many numbers. */
export function checkNumbers(what: string, numbers: unknown, names: readonly string[], entity: number): void {
  const list = numbers as ArrayLike<unknown>;
  const isList = typeof numbers === 'object' && numbers !== null && list.length === names.length;
  if (isList && names.every((_, i) => typeof list[i] === 'number')) return;
  throw new FirstContactError(
    'BAD_SETTING',
    `${what} is ${shown(numbers)}`,
    `Use [${names.join(', ')}], all numbers.`,
    { entity },
  );
}

/** Refuses what is not of the type that `typeof` names; undefined is what nobody gave. */
export function checkType(name: string, value: unknown, type: 'boolean' | 'function'): void {
  if (value === undefined || typeof value === type) return;
  throw new FirstContactError('BAD_SETTING', `${name} is ${shown(value)}`, `Use a ${type}.`);
}

/** Nobody reads more of what was given: it may be a whole mesh. */
const LONGEST_SHOWN = 200;

/** For a message: whatever was given, or where that is long, how it begins. */
export function shown(value: unknown): string {
  const text = written(value);
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}

/** JSON has no words for some of it, and calls NaN null. */
function written(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (isListOfNumbers(value)) return `[${value.join(',')}]`;
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return Object.prototype.toString.call(value);
  }
}

function isListOfNumbers(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'number');
}
