import { addEntity, removeEntity } from 'bitecs';
import { describe, expect, test } from 'vitest';
import { boxMesh, gridMesh, icosphereMesh, torusMesh } from '../../../scenes/meshes/index.js';
import { distance, initGeometry, rigidMesh } from '../../../src/geometry/index.js';
import {
  COLLIDER_SENSOR,
  CONTACT_BEGIN,
  CONTACT_END,
  CONTACT_PERSIST,
  MOTION_FIXED,
  MOTION_KINEMATIC,
} from '../../../src/index.js';
import { openScene, type Scene } from '../../support/colliders.js';
import { random as seeded } from '../../support/random.js';

const ball = icosphereMesh({ subdivisions: 2, radius: 0.5 });
const floor = boxMesh({ cells: [1, 1, 1], size: [10, 1, 10] });
const NO_GRAVITY = { maxEntities: 40, gravity: [0, 0, 0] } as const;

type Options = Parameters<Scene['plugin']['addRigidBody']>[1];

function add({ world, plugin }: Scene, options: Options): number {
  const entity = addEntity(world);
  plugin.addRigidBody(entity, options);
  return entity;
}

/** The entries as rows: kind, a, b, sensor. */
function rows({ plugin }: Scene): number[][] {
  const { count, kind, a, b, sensor } = plugin.contactEvents;
  return Array.from({ length: count }, (_, i) => [kind[i], a[i], b[i], sensor[i]]);
}

/** All columns, for comparing bit by bit. */
function everything({ plugin }: Scene): unknown[] {
  const { count, kind, a, b, handle, sensor, impulse, points, normals } = plugin.contactEvents;
  return [
    ...[kind, a, b, handle, sensor, impulse].map((column) => Array.from(column.subarray(0, count))),
    ...[points, normals].map((column) => Array.from(column.subarray(0, 3 * count))),
  ];
}

async function dropped(): Promise<Scene & { body: number; ground: number }> {
  const scene = await openScene({ maxEntities: 40, sleep: false });
  const ground = add(scene, { ...floor, position: [0, -0.5, 0], body: { motion: MOTION_FIXED } });
  const body = add(scene, { ...ball, position: [0, 0.8, 0], body: { mass: 3 } });
  return { ...scene, body, ground };
}

