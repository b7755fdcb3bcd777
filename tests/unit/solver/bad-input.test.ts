import RAPIER from '@dimforge/rapier3d-compat';
import { addEntity } from 'bitecs';
import { describe, expect, test, vi } from 'vitest';
import { boxMesh, gearMesh, torusKnotMesh, torusMesh } from '../../../scenes/meshes/index.js';
import { distance, initGeometry, rigidMesh } from '../../../src/geometry/index.js';
import {
  type FirstContactError,
  MOTION_FIXED,
  OVERLAP_REPORT,
  type PluginOptions,
} from '../../../src/index.js';
import { rapierBackend } from '../../../src/rapier/index.js';
import { openScene } from '../../support/colliders.js';
import { random } from '../../support/random.js';

const box = boxMesh({ cells: [1, 1, 1], size: [1, 1, 1] });

async function falling(options: PluginOptions = {}) {
  const reports: FirstContactError[] = [];
  const scene = await openScene({ maxEntities: 20, onReport: (report) => reports.push(report), ...options });
  const { world, plugin } = scene;
  const mesh = plugin.loadMesh(box);
  const [bad, good] = [addEntity(world), addEntity(world)];
  // one with a mesh of its own: it stays while the body is set aside
  plugin.addRigidBody(bad, { ...box, position: [0, 5, 0] });
  plugin.addRigidBody(good, { mesh, position: [3, 5, 0] });
  plugin.step(1 / 60);
  return { ...scene, reports, bad, good, body: plugin.components.RigidBody };
}

