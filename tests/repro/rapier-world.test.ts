import RAPIER from '@dimforge/rapier3d-compat';
import { createWorld, removeEntity } from 'bitecs';
import { beforeAll, describe, expect, test } from 'vitest';
import { boxMesh } from '../../scenes/meshes/index.js';
import {
  type CollisionPlugin,
  collisionSystem,
  createCollisionPlugin,
  MOTION_FIXED,
  type PluginOptions,
} from '../../src/index.js';
import { setGravity } from '../../src/plugin/inside.js';
import { type RapierOptions, rapierBackend } from '../../src/rapier/index.js';
import { STEP_ORDER } from '../../src/systems/index.js';
import { rejectedBy, thrownBy } from '../support/thrown.js';
import { openRapier } from '../unit/leaves/support/rapier-world.js';

beforeAll(() => RAPIER.init());

const { ColliderDesc, RigidBodyDesc } = RAPIER;
const block = boxMesh({ cells: [1, 1, 1], size: [0.4, 0.4, 0.4] });

async function adopt(
  gravity = -9.81,
  options: PluginOptions = {},
  more: RapierOptions<RAPIER.World> = {},
  prepare: (physics: RAPIER.World) => void = () => undefined,
) {
  const physics = new RAPIER.World({ x: 0, y: gravity, z: 0 });
  const fallen = physics.createRigidBody(RigidBodyDesc.dynamic().setTranslation(5, 0, 0));
  physics.createCollider(ColliderDesc.ball(0.2), fallen);
  prepare(physics);
  const reports: string[] = [];
  const onReport = (report: Error) => reports.push(report.message);
  const opened = await openRapier({ onReport, ...options }, { world: physics, ...more });
  return { ...opened, physics, fallen, reports };
}

/** Counts a world's steps from now on. */
function countSteps(physics: RAPIER.World): { count: number } {
  const calls = { count: 0 };
  const { step } = physics;
  physics.step = (...args) => {
    calls.count++;
    step.apply(physics, args);
  };
  return calls;
}

const STEPS: Record<string, (plugin: CollisionPlugin) => void | Promise<void>> = {
  'plugin.step': (plugin) => plugin.step(),
  'the systems one by one': (plugin) => {
    for (const name of STEP_ORDER) plugin.systems[name](plugin.world);
  },
  collisionSystem: (plugin) => void collisionSystem(plugin)(plugin.world),
  'plugin.stepAsync': (plugin) => plugin.stepAsync(),
};

describe('an adopted world is stepped', () => {
  test.each(Object.entries(STEPS))(
    'by %s while the plugin has no body, or none that moves',
    async (_, step) => {
      const { physics, fallen, plugin, add, world } = await adopt();
      const calls = countSteps(physics);
      const speeds: number[] = [];
      const run = async (steps: number) => {
        for (let i = 0; i < steps; i++) await step(plugin);
        speeds.push(fallen.linvel().y);
      };
      await run(6);
      const level = add({ ...block, body: { motion: MOTION_FIXED } });
      const crate = add({ ...block, position: [0, 0.41, 0] });
      await run(120);
      expect(plugin.components.RigidBody.asleep[crate]).toBe(1);
      removeEntity(world, crate);
      await run(6);
      removeEntity(world, level);
      await run(6);
      expect(calls.count).toBe(4 * 138);
      const times = [6, 126, 132, 138].map((steps) => (-9.81 * steps) / 60);
      speeds.forEach((speed, i) => {
        expect(speed).toBeCloseTo(times[i], 2);
      });
    },
  );

  test.each([0.77, 0.79])(
    'as often in a step that wakes a body in its last sub-step as in any other, from %f m',
    async (height) => {
      const { physics, plugin, add } = await adopt(-9.81, { subSteps: 2 });
      const crate = add({ ...block, position: [0, 0.4, 0], body: { mass: 1, gravityScale: 0 } });
      const { asleep, vy } = plugin.components.RigidBody;
      for (let i = 0; i < 90; i++) plugin.step();
      expect(asleep[crate]).toBe(1);
      const hit = physics.createRigidBody(
        RigidBodyDesc.dynamic().setTranslation(0, height, 0).setLinvel(0, -3, 0),
      );
      physics.createCollider(ColliderDesc.ball(0.1).setDensity(500), hit);
      const calls = countSteps(physics);
      for (let i = 1; i <= 6; i++) {
        plugin.step();
        expect(calls.count).toBe(2 * i);
        // the push that wakes it is not lost
        if (asleep[crate] === 0) expect(vy[crate]).toBeLessThan(-1);
      }
      expect(asleep[crate]).toBe(0);
    },
  );
});

