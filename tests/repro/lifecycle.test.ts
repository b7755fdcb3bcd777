import { addEntity, createWorld } from 'bitecs';
import { expect, test } from 'vitest';
import { gridMesh, tetrahedronMesh } from '../../scenes/meshes/index.js';
import { noVisibility } from '../../src/gpu/index.js';
import { builtInBackend, createCollisionPlugin } from '../../src/index.js';
import { addSheet, openScene } from '../support/colliders.js';
import { rejectedBy, thrownBy } from '../support/thrown.js';

const sheet = gridMesh({ columns: 4, rows: 3 });
const solid = tetrahedronMesh();

test('a refused step leaves the clock as it was', async () => {
  const { world, plugin } = await openScene();
  const cloth = addEntity(world);
  plugin.addDeformable(cloth, sheet);
  plugin.step();
  const before = { ...plugin.clock };
  plugin.components.CollisionSettings.thickness[cloth] = Number.NaN;
  expect(thrownBy(() => plugin.step(0.5))).toMatchObject({ entity: cloth });
  expect(plugin.clock).toEqual(before);
});

test('loadMeshAsync of a disposed plugin rejects and does not throw', async () => {
  const { plugin } = await openScene();
  plugin.dispose();
  const loading = plugin.loadMeshAsync(solid);
  await expect(loading).rejects.toMatchObject({ code: 'DISPOSED' });
});

test('the stages of a disposed plugin refuse to run', async () => {
  const scene = await openScene();
  addSheet(scene, sheet);
  scene.plugin.step();
  scene.plugin.dispose();
  for (const stage of Object.values(scene.plugin.systems)) {
    expect(thrownBy(() => stage(scene.world))).toMatchObject({ code: 'DISPOSED' });
  }
});

test('where one backend does not open, the one before it is closed again', async () => {
  const calls: string[] = [];
  const rigid = {
    ...builtInBackend(),
    name: 'bodies',
    open: () => void calls.push('open'),
    close: () => void calls.push('close'),
  };
  const visibility = {
    ...noVisibility(),
    open() {
      throw new Error('no graphics here');
    },
    close: () => void calls.push('close what never opened'),
  };
  const error = await rejectedBy(() => createCollisionPlugin(createWorld(), { rigid, visibility }));
  expect(error).toMatchObject({ message: 'no graphics here' });
  expect(calls).toEqual(['open', 'close']);
});
