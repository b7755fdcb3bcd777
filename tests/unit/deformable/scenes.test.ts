import { beforeAll, describe, expect, it } from 'vitest';
import {
  DeformableCollider,
  EDGE_EDGE,
  initGeometry,
  STRATEGIES,
  VERTEX_FACE,
} from '../../../src/geometry/index.js';
import { readSceneFile, readTruth } from '../../../tools/conform/scene-file.js';
import { compareWithTruth, hasScene, SCENES } from './support/scenes.js';

beforeAll(() => initGeometry());

const scenes = [
  { name: 'cloth-ball', vf: 19_032, ee: 94_822, earliest: 7.4920691868e-6, orphans: 4801, pairs: 2_376_727 },
  { name: 'rod-twist', vf: 765, ee: 4179, earliest: 5.8884576078e-5, orphans: 0, pairs: 731_088 },
];

describe.each(scenes)('$name (data outside the repository)', (scene) => {
  it.skipIf(!hasScene(scene.name)).each([0, -10, 10])(
    'has every true contact and no other at scale 2^%d',
    (power) => {
      const { start, end, triangles } = readSceneFile(`${SCENES}${scene.name}.mesh`);
      const scaled = (positions: Float64Array) => positions.map((x) => x * 2 ** power);
      const collider = new DeformableCollider({ positions: scaled(start), triangles });
      collider.update(scaled(end));
      const truth = (kind: string) => readTruth(`${SCENES}${scene.name}.${kind}.gt`);
      const [vf, ee] = [truth('vf'), truth('ee')];
      for (const strategy of ['feature-boxes', 'adj', 'r-triangles', 'contours', 'all'] as const) {
        const contacts = collider.contacts({ strategy });
        expect(compareWithTruth(contacts, VERTEX_FACE, vf)).toEqual({ found: scene.vf, false: 0, missed: 0 });
        expect(compareWithTruth(contacts, EDGE_EDGE, ee)).toEqual({ found: scene.ee, false: 0, missed: 0 });
        const earliest = contacts.time.reduce((least, time) => Math.min(least, time), 1);
        // never late, and early by the width of its bracket at the most
        expect(earliest).toBeLessThanOrEqual(scene.earliest);
        expect(earliest).toBeGreaterThan(scene.earliest - 1e-8);
        const { orphanTests, trianglePairs, skippedTriangles } = contacts.counters;
        if (strategy === 'feature-boxes') {
          expect({ orphanTests, trianglePairs }).toEqual({
            orphanTests: scene.orphans,
            trianglePairs: scene.pairs,
          });
        }
        expect(orphanTests).toBeLessThanOrEqual(scene.orphans);
        if (STRATEGIES[strategy].contours) expect(skippedTriangles).toBeGreaterThan(1000);
      }
      collider.dispose();
    },
  );
});
