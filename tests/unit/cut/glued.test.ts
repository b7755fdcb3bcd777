import { createHash } from 'node:crypto';
import { addEntity, entityExists, hasComponent } from 'bitecs';
import { describe, expect, test } from 'vitest';
import { boxMesh } from '../../../scenes/meshes/index.js';
import { MOTION_FIXED } from '../../../src/index.js';
import { openScene } from '../../support/colliders.js';
import { thrownBy } from '../../support/thrown.js';
import { meetings, STIFF, surfaceOf, wall } from './glued-support.js';

const FLOOR = boxMesh({ cells: [2, 1, 2], size: [4, 0.2, 4] });

/** A glued wall falls on a floor. */
async function dropped(strength: number, steps: number, as: 'rigid' | 'deformable' = 'deformable') {
  const scene = await openScene({ timeStep: 1 / 60 });
  const { plugin, world } = scene;
  const floor = addEntity(world);
  plugin.addRigidBody(floor, { ...FLOOR, position: [0, -0.6, 0], body: { motion: MOTION_FIXED } });
  const mesh = plugin.loadMesh(wall(), { use: 'deformable', pieces: 'components', as });
  const entity = addEntity(world);
  plugin.addDeformable(entity, { mesh, strength, cloth: STIFF });
  plugin.unloadMesh(mesh);
  const breaks: { step: number; pieces: readonly number[]; impulse: number }[] = [];
  let most = 0;
  let known = [floor, entity];
  for (let step = 0; step < steps; step++) {
    plugin.step();
    most = Math.max(most, plugin.components.Breaking.impulse[entity]);
    for (const { pieces, impulse } of plugin.breaks) {
      breaks.push({ step, pieces, impulse });
      known = [floor, ...pieces];
    }
    expect(meetings(scene, known)).toBe(0);
  }
  return { scene, entity, floor, breaks, most, known };
}

describe('a deformable whose pieces are glued', () => {
  test('falls and lands as one body where it bears that', async () => {
    const { entity, breaks, most, scene } = await dropped(1000, 50);
    expect(breaks).toHaveLength(0);
    // 4.6 kg at 3 m/s
    expect(most).toBeGreaterThan(1);
    const { positions } = surfaceOf(scene, entity);
    const rest = wall().positions;
    for (const [a, b] of [
      [0, 60],
      [20, 100],
      [3, positions.length / 3 - 1],
    ]) {
      const apart = (p: ArrayLike<number>) =>
        Math.hypot(...[0, 1, 2].map((k) => p[3 * a + k] - p[3 * b + k]));
      expect(Math.abs(apart(positions) / apart(rest) - 1)).toBeLessThan(0.02);
    }
  });

  test('does not push itself, however near its pieces are', async () => {
    const scene = await openScene({ gravity: [0, 0, 0], timeStep: 1 / 60 });
    const { plugin, world } = scene;
    const mesh = plugin.loadMesh(wall(), { use: 'deformable', pieces: 'components' });
    const entity = addEntity(world);
    plugin.addDeformable(entity, { mesh, strength: 1e-9, cloth: { ...STIFF, shapeStiffness: 0.01 } });
    for (let step = 0; step < 5; step++) plugin.step();
    expect(plugin.components.Breaking.impulse[entity]).toBe(0);
    expect(plugin.contacts.count).toBe(0);
    const { positions } = surfaceOf(scene, entity);
    wall().positions.forEach((x, i) => {
      expect(Math.abs(positions[i] - x)).toBeLessThan(1e-9);
    });
  });

  test.each(['deformable', 'rigid'] as const)(
    'breaks into %s pieces where contacts push harder, once, and nothing meets',
    async (as) => {
      const { entity, breaks, scene } = await dropped(0.5, 70, as);
      const { plugin, world } = scene;
      expect(breaks).toHaveLength(1);
      const [{ impulse, pieces }] = breaks;
      expect(pieces).toHaveLength(6);
      expect(pieces[0]).toBe(entity);
      expect(impulse).toBeGreaterThan(0.5);
      const { Breaking, Cloth, Deformable, RigidBody } = plugin.components;
      expect(pieces.map((piece) => Breaking.parent[piece])).toEqual([0, ...Array(5).fill(entity)]);
      for (const piece of pieces) {
        expect(Breaking.strength[piece]).toBe(Number.POSITIVE_INFINITY);
        expect(hasComponent(world, piece, RigidBody)).toBe(as === 'rigid');
        expect(hasComponent(world, piece, Deformable)).toBe(as === 'deformable');
        expect(hasComponent(world, piece, Cloth)).toBe(as === 'deformable');
      }
      // they lie apart from each other then
      expect(plugin.contactEvents.count).toBeGreaterThan(3);
    },
  );

  test.each(['deformable', 'rigid'] as const)(
    'goes on bit by bit from before it broke into %s pieces, with the same ids',
    async (as) => {
      const { scene, entity } = await dropped(0.5, 4, as);
      const { plugin, world } = scene;
      const before = plugin.snapshot();
      const run = () => {
        const frames: string[] = [];
        let broken: readonly number[] = [];
        for (let i = 0; i < 45; i++) {
          plugin.step();
          if (plugin.breaks.length > 0) broken = plugin.breaks[0].pieces;
          frames.push(createHash('sha256').update(plugin.snapshot()).digest('hex'));
        }
        return { broken, frames };
      };
      const first = run();
      expect(first.broken).toHaveLength(6);
      plugin.restore(before);
      expect(first.broken.map((piece) => entityExists(world, piece))).toEqual([
        true,
        ...Array(5).fill(false),
      ]);
      expect(hasComponent(world, entity, plugin.components.Deformable)).toBe(true);
      expect(Buffer.compare(plugin.snapshot(), before)).toBe(0);
      expect(run()).toEqual(first);
    },
  );

  test('names features of its pieces in contacts of the step in which it broke', async () => {
    const { scene, breaks, known } = await dropped(0.5, 60);
    const last = breaks[0].step;
    const again = await dropped(0.5, last + 1);
    const { contacts } = again.scene.plugin;
    expect(contacts.count).toBeGreaterThan(0);
    expect(known.length).toBe(again.known.length);
    const named = new Set<number>();
    for (let i = 0; i < contacts.count; i++) {
      named.add(contacts.a[i]).add(contacts.b[i]);
      const { components } = again.scene.plugin;
      const [vertices, faces] = [components.MeshTopology.vertexCount, components.MeshTopology.triangleCount];
      if (contacts.kind[i] === 0) {
        expect(contacts.featureA[i]).toBeLessThan(vertices[contacts.a[i]]);
        expect(contacts.featureB[i]).toBeLessThan(faces[contacts.b[i]]);
      }
    }
    // more than one piece was at the floor
    expect(named.size).toBeGreaterThan(2);
    expect(scene.plugin.breaks).toHaveLength(0);
  });
});

