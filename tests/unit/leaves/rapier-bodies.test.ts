import RAPIER from '@dimforge/rapier3d-compat';
import { addEntity, createWorld, removeEntity, type World } from 'bitecs';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { icosphereMesh, torusMesh } from '../../../scenes/meshes/index.js';
import {
  type CollisionPlugin,
  createCollisionPlugin,
  MOTION_FIXED,
  MOTION_KINEMATIC,
  type PluginOptions,
  type RigidBodyOptions,
} from '../../../src/index.js';
import { type RapierBackend, type RapierOptions, rapierBackend } from '../../../src/rapier/index.js';

interface Opened {
  readonly world: World;
  readonly plugin: CollisionPlugin;
  readonly rapier: RAPIER.World;
  readonly backend: RapierBackend<RAPIER.World>;
  add(options: RigidBodyOptions): number;
}

async function open(
  options: PluginOptions = {},
  choice: RAPIER.World | RapierOptions<RAPIER.World> = {},
): Promise<Opened> {
  const backend = rapierBackend(RAPIER, choice);
  const world = createWorld();
  const plugin = await createCollisionPlugin(world, { maxEntities: 64, ...options, rigid: backend });
  const add = (body: RigidBodyOptions) => {
    const entity = addEntity(world);
    plugin.addRigidBody(entity, body);
    return entity;
  };
  return { world, plugin, backend, add, rapier: backend.world as RAPIER.World };
}

const NO_GRAVITY = { gravity: [0, 0, 0] } as const;
const ball = icosphereMesh({ subdivisions: 2 });
const ring = torusMesh({ around: 24, tube: 12, radius: 0.5, tubeRadius: 0.1 });

beforeAll(() => RAPIER.init());

