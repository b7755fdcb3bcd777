// The same meshes through every public call that takes one: each refusal names its index and its entity, and changes nothing.
import { addEntity } from 'bitecs';
import { beforeAll, describe, expect, test } from 'vitest';
import { gridMesh, tetrahedronMesh } from '../../scenes/meshes/index.js';
import { addSheet, openScene, type Scene } from '../support/colliders.js';
import { refusedBy } from '../support/refused.js';
import { type Case, FOR_ANY_USE, FOR_SURFACES } from './bad-meshes.js';

let scene: Scene;
let entity: number;

beforeAll(async () => {
  scene = await openScene({ maxEntities: 10, gravity: [0, 0, 0] });
  addSheet(scene, gridMesh({ columns: 2, rows: 2, height: 3 }));
  scene.plugin.addRigidBody(addEntity(scene.world), tetrahedronMesh());
  entity = addEntity(scene.world);
  scene.plugin.step();
});

const withoutLimits = (cases: readonly Case[]) => cases.filter(([, , , , , limits]) => limits === undefined);

describe.each(withoutLimits([...FOR_ANY_USE, ...FOR_SURFACES]))(
  '%s: %s',
  (...[, code, input, says, index]) => {
    test('addDeformable()', () => {
      const error = refusedBy(scene, () => scene.plugin.addDeformable(entity, { ...input }));
      expect(error).toMatchObject({ code, entity, index });
      for (const text of says) expect(error.message).toContain(text);
    });

    test("loadMesh() with use: 'deformable'", () => {
      const error = refusedBy(scene, () => scene.plugin.loadMesh(input, { use: 'deformable' }));
      expect(error).toMatchObject({ code, entity: undefined, index });
    });
  },
);

describe.each(withoutLimits(FOR_ANY_USE))('%s: %s', (...[, code, input, , index]) => {
  test('addRigidBody()', () => {
    const error = refusedBy(scene, () => scene.plugin.addRigidBody(entity, { ...input }));
    expect(error).toMatchObject({ code, entity, index });
  });

  test('loadMesh()', () => {
    const error = refusedBy(scene, () => scene.plugin.loadMesh(input));
    expect(error).toMatchObject({ code, entity: undefined, index });
  });
});

test.each(FOR_ANY_USE)('loadMeshAsync(), %s: %s', async (_, code, input, __, index, limits) => {
  const before = scene.plugin.snapshot();
  const loading = scene.plugin.loadMeshAsync(input, limits === undefined ? {} : { limits });
  await expect(loading).rejects.toMatchObject({ code, index });
  expect(Buffer.compare(scene.plugin.snapshot(), before)).toBe(0);
});
