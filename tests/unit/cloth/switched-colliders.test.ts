import { addEntity } from 'bitecs';
import { expect, test } from 'vitest';
import { boxMesh, gridMesh } from '../../../scenes/meshes/index.js';
import { COLLIDER_OFF, COLLIDER_SOLID, MOTION_FIXED } from '../../../src/index.js';
import { openScene, verticesOf } from '../../support/colliders.js';

const SHEET = gridMesh({ columns: 6, rows: 6, width: 0.5, depth: 0.5 });

test('cloth meets a body that is switched on while it falls, and not one that is switched off', async () => {
  const scene = await openScene({ maxEntities: 8 });
  const { plugin, world } = scene;
  const { collider } = plugin.components.CollisionSettings;
  const box = boxMesh({ cells: [2, 1, 2], size: [2, 0.2, 2] });
  const places = [
    [0, -0.5],
    [5, -0.5],
  ];
  const bodies = places.map(([x, y]) => {
    const body = addEntity(world);
    plugin.addRigidBody(body, { ...box, position: [x, y, 0], body: { motion: MOTION_FIXED } });
    return body;
  });
  const sheets = places.map(([x]) => {
    const sheet = addEntity(world);
    const positions = SHEET.positions.map((at, i) => (i % 3 === 0 ? at + x : at));
    plugin.addDeformable(sheet, { positions, triangles: SHEET.triangles, cloth: {} });
    return sheet;
  });
  collider[bodies[0]] = COLLIDER_OFF;
  for (let i = 0; i < 6; i++) plugin.step();
  collider[bodies[0]] = COLLIDER_SOLID;
  collider[bodies[1]] = COLLIDER_OFF;
  for (let i = 0; i < 40; i++) plugin.step();
  const [caught, fallen] = sheets.map((sheet) =>
    verticesOf(scene, sheet).reduce((least, y, i) => (i % 3 === 1 ? Math.min(least, y) : least), 9),
  );
  expect(caught).toBeGreaterThan(-0.42);
  expect(fallen).toBeLessThan(-1.5);
});