describe('bodies in Rapier', () => {
  test('are stepped there once a step where nothing of Rapier can push them, and move by the same bits', async () => {
    const [alone, other] = [await open(), await open()];
    other.rapier.createCollider(RAPIER.ColliderDesc.ball(1).setTranslation(0, -1000, 0));
    const counted = [alone, other].map(({ rapier }) => vi.spyOn(rapier, 'step'));
    const bodies = [alone, other].map(({ add }) => [
      add({ ...ring, position: [0, 0, 0], body: { vx: 10, wy: 20 } }),
      add({
        ...ring,
        position: [0.5, 0, 0],
        rotation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
        body: { vx: -10 },
      }),
    ]);
    const columns = ({ plugin }: Opened, k: number) => {
      const { px, py, pz, qx, qy, qz, qw, vx, vy, vz, wx, wy, wz } = plugin.components.RigidBody;
      const all = [px, py, pz, qx, qy, qz, qw, vx, vy, vz, wx, wy, wz];
      return bodies[k]!.map((entity) => all.map((column) => column[entity]));
    };
    let touches = 0;
    for (let i = 0; i < 30; i++) {
      alone.plugin.step(1 / 60);
      other.plugin.step(1 / 60);
      touches += alone.plugin.counters.touches;
      expect(columns(alone, 0)).toEqual(columns(other, 1));
    }
    expect(touches).toBeGreaterThan(0);
    expect(counted.map(({ mock }) => mock.calls.length)).toEqual([30, 120]);
  });

  test('are stepped there in each sub-step while a force or a collider of somebody else acts', async () => {
    const { add, backend, plugin, rapier } = await open(NO_GRAVITY);
    const entity = add({ ...ball, body: { mass: 2 } });
    plugin.step(1 / 60);
    const steps = vi.spyOn(rapier, 'step');
    const stepsOf = (act: () => void) => {
      act();
      steps.mockClear();
      plugin.step(1 / 60);
      return steps.mock.calls.length;
    };
    const body = backend.bodyOf(entity)!;
    expect(stepsOf(() => body.addForce({ x: 12, y: 0, z: 0 }, true))).toBe(4);
    expect(plugin.components.RigidBody.vx[entity]).toBeCloseTo(0.1, 6);
    expect(stepsOf(() => body.resetForces(true))).toBe(1);
    expect(stepsOf(() => body.addTorque({ x: 0, y: 1, z: 0 }, true))).toBe(4);
    expect(stepsOf(() => body.resetTorques(true))).toBe(1);
    const desc = RAPIER.ColliderDesc.ball(0.1);
    const collider = rapier.createCollider(desc, body);
    expect(stepsOf(() => undefined)).toBe(4);
    expect(stepsOf(() => rapier.removeCollider(collider, true))).toBe(1);
    // as many colliders as we have, and not ours
    expect(
      stepsOf(() => {
        rapier.removeCollider(body.collider(0), true);
        rapier.createCollider(desc);
      }),
    ).toBe(4);
  });

  test('a body that touches nothing flies ballistically, to the rounding of f32', async () => {
    const { plugin, add } = await open();
    const entity = add({ ...ball, position: [1, 2, 3], body: { vx: 3, vy: 4, vz: -1 } });
    for (let i = 0; i < 60; i++) plugin.step(1 / 60);
    const { px, py, pz, vy } = plugin.components.RigidBody;
    expect(px[entity]).toBeCloseTo(4, 4);
    // Semi-implicit steps of 1/240 s fall g h / 2 more in a second than the parabola.
    expect(py[entity]).toBeCloseTo(2 + 4 - 9.81 / 2 - 9.81 / 480, 4);
    expect(pz[entity]).toBeCloseTo(2, 4);
    expect(vy[entity]).toBeCloseTo(4 - 9.81, 9);
    expect(px[entity]).toBe(Math.fround(px[entity]));
  });

  test.each([390, 400, 401, 5000, 1e6])('at %d m/s too, which Rapier would slow down', async (speed) => {
    const { plugin, add, rapier } = await open({ gravity: [0, 0, 0] });
    const entity = add({ ...ball, body: { vx: -0.6 * speed, vy: 0.8 * speed, wy: 250 } });
    for (let i = 0; i < 30; i++) plugin.step(1 / 60);
    const { px, py, vx, vy, wy } = plugin.components.RigidBody;
    expect(Math.abs(px[entity] / (-0.3 * speed) - 1)).toBeLessThan(1e-5);
    expect(Math.abs(py[entity] / (0.4 * speed) - 1)).toBeLessThan(1e-5);
    expect([vx[entity], vy[entity]]).toEqual([-0.6 * speed, 0.8 * speed]);
    expect(wy[entity]).toBeCloseTo(250, 9);
    expect(rapier.bodies.len()).toBe(1);
  });

  test('a spin keeps its momentum and its energy', async () => {
    const { plugin, add } = await open(NO_GRAVITY);
    const entity = add({ ...ring, body: { wx: 6, wy: 0.1, wz: 0.2, ixx: 1, iyy: 2, izz: 3 } });
    const { RigidBody: b } = plugin.components;
    const state = () => {
      const [x, y, z, w] = [b.qx[entity], b.qy[entity], b.qz[entity], b.qw[entity]];
      const columns = [
        [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)],
        [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)],
        [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)],
      ];
      const spin = [b.wx[entity], b.wy[entity], b.wz[entity]];
      const own = columns.map((column) => column.reduce((sum, value, i) => sum + value * spin[i], 0));
      const momentum = [0, 1, 2].map((i) =>
        columns.reduce((sum, column, k) => sum + (k + 1) * own[k] * column[i], 0),
      );
      return { momentum, energy: own.reduce((sum, value, k) => sum + ((k + 1) * value * value) / 2, 0) };
    };
    plugin.step(1 / 60);
    const before = state();
    for (let i = 0; i < 240; i++) plugin.step(1 / 60);
    const after = state();
    before.momentum.forEach((value, i) => {
      expect(after.momentum[i]).toBeCloseTo(value, 4);
    });
    expect(after.energy / before.energy).toBeCloseTo(1, 3);
  });

  test('mass, centre, inertia and locked axes are those of the columns', async () => {
    const { plugin, add, backend } = await open(NO_GRAVITY);
    const moved = { ...ball, positions: ball.positions.map((value, i) => value + [1, 2, 3][i % 3]) };
    const entity = add({ ...moved, body: { mass: 5, locks: 1 | 16 } });
    plugin.step();
    const body = backend.bodyOf(entity) as RAPIER.RigidBody;
    const { cx, cy, cz } = plugin.components.RigidBody;
    expect(body.mass()).toBe(5);
    const centre = body.localCom();
    [cx, cy, cz].forEach((column, i) => {
      expect([centre.x, centre.y, centre.z][i]).toBeCloseTo(column[entity], 5);
    });
    expect(body.effectiveInvMass().x).toBe(0);
    expect(body.effectiveInvMass().y).toBeCloseTo(0.2, 6);
    expect(body.principalInertia().x).toBeCloseTo(0.4 * 5, 0);
    expect(backend.entityOf(body.handle)).toBe(entity);
    plugin.components.RigidBody.mass[entity] = 7;
    plugin.step();
    expect(body.mass()).toBeCloseTo(7, 5);
  });

  test('kinematic bodies go where their velocity takes them, fixed ones stay', async () => {
    const { plugin, add } = await open();
    const driven = add({ ...ball, body: { motion: MOTION_KINEMATIC, vx: 2, wy: 1 } });
    const fixed = add({ ...ball, position: [0, 5, 0], body: { motion: MOTION_FIXED } });
    for (let i = 0; i < 60; i++) plugin.step(1 / 60);
    const { px, py, wy } = plugin.components.RigidBody;
    expect(px[driven]).toBeCloseTo(2, 4);
    expect(py[driven]).toBe(0);
    expect(wy[driven]).toBe(1);
    expect(py[fixed]).toBe(5);
  });

  test('leave with their entity, and with the plugin', async () => {
    const { world, plugin, add, rapier } = await open({}, new RAPIER.World({ x: 0, y: 0, z: 0 }));
    const entity = add(ball);
    add({ ...ball, position: [5, 0, 0] });
    plugin.step();
    expect(rapier.bodies.len()).toBe(2);
    removeEntity(world, entity);
    plugin.step();
    expect(rapier.bodies.len()).toBe(1);
    plugin.dispose();
    expect(rapier.bodies.len()).toBe(0);
    expect(rapier.colliders.len()).toBe(0);
  });

  test('one whose Rapier body was removed stops the others from nothing', async () => {
    const { plugin, add, backend, rapier } = await open(NO_GRAVITY);
    const lost = add({ ...ball, body: { vx: 1 } });
    const other = add({ ...ball, position: [5, 0, 0], body: { vx: 1 } });
    plugin.step(1 / 60);
    rapier.removeRigidBody(backend.bodyOf(lost) as RAPIER.RigidBody);
    for (let i = 0; i < 3; i++) plugin.step(1 / 60);
    expect([...plugin.quarantined].map(([entity, { code }]) => [entity, code])).toEqual([
      [lost, 'BODY_LOST'],
    ]);
    expect(plugin.components.RigidBody.px[other]).toBeCloseTo(5 + 4 / 60, 5);
    plugin.removeCollider(lost);
    plugin.step(1 / 60);
  });

  test('move as their columns say, whatever type Rapier was told', async () => {
    const { plugin, add, backend } = await open();
    const entity = add({ ...ball, position: [0, 5, 0] });
    plugin.step(1 / 60);
    for (const type of [RAPIER.RigidBodyType.Fixed, RAPIER.RigidBodyType.KinematicPositionBased]) {
      backend.bodyOf(entity)?.setBodyType(type, true);
      const before = plugin.components.RigidBody.py[entity];
      for (let i = 0; i < 10; i++) plugin.step(1 / 60);
      expect(plugin.components.RigidBody.py[entity]).toBeLessThan(before - 0.1);
    }
  });

  test('a freed adopted world is told', async () => {
    const adopted = new RAPIER.World({ x: 0, y: 0, z: 0 });
    const { plugin, add } = await open({}, adopted);
    add(ball);
    plugin.step();
    adopted.free();
    expect(() => plugin.step()).toThrow(/freed/);
    plugin.dispose();
  });
});

