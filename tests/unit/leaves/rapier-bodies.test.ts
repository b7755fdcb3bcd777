import RAPIER from '@dimforge/rapier3d-compat';
import { removeEntity } from 'bitecs';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { MOTION_FIXED, MOTION_KINEMATIC } from '../../../src/index.js';
import { ball, NO_GRAVITY, type Opened, openRapier, ring } from './support/rapier-world.js';

beforeAll(() => RAPIER.init());

describe('bodies in Rapier', () => {
  test('are stepped there once a step where nothing of Rapier can push them, and move by the same bits', async () => {
    const [alone, other] = [await openRapier(), await openRapier()];
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
    const { add, backend, plugin, rapier } = await openRapier(NO_GRAVITY);
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
    const { plugin, add } = await openRapier();
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
    const { plugin, add, rapier } = await openRapier({ gravity: [0, 0, 0] });
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
    const { plugin, add } = await openRapier(NO_GRAVITY);
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
    const { plugin, add, backend } = await openRapier(NO_GRAVITY);
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
    const { plugin, add } = await openRapier();
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
    const { world, plugin, add, rapier } = await openRapier({}, new RAPIER.World({ x: 0, y: 0, z: 0 }));
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
    const { plugin, add, backend, rapier } = await openRapier(NO_GRAVITY);
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
    const { plugin, add, backend } = await openRapier();
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
    const { plugin, add } = await openRapier({}, adopted);
    add(ball);
    plugin.step();
    adopted.free();
    expect(() => plugin.step()).toThrow(/freed/);
    plugin.dispose();
  });
});