describe('contact events', () => {
  test('a ball that falls begins one contact, rests in it with its weight, and ends it where it is thrown up', async () => {
    const scene = await dropped();
    const { plugin, body, ground } = scene;
    const seen: number[] = [];
    let weight = 0;
    for (let i = 0; i < 120; i++) {
      plugin.step(1 / 60);
      for (const [kind, a, b] of rows(scene)) {
        expect([a, b]).toEqual([ground, body]);
        seen.push(kind);
      }
      if (i >= 60) weight += plugin.contactEvents.impulse[0];
    }
    expect(seen[0]).toBe(CONTACT_BEGIN);
    expect(new Set(seen.slice(1))).toEqual(new Set([CONTACT_PERSIST]));
    expect(weight).toBeCloseTo(3 * 9.81, 1);
    const { points, normals } = plugin.contactEvents;
    expect(points[1]).toBeCloseTo(0, 2);
    expect(normals[1]).toBeCloseTo(1, 3);
    expect(plugin.components.Contacts.touching[body]).toBe(1);
    plugin.components.RigidBody.vy[body] = 5;
    const after: number[][] = [];
    for (let i = 0; i < 4; i++) {
      plugin.step(1 / 60);
      after.push(...rows(scene));
    }
    expect(after).toEqual([[CONTACT_END, ground, body, 0]]);
    expect(plugin.components.Contacts.touching[body]).toBe(0);
  });

  test('the impulse of an impact is the momentum that changed hands, also where the ball is gone again within the step', async () => {
    const scene = await openScene(NO_GRAVITY);
    add(scene, {
      ...floor,
      position: [0, -0.5, 0],
      body: { motion: MOTION_FIXED },
      settings: { restitution: 0.8 },
    });
    const body = add(scene, {
      ...ball,
      position: [0.1, 0.7, 0],
      body: { mass: 2, vy: -30 },
      settings: { friction: 0 },
    });
    const { vy } = scene.plugin.components.RigidBody;
    scene.plugin.step(1 / 60);
    expect(rows(scene).map(([kind]) => kind)).toEqual([CONTACT_BEGIN]);
    expect(vy[body]).toBeGreaterThan(10);
    expect(scene.plugin.contactEvents.impulse[0]).toBeCloseTo(2 * (30 + vy[body]), 6);
    scene.plugin.step(1 / 60);
    expect(rows(scene).map(([kind]) => kind)).toEqual([CONTACT_END]);
    expect(scene.plugin.contactEvents.impulse[0]).toBe(0);
  });

  test('of bodies that tumble among each other: pairs in order, each begun before it ends, and whoever is close is there', async () => {
    await initGeometry();
    const scene = await openScene({ maxEntities: 40, gravity: [0, -9.81, 0] });
    const { plugin, world } = scene;
    // entities that became colliders in another order than their ids
    const entities = Array.from({ length: 12 }, () => addEntity(world));
    const random = seeded(17);
    const mesh = torusMesh({ around: 16, tube: 8, radius: 0.3, tubeRadius: 0.1 });
    plugin.addRigidBody(entities[11], { ...floor, position: [0, -0.5, 0], body: { motion: MOTION_FIXED } });
    for (const i of [3, 1, 4, 0, 5, 9, 2, 6, 8, 7, 10]) {
      plugin.addRigidBody(entities[i], {
        ...mesh,
        position: [random() - 0.5, 0.4 + 0.5 * i, random() - 0.5],
        body: { wx: 4 * random(), wz: 4 * random() },
      });
    }
    const ring = rigidMesh(mesh.positions, mesh.triangles);
    const ground = rigidMesh(floor.positions, floor.triangles);
    const shape = (e: number) => (e === entities[11] ? ground : ring);
    const { RigidBody: body } = plugin.components;
    const pose = (e: number) => ({
      position: [body.px[e], body.py[e], body.pz[e]] as const,
      rotation: [body.qx[e], body.qy[e], body.qz[e], body.qw[e]] as const,
    });
    const touching = new Set<string>();
    let ends = 0;
    for (let step = 0; step < 60; step++) {
      plugin.step(1 / 60);
      const { count, kind, a, b, impulse } = plugin.contactEvents;
      let before = [0, 0];
      for (let i = 0; i < count; i++) {
        expect(a[i]).toBeLessThan(b[i]);
        expect(a[i] > before[0] || (a[i] === before[0] && b[i] > before[1])).toBe(true);
        before = [a[i], b[i]];
        const pair = `${a[i]} ${b[i]}`;
        expect(touching.has(pair)).toBe(kind[i] !== CONTACT_BEGIN);
        if (kind[i] === CONTACT_END) {
          touching.delete(pair);
          ends++;
        } else touching.add(pair);
        expect(impulse[i]).toBeGreaterThanOrEqual(0);
      }
      for (const p of entities) {
        for (const q of entities.filter((other) => other > p)) {
          const gap = distance(shape(p), pose(p), shape(q), pose(q)).distance;
          if (gap < 4e-4) expect(touching.has(`${p} ${q}`), `step ${step}: ${p} ${q} at ${gap}`).toBe(true);
        }
      }
    }
    expect(ends).toBeGreaterThan(5);
    expect(touching.size).toBeGreaterThan(4);
  });

  test('an entity that leaves ends its contacts, and another with its id begins anew', async () => {
    const scene = await dropped();
    const { plugin, world, body, ground } = scene;
    for (let i = 0; i < 60; i++) plugin.step(1 / 60);
    const position = [0, plugin.components.RigidBody.py[body], 0] as const;
    removeEntity(world, body);
    plugin.step(1 / 60);
    expect(rows(scene)).toEqual([[CONTACT_END, ground, body, 0]]);
    const again = add(scene, { ...ball, position, body: { mass: 3 } });
    expect(again).toBe(body);
    for (let i = 0; i < 30; i++) plugin.step(1 / 60);
    expect(rows(scene)).toEqual([[CONTACT_PERSIST, ground, body, 0]]);
    removeEntity(world, body);
    expect(add(scene, { ...ball, position, body: { mass: 3 } })).toBe(body);
    plugin.step(1 / 60);
    expect(rows(scene)).toEqual([
      [CONTACT_END, ground, body, 0],
      [CONTACT_BEGIN, ground, body, 0],
    ]);
  });

  test('a restored snapshot gives the same events, bit by bit', async () => {
    const scene = await dropped();
    const { plugin } = scene;
    for (let i = 0; i < 6; i++) add(scene, { ...ball, position: [0.2 * i, 2 + 1.1 * i, 0], body: { wz: i } });
    for (let i = 0; i < 40; i++) plugin.step(1 / 60);
    const snapshot = plugin.snapshot();
    const before = everything(scene);
    const run = () =>
      Array.from({ length: 60 }, () => {
        plugin.step(1 / 60);
        return everything(scene);
      });
    const first = run();
    plugin.restore(snapshot);
    expect(everything(scene)).toEqual(before);
    expect(run()).toEqual(first);
    expect(first.flat(2)).toContain(CONTACT_BEGIN);
  });

  test('deformables and bodies', async () => {
    const scene = await openScene(NO_GRAVITY);
    const { plugin, world } = scene;
    const sheet = addEntity(world);
    const cloth = gridMesh({ columns: 4, rows: 4 });
    plugin.addDeformable(sheet, cloth);
    const body = add(scene, {
      ...ball,
      position: [0, 1.2, 0],
      body: { motion: MOTION_KINEMATIC, vy: -30 },
    });
    plugin.step(1 / 60);
    expect(plugin.contacts.count).toBe(0);
    plugin.step(1 / 60);
    expect(plugin.contacts.count).toBeGreaterThan(0);
    expect(rows(scene)).toEqual([[CONTACT_BEGIN, sheet, body, 0]]);
    plugin.step(1 / 60);
    plugin.components.RigidBody.py[body] = -5;
    plugin.components.RigidBody.vy[body] = 0;
    plugin.step(1 / 60);
    plugin.step(1 / 60);
    expect(rows(scene).every(([kind]) => kind === CONTACT_END)).toBe(true);
  });
});