describe("Rapier's own colliders", () => {
  const shapes: Record<string, () => RAPIER.ColliderDesc> = {
    ball: () => RAPIER.ColliderDesc.ball(2).setTranslation(0, -2, 0),
    box: () => RAPIER.ColliderDesc.cuboid(3, 0.5, 3).setTranslation(0, -0.5, 0),
    capsule: () =>
      RAPIER.ColliderDesc.capsule(3, 1)
        .setRotation({ x: 0, y: 0, z: Math.SQRT1_2, w: Math.SQRT1_2 })
        .setTranslation(0, -1, 0),
    'convex hull': () =>
      RAPIER.ColliderDesc.convexHull(
        Float32Array.from([-3, 0, -3, 3, 0, -3, 3, 0, 3, -3, 0, 3, 0, -2, 0]),
      ) as RAPIER.ColliderDesc,
  };

  test.each(Object.entries(shapes))('our mesh comes to rest on a %s', async (name, shape) => {
    const { plugin, add, rapier } = await open();
    rapier.createCollider(shape());
    const entity = add({ ...ring, position: [0, 0.3, 0] });
    for (let i = 0; i < 120; i++) plugin.step(1 / 60);
    const { py, vy } = plugin.components.RigidBody;
    expect(py[entity]).toBeGreaterThan(name === 'ball' ? 0.03 : 0.07);
    expect(py[entity]).toBeLessThan(0.13);
    // Rapier's own contacts of triangle meshes tremble.
    expect(Math.abs(vy[entity])).toBeLessThan(0.2);
  });

  test.each([0, 1, 2, 3])('Rapier body %i of its own comes to rest on our fixed mesh', async (which) => {
    const { plugin, add, rapier } = await open();
    add({
      ...torusMesh({ around: 48, tube: 24, radius: 1, tubeRadius: 0.5 }),
      body: { motion: MOTION_FIXED },
    });
    plugin.step();
    const own = rapier.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(0, 2, 0));
    const desc = [
      RAPIER.ColliderDesc.ball(0.8),
      RAPIER.ColliderDesc.cuboid(0.9, 0.2, 0.9),
      RAPIER.ColliderDesc.capsule(0.2, 0.8),
      RAPIER.ColliderDesc.convexHull(
        Float32Array.from([-1, 0, -1, 1, 0, -1, 1, 0, 1, -1, 0, 1, 0, 1, 0]),
      ) as RAPIER.ColliderDesc,
    ][which];
    rapier.createCollider(desc, own);
    for (let i = 0; i < 180; i++) plugin.step(1 / 60);
    expect(own.translation().y).toBeGreaterThan(0.1);
    expect(Math.abs(own.linvel().y)).toBeLessThan(0.3);
  });

  test('no two of our meshes meet in Rapier', async () => {
    const { plugin, add, rapier, backend } = await open(NO_GRAVITY);
    const a = add(ball);
    const b = add({ ...ball, position: [0.5, 0, 0], settings: { mask: 2 } });
    plugin.step();
    const collider = (entity: number) => (backend.bodyOf(entity) as RAPIER.RigidBody).collider(0);
    let pairs = 0;
    rapier.contactPairsWith(collider(a), () => pairs++);
    rapier.contactPairsWith(collider(b), () => pairs++);
    expect(pairs).toBe(0);
  });

  test("Rapier's queries meet our meshes, unless told otherwise", async () => {
    const ray = new RAPIER.Ray({ x: 0, y: 5, z: 0 }, { x: 0, y: -1, z: 0 });
    for (const colliders of [true, false]) {
      const { plugin, add, rapier, backend } = await open(NO_GRAVITY, { colliders });
      const entity = add({ ...ball, body: { motion: MOTION_FIXED } });
      plugin.step();
      const hit = rapier.castRay(ray, 10, true);
      expect(hit !== null).toBe(colliders);
      if (hit === null) continue;
      expect(hit.timeOfImpact).toBeCloseTo(4, 1);
      expect(backend.entityOf(hit.collider.parent()?.handle as number)).toBe(entity);
    }
  });
});

