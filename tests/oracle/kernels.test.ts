import { describe, expect, test } from 'vitest';
import { candidate } from './candidate.js';
import { compare, reproduction } from './compare.js';
import { FAMILIES } from './generators/families.js';
import { queriesOf } from './generators/family.js';

/** 100,000 in all. `npm run oracle -- --count N` runs any number. */
const COUNT = Math.ceil(100_000 / FAMILIES.length);
const SEED = 20261118;
/** What the documentation promises of reported times, away from the hardest families. */
const MOST_EARLY = 1e-8;

describe('the kernels answer as the exact oracle does', () => {
  test.each(FAMILIES)('$name', (family) => {
    const result = compare(candidate, queriesOf(family, SEED, COUNT));
    expect(result.count).toBe(COUNT);
    expect(result.mismatches.map(reproduction)).toEqual([]);
    expect(result.maxEarliness).toBeLessThanOrEqual(MOST_EARLY);
  });
});
