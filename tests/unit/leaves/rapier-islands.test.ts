import RAPIER from '@dimforge/rapier3d-compat';
import { addEntity, removeEntity } from 'bitecs';
import { describe, expect, test } from 'vitest';
import { boxMesh, icosphereMesh } from '../../../scenes/meshes/index.js';
import { MOTION_FIXED } from '../../../src/index.js';
import { rapierBackend } from '../../../src/rapier/index.js';
import { openScene } from '../../support/colliders.js';

// Sleeping islands over Rapier's joints.

const LINKS = 5;
const SPACING = 0.3;
const link = icosphereMesh({ subdivisions: 1, radius: 0.1 });
const box = boxMesh({ cells: [1, 1, 1], size: [1, 1, 1] });

interface Hung {
  readonly entities: readonly number[];
  readonly joints: readonly RAPIER.ImpulseJoint[];
}

async function open() {
  await RAPIER.init();
  const rigid = rapierBackend<RAPIER.World>(RAPIER);
  const scene = await openScene({ maxEntities: 40, rigid });
  const { world, plugin } = scene;
  const rapier = rigid.world as RAPIER.World;
  const add = (position: readonly [number, number, number], body = {}, mesh = link) => {
    const entity = addEntity(world);
    plugin.addRigidBody(entity, {
      ...mesh,
      position,
      body: { linearDamping: 0.5, angularDamping: 2, ...body },
    });
    return entity;
  };
  const enter = () => {
    plugin.systems.ingest(world);
    plugin.systems.rigidIntegration(world);
  };
  const bodyOf = (entity: number) => rigid.bodyOf(entity) as RAPIER.RigidBody;
  const tie = (a: RAPIER.RigidBody, b: RAPIER.RigidBody, wakeUp = true) => {
    const data = RAPIER.JointData.spherical({ x: 0, y: -SPACING / 2, z: 0 }, { x: 0, y: SPACING / 2, z: 0 });
    return rapier.createImpulseJoint(data, a, b, wakeUp);
  };
  /** A chain that hangs from a fixed body of ours, or of Rapier's own. */
  const hang = (x: number, from: 'ours' | 'theirs'): Hung => {
    const entities = Array.from({ length: LINKS }, (_, i) =>
      add([x, -i * SPACING, 0], from === 'ours' && i === 0 ? { motion: MOTION_FIXED } : {}),
    );
    enter();
    const bodies = entities.map(bodyOf);
    if (from === 'theirs')
      bodies.unshift(rapier.createRigidBody(RAPIER.RigidBodyDesc.fixed().setTranslation(x, SPACING, 0)));
    const joints = bodies.slice(1).map((body, i) => tie(bodies[i], body));
    return { entities: from === 'ours' ? entities.slice(1) : entities, joints };
  };
  const run = (steps: number) => {
    for (let i = 0; i < steps; i++) plugin.step(1 / 60);
  };
  const { asleep } = plugin.components.RigidBody;
  const sleeping = ({ entities }: Hung) => entities.map((entity) => asleep[entity]);
  return { ...scene, rapier, rigid, add, enter, bodyOf, tie, hang, run, sleeping };
}

const all = (value: number, { entities }: Hung) => entities.map(() => value);