describe('a body whose columns make no sense any more', () => {
  test.each([
    ['vx', Number.NaN, 'NON_FINITE_VALUE'],
    ['px', Number.POSITIVE_INFINITY, 'NON_FINITE_VALUE'],
    ['py', -1e30, 'POSITION_TOO_LARGE'],
    ['mass', 0, 'NON_POSITIVE_MASS'],
    ['mass', -1, 'NON_POSITIVE_MASS'],
    ['qw', 7, 'NON_UNIT_QUATERNION'],
    ['wy', 1e9, 'BAD_SETTING'],
    ['ixx', Number.NaN, 'BAD_INERTIA'],
    ['ixx', -2, 'BAD_INERTIA'],
    ['linearDamping', -1, 'BAD_SETTING'],
    ['fx', Number.NaN, 'NON_FINITE_VALUE'],
    ['fx', 1e308, 'FORCE_TOO_LARGE'],
    ['ty', -1e200, 'FORCE_TOO_LARGE'],
    ['gravityScale', 1e300, 'FORCE_TOO_LARGE'],
    ['mass', 5e-324, 'NON_POSITIVE_MASS'],
    ['mass', 1e300, 'NON_POSITIVE_MASS'],
    ['motion', 9, 'BAD_SETTING'],
    ['locks', 200, 'BAD_SETTING'],
    ['asleep', 5, 'BAD_SETTING'],
    ['cx', Number.NaN, 'NON_FINITE_VALUE'],
  ] as const)(
    '%s = %s: it is set aside with a report, the rest goes on, and it comes back mended',
    async (column, value, code) => {
      const { plugin, reports, bad, good, body } = await falling();
      const before = body[column][bad];
      body[column][bad] = value;
      for (let i = 0; i < 30; i++) plugin.step(1 / 60);
      expect(reports).toHaveLength(1);
      expect(reports[0]).toMatchObject({ code, entity: bad });
      expect(reports[0].remedy.length).toBeGreaterThan(10);
      expect(plugin.quarantined.get(bad)).toBe(reports[0]);
      expect(body.vy[good]).toBeCloseTo((-9.81 * 31) / 60, 9);
      expect(Number.isFinite(body.py[good])).toBe(true);
      const snapshot = plugin.snapshot(); // it holds the others
      expect(snapshot.length).toBeGreaterThan(100);
      body[column][bad] = before;
      const y = body.py[bad];
      for (let i = 0; i < 5; i++) plugin.step(1 / 60);
      expect(plugin.quarantined.size).toBe(0);
      expect(body.py[bad]).toBeLessThan(y);
      expect(reports).toHaveLength(1);
    },
  );

  test.each([
    ['infinite', Number.POSITIVE_INFINITY],
    ['0', 0],
    ['below 0', -1],
  ])('is none with a moment that is %s', async (_, izz) => {
    const { plugin, reports, bad, body } = await falling();
    for (const column of ['ixx', 'iyy'] as const) body[column][bad] = 1;
    body.izz[bad] = izz;
    plugin.step(1 / 60);
    expect(reports.map(({ code }) => code)).toEqual(['BAD_INERTIA']);
  });

  test('is forgotten where it is removed, and its mesh goes with it', async () => {
    const { plugin, bad, body } = await falling();
    const { mesh } = plugin.components.MeshTopology;
    const id = mesh[bad];
    body.vx[bad] = Number.NaN;
    plugin.step(1 / 60);
    expect(plugin.quarantined.size).toBe(1);
    plugin.removeCollider(bad);
    plugin.step(1 / 60);
    plugin.step(1 / 60);
    expect(plugin.quarantined.size).toBe(0);
    expect(() => plugin.meshFacts(id)).toThrow(/STALE_MESH/);
  });

  test.each(['loaded', 'its own'])(
    'has its mesh still where that is unloaded meanwhile: %s',
    async (whose) => {
      const { plugin, bad, good, body } = await falling();
      const { mesh } = plugin.components.MeshTopology;
      const wrong = whose === 'loaded' ? good : bad;
      const loaded = mesh[good];
      body.vx[wrong] = Number.NaN;
      plugin.step(1 / 60);
      plugin.unloadMesh(mesh[wrong]);
      plugin.step(1 / 60);
      plugin.restore(plugin.snapshot());
      body.vx[wrong] = 0;
      plugin.step(1 / 60);
      expect(plugin.quarantined.size).toBe(0);
      for (const each of [bad, good]) plugin.removeCollider(each);
      if (whose === 'its own') plugin.unloadMesh(loaded);
      plugin.step(1 / 60);
      expect(plugin.memory.blocks).toBe(0);
    },
  );

  test('is told once to a function that throws, with all that was wrong in that step', async () => {
    const told: unknown[] = [];
    const onReport = (report: FirstContactError) => {
      told.push(report.entity);
      throw new Error("the user's own");
    };
    const { plugin, bad, good, body } = await falling({ onReport });
    for (const each of [bad, good]) body.vx[each] = Number.NaN;
    for (const count of [1, 2]) {
      expect(() => plugin.step(1 / 60)).toThrow("the user's own");
      expect(told).toHaveLength(count);
    }
    plugin.step(1 / 60);
    expect(told).toEqual([bad, good]);
    expect(plugin.quarantined.size).toBe(2);
    for (const each of [bad, good]) body.vx[each] = 0;
    plugin.step(1 / 60);
    expect(plugin.counters.entered).toBe(2);
  });

  test('is told to the console where nobody listens', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { plugin, bad, body } = await falling({ onReport: undefined } as unknown as PluginOptions);
    body.vx[bad] = Number.NaN;
    plugin.step(1 / 60);
    plugin.step(1 / 60);
    expect(warn).toHaveBeenCalledTimes(1);
    expect(String(warn.mock.calls[0])).toContain('NON_FINITE_VALUE');
    warn.mockRestore();
  });

  test('whose Rapier body was removed is set aside until it is added again', async () => {
    await RAPIER.init();
    const rigid = rapierBackend<RAPIER.World>(RAPIER);
    const { plugin, reports, bad, good, body } = await falling({ rigid });
    rigid.world?.removeRigidBody(rigid.bodyOf(bad) as RAPIER.RigidBody);
    for (let i = 0; i < 5; i++) plugin.step(1 / 60);
    expect(reports).toMatchObject([{ code: 'BODY_LOST', entity: bad }]);
    expect(body.vy[good]).toBeCloseTo((-9.81 * 6) / 60, 6);
    plugin.removeCollider(bad);
    plugin.addRigidBody(bad, { ...box, position: [0, 5, 0] });
    plugin.step(1 / 60);
    expect(plugin.quarantined.size).toBe(0);
    expect(body.vy[bad]).toBeLessThan(0);
    expect(rigid.bodyOf(bad)?.isValid()).toBe(true);
  });
});

