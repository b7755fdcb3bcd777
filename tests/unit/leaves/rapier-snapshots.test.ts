import RAPIER from '@dimforge/rapier3d-compat';
import { addEntity } from 'bitecs';
import { beforeAll, describe, expect, test } from 'vitest';
import { createCollisionPlugin } from '../../../src/index.js';
import { type Opened, openRapier, ring } from './support/rapier-world.js';

beforeAll(() => RAPIER.init());

describe('a snapshot', () => {
  const poses = ({ plugin }: Opened, entities: number[]) => {
    const { px, py, pz, qx, qw, vy, wx } = plugin.components.RigidBody;
    return entities.map((e) => [px, py, pz, qx, qw, vy, wx].map((column) => column[e]));
  };

  test.each(['own', 'adopted'])('goes on bit by bit, in a world of its %s', async (whose) => {
    const adopted = whose === 'adopted' ? new RAPIER.World({ x: 0, y: -9.81, z: 0 }) : undefined;
    const replaced: RAPIER.World[][] = [];
    const opened = await openRapier({}, { world: adopted, onReplaced: (...worlds) => replaced.push(worlds) });
    const { plugin, add, rapier, backend } = opened;
    const entities = [0, 1, 2].map((i) => add({ ...ring, position: [1.2 * i, 1, 0], body: { wx: i } }));
    rapier.createCollider(RAPIER.ColliderDesc.cuboid(9, 0.5, 9));
    for (let i = 0; i < 20; i++) plugin.step(1 / 60);
    const snapshot = plugin.snapshot();
    const run = () =>
      Array.from({ length: 40 }, () => {
        plugin.step(1 / 60);
        return poses(opened, entities);
      });
    const first = run();
    plugin.restore(snapshot);
    expect(run()).toEqual(first);
    expect(backend.world).not.toBe(rapier);
    expect(replaced).toEqual([[backend.world, rapier]]);
    if (adopted === undefined) return;
    // The owner's old world is as it was, and still the owner's.
    expect(adopted.bodies.len()).toBe(3);
    adopted.free();
    plugin.dispose();
    expect(backend.world?.bodies.len()).toBe(0);
  });

  test('goes on bit by bit in another plugin', async () => {
    const first = await openRapier();
    const second = await openRapier();
    const entities = [0, 1, 2].map((i) => first.add({ ...ring, position: [1.2 * i, 1, 0], body: { wx: i } }));
    for (const entity of entities) expect(addEntity(second.world)).toBe(entity);
    first.rapier.createCollider(RAPIER.ColliderDesc.cuboid(9, 0.5, 9));
    for (let i = 0; i < 20; i++) first.plugin.step(1 / 60);
    second.plugin.restore(first.plugin.snapshot());
    for (let i = 0; i < 40; i++) {
      first.plugin.step(1 / 60);
      second.plugin.step(1 / 60);
      expect(poses(second, entities), `step ${i}`).toEqual(poses(first, entities));
    }
  });

  test('of another backend is refused', async () => {
    const { plugin, world } = await openRapier();
    const snapshot = (await createCollisionPlugin(world)).snapshot();
    expect(() => plugin.restore(snapshot)).toThrow(/another rigid backend/);
  });
});
