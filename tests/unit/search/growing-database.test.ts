// The database of pairs may make memory grow, which detaches every typed array that was taken before.
import { expect, test } from 'vitest';
import { DeformableCollider, initGeometry } from '../../../src/geometry/index.js';

test('a search with a new database begins anew where another one ended', async () => {
  await initGeometry();
  const under = [0, 0, 0, 1, 0, 0, 0, 0, 1];
  const over = [0.2, 1, 0.2, 1.2, 1, 0.2, 0.2, 1, 1.2];
  const one = new DeformableCollider({ positions: under, triangles: [0, 2, 1] });
  const other = new DeformableCollider({ positions: over, triangles: [0, 2, 1] });
  other.update(over.map((value, i) => (i % 3 === 1 ? -value : value)));
  const { count } = one.contactsWith(other, { strategy: 'basic' });
  expect(count).toBeGreaterThan(0);
  expect(one.contactsWith(other, { strategy: 'adj' }).count).toBe(count);
});
