import RAPIER from '@dimforge/rapier3d-compat';
import { beforeAll, describe, expect, test } from 'vitest';
import { boxMesh } from '../../scenes/meshes/index.js';
import {
  CONTACT_BEGIN,
  CONTACT_END,
  CONTACT_PERSIST,
  type ContactEvent,
  MOTION_FIXED,
} from '../../src/index.js';
import { rapierBackend } from '../../src/rapier/index.js';
import { drained, fillWithBodies } from '../support/rapier.js';
import { rejectedBy, thrownBy } from '../support/thrown.js';
import { openRapier } from '../unit/leaves/support/rapier-world.js';

beforeAll(() => RAPIER.init());

const { ActiveEvents, ColliderDesc, RigidBodyDesc } = RAPIER;
const GRAVITY = { x: 0, y: -9.81, z: 0 };
const block = boxMesh({ cells: [1, 1, 1], size: [0.4, 0.4, 0.4] });
const FAR = { ...block, position: [50, 0, 0] as const, body: { motion: MOTION_FIXED } };

/** By their colliders: in which order Rapier goes through its pairs is its own affair. */
const inOrder = (rows: number[][]) => rows.sort((p, q) => p[0] - q[0] || p[1] - q[1]);

/** A level of Rapier's, and a box above it that tells of what it touches. */
function boxOverLevel(world: RAPIER.World, events = ActiveEvents.COLLISION_EVENTS) {
  const level = world.createCollider(ColliderDesc.cuboid(5, 0.5, 5).setTranslation(0, -0.5, 0));
  const body = world.createRigidBody(RigidBodyDesc.dynamic().setTranslation(0, 0.5, 0));
  const desc = ColliderDesc.cuboid(0.3, 0.3, 0.3).setActiveEvents(events);
  return { level, body, box: world.createCollider(desc, body) };
}

async function adopt(settings: { autoDrain?: boolean; options?: object } = {}) {
  const physics = new RAPIER.World(GRAVITY);
  const events = new RAPIER.EventQueue(settings.autoDrain ?? true);
  const opened = await openRapier(settings.options, { world: physics, events });
  const told: (ContactEvent & { kind: string })[] = [];
  const note = (kind: string) => (event: ContactEvent) => {
    told.push({ ...event, kind, point: event.point.slice(), normal: event.normal.slice() });
  };
  opened.plugin.onContact({ begin: note('begin'), end: note('end') });
  return { ...opened, physics, events, told };
}