describe('sensors', () => {
  const plate = boxMesh({ cells: [2, 1, 2], size: [2, 0.01, 2] });
  const settings = { collider: COLLIDER_SENSOR };

  test.each([
    ['a fixed sensor, a fast body', { motion: MOTION_FIXED }, settings, {}],
    ['a moving sensor, a fast body', { motion: MOTION_KINEMATIC, vy: 3 }, settings, {}],
    ['a body that is a sensor itself', { motion: MOTION_FIXED }, {}, settings],
  ])('%s: nobody gets through unseen, and nobody is pushed', async (_, body, theirs, own) => {
    const run = async (withPlate: boolean) => {
      const scene = await openScene(NO_GRAVITY);
      const mover = add(scene, {
        ...icosphereMesh({ subdivisions: 1, radius: 0.1 }),
        position: [0, 1.3, 0],
        body: { vy: -600, wx: 9, vx: 1 }, // 2.5 m in a sub-step
        settings: own,
      });
      if (withPlate) add(scene, { ...plate, body, settings: theirs });
      const kinds: number[] = [];
      for (let i = 0; i < 8; i++) {
        scene.plugin.step(1 / 60);
        kinds.push(...rows(scene).map(([kind]) => kind));
      }
      const { px, py, qx, vy } = scene.plugin.components.RigidBody;
      return { kinds, state: [px, py, qx, vy].map((column) => column[mover]) };
    };
    const through = await run(true);
    expect(through.kinds.filter((kind) => kind === CONTACT_BEGIN)).toHaveLength(1);
    expect(through.kinds.at(-1)).toBe(CONTACT_END);
    expect(through.state).toEqual((await run(false)).state);
  });

  test('what is inside is there, though no surfaces meet', async () => {
    const scene = await openScene(NO_GRAVITY);
    const { plugin } = scene;
    const room = add(scene, {
      ...boxMesh({ cells: [2, 2, 2], size: [6, 6, 6] }),
      body: { motion: MOTION_FIXED },
      settings,
    });
    const inside = add(scene, { ...ball, position: [1, 0, 0] });
    const flying = add(scene, { ...ball, position: [-8, 2, 0], body: { vx: 12 } });
    const beside = add(scene, { ...ball, position: [0, 3.6, 0] });
    const { px } = plugin.components.RigidBody;
    for (let i = 0; i < 90; i++) {
      const before = px[flying];
      plugin.step(1 / 60);
      const kinds = new Map(rows(scene).map(([kind, a, b]) => [a === room ? b : a, kind]));
      expect(kinds.get(inside)).toBe(i === 0 ? CONTACT_BEGIN : CONTACT_PERSIST);
      expect(kinds.get(beside)).toBeUndefined();
      const overlaps = px[flying] > -3.5 + 1e-6 && before < 3.5 - 1e-6;
      const kind = kinds.get(flying);
      expect(kind === CONTACT_BEGIN || kind === CONTACT_PERSIST, `${px[flying]}`).toBe(overlaps);
    }
    plugin.components.RigidBody.px[inside] = 20;
    plugin.step(1 / 60);
    expect(rows(scene)).toContainEqual([CONTACT_END, room, inside, 1]);
    px[inside] = -1;
    plugin.step(1 / 60);
    expect(rows(scene)).toContainEqual([CONTACT_BEGIN, room, inside, 1]);
  });
});

