import RAPIER from '@dimforge/rapier3d-compat';
import { addEntity, removeEntity } from 'bitecs';
import { describe, expect, test } from 'vitest';
import { boxMesh, icosphereMesh, type SceneMesh } from '../../../scenes/meshes/index.js';
import { random } from '../../../scenes/random.js';
import {
  COLLIDER_OFF,
  CONTACT_PERSIST,
  MOTION_FIXED,
  MOTION_KINEMATIC,
  type PluginOptions,
  type RigidBodyOptions,
} from '../../../src/index.js';
import { rapierBackend } from '../../../src/rapier/index.js';
import { intersections, type Known } from '../../../tools/soak/surfaces.js';
import { openScene, type Scene } from '../../support/colliders.js';

const floor = boxMesh({ cells: [1, 1, 1], size: [10, 1, 10] });
const box = boxMesh({ cells: [1, 1, 1], size: [1, 1, 1] });
const ball = icosphereMesh({ subdivisions: 1, radius: 0.3 });

interface Stacks extends Scene {
  readonly ground: number;
  /** Two stacks of three boxes, far from each other: two islands. */
  readonly stacks: readonly number[][];
  add(options: Parameters<Scene['plugin']['addRigidBody']>[1]): number;
  run(steps: number): void;
  asleep(stack: number): number[];
}

async function stacks(options: PluginOptions = {}, settings = {}): Promise<Stacks> {
  const scene = await openScene({ maxEntities: 40, ...options });
  const { world, plugin } = scene;
  const add: Stacks['add'] = (body) => {
    const entity = addEntity(world);
    plugin.addRigidBody(entity, body);
    return entity;
  };
  const ground = add({ ...floor, position: [0, -0.5, 0], body: { motion: MOTION_FIXED } });
  const all = [-3, 3].map((x) =>
    [0, 1, 2].map((i) => add({ ...box, position: [x, 0.505 + 1.003 * i, 0], settings })),
  );
  const { RigidBody } = plugin.components;
  return {
    ...scene,
    ground,
    stacks: all,
    add,
    run(steps) {
      for (let i = 0; i < steps; i++) plugin.step(1 / 60);
    },
    asleep: (stack) => all[stack].map((e) => RigidBody.asleep[e]),
  };
}

function state({ plugin, stacks: all, ground }: Stacks): number[] {
  const { RigidBody: b, Contacts } = plugin.components;
  const columns = [b.px, b.py, b.pz, b.qx, b.qw, b.vx, b.vy, b.wz, b.asleep, b.idle, Contacts.touching];
  const { count, kind, impulse } = plugin.contactEvents;
  const events = Array.from({ length: count }, (_, i) => [kind[i], impulse[i]]).flat();
  return [...[ground, ...all.flat()].flatMap((e) => columns.map((column) => column[e])), ...events];
}

const SLEEPING = [1, 1, 1];
const AWAKE = [0, 0, 0];