describe('one gravity', () => {
  const fall = async (worlds: number, plugins?: number) => {
    const gravity = plugins === undefined ? {} : { gravity: [0, plugins, 0] as const };
    const opened = await adopt(worlds, gravity);
    const entity = opened.add({ ...block, position: [0, 0, 0] });
    const speeds = () => [opened.fallen.linvel().y, opened.plugin.components.RigidBody.vy[entity]];
    return { ...opened, entity, speeds };
  };
  const expectBoth = ([theirs, ours]: number[], speed: number) => {
    expect(theirs).toBeCloseTo(speed, 3);
    expect(ours).toBeCloseTo(speed, 3);
  };

  test("is the adopted world's where the plugin is told none", async () => {
    const { plugin, physics, speeds, reports } = await fall(-3);
    const { gravity } = physics;
    for (let i = 0; i < 60; i++) plugin.step(1 / 60);
    expectBoth(speeds(), -3);
    expect([physics.gravity, gravity.y, reports]).toEqual([gravity, -3, []]);
  });

  test("is the plugin's where both were told one, which is reported with both, until the plugin is disposed of", async () => {
    const { plugin, physics, speeds, reports } = await fall(-3, -1);
    const own = physics.gravity;
    expect(reports).toHaveLength(1);
    expect(reports[0]).toMatch(/\(0, -1, 0\).*\(0, -3, 0\)/);
    for (let i = 0; i < 60; i++) plugin.step(1 / 60);
    expectBoth(speeds(), -1);
    expect([reports.length, physics.gravity.y]).toEqual([1, -1]);
    plugin.dispose();
    expect(physics.gravity.y).toBe(-3);
    expect(own.y).toBe(-1);
  });

  test('is what its owner writes into the world later, and wakes what sleeps', async () => {
    const { plugin, physics, add } = await adopt();
    add({ ...block, body: { motion: MOTION_FIXED } });
    const crate = add({ ...block, position: [0, 0.41, 0] });
    const { asleep, vy } = plugin.components.RigidBody;
    for (let i = 0; i < 120; i++) plugin.step(1 / 60);
    expect(asleep[crate]).toBe(1);
    physics.gravity.y = 6;
    for (let i = 0; i < 30; i++) plugin.step(1 / 60);
    expect(vy[crate]).toBeCloseTo(3, 3);
    physics.gravity = { x: 0, y: Number.NaN, z: 0 };
    expect(thrownBy(() => plugin.step(1 / 60))).toMatchObject({ code: 'BAD_SETTING' });
    expect(vy[crate]).toBeCloseTo(3, 3);
    physics.gravity = { x: 0, y: 2, z: 0 };
    plugin.dispose();
    expect(physics.gravity.y).toBe(2);
  });

  test('is what the plugin is told later; where both are told another, that is reported', async () => {
    const { plugin, physics, speeds, reports } = await fall(-9.81);
    setGravity(plugin, [0, -4, 0]);
    for (let i = 0; i < 60; i++) plugin.step(1 / 60);
    expectBoth(speeds(), -4);
    setGravity(plugin, [0, -5, 0]);
    physics.gravity = { x: 0, y: -6, z: 0 };
    for (let i = 0; i < 60; i++) plugin.step(1 / 60);
    expectBoth(speeds(), -9);
    expect(reports).toHaveLength(1);
    expect(reports[0]).toMatch(/\(0, -5, 0\).*\(0, -6, 0\)/);
    plugin.dispose();
    expect(physics.gravity.y).toBe(-6);
  });

  test('is left to the owner who writes into what the plugin has put there', async () => {
    const { plugin, physics, speeds } = await fall(-3, -1);
    plugin.step(1 / 60);
    physics.gravity.y = -2;
    for (let i = 0; i < 60; i++) plugin.step(1 / 60);
    expectBoth(speeds(), -1 / 60 - 2);
    plugin.dispose();
    expect(physics.gravity.y).toBe(-2);
  });

  test('is that of a restored snapshot, to the last bit, here and in a plugin with another', async () => {
    const { plugin, physics, entity, backend, speeds } = await fall(-9.81);
    for (let i = 0; i < 5; i++) plugin.step(1 / 60);
    physics.gravity.y = -1.1;
    const snapshot = plugin.snapshot();
    const other = await fall(-2);
    const run = ({ plugin, speeds }: Pick<typeof other, 'plugin' | 'speeds'>) =>
      Array.from({ length: 20 }, () => {
        plugin.step(1 / 60);
        return speeds()[1];
      });
    const first = run({ plugin, speeds });
    physics.gravity.y = 5;
    plugin.step(1 / 60);
    plugin.restore(snapshot);
    expect(run({ plugin, speeds })).toEqual(first);
    expect((backend.world as RAPIER.World).gravity.y).toBe(-1.1);
    expect(other.entity).toBe(entity);
    other.plugin.restore(snapshot);
    expect(run(other)).toEqual(first);
    other.plugin.restore(snapshot);
    (other.backend.world as RAPIER.World).gravity.y = -7;
    const before = other.speeds()[1];
    other.plugin.step(1 / 60);
    expect(other.speeds()[1] - before).toBeCloseTo(-7 / 60, 6);
  });
});

