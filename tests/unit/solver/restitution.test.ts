import RAPIER from '@dimforge/rapier3d-compat';
import { addEntity } from 'bitecs';
import { beforeAll, expect, test } from 'vitest';
import { boxMesh, icosphereMesh } from '../../../scenes/meshes/index.js';
import { MOTION_FIXED } from '../../../src/index.js';
import { rapierBackend } from '../../../src/rapier/index.js';
import { openScene } from '../../support/colliders.js';

const GRAVITY = 9.81;

beforeAll(() => RAPIER.init());

const CASES = ['built-in', 'rapier'].flatMap((backend) =>
  [0.1, 1, 10, 100].map((size) => [backend, size] as const),
);

// Wherever in a sub-step the ground is met: the height decides that.
test.each(CASES)(
  'over the %s backend, bodies of %f m come back with their share of the speed',
  async (name, size) => {
    const ground = boxMesh({ cells: [1, 1, 1], size: [20 * size, size, 20 * size] });
    const shapes = [
      boxMesh({ cells: [1, 1, 1], size: [size, 0.7 * size, 1.2 * size] }),
      icosphereMesh({ subdivisions: 2, radius: 0.35 * size }),
    ];
    for (const restitution of [0.25, 0.5, 1]) {
      for (const height of [1, 1.31, 1.87, 2.65]) {
        for (const mesh of shapes) {
          const rigid = name === 'rapier' ? { rigid: rapierBackend(RAPIER) } : {};
          const { world, plugin } = await openScene({ maxEntities: 4, sleep: false, ...rigid });
          const settings = { restitution };
          const position = [0, -size / 2, 0] as const;
          plugin.addRigidBody(addEntity(world), {
            ...ground,
            position,
            body: { motion: MOTION_FIXED },
            settings,
          });
          const body = addEntity(world);
          plugin.addRigidBody(body, { ...mesh, position: [0, (height + 0.35) * size, 0], settings });
          const { vy } = plugin.components.RigidBody;
          const speed = Math.sqrt(2 * GRAVITY * height * size);
          let before = 0;
          for (let i = 0; vy[body] <= 0 && i < 600; i++) {
            before = vy[body];
            plugin.step(1 / 60);
          }
          // gravity slows it for the rest of the step, and what it had before is known to a step's gravity
          const lost = (GRAVITY * (1 + restitution)) / 60 / speed;
          const kept = vy[body] / speed;
          const what = `${restitution} of ${speed} from ${height}, after ${before}: ${kept}`;
          expect(kept, what).toBeLessThan(restitution * 1.01 + 1e-3);
          expect(kept, what).toBeGreaterThan(restitution * 0.98 - lost);
          plugin.dispose();
        }
      }
    }
  },
);