describe('islands that rest', () => {
  test('fall asleep, stay to the last bit, still touch, and cost no search', async () => {
    const scene = await stacks();
    scene.run(120);
    expect([scene.asleep(0), scene.asleep(1)]).toEqual([SLEEPING, SLEEPING]);
    expect(scene.plugin.counters).toMatchObject({ asleep: 6 });
    scene.run(1); // the step after the last fell asleep
    const before = state(scene);
    scene.run(30);
    expect(state(scene)).toEqual(before);
    const { contactEvents, counters } = scene.plugin;
    expect(Array.from(contactEvents.kind.subarray(0, contactEvents.count))).toEqual(
      Array(6).fill(CONTACT_PERSIST),
    );
    expect(counters).toMatchObject({ rigidPairs: 0, touches: 0, rounds: 0, woken: 0 });
  });

  const WAYS: Record<string, (scene: Stacks) => void> = {
    'a body that lands on it': ({ add }) => void add({ ...ball, position: [-3, 3.5, 0], body: { vy: -3 } }),
    'a force': ({ plugin, stacks: [[e]] }) => {
      plugin.components.RigidBody.fx[e] = 1;
    },
    'a velocity': ({ plugin, stacks: [[, , e]] }) => {
      plugin.components.RigidBody.vy[e] = 1;
    },
    'a pose': ({ plugin, stacks: [[, e]] }) => {
      plugin.components.RigidBody.px[e] += 0.2;
    },
    'a mass': ({ plugin, stacks: [[, e]] }) => {
      plugin.components.RigidBody.mass[e] = 3;
    },
    'its column': ({ plugin, stacks: [[e]] }) => {
      plugin.components.RigidBody.asleep[e] = 0;
    },
    'the support that leaves': ({ world, stacks: [[e]] }) => removeEntity(world, e),
    'the support that is switched off': ({ plugin, stacks: [[e]] }) => {
      plugin.components.CollisionSettings.collider[e] = COLLIDER_OFF;
    },
    'the support that is put elsewhere': ({ plugin, stacks: [[e]] }) => {
      plugin.components.RigidBody.px[e] += 30;
    },
    'the support that meets others now': ({ plugin, stacks: [[e]] }) => {
      plugin.components.CollisionSettings.group[e] = 2;
    },
    'a body that is driven into it': ({ add }) =>
      void add({ ...ball, position: [-4.2, 0.5, 0], body: { motion: MOTION_KINEMATIC, vx: 2 } }),
  };

  test.each(Object.entries(WAYS))('are woken by %s, and the others sleep on', async (_, disturb) => {
    const scene = await stacks();
    scene.run(120);
    const [, second] = scene.stacks;
    disturb(scene);
    let woken = 0;
    for (let i = 0; i < 20; i++) {
      scene.run(1);
      woken += scene.plugin.counters.woken;
    }
    expect(woken).toBeGreaterThanOrEqual(2);
    const rest = scene.stacks[0].slice(1).map((e) => scene.plugin.components.RigidBody.asleep[e]);
    expect(rest).toEqual([0, 0]);
    expect(scene.asleep(1)).toEqual(SLEEPING);
    expect(second.every((e) => scene.plugin.components.RigidBody.vy[e] === 0)).toBe(true);
    expect(Object.values(scene.plugin.components.RigidBody).every((c) => c.every(Number.isFinite))).toBe(
      true,
    );
  });

  test('fall with a floor that leaves, all of them', async () => {
    const scene = await stacks();
    scene.run(120);
    removeEntity(scene.world, scene.ground);
    scene.run(60);
    expect([scene.asleep(0), scene.asleep(1)]).toEqual([AWAKE, AWAKE]);
    for (const e of scene.stacks.flat()) expect(scene.plugin.components.RigidBody.vy[e]).toBeLessThan(-9);
  });

  test('never fall asleep where that is switched off, for all or for one of them', async () => {
    const off = await stacks({ sleep: false });
    off.run(120);
    expect([off.asleep(0), off.asleep(1)]).toEqual([AWAKE, AWAKE]);
    const one = await stacks();
    one.plugin.components.CollisionSettings.sleep[one.stacks[0][1]] = 0;
    one.run(120);
    expect([one.asleep(0), one.asleep(1)]).toEqual([AWAKE, SLEEPING]);
    const slow = await stacks({ sleep: { time: 3 } });
    slow.run(120);
    expect(slow.asleep(0)).toEqual(AWAKE);
    slow.run(100);
    expect(slow.asleep(0)).toEqual(SLEEPING);
    await expect(openScene({ sleep: { speed: 0 } })).rejects.toThrow(/sleep.speed is 0/);
  });

  test('are none in empty space: what drifts slowly goes on for ever', async () => {
    const scene = await openScene({ maxEntities: 4, gravity: [0, 0, 0] });
    const [slow, still] = [addEntity(scene.world), addEntity(scene.world)];
    scene.plugin.addRigidBody(slow, { ...box, body: { vx: 1e-4, wy: 1e-3 } });
    scene.plugin.addRigidBody(still, { ...box, position: [5, 0, 0] });
    for (let i = 0; i < 120; i++) scene.plugin.step(1 / 60);
    const { asleep, px } = scene.plugin.components.RigidBody;
    expect(px[slow]).toBeCloseTo(2e-4, 12);
    expect([asleep[slow], asleep[still]]).toEqual([0, 1]);
  });

  test('take the momentum of what hits them, however fast it comes', async () => {
    for (const speed of [0.5, 20, 400]) {
      const scene = await openScene({ maxEntities: 4, gravity: [0, 0, 0] });
      const [target, bullet] = [addEntity(scene.world), addEntity(scene.world)];
      scene.plugin.addRigidBody(target, { ...box, body: { mass: 3 } });
      for (let i = 0; i < 40; i++) scene.plugin.step(1 / 60);
      const { asleep, vx } = scene.plugin.components.RigidBody;
      expect(asleep[target]).toBe(1);
      scene.plugin.addRigidBody(bullet, {
        ...ball,
        position: [-1 - speed / 100, 0.1, 0],
        body: { vx: speed },
      });
      for (let i = 0; i < 60; i++) scene.plugin.step(1 / 60);
      expect(asleep[target]).toBe(0);
      expect(vx[target]).toBeGreaterThan(speed / 8);
      expect(Math.abs(3 * vx[target] + vx[bullet] - speed)).toBeLessThan(1e-9 * speed);
    }
  });

  test('go on bit by bit from a snapshot, asleep and woken', async () => {
    const scene = await stacks();
    for (const steps of [40, 80]) {
      scene.run(steps);
      const snapshot = scene.plugin.snapshot();
      const play = () => {
        const seen: number[][] = [];
        for (let i = 0; i < 50; i++) {
          if (i === 10) scene.plugin.components.RigidBody.fx[scene.stacks[0][1]] = 2;
          if (i === 12) scene.plugin.components.RigidBody.fx[scene.stacks[0][1]] = 0;
          scene.run(1);
          seen.push(state(scene));
        }
        return seen;
      };
      const first = play();
      scene.plugin.restore(snapshot);
      expect(play()).toEqual(first);
      scene.plugin.restore(snapshot);
    }
    expect(scene.asleep(0)).toEqual(SLEEPING);
  });
});

