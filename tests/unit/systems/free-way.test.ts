import { addEntity } from 'bitecs';
import { describe, expect, test } from 'vitest';
import { MOTION_KINEMATIC } from '../../../src/index.js';
import { openScene } from '../../support/colliders.js';

const GAP = 0.01;
const BELOW = [-3, 0, -3, 3, 0, -3, 0, 0, 3];
const BLOCK = [0, 0, 0, 1, 1, 0, 0, 1, 1, -1, 1, -1];
const BLOCK_FACES = [0, 2, 1, 0, 3, 2, 0, 1, 3, 1, 2, 3];

interface Push {
  readonly gravity?: [number, number, number];
  readonly body: object;
  readonly subSteps?: number;
}

/** A body with its tip just above a triangle: the contacts that a step tells, and how far the body went. */
async function step({ gravity = [0, 0, 0], body, subSteps = 4 }: Push) {
  const way = async (withSheet: boolean) => {
    const { world, plugin } = await openScene({ maxEntities: 5, gravity, subSteps });
    const sheet = addEntity(world);
    if (withSheet) plugin.addDeformable(sheet, { positions: BELOW, triangles: [0, 1, 2] });
    const block = addEntity(world);
    plugin.addRigidBody(block, { positions: BLOCK, triangles: BLOCK_FACES, position: [0, GAP, 0], body });
    plugin.step(0.1);
    const { contacts, components } = plugin;
    const went = components.RigidBody.py[block] - GAP;
    return { times: Array.from(contacts.time.subarray(0, contacts.count)), went };
  };
  return { times: (await way(true)).times, went: (await way(false)).went };
}

describe('what a rigid body meets in a step', () => {
  test.each<[string, Push]>([
    ['gravity', { gravity: [0, -9.81, 0], body: {} }],
    ['gravity in one sub-step', { gravity: [0, -9.81, 0], body: {}, subSteps: 1 }],
    ['a force', { body: { fy: -20, mass: 2 } }],
    ['a force and damping', { body: { fy: -20, vy: -0.05, mass: 2, linearDamping: 3 } }],
    ['its velocity', { body: { vy: -0.5 } }],
    ['the velocity of one that nothing pushes', { body: { vy: -0.5, motion: MOTION_KINEMATIC } }],
  ])('is in the way that it goes by %s', async (_, push) => {
    const { times, went } = await step(push);
    expect(went).toBeLessThan(-GAP);
    expect(times.length).toBeGreaterThan(0);
    expect(Math.min(...times)).toBeCloseTo(GAP / -went, 9);
  });

  test('is nothing where forces lift it', async () => {
    const { times, went } = await step({ gravity: [0, 9.81, 0], body: { vy: -0.2 } });
    expect(went).toBeGreaterThan(0);
    expect(times).toEqual([]);
  });

  test('is nothing along a locked axis', async () => {
    const { times, went } = await step({ gravity: [0, -9.81, 0], body: { locks: 2 } });
    expect(went).toBeCloseTo(0, 12);
    expect(times).toEqual([]);
  });
});
