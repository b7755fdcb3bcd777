import { beforeAll, expect, test } from 'vitest';
import { type Approach, timesOfContact } from '../../../bench/rigid-queries.js';
import { boxMesh } from '../../../scenes/meshes/index.js';
import { initGeometry, rigidMesh } from '../../../src/geometry/index.js';

beforeAll(() => initGeometry());

test('bodies meet that come into contact: not those that pass, nor those that overlap as they start', () => {
  const { positions, triangles } = boxMesh({ cells: [1, 1, 1], size: [1, 1, 1] });
  const box = rigidMesh(positions, triangles);
  const from = (y: number, linear: readonly [number, number, number]) => ({
    start: { position: [0.1, y, 0.1], rotation: [0, 0, 0, 1] },
    linear,
    angular: [0, 0, 0],
  });
  const approaches: Approach[] = [from(3, [0, -3, 0]), from(3, [3, 0, 0]), from(0.5, [0, -1, 0])].map(
    (motion) => [motion, from(0, [0, 0, 0])],
  );
  expect(timesOfContact(box, box, approaches, () => ({})).doMeet).toEqual([true, false, false]);
  box.dispose();
});