describe('the time step of an adopted world', () => {
  const halved = (physics: RAPIER.World) => {
    physics.timestep = 1 / 120;
  };

  test('is that of plugin.step() where the plugin is told none', async () => {
    const { plugin, physics, fallen, reports } = await adopt(-9.81, {}, {}, halved);
    for (let i = 0; i < 60; i++) plugin.step();
    expect(fallen.linvel().y).toBeCloseTo(-9.81 / 2, 3);
    expect(plugin.clock.time).toBeCloseTo(0.5, 6);
    expect([physics.timestep, reports]).toEqual([Math.fround(1 / 120), []]);
  });

  test('is reported once, with both, where the steps are others', async () => {
    for (const options of [{}, { timeStep: 1 / 60 }]) {
      const { plugin, physics, reports } = await adopt(-9.81, options, {}, halved);
      for (let i = 0; i < 5; i++) plugin.step('timeStep' in options ? undefined : 1 / 60);
      expect(reports).toHaveLength(1);
      expect(reports[0]).toContain(String(physics.timestep));
      expect(reports[0]).toContain(String(1 / 60));
      expect(physics.timestep).toBe(Math.fround(1 / 120));
    }
  });
});

describe('a step that somebody else makes of the world', () => {
  test('is made, and reported once', async () => {
    const { plugin, physics, fallen, reports } = await adopt();
    plugin.step(1 / 60);
    const before = fallen.translation().y;
    physics.step();
    expect(fallen.translation().y).toBeLessThan(before);
    physics.step();
    for (let i = 0; i < 3; i++) plugin.step(1 / 60);
    expect(reports).toHaveLength(1);
    expect(reports[0]).toContain('BACKEND_IN_USE');
    plugin.dispose();
    expect(Object.hasOwn(physics, 'step')).toBe(false);
    physics.step();
    expect(reports).toHaveLength(1);
  });

  test('is reported of a restored world too, and no more of the one before', async () => {
    const { plugin, physics, backend, reports } = await adopt();
    countSteps(physics);
    plugin.restore(plugin.snapshot());
    physics.step();
    plugin.step(1 / 60);
    expect(reports).toEqual([]);
    backend.world?.step();
    plugin.step(1 / 60);
    expect(reports).toHaveLength(1);
  });
});

