import { addEntity, createWorld } from 'bitecs';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { boxMesh, icosphereMesh, type SceneMesh } from '../../../scenes/meshes/index.js';
import { initGeometry, type RigidMesh, rigidMesh, timeOfContact } from '../../../src/geometry/index.js';
import {
  type CollisionPlugin,
  createCollisionPlugin,
  IMPACT_FREE,
  IMPACT_INITIAL_OVERLAP,
  MOTION_FIXED,
  type RigidBodyOptions,
} from '../../../src/index.js';

const DT = 1 / 60;
const STATES = ['free', 'contact', 'initial-overlap', 'failed'];

beforeAll(() => initGeometry());

type Body = Readonly<Record<string, ArrayLike<number>>>;

/** The motion that an entity's columns make of a step. */
function motionOf(body: Body, e: number) {
  const column = (...names: string[]) => names.map((name) => body[name]![e]!);
  const perStep = (v: number[]) => v.map((x) => (body.motion![e] === 2 ? 0 : x * DT));
  return {
    start: { position: column('px', 'py', 'pz'), rotation: column('qx', 'qy', 'qz', 'qw') },
    linear: perStep(column('vx', 'vy', 'vz')),
    angular: perStep(column('wx', 'wy', 'wz')),
    pivot: column('cx', 'cy', 'cz'),
  };
}

/** Runs a step, and compares each impact with what `timeOfContact` says of the columns as they were. Whether that took more tests. */
function stepAndCompare(plugin: CollisionPlugin, meshes: ReadonlyMap<number, RigidMesh>): boolean {
  const body = plugin.components.RigidBody as unknown as Body;
  const before = new Map([...meshes.keys()].map((e) => [e, motionOf(body, e)]));
  plugin.step(DT);
  const { counters, impacts } = plugin;
  let boxTests = 0;
  for (let i = 0; i < impacts.count; i++) {
    const [a, b] = [impacts.a[i]!, impacts.b[i]!];
    const wanted = timeOfContact(meshes.get(a)!, before.get(a)!, meshes.get(b)!, before.get(b)!);
    expect(STATES[impacts.state[i]!], `${a} and ${b}`).toBe(wanted.state);
    expect(impacts.time[i]).toBe(wanted.time);
    expect(impacts.tolerance[i]).toBe(wanted.tolerance);
    boxTests += wanted.counts.boxTests;
  }
  return counters.impactBoxTests < boxTests;
}

const floor = boxMesh({ cells: [1, 1, 1], size: [10, 1, 10] });
const box = boxMesh({ cells: [1, 1, 1], size: [1, 1, 1] });
const ball = icosphereMesh({ subdivisions: 1, radius: 0.3 });

/** Boxes and balls above a floor. */
async function open() {
  const plugin = await createCollisionPlugin(createWorld(), { gravity: [0, -9.81, 0], sleep: false });
  const meshes = new Map<number, RigidMesh>();
  const add = (mesh: SceneMesh, options: Partial<RigidBodyOptions>): number => {
    const entity = addEntity(plugin.world);
    plugin.addRigidBody(entity, { ...mesh, ...options } as RigidBodyOptions);
    meshes.set(entity, rigidMesh(mesh.positions, mesh.triangles));
    return entity;
  };
  add(floor, { position: [0, -0.5, 0], body: { motion: MOTION_FIXED } });
  const thrown = [0, 1, 2, 3, 4, 5].map((i) =>
    add(i % 2 === 0 ? box : ball, { position: [0.2 * (i % 3), 0.6 + 1.1 * i, 0.1 * i] }),
  );
  onTestFinished(() => {
    for (const mesh of meshes.values()) mesh[Symbol.dispose]();
    plugin.dispose();
  });
  return { plugin, thrown, meshes };
}

test('times of impact are those of a search, wherever bodies are put between steps, and fewer are searched', async () => {
  const { plugin, thrown, meshes } = await open();
  const { px, py, pz, vy } = plugin.components.RigidBody;
  for (let k = 0; k < 150; k++) {
    if (k % 10 === 9) {
      const [moved, at] = [thrown[k % 6]!, thrown[(k + 1) % 6]!];
      px[moved] = px[at]!;
      py[moved] = py[at]! + 0.85 + 0.01 * (k % 7); // above the other one, near, or in it
      pz[moved] = pz[at]!;
      vy[moved] = -1;
      // taken in more than once before the loop moves it: it is no less elsewhere
      for (let times = k % 3; times > 0; times--) plugin.systems.rigidIntegration(plugin.world);
    }
    stepAndCompare(plugin, meshes);
  }
  let spared = 0;
  for (let k = 0; k < 240; k++) spared += stepAndCompare(plugin, meshes) ? 1 : 0;
  expect(plugin.impacts.count).toBeGreaterThan(3);
  expect(spared).toBeGreaterThan(20);
});

test.each([0, 1, 2])(
  'what is known of bodies ends where one is put elsewhere, taken in %i times before',
  async (times) => {
    const plugin = await createCollisionPlugin(createWorld(), { gravity: [0, 0, 0], sleep: false });
    onTestFinished(() => plugin.dispose());
    const [a, b] = [addEntity(plugin.world), addEntity(plugin.world)];
    plugin.addRigidBody(a, { ...box });
    plugin.addRigidBody(b, { ...box, position: [1.005, 0, 0] });
    for (let k = 0; k < 3; k++) plugin.step(DT);
    const { counters, impacts } = plugin;
    expect([impacts.count, impacts.state[0], counters.impactBoxTests]).toEqual([1, IMPACT_FREE, 0]);
    plugin.components.RigidBody.px[b] = 0.98;
    for (let k = 0; k < times; k++) plugin.systems.rigidIntegration(plugin.world);
    plugin.step(DT);
    expect([impacts.count, impacts.state[0]]).toEqual([1, IMPACT_INITIAL_OVERLAP]);
  },
);
