import { addEntity } from 'bitecs';
import { expect, test } from 'vitest';
import { gridMesh } from '../../../scenes/meshes/index.js';
import { ALL_STAGES, STAGE_NORMAL_CONES } from '../../../src/index.js';
import { openScene, verticesOf } from '../../support/colliders.js';

const COLUMNS = 24;
const ROWS = 16;
const SHEET = gridMesh({ columns: COLUMNS, rows: ROWS, width: 2.4, depth: 1.6 });

/** A flat sheet, cut across its middle and kept as one, whose halves then pass through each other. */
async function halvesThatMeet(stages: number) {
  const scene = await openScene({ maxEntities: 5 });
  const { plugin, world } = scene;
  const sheet = addEntity(world);
  plugin.addDeformable(sheet, { ...SHEET, settings: { stages } });
  plugin.moveVertices(
    sheet,
    SHEET.positions.map((x) => x + 0.001),
  );
  plugin.step();
  const skipped = plugin.counters.skippedByCones;
  // not all of it, so that some regions are left
  const path = Array.from({ length: COLUMNS / 2 + 1 }, (_, i) => 8 * (COLUMNS + 1) + i);
  plugin.cut(sheet, { path, pieces: 'together' });
  const now = verticesOf(scene, sheet);
  // the part behind the cut, on the side where it is open, is folded over the other one, and sinks into it
  const folded = (height: number) =>
    now.map((x, i) => {
      const [across, , along] = now.subarray(i - (i % 3), i - (i % 3) + 3);
      if (across > -0.3 || along >= 0) return x;
      return [x, height, -along - 0.2][i % 3];
    });
  plugin.placeVertices(sheet, folded(0.2));
  plugin.moveVertices(sheet, folded(-0.2));
  plugin.step();
  const { contacts } = plugin;
  const found = Array.from({ length: contacts.count }, (_, i) =>
    [contacts.kind[i], contacts.featureA[i], contacts.featureB[i], contacts.time[i]].join(' '),
  );
  return { found, skipped, left: plugin.counters.skippedByCones };
}

test('what was skipped as a flat region is searched after a cut through it', async () => {
  const all = await halvesThatMeet(ALL_STAGES);
  const none = await halvesThatMeet(ALL_STAGES & ~STAGE_NORMAL_CONES);
  expect(all.skipped).toBe(2 * COLUMNS * ROWS);
  expect(none.skipped).toBe(0);
  expect(none.found.length).toBeGreaterThan(100);
  expect(all.found).toEqual(none.found);
});
