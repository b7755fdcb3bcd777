import { shown } from '../check-options.js';
import type { Cloth } from '../components/index.js';
import { FirstContactError } from '../errors.js';

/** Columns that may be below 0. */
const SIGNED = ['gravityScale', 'windX', 'windY', 'windZ'];

/** What users choose of a cloth, but for `tearing`. */
const NUMBERS = [
  'density',
  'stretchCompliance',
  'bendCompliance',
  'damping',
  'gravityScale',
  'drag',
  'windX',
  'windY',
  'windZ',
  'volume',
  'volumeCompliance',
  'shapeStiffness',
] as const satisfies readonly (keyof Cloth)[];

/** Checked again at each step: these columns are written by users in their loops. */
export function checkCloth(cloth: Cloth, entity: number): void {
  if (isSound(cloth, entity)) return;
  for (const name of NUMBERS) checkClothNumber(`Cloth.${name}`, name, cloth[name][entity], entity);
  checkTearing('Cloth.tearing', cloth.tearing[entity], entity);
}

/** Without names: a column that is looked up by name costs an object for its number. NaN and Infinity times 0 are NaN. */
function isSound(cloth: Cloth, e: number): boolean {
  const free = cloth.gravityScale[e] * 0 + cloth.windX[e] * 0 + cloth.windY[e] * 0 + cloth.windZ[e] * 0;
  const most = Number.MAX_VALUE;
  return (
    free === 0 &&
    cloth.density[e] > 0 &&
    cloth.density[e] <= most &&
    isShare(cloth.shapeStiffness[e]) &&
    cloth.stretchCompliance[e] >= 0 &&
    cloth.bendCompliance[e] >= 0 &&
    cloth.damping[e] >= 0 &&
    cloth.drag[e] >= 0 &&
    cloth.volume[e] >= 0 &&
    cloth.volumeCompliance[e] >= 0 &&
    Math.max(cloth.stretchCompliance[e], cloth.bendCompliance[e], cloth.damping[e], cloth.drag[e]) <= most &&
    Math.max(cloth.volume[e], cloth.volumeCompliance[e]) <= most &&
    cloth.tearing[e] > 0
  );
}

function isShare(x: number): boolean {
  return x >= 0 && x <= 1;
}

/** Refuses a value that the column of this name cannot have; `where` is what the message calls it. */
export function checkClothNumber(where: string, name: string, value: unknown, entity: number): void {
  const number = Number.isFinite(value) ? (value as number) : Number.NaN;
  const isDensity = name === 'density';
  const isStiffness = name === 'shapeStiffness';
  const fits = number > 0 || (number === 0 && !isDensity) || (SIGNED.includes(name) && number < 0);
  if (fits && !(isStiffness && number > 1)) return;
  const range = isStiffness ? 'Use a number from 0 to 1.' : 'Use a finite number, 0 or more.';
  throw new FirstContactError(
    isDensity ? 'NON_POSITIVE_MASS' : 'BAD_SETTING',
    `${where} is ${shown(value)}`,
    isDensity ? 'Use kilograms a square metre, above 0.' : range,
    { entity },
  );
}

export function checkTearing(where: string, value: unknown, entity: number): void {
  if (typeof value === 'number' && value > 0) return;
  throw new FirstContactError(
    'BAD_SETTING',
    `${where} is ${shown(value)}`,
    'Use the share of its length by which an edge may be stretched, above 0: 0.2 bears a fifth more; Infinity never tears.',
    { entity },
  );
}
