import { describe, expect, test } from 'vitest';
import { compareRationals, type Rational } from './exact/dyadic.js';
import { type FirstContact, firstContact } from './exact/first-contact.js';
import { FAMILIES } from './generators/families.js';
import { type Query, queriesOf } from './generators/family.js';
import { mixSeed, seeded } from './generators/random.js';
import { TRANSFORMATIONS, type Transformation } from './generators/transformations.js';

const PER_FAMILY = 60;
const applied = new Map<string, number>();

const sum = (a: Rational, b: Rational): Rational => ({
  num: a.num * b.den + b.num * a.den,
  den: a.den * b.den,
});

/** What is wrong with the oracle's answers before and after, or undefined. */
function disagreement(query: Query, first: FirstContact, how: Transformation): string | undefined {
  const random = seeded(mixSeed(query.seed, how.name, query.index));
  const points = how.apply(query.kind, query.points, random);
  if (points === undefined) return undefined;
  applied.set(how.name, (applied.get(how.name) ?? 0) + 1);
  const other = firstContact(query.kind, points);
  const where = `${query.family} ${query.kind} ${query.index} ${how.name}`;
  if (first.contact !== other.contact) return `${where}: contact`;
  if (!first.contact || !other.contact) return undefined;
  if (how.time === 'kept') return first.time.compareTo(other.time) === 0 ? undefined : `${where}: time`;
  // Backwards, the first contact is the last, which is not before the first.
  return compareRationals(sum(first.lo, other.lo), { num: 1n, den: 1n }) <= 0 ? undefined : `${where}: time`;
}

describe('an answer does not depend on how the question is put', () => {
  test.each(FAMILIES.map((family) => [family.name, family] as const))('%s', (_, family) => {
    const wrong: string[] = [];
    for (const query of queriesOf(family, 3, PER_FAMILY)) {
      const first = firstContact(query.kind, query.points);
      for (const how of TRANSFORMATIONS) {
        const problem = disagreement(query, first, how);
        if (problem !== undefined) wrong.push(problem);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('every transformation was exact often enough to mean something', () => {
    for (const { name } of TRANSFORMATIONS) {
      expect([name, (applied.get(name) ?? 0) > 3 * PER_FAMILY]).toEqual([name, true]);
    }
  });
});

describe('generators', () => {
  test('make the same query from the same seed, and other ones from others', () => {
    for (const family of FAMILIES) {
      const make = (seed: number) => [...queriesOf(family, seed, 6)].map((query) => [...query.points]);
      expect(make(5)).toEqual(make(5));
      expect(make(5)).not.toEqual(make(6));
    }
  });

  test('make finite numbers, 24 of them, in contact and not', () => {
    for (const family of FAMILIES) {
      for (const { points } of queriesOf(family, 1, 60)) {
        expect(points.length).toBe(24);
        expect(points.every(Number.isFinite)).toBe(true);
      }
    }
    const all = FAMILIES.flatMap((family) => [...queriesOf(family, 4, 60)]);
    const contacts = all.filter(({ kind, points }) => firstContact(kind, points).contact).length;
    expect(contacts).toBeGreaterThan(all.length / 4);
    expect(all.length - contacts).toBeGreaterThan(all.length / 4);
  });
});