describe('with Rapier underneath', () => {
  test('they sleep in Rapier too, and wake with what Rapier has of its own', async () => {
    await RAPIER.init();
    const rigid = rapierBackend(RAPIER);
    const scene = await stacks({ rigid });
    scene.run(150);
    expect([scene.asleep(0), scene.asleep(1)]).toEqual([SLEEPING, SLEEPING]);
    for (const e of scene.stacks.flat()) expect(rigid.bodyOf(e)?.isSleeping()).toBe(true);
    const before = state(scene);
    scene.run(20);
    expect(state(scene)).toEqual(before);
    const world = rigid.world as RAPIER.World;
    const own = world.createRigidBody(
      RAPIER.RigidBodyDesc.dynamic().setTranslation(-3, 4, 0).setLinvel(0, -4, 0),
    );
    world.createCollider(RAPIER.ColliderDesc.ball(0.4), own);
    let woken = 0;
    for (let i = 0; i < 20; i++) {
      scene.run(1);
      woken += scene.plugin.counters.woken;
    }
    expect(woken).toBe(3);
    expect(scene.asleep(0)).toEqual(AWAKE);
    expect(scene.asleep(1)).toEqual(SLEEPING);
    expect(own.translation().y).toBeGreaterThan(3.2);
    for (const e of scene.stacks[0]) expect(rigid.bodyOf(e)?.isSleeping()).toBe(false);
  });
});

