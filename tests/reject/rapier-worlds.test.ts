import RAPIER from '@dimforge/rapier3d-compat';
import { createWorld } from 'bitecs';
import { beforeAll, describe, expect, test } from 'vitest';
import { createCollisionPlugin } from '../../src/index.js';
import { rapierBackend } from '../../src/rapier/index.js';
import { rejectedBy } from '../support/thrown.js';

beforeAll(() => RAPIER.init());

const newWorld = () => new RAPIER.World({ x: 0, y: -9.81, z: 0 });

async function adopt(rapier: RAPIER.World) {
  const world = createWorld();
  const rigid = rapierBackend<RAPIER.World>(RAPIER, rapier);
  return { world, rigid, plugin: await createCollisionPlugin(world, { rigid }) };
}

describe('a Rapier world that a plugin steps already', () => {
  test.each(['adopted', 'own'])('is refused, one of its %s, until that plugin goes', async (whose) => {
    const world = createWorld();
    const rigid = rapierBackend<RAPIER.World>(RAPIER, whose === 'own' ? {} : newWorld());
    const first = await createCollisionPlugin(world, { rigid });
    const rapier = rigid.world as RAPIER.World;
    const second = createWorld();
    const refused = rapierBackend<RAPIER.World>(RAPIER, rapier);
    const error = await rejectedBy(() => createCollisionPlugin(second, { rigid: refused }));
    expect(error).toMatchObject({ code: 'BACKEND_IN_USE', remedy: expect.stringContaining('Dispose') });
    // whoever was refused has nothing to give back
    refused.close();
    expect(await rejectedBy(() => createCollisionPlugin(second, { rigid: refused }))).toMatchObject({
      code: 'BACKEND_IN_USE',
    });
    first.step();
    first.dispose();
    if (whose === 'own') return;
    // the same backend, in the world that was refused
    const after = await createCollisionPlugin(second, { rigid: refused });
    after.step();
    after.dispose();
    rapier.free();
  });

  test('is refused to whoever was refused, still', async () => {
    const rapier = newWorld();
    const { plugin } = await adopt(rapier);
    for (let i = 0; i < 2; i++)
      expect(await rejectedBy(() => adopt(rapier))).toMatchObject({ code: 'BACKEND_IN_USE' });
    plugin.dispose();
    (await adopt(rapier)).plugin.dispose();
    rapier.free();
  });

  test('is the restored one from a snapshot on, and the one before is free', async () => {
    const before = newWorld();
    const { plugin, rigid } = await adopt(before);
    plugin.restore(plugin.snapshot());
    const after = rigid.world as RAPIER.World;
    expect(await rejectedBy(() => adopt(after))).toMatchObject({ code: 'BACKEND_IN_USE' });
    (await adopt(before)).plugin.dispose();
    plugin.dispose();
    (await adopt(after)).plugin.dispose();
    for (const world of [before, after]) world.free();
  });
});