describe('an adopted world', () => {
  test('is stepped with its own gravity, and keeps its time step', async () => {
    const adopted = new RAPIER.World({ x: 0, y: -2, z: 0 });
    adopted.timestep = 0.5;
    const own = adopted.createRigidBody(RAPIER.RigidBodyDesc.dynamic());
    adopted.createCollider(RAPIER.ColliderDesc.ball(0.1), own);
    const { plugin, add } = await open({}, adopted);
    const entity = add({ ...ball, position: [10, 0, 0] });
    for (let i = 0; i < 60; i++) plugin.step(1 / 60);
    expect(own.linvel().y).toBeCloseTo(-2, 4);
    expect(plugin.components.RigidBody.vy[entity]).toBeCloseTo(-9.81, 6);
    expect(adopted.timestep).toBe(0.5);
  });
});

/** A chain of balls hung from the first, the last of which is heavier. */
interface Chain {
  readonly step: () => void;
  readonly bodies: () => readonly RAPIER.RigidBody[];
}

const LINKS = 8;
const SPACING = 0.3;

function jointed(world: RAPIER.World, bodies: readonly RAPIER.RigidBody[], [across, up]: Way): void {
  const end = (side: number) => ({ x: (side * across * SPACING) / 2, y: (side * up * SPACING) / 2, z: 0 });
  for (let i = 1; i < bodies.length; i++) {
    const data = RAPIER.JointData.spherical(end(1), end(-1));
    world.createImpulseJoint(data, bodies[i - 1], bodies[i], true);
  }
}

