import { describe, expect, test } from 'vitest';
import { firstContact } from './exact/first-contact.js';
import { FAMILIES } from './generators/families.js';
import { queriesOf } from './generators/family.js';

describe('what was constructed to touch touches, and not later than where it was constructed to', () => {
  const promising = FAMILIES.filter((family) =>
    [...queriesOf(family, 1, 40)].some((query) => query.touches !== undefined),
  );

  test.each(promising.map((family) => [family.name, family] as const))('%s', (_, family) => {
    for (const query of queriesOf(family, 2, 200)) {
      if (query.touches === undefined) continue;
      const first = firstContact(query.kind, query.points);
      expect(first.contact).toBe(query.touches);
      if (!first.contact || query.contactAt === undefined) continue;
      expect(first.time.compareToNumber(query.contactAt)).toBeLessThanOrEqual(0);
    }
  });

  test('in many families', () => expect(promising.length).toBeGreaterThan(14));
});