describe("what Rapier's own bodies and colliders do in an adopted world", () => {
  test('a kinematic body that is told where to be pushes as fast as it goes, not as in one sub-step', async () => {
    const { plugin, physics } = await adopt(0);
    const pusher = physics.createRigidBody(RigidBodyDesc.kinematicPositionBased());
    physics.createCollider(ColliderDesc.cuboid(0.2, 0.2, 0.2), pusher);
    const pushed = physics.createRigidBody(RigidBodyDesc.dynamic().setTranslation(0.45, 0, 0));
    physics.createCollider(ColliderDesc.cuboid(0.2, 0.2, 0.2), pushed);
    const turn = { x: 0, y: Math.sin(0.005), z: 0, w: Math.cos(0.005) };
    let fastest = 0;
    for (let i = 1; i <= 30; i++) {
      pusher.setNextKinematicTranslation({ x: i / 60, y: 0, z: 0 });
      pusher.setNextKinematicRotation(i === 30 ? turn : { x: 0, y: 0, z: 0, w: 1 });
      plugin.step(1 / 60);
      fastest = Math.max(fastest, pushed.linvel().x);
      expect(pusher.translation().x).toBe(Math.fround(i / 60));
      expect(pusher.linvel().x).toBeCloseTo(1, 2);
    }
    expect(pusher.angvel().y).toBeCloseTo(0.6, 2);
    expect(pusher.rotation().y).toBeCloseTo(turn.y, 7);
    expect(fastest).toBeGreaterThan(0.9);
    expect(fastest).toBeLessThan(1.2);
  });

  test('its queries meet bodies of ours where they are, those that were held back too', async () => {
    const { plugin, physics, add } = await adopt();
    add({ ...block, body: { motion: MOTION_FIXED } });
    const crates = [0, 1, 2].map((i) => add({ ...block, position: [0, 1 + i, 0], body: { vy: -60 } }));
    const ray = new RAPIER.Ray({ x: 0.1, y: 9, z: 0.1 }, { x: 0, y: -1, z: 0 });
    for (let i = 0; i < 20; i++) {
      plugin.step(1 / 60);
      const hit = physics.castRay(ray, 20, true);
      const [found] = plugin.raycast({ origin: [0.1, 9, 0.1], direction: [0, -1, 0] });
      expect(crates).toContain(found.entity);
      expect(hit?.timeOfImpact, `step ${i}`).toBeCloseTo(found.distance, 4);
    }
  });

  test('the mesh that stands for a heightfield takes the friction, rules and groups that this is given later', async () => {
    const { plugin, physics } = await adopt();
    const field = physics.createCollider(
      ColliderDesc.heightfield(2, 2, new Float32Array(9), { x: 8, y: 1, z: 8 }),
    );
    plugin.step();
    field.setFriction(2);
    field.setFrictionCombineRule(RAPIER.CoefficientCombineRule.Max);
    field.setRestitution(0.25);
    field.setRestitutionCombineRule(RAPIER.CoefficientCombineRule.Min);
    field.setContactSkin(0.01);
    field.setSolverGroups(0x0002ffff);
    plugin.step();
    const rules = (each: RAPIER.Collider) => [
      ...[each.friction(), each.frictionCombineRule(), each.restitution(), each.restitutionCombineRule()],
      ...[each.contactSkin(), each.solverGroups()],
    ];
    const [mesh] = physics.colliders.getAll().filter((each) => each.shapeType() === RAPIER.ShapeType.TriMesh);
    expect(rules(mesh)).toEqual(rules(field));
  });

  test('the hooks of its owner are asked in its steps', async () => {
    const asked: number[][] = [];
    const hooks: RAPIER.PhysicsHooks = {
      filterContactPair: (...handles) => {
        asked.push(handles);
        return null;
      },
      filterIntersectionPair: () => true,
    };
    const { plugin, physics, fallen } = await adopt(-9.81, {}, { hooks });
    const level = ColliderDesc.cuboid(9, 0.5, 9).setTranslation(0, -1, 0);
    const ground = physics.createCollider(level.setActiveHooks(RAPIER.ActiveHooks.FILTER_CONTACT_PAIRS));
    for (let i = 0; i < 60; i++) plugin.step(1 / 60);
    expect(asked[0]).toContain(ground.handle);
    expect(fallen.translation().y).toBeLessThan(-2);
  });

  test('a collider of ours that its owner took out of the world stays out, whatever is written later', async () => {
    const { plugin, physics, backend, add } = await adopt();
    const entity = add({ ...block, position: [0, 2, 0] });
    plugin.step(1 / 60);
    physics.removeCollider(backend.bodyOf(entity)?.collider(0) as RAPIER.Collider, true);
    plugin.components.CollisionSettings.friction[entity] = 0.9;
    for (let i = 0; i < 30; i++) plugin.step(1 / 60);
    expect(plugin.components.RigidBody.vy[entity]).toBeCloseTo((-9.81 * 31) / 60, 6);
    plugin.restore(plugin.snapshot());
    plugin.components.CollisionSettings.friction[entity] = 0.8;
    plugin.step(1 / 60);
  });

  test('a torque of its owner’s turns a body of ours', async () => {
    const { plugin, backend, add } = await adopt(0);
    const inertia = { ixx: 0.2, iyy: 0.2, izz: 0.2, cx: 0, cy: 0, cz: 0 };
    const entity = add({ ...block, body: { mass: 1, ...inertia } });
    plugin.step(1 / 60);
    backend.bodyOf(entity)?.addTorque({ x: 0, y: 0.4, z: 0 }, true);
    for (let i = 0; i < 30; i++) plugin.step(1 / 60);
    expect(plugin.components.RigidBody.wy[entity]).toBeCloseTo(1, 2);
  });

  test('a body of Rapier’s turns a wheel of ours that can do nothing but turn', async () => {
    const { plugin, physics, add } = await adopt();
    const beam = boxMesh({ cells: [1, 1, 1], size: [2, 0.2, 0.4] });
    const wheel = add({ ...beam, body: { mass: 1, gravityScale: 0, locks: 0b011111 } });
    const weight = physics.createRigidBody(RigidBodyDesc.dynamic().setTranslation(0.8, 0.31, 0));
    physics.createCollider(ColliderDesc.ball(0.2).setDensity(50), weight);
    for (let i = 0; i < 15; i++) plugin.step(1 / 60);
    // the weight's moment over both inertias, for a quarter of a second
    const moment = 1.67 * 9.81 * 0.8;
    expect(plugin.components.RigidBody.wz[wheel]).toBeLessThan(
      (-0.6 * moment * 0.25) / (0.337 + 1.67 * 0.64),
    );
  });
});

