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

test('a cut and a break are of the mesh that the column names', async () => {
  const { plugin, world } = await openScene({ maxEntities: 5 });
  const [sheet, wall] = [addEntity(world), addEntity(world)];
  plugin.addDeformable(sheet, SHEET);
  plugin.addDeformable(wall, { ...SHEET, positions: SHEET.positions.map((x) => x + 9) });
  plugin.step();
  const small = gridMesh({ columns: 3, rows: 3 });
  plugin.components.MeshTopology.mesh[sheet] = plugin.loadMesh(small, { use: 'deformable' });
  const { pieces } = plugin.cut(sheet, { faces: [0, 1] });
  expect(pieces.reduce((sum, { faces }) => sum + faces.length, 0)).toBe(small.triangles.length / 3);
  const halves = {
    positions: [0, 0, 0, 1, 0, 0, 0, 0, 1, 2, 0, 0, 3, 0, 0, 2, 0, 1],
    triangles: [0, 2, 1, 3, 5, 4],
  };
  const mesh = plugin.loadMesh(halves, { use: 'deformable', pieces: 'components' });
  plugin.components.MeshTopology.mesh[wall] = mesh;
  expect(plugin.break(wall).pieces.length).toBe(2);
});
