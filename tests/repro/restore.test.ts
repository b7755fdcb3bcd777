// What a plugin has seen before a restore leaves no trace in what it does after it.
import { addEntity, createWorld, removeEntity } from 'bitecs';
import { describe, expect, test } from 'vitest';
import { boxMesh, gridMesh, icosphereMesh, tetrahedronMesh, torusMesh } from '../../scenes/meshes/index.js';
import {
  type CollisionPlugin,
  createCollisionPlugin,
  FirstContactError,
  MOTION_FIXED,
  type PluginOptions,
} from '../../src/index.js';
import { thrownBy } from '../support/thrown.js';

const box = (x: number, y: number, z: number) => boxMesh({ cells: [1, 1, 1], size: [x, y, z] });
const MESHES = {
  'a small box': box(0.1, 0.1, 0.1),
  'a bar': box(1.2, 0.12, 0.12),
  'a flat box': box(1, 0.1, 1),
  'a ball': icosphereMesh({ subdivisions: 2, radius: 0.3 }),
  'a ring': torusMesh({ around: 20, tube: 10, radius: 0.3, tubeRadius: 0.1 }),
  'a tetrahedron': tetrahedronMesh(),
} as const;
type Name = keyof typeof MESHES;
const sheet = (cells: number, size: number, height: number) =>
  gridMesh({ columns: cells, rows: cells, width: size, depth: size, height });

async function open(entities: number, options: PluginOptions = {}) {
  const world = createWorld();
  const plugin = await createCollisionPlugin(world, { maxEntities: 300, onReport: () => {}, ...options });
  const ids = Array.from({ length: entities }, () => addEntity(world));
  return { world, plugin, ids };
}

/** Hashes of so many steps. */
function play(plugin: CollisionPlugin, steps: number): string[] {
  return Array.from({ length: steps }, () => {
    plugin.step();
    return plugin.hash();
  });
}

describe('cloth, after a collider was undone by restore() and another one entered under its ids', () => {
  const pairs: [Name, Name][] = [
    ['a small box', 'a ring'],
    ['a ring', 'a ball'],
    ['a bar', 'a flat box'],
    ['a tetrahedron', 'a bar'],
  ];
  test.each(pairs)('falls onto a body as if %s had never been where %s is', async (undone, other) => {
    const run = async (hasUndone: boolean) => {
      const { plugin, ids } = await open(2);
      plugin.addDeformable(ids[0], { ...sheet(10, 1, 0.5), settings: { thickness: 0.005 }, cloth: {} });
      plugin.step();
      const before = plugin.snapshot();
      const enter = (name: Name) =>
        plugin.addRigidBody(ids[1], { ...MESHES[name], body: { motion: MOTION_FIXED } });
      if (hasUndone) {
        enter(undone);
        plugin.step();
        plugin.restore(before);
      }
      enter(other);
      return play(plugin, 30);
    };
    expect(await run(true)).toEqual(await run(false));
  });

  test.each([
    [sheet(5, 1, 1), sheet(5, 2, 1)],
    [sheet(5, 1, 1), sheet(12, 1, 1)],
    [sheet(5, 2, 1), MESHES['a ball']],
    [MESHES['a ball'], sheet(5, 1, 1)],
  ])('falls as if another cloth had never been there: %#', async (undone, other) => {
    const run = async (hasUndone: boolean) => {
      const { plugin, ids } = await open(2);
      plugin.addRigidBody(ids[0], { ...MESHES['a ring'], body: { motion: MOTION_FIXED } });
      plugin.step();
      const before = plugin.snapshot();
      if (hasUndone) {
        plugin.addDeformable(ids[1], { ...undone, cloth: {} });
        plugin.step();
        plugin.restore(before);
      }
      plugin.addDeformable(ids[1], { ...other, cloth: {} });
      return play(plugin, 30);
    };
    expect(await run(true)).toEqual(await run(false));
  });
});

