import RAPIER from '@dimforge/rapier3d-compat';
import { beforeAll, describe, expect, test } from 'vitest';
import { icosphereMesh } from '../../../scenes/meshes/index.js';
import { MOTION_FIXED } from '../../../src/index.js';
import { thrownBy } from '../../support/thrown.js';
import { openRapier } from './support/rapier-world.js';

beforeAll(() => RAPIER.init());

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
  const { plugin, add, backend, rapier } = await openRapier();
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

  test('that make multibodies are refused before anything moves, unless they hold bodies of Rapier alone', async () => {
    const { plugin, add, backend, rapier } = await openRapier();
    const ball = icosphereMesh({ subdivisions: 1, radius: 0.1 });
    const [upper, lower] = [1, 0].map((y) => add({ ...ball, position: [0, y, 0] }));
    const own = [1, 2].map(() => rapier.createRigidBody(RAPIER.RigidBodyDesc.dynamic()));
    const data = RAPIER.JointData.spherical({ x: 0, y: -0.5, z: 0 }, { x: 0, y: 0.5, z: 0 });
    rapier.createMultibodyJoint(data, own[0], own[1], true);
    plugin.step(1 / 60);
    const [first, second] = [upper, lower].map((entity) => backend.bodyOf(entity) as RAPIER.RigidBody);
    const joint = rapier.createMultibodyJoint(data, first, second, true);
    const before = plugin.components.RigidBody.py[lower];
    expect(thrownBy(() => plugin.step(1 / 60))).toMatchObject({ code: 'NOT_SUPPORTED', entity: upper });
    expect(plugin.components.RigidBody.py[lower]).toBe(before);
    rapier.removeMultibodyJoint(joint, true);
    plugin.step(1 / 60);
    expect(plugin.components.RigidBody.py[lower]).toBeLessThan(before);
  });
});