describe("the event queue of an adopted world's owner", () => {
  test.each(['no', 'a'])(
    'hears what world.step(events) tells, to the last bit, beside %s body of ours',
    async (beside) => {
      const { physics, events, plugin, add } = await adopt({ options: { subSteps: 1 } });
      const alone = new RAPIER.World(GRAVITY);
      const heard = new RAPIER.EventQueue(true);
      if (beside === 'a') add(FAR);
      if (beside === 'a') plugin.step();
      for (const world of [physics, alone]) fillWithBodies(world, 12, 5);
      // ours came first: the others' handles are the next ones
      const shift = physics.colliders.len() - alone.colliders.len();
      const handleOf = (i: number) => physics.colliders.getAll()[i].handle;
      const named = (rows: number[][]) =>
        inOrder(rows.map(([a, b, ...rest]) => [a + handleOf(shift), b + handleOf(shift), ...rest]));
      let [collisions, forces] = [0, 0];
      for (let i = 0; i < 90; i++) {
        plugin.step(1 / 60);
        alone.step(heard);
        const wanted = drained(heard);
        const found = drained(events);
        expect(inOrder(found.collisions), `step ${i}`).toEqual(named(wanted.collisions));
        expect(inOrder(found.forces), `step ${i}`).toEqual(named(wanted.forces));
        collisions += found.collisions.length;
        forces += found.forces.length;
      }
      expect(collisions).toBeGreaterThan(30);
      expect(forces).toBeGreaterThan(90);
    },
  );

  test('hears of each beginning and end in any sub-step once, and of the mean force of a step', async () => {
    const { physics, events, plugin } = await adopt();
    const alone = new RAPIER.World(GRAVITY);
    const heard = new RAPIER.EventQueue(false);
    for (const world of [physics, alone]) fillWithBodies(world, 12, 5);
    alone.timestep = 1 / 240;
    const asked = physics.colliders
      .getAll()
      .map((each) => [each.activeEvents(), each.contactForceEventThreshold()]);
    // what is left out below a threshold in a sub-step counts all the same
    alone.forEachCollider((each) => {
      if (each.activeEvents() >= 2) each.setContactForceEventThreshold(0);
    });
    let forces = 0;
    for (let i = 0; i < 90; i++) {
      plugin.step(1 / 60);
      for (let k = 0; k < 4; k++) alone.step(heard);
      const wanted = drained(heard);
      const found = drained(events);
      expect(found.collisions, `step ${i}`).toEqual(wanted.collisions);
      const sums = new Map<string, number>();
      for (const [a, b, total] of wanted.forces)
        sums.set(`${a} ${b}`, (sums.get(`${a} ${b}`) ?? 0) + total / 4);
      const least = (handle: number) => {
        const [flags, threshold] =
          asked[physics.colliders.getAll().findIndex((each) => each.handle === handle)];
        return flags >= 2 ? threshold : Number.POSITIVE_INFINITY;
      };
      for (const [pair, mean] of sums) {
        const [a, b] = pair.split(' ').map(Number);
        if (!(mean > Math.min(least(a), least(b)))) sums.delete(pair);
      }
      expect(found.forces.map(([a, b]) => `${a} ${b}`).sort(), `step ${i}`).toEqual([...sums.keys()].sort());
      for (const [a, b, total] of found.forces) expect(total).toBeCloseTo(sums.get(`${a} ${b}`) as number, 5);
      forces += found.forces.length;
    }
    expect(forces).toBeGreaterThan(90);
    // colliders have what their owner gave them
    const now = physics.colliders
      .getAll()
      .map((each) => [each.activeEvents(), each.contactForceEventThreshold()]);
    expect(now).toEqual(asked);
  });

  test('is told of nothing that a body of ours touches: contactEvents say that', async () => {
    const { physics, events, plugin, add, told } = await adopt();
    physics.createCollider(
      ColliderDesc.cuboid(5, 0.5, 5)
        .setTranslation(0, -0.5, 0)
        .setActiveEvents(ActiveEvents.COLLISION_EVENTS | 2),
    );
    const entity = add({ ...block, position: [0, 0.5, 0] });
    for (let i = 0; i < 40; i++) plugin.step(1 / 60);
    expect(drained(events)).toEqual({ collisions: [], forces: [] });
    expect(told.map(({ kind, a, b }) => [kind, a, b])).toEqual([['begin', entity, 0]]);
  });

  test.each([true, false])('forgets, or keeps, what nobody drained: autoDrain %s', async (autoDrain) => {
    const { physics, events, plugin } = await adopt({ autoDrain });
    boxOverLevel(physics);
    for (let i = 0; i < 40; i++) plugin.step(1 / 60);
    expect(drained(events).collisions.length).toBe(autoDrain ? 0 : 1);
    expect(drained(events).collisions).toEqual([]);
  });

  test('gives what is left where a visit throws to the next one', async () => {
    const { physics, events, plugin } = await adopt({ autoDrain: false });
    fillWithBodies(physics, 6, 3);
    for (let i = 0; i < 60; i++) plugin.step(1 / 60);
    let visits = 0;
    const third = () => {
      if (++visits === 3) throw new Error("the user's own");
    };
    expect(() => events.drainCollisionEvents(third)).toThrow("the user's own");
    const { collisions } = drained(events);
    const again = await adopt({ autoDrain: false });
    fillWithBodies(again.physics, 6, 3);
    for (let i = 0; i < 60; i++) again.plugin.step(1 / 60);
    expect(drained(again.events).collisions.slice(3)).toEqual(collisions);
  });

  test('hears of soft bodies that tear, in any sub-step, and forgets as it does with all else', async () => {
    const [along, across] = [
      { x: 0.2, y: 0, z: 0 },
      { x: 0, y: 0, z: 0.2 },
    ];
    for (const autoDrain of [true, false]) {
      const { physics, events, plugin } = await adopt({ autoDrain });
      const tear = (y: number, steps: number) => {
        physics.createSoftBody(RAPIER.SoftBodyDesc.cloth({ x: 0, y, z: 0 }, along, across, 5, 5)).tearEdge(0);
        for (let i = 0; i < steps; i++) plugin.step(1 / 60);
        let count = 0;
        events.drainSoftBodyTearEvents(() => count++);
        return count;
      };
      expect(tear(3, 1)).toBe(1);
      expect(tear(6, 2)).toBe(autoDrain ? 0 : 1);
    }
  });

  test("is its owner's alone once the plugin is disposed of, and fills by world.step", async () => {
    const { physics, events, plugin } = await adopt();
    const { drainCollisionEvents } = RAPIER.EventQueue.prototype;
    expect(events.drainCollisionEvents).not.toBe(drainCollisionEvents);
    plugin.step();
    plugin.dispose();
    expect(events.drainCollisionEvents).toBe(drainCollisionEvents);
    boxOverLevel(physics);
    let begun = 0;
    for (let i = 0; i < 40; i++) {
      physics.step(events);
      begun += drained(events).collisions.length;
    }
    expect(begun).toBe(1);
  });

  test('is refused by name where it is none, was freed, or is another plugin’s', async () => {
    const world = new RAPIER.World(GRAVITY);
    for (const events of [null, {}, 5, 'queue', () => 1])
      expect(thrownBy(() => rapierBackend(RAPIER, { world, events: events as never }))).toMatchObject({
        code: 'BAD_SETTING',
      });
    const { events, plugin } = await adopt();
    const error = await rejectedBy(() => openRapier({}, { world, events }));
    expect(error).toMatchObject({ code: 'BACKEND_IN_USE' });
    events.free();
    expect(thrownBy(() => plugin.step())).toMatchObject({ code: 'BACKEND_NOT_READY' });
    expect(thrownBy(() => rapierBackend(RAPIER, { world, events }))).toMatchObject({
      code: 'BACKEND_NOT_READY',
    });
    plugin.dispose();
  });
});