test('what lands on a sleeper does not drive it into what it lies on', async () => {
  let woken = 0;
  // three of these sixty throws once did
  for (const seed of [11, 22, 47, 1, 2]) {
    const { world, plugin } = await openScene({ maxEntities: 10 });
    const known = new Map<number, Known>();
    const add = (mesh: SceneMesh, options: Omit<RigidBodyOptions, 'mesh' | 'positions' | 'triangles'>) => {
      const entity = addEntity(world);
      plugin.addRigidBody(entity, { ...mesh, ...options });
      known.set(entity, { kind: 'rigid', ...mesh });
      return entity;
    };
    const ground = boxMesh({ cells: [2, 1, 2], size: [12, 1, 12] });
    add(ground, { position: [0, -0.5, 0], body: { motion: MOTION_FIXED } });
    const crate = boxMesh({ cells: [1, 1, 1], size: [0.6, 0.5, 0.7] });
    const sleeper = add(crate, { position: [1, 0.4, 0.3], body: { mass: 1, wx: 1 } });
    const { RigidBody } = plugin.components;
    for (let k = 0; k < 400 && RigidBody.asleep[sleeper] === 0; k++) plugin.step(1 / 60);
    expect(RigidBody.asleep[sleeper]).toBe(1);
    const next = random(seed);
    const x = RigidBody.px[sleeper] + 0.8 * (next() - 0.5);
    const y = 1.2 + next();
    const position = [x, y, RigidBody.pz[sleeper] + 0.8 * (next() - 0.5)] as const;
    const thrown = icosphereMesh({ subdivisions: 1, radius: 0.4 });
    add(thrown, { position, body: { mass: 1, vy: -6, wy: next() } });
    for (let step = 0; step < 40; step++) {
      plugin.step(1 / 60);
      woken += plugin.counters.woken;
      expect(intersections(plugin, known), `seed ${seed}, step ${step}`).toBe(0);
    }
  }
  expect(woken).toBeGreaterThan(2);
});

test('who is woken by what comes fast goes on with it at once, and neither loses time', async () => {
  for (const speed of [8, 20, 31, 60]) {
    const { world, plugin } = await openScene({ maxEntities: 4, gravity: [0, 0, 0] });
    const { RigidBody } = plugin.components;
    const [sleeper, comes] = [box, ball].map((mesh, k) => {
      const entity = addEntity(world);
      plugin.addRigidBody(entity, { ...mesh, position: [-2 * k, 0.01 * k, 0.02 * k], body: { mass: 1 } });
      return entity;
    });
    plugin.step();
    RigidBody.asleep[sleeper] = 1;
    RigidBody.vx[comes] = speed;
    let givenUp = 0;
    let woken = 0;
    for (let step = 0; step < 20; step++) {
      plugin.step();
      givenUp += plugin.counters.givenUp;
      woken += plugin.counters.woken;
    }
    expect([givenUp, woken], `${speed} m/s`).toEqual([0, 1]);
    // both together came as far as their momentum says
    const middle = (RigidBody.px[sleeper] + RigidBody.px[comes]) / 2;
    expect(middle).toBeCloseTo(-1 + ((speed / 2) * 20) / 60, 9);
  }
});

test('whom two wake that have different times left goes on for as long as who came to it', async () => {
  const { world, plugin } = await openScene({ maxEntities: 6, gravity: [0, 0, 0] });
  const { RigidBody } = plugin.components;
  // one is stopped early in the sub-step and has parts of it left, the other one in the middle and has the rest at once
  const speed = 60;
  const pairs = [0.1, 0.5].map((share, row) =>
    [box, ball].map((mesh, k) => {
      const entity = addEntity(world);
      const x = -k * (0.8 + (share * speed) / 240);
      plugin.addRigidBody(entity, { ...mesh, position: [x, 0, 20 * row], body: { mass: 1 } });
      return entity;
    }),
  );
  plugin.step(1 / 60);
  const middles = () => pairs.map(([a, b]) => (RigidBody.px[a] + RigidBody.px[b]) / 2);
  const before = middles();
  for (const [sleeper, comes] of pairs) {
    RigidBody.asleep[sleeper] = 1;
    RigidBody.vx[comes] = speed;
  }
  plugin.step(1 / 60);
  expect([plugin.counters.givenUp, plugin.counters.woken]).toEqual([0, 2]);
  for (const [k, middle] of middles().entries()) expect(middle - before[k]).toBeCloseTo(speed / 2 / 60, 9);
  plugin.dispose();
});