describe('a chain over joints, hanging at rest', () => {
  test.each(['ours', 'theirs'] as const)('falls asleep as one, from a fixed body of %s', async (from) => {
    const scene = await open();
    const [first, second] = [scene.hang(0, from), scene.hang(3, from)];
    scene.run(90);
    expect(scene.sleeping(first)).toEqual(all(1, first));
    const { px, py, fx } = scene.plugin.components.RigidBody;
    const before = first.entities.map((e) => [px[e], py[e]]);
    scene.run(30);
    expect(first.entities.map((e) => [px[e], py[e]])).toEqual(before);
    for (const e of first.entities) expect(scene.bodyOf(e).isSleeping()).toBe(true);
    // pulled at its end, it wakes from end to end, at once, and the other sleeps on
    const end = first.entities[first.entities.length - 1];
    fx[end] = 0.3;
    scene.run(1);
    expect(scene.sleeping(first)).toEqual(all(0, first));
    expect(scene.sleeping(second)).toEqual(all(1, second));
    scene.run(60);
    for (const [i, e] of first.entities.entries())
      expect(Math.abs(px[e] - before[i][0])).toBeGreaterThan(1e-3);
    fx[end] = 0;
    scene.run(600);
    expect(scene.sleeping(first)).toEqual(all(1, first));
  });

  test('stays awake while one of it may not sleep, and goes on bit by bit from a snapshot', async () => {
    const scene = await open();
    const chain = scene.hang(0, 'theirs');
    const { sleep } = scene.plugin.components.CollisionSettings;
    sleep[chain.entities[2]] = 0;
    scene.run(90);
    expect(scene.sleeping(chain)).toEqual(all(0, chain));
    sleep[chain.entities[2]] = 1;
    const snapshot = scene.plugin.snapshot();
    const play = () => {
      const { px, py, asleep } = scene.plugin.components.RigidBody;
      return Array.from({ length: 60 }, () => {
        scene.run(1);
        return chain.entities.map((e) => [px[e], py[e], asleep[e]]);
      });
    };
    const first = play();
    expect(scene.sleeping(chain)).toEqual(all(1, chain));
    scene.plugin.restore(snapshot);
    expect(play()).toEqual(first);
  });

  test('wakes and falls where its joint is taken away', async () => {
    for (const from of ['ours', 'theirs'] as const) {
      const scene = await open();
      const chain = scene.hang(0, from);
      scene.run(90);
      scene.rapier.removeImpulseJoint(chain.joints[0], true);
      scene.run(30);
      expect(scene.sleeping(chain)).toEqual(all(0, chain));
      for (const e of chain.entities) expect(scene.plugin.components.RigidBody.vy[e]).toBeLessThan(-3);
    }
  });

  test('wakes where the fixed body that holds it is put elsewhere, driven, or removed', async () => {
    const ways: ((scene: Awaited<ReturnType<typeof open>>, holder: number) => void)[] = [
      ({ plugin }, holder) => {
        plugin.components.RigidBody.px[holder] += 0.05;
      },
      ({ plugin }, holder) => {
        plugin.components.RigidBody.motion[holder] = 1;
        plugin.components.RigidBody.vx[holder] = 0.2;
      },
      ({ world }, holder) => removeEntity(world, holder),
    ];
    for (const [i, disturb] of ways.entries()) {
      const scene = await open();
      const chain = scene.hang(0, 'ours');
      scene.run(90);
      expect(scene.sleeping(chain)).toEqual(all(1, chain));
      disturb(scene, chain.entities[0] - 1);
      scene.run(5);
      expect(scene.sleeping(chain), `way ${i}`).toEqual(all(0, chain));
    }
  });
});

describe('a sleeping body', () => {
  test.each([true, false])(
    'wakes where a joint ties it to one that is awake, told by Rapier or not: %s',
    async (wakeUp) => {
      const scene = await open();
      scene.add([0, -0.5, 0], { motion: MOTION_FIXED }, boxMesh({ cells: [1, 1, 1], size: [9, 1, 9] }));
      const rests = scene.add([0, 0.505, 0], {}, box);
      scene.run(120);
      const { asleep } = scene.plugin.components.RigidBody;
      expect(asleep[rests]).toBe(1);
      const falls = scene.add([0, 3, 0], { vx: 2 });
      scene.enter();
      scene.tie(scene.bodyOf(falls), scene.bodyOf(rests), wakeUp);
      scene.run(5);
      expect(asleep[rests]).toBe(0);
      expect(asleep[falls]).toBe(0);
    },
  );

  test("that is tied to a body of Rapier's own wakes with it", async () => {
    const scene = await open();
    scene.add([0, -0.5, 0], { motion: MOTION_FIXED }, boxMesh({ cells: [1, 1, 1], size: [9, 1, 9] }));
    const rests = scene.add([0, 0.505, 0], {}, box);
    scene.run(120);
    const { asleep } = scene.plugin.components.RigidBody;
    expect(asleep[rests]).toBe(1);
    const own = scene.rapier.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(0, 3, 0));
    scene.rapier.createCollider(RAPIER.ColliderDesc.ball(0.2), own);
    scene.tie(own, scene.bodyOf(rests));
    scene.run(3);
    expect(asleep[rests]).toBe(0);
    // it moves for ever: nothing of ours that it holds falls asleep
    scene.run(90);
    expect(asleep[rests]).toBe(0);
  });
});
