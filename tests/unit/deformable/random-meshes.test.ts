import { beforeAll, describe, expect, it } from 'vitest';
import {
  DeformableCollider,
  initGeometry,
  STRATEGIES,
  type StrategyName,
} from '../../../src/geometry/index.js';
import { bruteContacts } from './support/brute-contacts.js';
import { contactTexts } from './support/curved.js';
import { type Connectivity, connectivities, moving, seeded } from './support/meshes.js';

beforeAll(() => initGeometry());

const strategies = Object.keys(STRATEGIES) as StrategyName[];

/** Triangles of vertices drawn at random: edges with many faces, pinched vertices, doubles, all orientations. */
function drawn(random: () => number): Connectivity {
  const vertices = 4 + Math.floor(random() * 9);
  return Array.from({ length: 3 + Math.floor(random() * 12) }, () => {
    const corners = new Set<number>();
    while (corners.size < 3) corners.add(Math.floor(random() * vertices));
    return [...corners] as [number, number, number];
  });
}

/** A known shape with triangles gone, some turned over, and two vertices made one. */
function damaged(random: () => number): Connectivity {
  const [, whole] = connectivities[Math.floor(random() * connectivities.length)];
  const last = Math.max(...whole.flat());
  const [one, other] = [Math.floor(random() * (last + 1)), Math.floor(random() * (last + 1))];
  const joined = random() < 0.5 ? whole : whole.map((corners) => corners.map((v) => (v === other ? one : v)));
  const left = (joined as Connectivity).filter(
    ([a, b, c]) => a !== b && b !== c && c !== a && random() < 0.85,
  );
  return left.length === 0
    ? drawn(random)
    : left.map(([a, b, c]) => (random() < 0.2 ? [a, c, b] : [a, b, c]));
}

describe.each(['drawn', 'damaged'] as const)('meshes %s at random', (kind) => {
  it.each([1, 2, 3, 4])(
    'have the contacts of brute force with every strategy: 50 of them, seed %i',
    (seed) => {
      const random = seeded(1000 * seed + kind.length);
      let found = 0;
      for (let trial = 0; trial < 50; trial++) {
        const connectivity = kind === 'drawn' ? drawn(random) : damaged(random);
        const speed = [0.05, 0.3, 1][trial % 3];
        const mesh = moving(`${kind} ${seed}.${trial}`, connectivity, seed * 97 + trial, { speed });
        const expected = bruteContacts(mesh);
        const tree = trial % 2 === 0 ? 'median' : 'connected';
        const collider = new DeformableCollider(
          { positions: mesh.start, triangles: mesh.triangles },
          { tree },
        );
        collider.update(mesh.end);
        for (const strategy of strategies) {
          expect(contactTexts(collider.contacts({ strategy })), `${mesh.name}, ${strategy}`).toEqual(
            expected,
          );
        }
        collider.dispose();
        found += expected.length;
      }
      expect(found).toBeGreaterThan(200);
    },
  );
});
