import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NONE } from '../../../src/kernels/layout/meshes.js';
import { DisjointSets } from '../../../src/mesh/disjoint-sets.js';
import { TriangleTable } from '../../../src/mesh/triangle-table.js';
import { groups } from './brute-topology.js';
import { soups } from './soups.js';

describe('TriangleTable', () => {
  it('finds the first triangle with the same vertices, as a map would', () => {
    fc.assert(
      fc.property(soups(6, 40), ({ triangles }) => {
        const table = new TriangleTable(triangles);
        const first = new Map<string, number>();
        for (let t = 0; t < triangles.length / 3; t++) {
          const key = triangles
            .slice(3 * t, 3 * t + 3)
            .sort()
            .join();
          expect(table.earlierLike(t)).toBe(first.get(key) ?? NONE);
          if (!first.has(key)) first.set(key, t);
        }
      }),
      { numRuns: 300, seed: 3 },
    );
  });
});

describe('DisjointSets', () => {
  it('knows each set by its smallest member, whatever the order of unions', () => {
    const pairs = fc.array(fc.tuple(fc.nat(19), fc.nat(19)), { maxLength: 30 });
    fc.assert(
      fc.property(pairs, (unions) => {
        const sets = new DisjointSets(20);
        for (const [a, b] of unions) sets.unite(a, b);
        const joined = new Set(unions.flatMap(([a, b]) => [`${a}-${b}`, `${b}-${a}`]));
        for (const group of groups([...Array(20).keys()], (a, b) => joined.has(`${a}-${b}`))) {
          for (const member of group) expect(sets.smallestWith(member)).toBe(Math.min(...group));
        }
      }),
      { numRuns: 300, seed: 4 },
    );
  });
});
