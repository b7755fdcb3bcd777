// Pairs that the broad phase did not list, since nothing said that they would meet: a backend brings them together within the step.
import { addEntity } from 'bitecs';
import { expect, onTestFinished, test } from 'vitest';
import { boxMesh } from '../../../scenes/meshes/index.js';
import { builtInBackend, OVERLAP_REPORT, type RigidBackend } from '../../../src/index.js';
import { openScene } from '../../support/colliders.js';

/** Two boxes of which the backend moves the second by `thrown` to the left, and gives it no velocity. */
async function open(places: readonly number[]) {
  const thrown = { by: 0 };
  /** Where it was stopped, each time. */
  const stopped: number[] = [];
  const { movesStraight: _, ...plain } = builtInBackend();
  const rigid: RigidBackend = {
    ...plain,
    step(table, seconds, isLast) {
      plain.step(table, seconds, isLast);
      for (let i = 0; i < table.count; i++)
        if (table.entity[i] === 2) table.numbers[i * table.stride] -= thrown.by;
      thrown.by = 0;
    },
    place(table, i) {
      plain.place(table, i);
      if (table.entity[i] === 2) stopped.push(table.numbers[i * table.stride]);
    },
  };
  const { plugin, world } = await openScene({ maxEntities: 4, gravity: [0, 0, 0], subSteps: 1, rigid });
  onTestFinished(() => plugin.dispose());
  const box = boxMesh({ cells: [1, 1, 1], size: [1, 1, 1] });
  const settings = { overlap: OVERLAP_REPORT };
  const [held, comes] = places.map((x, k) => {
    const entity = addEntity(world);
    const body = { mass: 1, locks: k === 0 ? 63 : 0 };
    plugin.addRigidBody(entity, { ...box, position: [x, 0.05 * k, 0], body, settings });
    return entity;
  });
  expect([held, comes]).toEqual([1, 2]);
  return { plugin, comes, thrown, stopped, px: plugin.components.RigidBody.px };
}

test('bodies that overlapped a step ago and were put apart are certified where a backend throws them together', async () => {
  const { plugin, comes, px, thrown } = await open([0, 0.5]);
  plugin.step();
  px[comes] = 8;
  thrown.by = 16;
  plugin.step();
  expect(px[comes]).toBeGreaterThan(1);
  expect(px[comes]).toBeLessThan(1.01);
});

// A distance that nobody measured is not 0: who is stopped as near as poses may be rounded is not seen to get away.
test('who was never measured against the other is stopped where anybody is', async () => {
  for (const from of [8, 20]) {
    const { plugin, stopped, thrown } = await open([0, from]);
    plugin.step();
    thrown.by = 2 * from;
    stopped.length = 0;
    plugin.step();
    const gap = stopped[0] - 1;
    // a search stops within the gap of motions, a quarter of that at which bodies rest; poses are rounded by 1e-7 at most
    expect(gap).toBeGreaterThan(1e-5);
    expect(gap).toBeLessThan(1e-3);
  }
});