test.each<[Name, Name]>([
  ['a small box', 'a ring'],
  ['a bar', 'a ring'],
  ['a ring', 'a small box'],
])(
  'a game that is loaded where a level with %s was played goes on as the one with %s that was saved',
  async (played, saved) => {
    const level = async (name: Name) => {
      const game = await open(3);
      const { plugin, ids } = game;
      plugin.addRigidBody(ids[0], { ...MESHES[name], body: { motion: MOTION_FIXED } });
      plugin.addDeformable(ids[1], { ...sheet(10, 1, 0.4), cloth: {} });
      plugin.addRigidBody(ids[2], { ...MESHES['a small box'], position: [0.1, 0.8, 0] });
      play(plugin, 5);
      return plugin;
    };
    const there = await level(saved);
    const here = await level(played);
    here.restore(there.snapshot());
    expect(play(here, 30)).toEqual(play(there, 30));
  },
);

test('a cloth that comes back with other pins hangs by those', async () => {
  const run = async (pinsBefore: number[] | undefined) => {
    const { world, plugin, ids } = await open(1);
    const mesh = plugin.loadMesh(sheet(5, 1, 1), { use: 'deformable' });
    const [entity] = ids;
    if (pinsBefore !== undefined) {
      plugin.addDeformable(entity, { mesh, cloth: { pins: pinsBefore } });
      plugin.step();
      plugin.removeCollider(entity);
    } else plugin.step();
    expect(world).toBeDefined();
    plugin.addDeformable(entity, { mesh, cloth: { pins: [0, 5] } });
    return play(plugin, 5);
  };
  expect(await run([30, 35])).toEqual(await run(undefined));
});

test('resolve() after a restore keeps vertices off the body that is there, not off one that was undone', async () => {
  const run = async (hasUndone: boolean) => {
    const { plugin, ids } = await open(2);
    const cloth = sheet(8, 1, 0.5);
    plugin.addDeformable(ids[0], cloth);
    plugin.step();
    const before = plugin.snapshot();
    const wish = cloth.positions.map((value, i) => (i % 3 === 1 ? -0.5 : value));
    const enter = (name: Name) =>
      plugin.addRigidBody(ids[1], { ...MESHES[name], body: { motion: MOTION_FIXED } });
    if (hasUndone) {
      enter('a small box');
      plugin.step();
      plugin.resolve([ids[0]], [wish]);
      plugin.restore(before);
    }
    enter('a ball');
    plugin.step();
    return plugin.resolve([ids[0]], [wish]).positions[0];
  };
  expect(await run(true)).toEqual(await run(false));
});

describe('a pile of boxes', () => {
  const pile = async (boxes: number, options: PluginOptions = {}) => {
    const { plugin, ids } = await open(boxes + 1, options);
    plugin.addRigidBody(ids[0], {
      ...box(8, 0.2, 8),
      position: [0, -0.1, 0],
      body: { motion: MOTION_FIXED },
    });
    const mesh = plugin.loadMesh(box(0.2, 0.2, 0.2));
    for (let i = 0; i < boxes; i++) {
      const at = [
        0.2001 * ((i % 8) - 4),
        0.1005 + 0.2002 * Math.floor(i / 64),
        0.2001 * ((Math.floor(i / 8) % 8) - 4),
      ];
      plugin.addRigidBody(ids[i + 1], { mesh, position: at as [number, number, number] });
    }
    play(plugin, 10);
    return plugin;
  };

  test.each([40, 100])(
    'of %i is restored in a plugin that has just been made, and goes on bit by bit',
    async (boxes) => {
      const there = await pile(boxes);
      const { plugin } = await open(boxes + 1);
      plugin.restore(there.snapshot());
      expect(Buffer.compare(plugin.snapshot(), there.snapshot())).toBe(0);
      expect(play(plugin, 3)).toEqual(play(there, 3));
    },
  );

  test('is restored whole or not at all, wherever memory ends', async () => {
    const saved = (await pile(60)).snapshot();
    let refused = 0;
    let restored = 0;
    for (let pages = 16; restored < 3; pages += 2) {
      const { plugin, ids } = await open(61, { maximumMemoryBytes: pages << 16 });
      plugin.addRigidBody(ids[60], { ...MESHES['a ball'], body: { vx: 1 } });
      plugin.step();
      const before = plugin.snapshot();
      try {
        plugin.restore(saved);
        restored++;
        expect(Buffer.compare(plugin.snapshot(), saved)).toBe(0);
      } catch (error) {
        expect(error).toBeInstanceOf(FirstContactError);
        expect(error).toMatchObject({ code: 'OUT_OF_MEMORY' });
        refused++;
        expect(Buffer.compare(plugin.snapshot(), before)).toBe(0);
        plugin.step();
      }
      plugin.dispose();
    }
    expect(refused).toBeGreaterThan(2);
  });
});