describe.each(['built-in', 'rapier'])('over the backend %s, nonsense in other columns', (backend) => {
  /** A body beside the one that something is done to, both on a floor, for a while. */
  async function beside(write: (scene: Awaited<ReturnType<typeof falling>>) => void) {
    await RAPIER.init();
    const scene = await falling(backend === 'rapier' ? { rigid: rapierBackend(RAPIER) } : {});
    const { world, plugin, bad, good, body } = scene;
    const floor = boxMesh({ cells: [1, 1, 1], size: [20, 1, 20] });
    plugin.addRigidBody(addEntity(world), {
      ...floor,
      position: [0, -0.5, 0],
      body: { motion: MOTION_FIXED },
    });
    for (const e of [bad, good]) body.py[e] = 0.55;
    for (let i = 0; i < 40; i++) {
      if (i >= 10) write(scene);
      plugin.step(1 / 60);
    }
    // whatever happens there
    expect(body.py[good]).toBeCloseTo(0.5, 2);
    expect(Math.abs(body.vx[good]) + Math.abs(body.vy[good])).toBeLessThan(1e-3);
    return scene;
  }

  test.each([
    ['friction', Number.NaN, 'BAD_SETTING'],
    ['restitution', -1, 'BAD_SETTING'],
    ['rigid', 7, 'BAD_SETTING'],
    ['frictionRule', 9, 'BAD_SETTING'],
    ['restitutionRule', 200, 'BAD_SETTING'],
    ['thickness', Number.NaN, 'NEGATIVE_THICKNESS'],
    ['overlap', 3, 'BAD_SETTING'],
    ['tolerance', Number.NaN, 'BAD_SETTING'],
  ] as const)('%s = %s: it is set aside with a report, the rest goes on', async (column, value, code) => {
    const { reports, bad } = await beside((scene) => {
      scene.plugin.components.CollisionSettings[column][scene.bad] = value;
    });
    expect(reports).toMatchObject([{ code, entity: bad }]);
  });

  test.each([
    ['friction', 1e300],
    ['thickness', 1e9],
    ['thickness', 100],
    ['tolerance', 1e300],
    ['tolerance', 1e-300],
  ] as const)('%s = %s does no harm to others', async (column, value) => {
    const { reports, body, bad } = await beside((scene) => {
      scene.plugin.components.CollisionSettings[column][scene.bad] = value;
    });
    expect(reports).toEqual([]);
    for (const each of [body.px, body.py, body.pz]) expect(Math.abs(each[bad])).toBeLessThan(2);
  });

  test('columns that the plugin writes are written over', async () => {
    await beside(({ plugin: { components }, bad }) => {
      for (const each of [
        components.Bvh.minX,
        components.Bvh.maxY,
        components.RigidBody.radius,
        components.RigidBody.idle,
      ])
        each[bad] = Number.NaN;
    });
  });

  test('a mesh column that names no mesh: it is set aside until it does again', async () => {
    const { plugin, reports, bad, good, body } = await falling();
    const { mesh } = plugin.components.MeshTopology;
    const own = mesh[bad];
    for (const wrong of [0, 12345]) {
      mesh[bad] = wrong;
      for (let i = 0; i < 3; i++) plugin.step(1 / 60);
      expect(reports[reports.length - 1]).toMatchObject({ code: 'STALE_MESH', entity: bad });
      expect([...plugin.quarantined.keys()]).toEqual([bad]);
      mesh[bad] = own;
      const y = body.py[bad];
      for (let i = 0; i < 3; i++) plugin.step(1 / 60);
      expect(plugin.quarantined.size).toBe(0);
      expect(body.py[bad]).toBeLessThan(y);
    }
    expect(reports).toHaveLength(2);
    expect(body.vy[good]).toBeCloseTo((-9.81 * 13) / 60, 6);
  });
});

const SHAPES = {
  boxes: box,
  rings: torusMesh({ around: 20, tube: 8, radius: 0.4, tubeRadius: 0.12 }),
  knots: torusKnotMesh({ along: 36, tube: 5, radius: 0.4, tubeRadius: 0.08 }),
  gears: gearMesh({ teeth: 8, quadsASide: 1, rows: 1, radius: 0.5, thickness: 0.25 }),
};