/** The largest distance between the two anchors of a joint. */
function jointError(bodies: readonly RAPIER.RigidBody[], [across, up]: Way): number {
  const anchor = (body: RAPIER.RigidBody, side: number) => {
    const { x, y, z, w } = body.rotation();
    const p = body.translation();
    const [a, b] = [(side * across * SPACING) / 2, (side * up * SPACING) / 2];
    return [
      p.x + a * (1 - 2 * (y * y + z * z)) + b * 2 * (x * y - z * w),
      p.y + a * 2 * (x * y + z * w) + b * (1 - 2 * (x * x + z * z)),
      p.z + a * 2 * (x * z - y * w) + b * 2 * (y * z + x * w),
    ];
  };
  let worst = 0;
  for (let i = 1; i < bodies.length; i++) {
    const [p, q] = [anchor(bodies[i - 1], 1), anchor(bodies[i], -1)];
    worst = Math.max(worst, Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]));
  }
  return worst;
}

type Way = readonly [across: number, up: number];

function pureChain([across, up]: Way): Chain {
  const world = new RAPIER.World({ x: 0, y: -9.81, z: 0 });
  // As finely as ours: in whole steps of 1/60 s Rapier's own chain is ten times looser.
  world.timestep = 1 / 240;
  const inertia = { x: 4e-3, y: 4e-3, z: 4e-3 };
  const bodies = Array.from({ length: LINKS }, (_, i) => {
    const desc = i === 0 ? RAPIER.RigidBodyDesc.fixed() : RAPIER.RigidBodyDesc.dynamic();
    const heavy = i === LINKS - 1 ? 10 : 1;
    const scaled = { x: heavy * inertia.x, y: heavy * inertia.y, z: heavy * inertia.z };
    desc
      .setTranslation(across * i * SPACING, up * i * SPACING, 0)
      .setAdditionalMassProperties(heavy, { x: 0, y: 0, z: 0 }, scaled, { x: 0, y: 0, z: 0, w: 1 });
    return world.createRigidBody(desc);
  });
  jointed(world, bodies, [across, up]);
  const step = () => {
    for (let i = 0; i < 4; i++) world.step();
  };
  return { step, bodies: () => bodies };
}

async function ourChain([across, up]: Way): Promise<Chain> {
  const { plugin, add, backend, rapier } = await open();
  const link = icosphereMesh({ subdivisions: 1, radius: 0.1 });
  const entities = Array.from({ length: LINKS }, (_, i) => {
    const mass = i === LINKS - 1 ? 10 : 1;
    const inertia = mass * 4e-3;
    return add({
      ...link,
      position: [across * i * SPACING, up * i * SPACING, 0],
      body: { mass, ixx: inertia, iyy: inertia, izz: inertia, ...(i === 0 && { motion: MOTION_FIXED }) },
    });
  });
  plugin.systems.ingest(plugin.world);
  plugin.systems.rigidIntegration(plugin.world);
  const bodies = () => entities.map((entity) => backend.bodyOf(entity) as RAPIER.RigidBody);
  jointed(rapier, bodies(), [across, up]);
  return { step: () => plugin.step(1 / 60), bodies };
}

describe("Rapier's joints", () => {
  test.each([
    ['falling', [1, 0]],
    ['hanging', [0, -1]],
  ] as const)(
    'a chain with a 10 times heavier end, %s, is as tight as in Rapier alone, within 1 mm',
    async (_, way) => {
      const [pure, ours] = [pureChain(way), await ourChain(way)].map((chain) => {
        let worst = 0;
        for (let i = 0; i < 240; i++) {
          chain.step();
          worst = Math.max(worst, jointError(chain.bodies(), way));
        }
        return worst;
      });
      expect(ours).toBeLessThan(pure + 1e-3);
    },
  );
});

describe('a snapshot', () => {
  const poses = ({ plugin }: Opened, entities: number[]) => {
    const { px, py, pz, qx, qw, vy, wx } = plugin.components.RigidBody;
    return entities.map((e) => [px, py, pz, qx, qw, vy, wx].map((column) => column[e]));
  };

  test.each(['own', 'adopted'])('goes on bit by bit, in a world of its %s', async (whose) => {
    const adopted = whose === 'adopted' ? new RAPIER.World({ x: 0, y: -9.81, z: 0 }) : undefined;
    const replaced: RAPIER.World[][] = [];
    const opened = await open({}, { world: adopted, onReplaced: (...worlds) => replaced.push(worlds) });
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
    const first = await open();
    const second = await open();
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
    const { plugin, world } = await open();
    const snapshot = (await createCollisionPlugin(world)).snapshot();
    expect(() => plugin.restore(snapshot)).toThrow(/another rigid backend/);
  });
});
