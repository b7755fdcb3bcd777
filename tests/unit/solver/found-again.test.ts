// Pairs that the broad phase did not list, since nothing said that they would meet: a backend brings them together within the step.
import { addEntity } from 'bitecs';
import { expect, test } from 'vitest';
import { boxMesh } from '../../../scenes/meshes/index.js';
import { builtInBackend, OVERLAP_REPORT, type RigidBackend } from '../../../src/index.js';
import { openScene } from '../../support/colliders.js';

test('bodies that overlapped a step ago and were put apart are certified where a backend throws them together', async () => {
  let thrown = 0;
  const { movesStraight: _, ...plain } = builtInBackend();
  const rigid: RigidBackend = {
    ...plain,
    step(table, seconds, isLast) {
      plain.step(table, seconds, isLast);
      for (let i = 0; i < table.count; i++)
        if (table.entity[i] === 2) table.numbers[i * table.stride] -= thrown;
    },
  };
  const { plugin, world } = await openScene({ maxEntities: 4, gravity: [0, 0, 0], subSteps: 1, rigid });
  const box = boxMesh({ cells: [1, 1, 1], size: [1, 1, 1] });
  const settings = { overlap: OVERLAP_REPORT };
  const [held, comes] = [0, 0.5].map((x, k) => {
    const entity = addEntity(world);
    const body = { mass: 1, locks: k === 0 ? 63 : 0 };
    plugin.addRigidBody(entity, { ...box, position: [x, 0.1 * x, 0], body, settings });
    return entity;
  });
  expect([held, comes]).toEqual([1, 2]);
  plugin.step();
  const { px } = plugin.components.RigidBody;
  px[comes] = 8;
  thrown = 16;
  plugin.step();
  expect(px[comes]).toBeGreaterThan(1);
  expect(px[comes]).toBeLessThan(1.01);
  plugin.dispose();
});