describe('a Rapier world that its owner freed', () => {
  test('refuses steps and snapshots by name', async () => {
    const { plugin, physics, add } = await adopt();
    add({ ...block });
    plugin.step();
    physics.free();
    for (const call of [() => plugin.step(), () => plugin.snapshot()])
      expect(thrownBy(call)).toMatchObject({ code: 'BACKEND_NOT_READY' });
    plugin.dispose();
  });
});

describe('options of rapierBackend', () => {
  test.each([
    [null, 'BAD_SETTING'],
    [1, 'BAD_SETTING'],
    ['world', 'BAD_SETTING'],
    [[], 'BAD_SETTING'],
    [{ wrold: 1 }, 'BAD_SETTING'],
    [{ colliders: 1 }, 'BAD_SETTING'],
    [{ onReplaced: 1 }, 'BAD_SETTING'],
    [{ hooks: {} }, 'BAD_SETTING'],
    [{ hooks: null }, 'BAD_SETTING'],
    [{ world: null }, 'BACKEND_NOT_READY'],
    [{ world: {} }, 'BACKEND_NOT_READY'],
  ])('%j are refused with %s', (choice, code) => {
    expect(thrownBy(() => rapierBackend(RAPIER, choice as never))).toMatchObject({ code });
  });

  test('are read once', async () => {
    const reads: Record<string, number> = {};
    const options = {};
    for (const name of ['world', 'events', 'hooks', 'colliders', 'onReplaced']) {
      const get = () => {
        reads[name] = (reads[name] ?? 0) + 1;
      };
      Object.defineProperty(options, name, { enumerable: true, get });
    }
    const plugin = await createCollisionPlugin(createWorld(), { rigid: rapierBackend(RAPIER, options) });
    plugin.step();
    plugin.restore(plugin.snapshot());
    plugin.dispose();
    expect(reads).toEqual({ world: 1, events: 1, hooks: 1, colliders: 1, onReplaced: 1 });
  });

  test('an adopted world whose gravity is no number is refused', async () => {
    const physics = new RAPIER.World({ x: 0, y: Number.NaN, z: 0 });
    expect(await rejectedBy(() => openRapier({}, physics))).toMatchObject({ code: 'BAD_SETTING' });
    expect(await rejectedBy(() => openRapier({ gravity: [0, 0, 0] }, physics))).toMatchObject({
      code: 'BAD_SETTING',
    });
    physics.gravity.y = 0;
    (await openRapier({}, physics)).plugin.step();
  });
});
