import { algebraicFamilies } from './algebraic.js';
import type { Family } from './family.js';
import { magnitudeFamilies } from './magnitudes.js';
import { plainFamilies } from './plain.js';
import { touchingFamilies } from './touching.js';

export const FAMILIES: readonly Family[] = [
  ...plainFamilies,
  ...touchingFamilies,
  ...magnitudeFamilies,
  ...algebraicFamilies,
];

export function familyNamed(name: string): Family {
  const family = FAMILIES.find((f) => f.name === name);
  if (family === undefined) {
    throw new RangeError(`no family "${name}"; there are ${FAMILIES.map((f) => f.name).join(', ')}`);
  }
  return family;
}