describe('two colliders of Rapier’s own that touch', () => {
  test('are in contactEvents and told to onContact, with both handles', async () => {
    const { physics, plugin, told } = await adopt();
    const { level, body, box } = boxOverLevel(physics);
    for (let i = 0; i < 30; i++) plugin.step(1 / 60);
    const { a, b, handleA, handle, count, impulse } = plugin.contactEvents;
    expect([count, a[0], b[0], handleA[0], handle[0]]).toEqual([1, 0, 0, level.handle, box.handle]);
    // it bears its weight: 0.6 m a side, density 1
    expect(impulse[0]).toBeCloseTo((0.216 * 9.81) / 60, 3);
    body.setLinvel({ x: 0, y: 6, z: 0 }, true);
    for (let i = 0; i < 5; i++) plugin.step(1 / 60);
    expect(told.map(({ kind }) => kind)).toEqual(['begin', 'end']);
    const [begin] = told;
    expect(begin).toMatchObject({ a: 0, b: 0, handleA: level.handle, handle: box.handle, isSensor: false });
    expect(begin.normal[1]).toBeCloseTo(1, 3);
    expect(begin.point[1]).toBeCloseTo(0, 1);
    expect(box.activeEvents()).toBe(ActiveEvents.COLLISION_EVENTS);
  });

  test('begin where they touched, also where they part within the step', async () => {
    for (const height of [1.4, 1.5, 1.6, 1.7]) {
      const { physics, plugin, told } = await adopt();
      physics.createCollider(ColliderDesc.cuboid(5, 0.5, 5).setTranslation(0, -0.5, 0));
      const body = physics.createRigidBody(
        RigidBodyDesc.dynamic().setTranslation(0.3, height, 0).setLinvel(0, -30, 0),
      );
      const desc = ColliderDesc.ball(0.2)
        .setRestitution(1)
        .setRestitutionCombineRule(RAPIER.CoefficientCombineRule.Max);
      physics.createCollider(desc.setActiveEvents(ActiveEvents.COLLISION_EVENTS), body);
      for (let i = 0; i < 6; i++) plugin.step(1 / 60);
      expect(told.map(({ kind }) => kind)).toEqual(['begin', 'end']);
      const [{ point, normal, impulse }] = told;
      expect([point[0], normal[1]]).toEqual([expect.closeTo(0.3, 2), expect.closeTo(1, 3)]);
      expect(impulse).toBeGreaterThan(0.9);
    }
  });

  test('are told as sensors where one is, and only where somebody asked Rapier for events', async () => {
    const { physics, plugin, told } = await adopt();
    const { body } = boxOverLevel(physics, ActiveEvents.NONE);
    const zone = ColliderDesc.cuboid(0.1, 0.1, 0.1).setTranslation(0, 0.35, 0).setSensor(true);
    const sensor = physics.createCollider(zone.setActiveEvents(ActiveEvents.COLLISION_EVENTS));
    for (let i = 0; i < 30; i++) plugin.step(1 / 60);
    expect(told.map(({ kind, isSensor, impulse }) => [kind, isSensor, impulse])).toEqual([
      ['begin', true, 0],
    ]);
    physics.removeRigidBody(body);
    plugin.step(1 / 60);
    plugin.step(1 / 60);
    expect(told.at(-1)).toMatchObject({ kind: 'end', isSensor: true, handle: sensor.handle });
  });

  test('are told by pairs: a box on two levels touches both', async () => {
    const { physics, plugin, told } = await adopt();
    const halves = [-1, 1].map((side) =>
      physics.createCollider(ColliderDesc.cuboid(1, 0.5, 1).setTranslation(side, -0.5, 0)),
    );
    const body = physics.createRigidBody(RigidBodyDesc.dynamic().setTranslation(0, 0.35, 0));
    const desc = ColliderDesc.cuboid(0.3, 0.3, 0.3).setActiveEvents(ActiveEvents.COLLISION_EVENTS);
    const box = physics.createCollider(desc, body);
    for (let i = 0; i < 30; i++) plugin.step(1 / 60);
    const pairs = halves.map(({ handle }) => ['begin', handle, box.handle]);
    expect(told.map(({ kind, handleA, handle }) => [kind, handleA, handle])).toEqual(pairs);
    expect(plugin.contactEvents.count).toBe(2);
    body.setTranslation({ x: 0.5, y: 0.3, z: 0 }, true);
    for (let i = 0; i < 3; i++) plugin.step(1 / 60);
    expect(told.at(-1)).toMatchObject({ kind: 'end', handleA: halves[0].handle });
    expect(told).toHaveLength(3);
  });

  test('persist while one of them is awake', async () => {
    const { physics, plugin } = await adopt();
    const { body } = boxOverLevel(physics);
    let persisted = 0;
    plugin.onContact({ persist: () => persisted++ });
    for (let i = 0; i < 300 && !body.isSleeping(); i++) plugin.step(1 / 60);
    expect(body.isSleeping()).toBe(true);
    expect(persisted).toBeGreaterThan(20);
    persisted = 0;
    plugin.step(1 / 60);
    expect([persisted, plugin.contactEvents.count]).toEqual([0, 1]);
  });

  test('that touched before the world was adopted begin with the first step, and end', async () => {
    const physics = new RAPIER.World(GRAVITY);
    const { level, body } = boxOverLevel(physics);
    for (let i = 0; i < 60; i++) physics.step();
    const { plugin } = await openRapier({}, physics);
    const kinds: number[] = [];
    const step = () => {
      plugin.step(1 / 60);
      const { count, kind } = plugin.contactEvents;
      kinds.push(...kind.slice(0, count));
    };
    step();
    physics.removeCollider(level, true);
    for (let i = 0; i < 3; i++) step();
    expect([kinds[0], kinds.at(-1)]).toEqual([CONTACT_BEGIN, CONTACT_END]);
    expect(kinds.filter((kind) => kind !== CONTACT_PERSIST).length).toBe(2);
    expect(body.isValid()).toBe(true);
  });

  test('end where their owner asks no more of them, though Rapier does not say so', async () => {
    const { physics, plugin, told } = await adopt();
    const { body, box } = boxOverLevel(physics);
    for (let i = 0; i < 30; i++) plugin.step(1 / 60);
    box.setActiveEvents(ActiveEvents.NONE);
    body.setTranslation({ x: 0, y: 3, z: 0 }, true);
    for (let i = 0; i < 3; i++) plugin.step(1 / 60);
    expect(told.map(({ kind }) => kind)).toEqual(['begin', 'end']);
  });

  test('begin once and end once across a restored snapshot, here and in another plugin', async () => {
    const { physics, plugin, told, events, backend } = await adopt();
    const { box } = boxOverLevel(physics);
    for (let i = 0; i < 30; i++) plugin.step(1 / 60);
    drained(events);
    const snapshot = plugin.snapshot();
    const other = await adopt();
    other.plugin.restore(snapshot);
    for (let i = 0; i < 3; i++) plugin.step(1 / 60);
    plugin.restore(snapshot);
    for (const each of [{ plugin, events, backend, told: told.splice(0) && told }, other]) {
      const heard: number[][] = [];
      for (let i = 0; i < 12; i++) {
        if (i === 4)
          (each.backend.world as RAPIER.World)
            .getCollider(box.handle)
            .parent()
            ?.setLinvel({ x: 0, y: 6, z: 0 }, true);
        each.plugin.step(1 / 60);
        heard.push(...drained(each.events).collisions.map(([, , isBegin]) => [i, isBegin]));
      }
      expect(heard).toEqual([[expect.any(Number), 0]]);
      expect(each.told.map(({ kind }) => kind)).toEqual(['end']);
    }
  });

  test('and what a queue still holds of steps that were undone is not heard', async () => {
    const { physics, plugin, events } = await adopt({ autoDrain: false });
    const snapshot = plugin.snapshot();
    boxOverLevel(physics);
    for (let i = 0; i < 30; i++) plugin.step(1 / 60);
    plugin.restore(snapshot);
    plugin.step(1 / 60);
    expect(drained(events).collisions).toEqual([]);
  });
});
