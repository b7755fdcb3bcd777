import { checkOptions, checkType } from '../check-options.js';
import { FirstContactError } from '../errors.js';
import type { LossyModes } from '../visibility/backend.js';
import { VIEW_SETS, type View, type ViewSet } from '../visibility/view.js';

export const DEFAULT_SIZE = 256;
const SMALLEST = 16;
/** Slopes times pixels stay whole numbers of 32 bits up to here. */
const LARGEST = 4096;

export function checkedSize(size: number): number {
  if (Number.isInteger(size) && size >= SMALLEST && size <= LARGEST) return size;
  throw new FirstContactError(
    'BAD_SETTING',
    `size is ${size}`,
    `It is the picture's side in pixels: a whole number from ${SMALLEST} to ${LARGEST}.`,
  );
}

export function checkedViews(views: ViewSet = 'oblique'): readonly View[] {
  if (Object.hasOwn(VIEW_SETS, views)) return VIEW_SETS[views];
  throw new FirstContactError(
    'BAD_SETTING',
    `views is "${views}"`,
    `It is one of ${Object.keys(VIEW_SETS).join(', ')}.`,
  );
}

const MODES = ['rawTriangles', 'selfCollision'] as const;

export function checkedLossy(name: string, lossy: LossyModes): LossyModes {
  checkOptions(`${name}() under lossy`, lossy, MODES);
  for (const mode of MODES) checkType(`lossy.${mode}`, lossy[mode], 'boolean');
  return lossy;
}