test('is refused where it makes no sense, and nothing is left behind', async () => {
  const { plugin, world } = await openScene({ maxEntities: 4 });
  const mesh = plugin.loadMesh(wall(), { use: 'deformable', pieces: 'components' });
  const entity = addEntity(world);
  const add = (options: object) => thrownBy(() => plugin.addDeformable(entity, { mesh, ...options }));
  expect(add({ cloth: { shapeStiffness: 0 } })).toMatchObject({ code: 'BAD_SETTING', entity });
  expect(add({ strength: 1 })).toMatchObject({ code: 'BAD_SETTING', entity });
  expect(add({ strength: -1, cloth: STIFF })).toMatchObject({ code: 'BAD_SETTING', entity });
  expect(
    thrownBy(() => plugin.addDeformable(entity, { ...wall(), strength: 1, cloth: STIFF })),
  ).toMatchObject({ code: 'BAD_SETTING' });
  expect(thrownBy(() => plugin.loadMesh(wall(), { as: 'rigid' }))).toMatchObject({ code: 'BAD_SETTING' });
  expect(
    thrownBy(() => plugin.loadMesh(wall(), { pieces: 'components', as: 'liquid' as 'rigid' })),
  ).toMatchObject({ code: 'BAD_SETTING' });
  const rigid = plugin.loadMesh(wall(), { pieces: 'components' });
  expect(thrownBy(() => plugin.addRigidBody(entity, { mesh: rigid, cloth: { damping: 1 } }))).toMatchObject({
    code: 'BAD_SETTING',
    entity,
  });
  plugin.addDeformable(entity, { mesh, strength: 1, cloth: STIFF });
  plugin.step();
  expect(thrownBy(() => plugin.cut(entity, { edges: [0] }))).toMatchObject({ code: 'BAD_SETTING', entity });
  const before = plugin.snapshot();
  // six pieces need six rows
  expect(thrownBy(() => plugin.break(entity))).toMatchObject({ code: 'WORLD_FULL' });
  expect(Buffer.compare(plugin.snapshot(), before)).toBe(0);
  expect(entityExists(world, 2)).toBe(false);
});