describe('a hash', () => {
  test.each([MOTION_FIXED, 1, 0])(
    'is the same in a restored plugin, where steps were of several lengths: motion %i',
    async (motion) => {
      const there = await open(2);
      there.plugin.addRigidBody(there.ids[0], { ...box(2, 0.2, 2), position: [0, -1, 0], body: { motion } });
      there.plugin.addDeformable(there.ids[1], { ...sheet(6, 1, 1), cloth: {} });
      for (let i = 0; i < 3; i++) there.plugin.step(1 / 240);
      const here = await open(2);
      here.plugin.restore(there.plugin.snapshot());
      for (let i = 0; i < 3; i++) {
        expect(here.plugin.hash()).toBe(there.plugin.hash());
        expect(Buffer.compare(here.plugin.snapshot(), there.plugin.snapshot())).toBe(0);
        for (const { plugin } of [here, there]) plugin.step();
      }
    },
  );

  test('tells a pose, a velocity and a vertex apart that differ in their last bit', async () => {
    const { plugin, ids } = await open(3);
    const { RigidBody } = plugin.components;
    plugin.addRigidBody(ids[0], MESHES['a ball']);
    plugin.addDeformable(ids[1], sheet(3, 1, 2));
    plugin.step();
    const seen = new Set([plugin.hash()]);
    for (const column of [RigidBody.px, RigidBody.qy, RigidBody.vz, RigidBody.wx]) {
      column[ids[0]] += 2 ** -52;
      seen.add(plugin.hash());
    }
    const vertices = plugin.readVertices(ids[1], new Float64Array(48));
    vertices[47] += 2 ** -52;
    plugin.placeVertices(ids[1], vertices);
    seen.add(plugin.hash());
    expect(seen.size).toBe(6);
    expect(plugin.hash()).toMatch(/^[0-9a-f]{16}$/);
    RigidBody.mass[ids[0]] = 2;
    expect(seen).toContain(plugin.hash());
  });

  test('is refused once the plugin is disposed of', async () => {
    const { plugin } = await open(0);
    plugin.dispose();
    expect(thrownBy(() => plugin.hash())).toMatchObject({ code: 'DISPOSED' });
  });
});

test('a serial never names another mesh, and stays where a restore changes nothing of the mesh', async () => {
  const { world, plugin, ids } = await open(2);
  const { MeshTopology } = plugin.components;
  plugin.addRigidBody(ids[0], MESHES['a ball']);
  plugin.step();
  const kept = MeshTopology.serial[ids[0]];
  const before = plugin.snapshot();
  plugin.addRigidBody(ids[1], MESHES['a bar']);
  plugin.step();
  const [mesh, serial] = [MeshTopology.mesh[ids[1]], MeshTopology.serial[ids[1]]];
  plugin.restore(before);
  plugin.addRigidBody(ids[1], MESHES['a ring']);
  expect(MeshTopology.mesh[ids[1]]).toBe(mesh);
  expect(MeshTopology.serial[ids[1]]).toBeGreaterThan(serial);
  expect(MeshTopology.serial[ids[0]]).toBe(kept);
  removeEntity(world, ids[1]);
});