describe('bodies that are put where they overlap', () => {
  test.each(Object.entries(SHAPES))('%s part, gently, and stand still afterwards', async (_, mesh) => {
    await initGeometry();
    const shape = rigidMesh(mesh.positions, mesh.triangles);
    for (const seed of [1, 2]) {
      const at = random(seed);
      const { world, plugin } = await openScene({ maxEntities: 4, gravity: [0, 0, 0], sleep: false });
      const entities = [addEntity(world), addEntity(world)];
      for (const entity of entities) {
        const q = [at() - 0.5, at() - 0.5, at() - 0.5, at() - 0.5];
        const size = Math.hypot(...q);
        const [x, y, z, w] = seed === 1 ? [0, 0, 0, 1] : q.map((value) => value / size);
        const position = seed === 1 ? ([0, 0, 0] as const) : ([0.4 * at(), 0.4 * at(), 0.4 * at()] as const);
        plugin.addRigidBody(entity, { ...mesh, position, rotation: [x, y, z, w] });
      }
      const b = plugin.components.RigidBody;
      const pose = (e: number) => ({
        position: [b.px[e], b.py[e], b.pz[e]] as const,
        rotation: [b.qx[e], b.qy[e], b.qz[e], b.qw[e]] as const,
      });
      const gap = () => distance(shape, pose(entities[0]), shape, pose(entities[1]));
      let steps = 0;
      let fastest = 0;
      do {
        const before = entities.map((e) => [b.px[e], b.py[e], b.pz[e]]);
        plugin.step(1 / 60);
        entities.forEach((e, i) => {
          const way = Math.hypot(b.px[e] - before[i][0], b.py[e] - before[i][1], b.pz[e] - before[i][2]);
          fastest = Math.max(fastest, 60 * way, Math.hypot(b.vx[e], b.vy[e], b.vz[e]));
        });
        steps++;
      } while (steps < 150 && gap().state !== 'apart');
      expect(gap().state, `seed ${seed}`).toBe('apart');
      for (let i = 0; i < 15; i++) plugin.step(1 / 60);
      expect(gap().state).toBe('apart');
      expect(fastest).toBeLessThan(4);
      for (const e of entities) {
        expect(Math.hypot(b.vx[e], b.vy[e], b.vz[e]), `seed ${seed}`).toBeLessThan(0.2);
        expect(Math.hypot(b.wx[e], b.wy[e], b.wz[e]), `seed ${seed}`).toBeLessThan(1);
      }
    }
  });

  test('what is half sunk into a wide floor comes up, and not out at its side', async () => {
    const { world, plugin } = await openScene({ maxEntities: 4, sleep: false });
    const [ground, sunk] = [addEntity(world), addEntity(world)];
    const floor = boxMesh({ cells: [4, 1, 4], size: [12, 2, 12] });
    plugin.addRigidBody(ground, { ...floor, position: [0, -1, 0], body: { motion: MOTION_FIXED } });
    plugin.addRigidBody(sunk, { ...box, position: [4, -0.1, 2] });
    const { px, py, pz, vy } = plugin.components.RigidBody;
    let highest = 0;
    for (let i = 0; i < 150; i++) {
      plugin.step(1 / 60);
      highest = Math.max(highest, py[sunk]);
    }
    expect(Math.abs(px[sunk] - 4) + Math.abs(pz[sunk] - 2)).toBeLessThan(0.1);
    expect(py[sunk]).toBeCloseTo(0.5, 1);
    expect(highest).toBeLessThan(0.7);
    expect(Math.abs(vy[sunk])).toBeLessThan(0.01);
  });

  test('are left alone and told of once, where that is asked for, until somebody parts them', async () => {
    const { world, plugin, reports, good, body } = await falling({ gravity: [0, 0, 0] });
    const other = addEntity(world);
    plugin.addRigidBody(other, { ...box, position: [3.4, 5.3, 0], settings: { overlap: OVERLAP_REPORT } });
    for (let i = 0; i < 20; i++) plugin.step(1 / 60);
    expect(reports).toMatchObject([{ code: 'OVERLAP', entity: good }]);
    expect(reports[0].message).toContain(`${other}`);
    expect([body.px[other], body.px[good]]).toEqual([3.4, 3]);
    expect(plugin.contactEvents.count).toBe(1);
    body.px[other] = 6;
    plugin.step(1 / 60);
    body.px[other] = 3.2;
    plugin.step(1 / 60);
    plugin.step(1 / 60);
    expect(reports).toHaveLength(2);
    body.px[other] = 6;
    body.vx[other] = -3;
    for (let i = 0; i < 60; i++) plugin.step(1 / 60);
    expect(body.vx[good]).toBeLessThan(-1); // they collide as any
    expect(reports).toHaveLength(2);
  });
});