describe('listeners', () => {
  test('hear what the list says, of all or of one entity, until they are taken away', async () => {
    const scene = await dropped();
    const { plugin, body, ground } = scene;
    const all: unknown[] = [];
    const own: unknown[] = [];
    const take = (kind: string, to: unknown[]) => (e: { a: number; b: number; normal: Float64Array }) => {
      to.push([kind, e.a, e.b, Math.sign(e.normal[1])]);
    };
    plugin.onContact({ begin: take('begin', all), end: take('end', all) });
    const off = plugin.onContact({ entity: body, begin: take('begin', own), persist: take('persist', own) });
    plugin.onContact({ entity: 39, begin: take('begin', own) });
    for (let i = 0; i < 60 && own.length < 3; i++) plugin.step(1 / 60);
    expect(all).toEqual([['begin', ground, body, 1]]);
    expect(own.slice(0, 2)).toEqual([
      ['begin', body, ground, -1],
      ['persist', body, ground, -1],
    ]);
    off();
    plugin.step(1 / 60);
    expect(own).toHaveLength(3);
  });

  test('may call the plugin but not step it, and one that throws keeps nobody from hearing', async () => {
    const scene = await dropped();
    const { plugin, body } = scene;
    const heard: unknown[] = [];
    plugin.onContact({
      begin() {
        throw new Error('mine');
      },
    });
    plugin.onContact({
      begin(event) {
        heard.push(event.impulse);
        expect(() => plugin.step()).toThrow(/onContact/);
        expect(() => plugin.systems.ingest(plugin.world)).toThrow(/onContact/);
        plugin.removeCollider(body);
      },
    });
    let thrown = 0;
    for (let i = 0; i < 60; i++) {
      try {
        plugin.step(1 / 60);
      } catch (error) {
        expect(String(error)).toContain('mine');
        thrown++;
      }
    }
    expect(thrown).toBe(1);
    expect(heard).toHaveLength(1);
    expect(heard[0]).toBeGreaterThan(0);
    expect(plugin.clock.step).toBe(60);
  });

  test('are refused where they make no sense', async () => {
    const { plugin } = await openScene();
    expect(() => plugin.onContact({ began() {} } as object)).toThrow(/began/);
    expect(() => plugin.onContact({ begin: 3 as never })).toThrow(/function/);
    expect(() => plugin.onContact({ entity: 0.5 })).toThrow(/entity/);
  });
});
