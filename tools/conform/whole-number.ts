import { ConformError, type ConformValues } from './kind.js';

export function wholeNumber(
  values: ConformValues,
  name: string,
  otherwise: number,
  most: number,
  least = 0,
): number {
  const text = values[name];
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (text !== '' && Number.isInteger(value) && value >= least && value <= most) return value;
  throw new ConformError(`--${name} is "${text}"; give a whole number from ${least} to ${most}`);
}
