// Bodies that contacts and cloth push around: facts are about the way that their velocities make of a step, and where they go
// is the same with culling as without it.
import { addEntity, createWorld } from 'bitecs';
import { afterEach, expect, test, vi } from 'vitest';
import { boxMesh, gridMesh, icosphereMesh, placedPoints } from '../../scenes/meshes/index.js';
import { noVisibility } from '../../src/gpu/index.js';
import { createCollisionPlugin, GPU_CULLING_ON, MOTION_DYNAMIC, MOTION_FIXED } from '../../src/index.js';
import type { VisibilityBackend } from '../../src/visibility/backend.js';
import { processorBackend } from './rasteriser.js';

const BALL = icosphereMesh({ subdivisions: 2, radius: 0.15 });
const ON = { gpuCulling: GPU_CULLING_ON };
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

afterEach(() => vi.restoreAllMocks());

test('facts about a dynamic body hold for the way that they were asked about, and no other', async () => {
  const world = createWorld();
  const plugin = await createCollisionPlugin(world, { visibility: processorBackend(64), gravity: [0, 0, 0] });
  const add = (x: number, y: number) => {
    const entity = addEntity(world);
    const body = { motion: MOTION_DYNAMIC };
    plugin.addRigidBody(entity, { ...BALL, position: [x, y, 0], body, settings: ON });
    return entity;
  };
  const first = add(0, 0);
  add(0.25, 0.25);
  plugin.step(1 / 60);
  await settle();
  for (const way of ['as it was', 'faster'] as const) {
    const { systems } = plugin;
    for (const stage of ['ingest', 'refit', 'broadPhase', 'occlusionCulling'] as const) systems[stage](world);
    expect(plugin.counters.occludedWays).toBe(1);
    expect(plugin.counters.occludedPairs).toBe(0);
    const { vx, vy } = plugin.components.RigidBody;
    if (way === 'faster') vx[first] = vy[first] = 10;
    systems.timeOfImpact(world);
    expect(plugin.counters.rigidPairs).toBe(way === 'faster' ? 1 : 0);
    expect(plugin.counters.impacts).toBe(way === 'faster' ? 1 : 0);
  }
  plugin.dispose();
});

/** Balls that fall on a floor, on each other and on a cloth that falls with them: where all of them are after each step. */
async function fallen(visibility?: VisibilityBackend) {
  const world = createWorld();
  const options = visibility === undefined ? {} : { visibility };
  const plugin = await createCollisionPlugin(world, {
    parts: ['deformables', 'dynamics', 'cloth'],
    maxEntities: 20,
    ...options,
  });
  const settings = { ...ON, thickness: 0.01 };
  const floor = boxMesh({ cells: [4, 1, 4], size: [6, 0.1, 6] });
  plugin.addRigidBody(addEntity(world), {
    ...floor,
    position: [0, -0.05, 0],
    body: { motion: MOTION_FIXED },
    settings,
  });
  const balls = Array.from({ length: 6 }, (_, i) => {
    const entity = addEntity(world);
    const body = { motion: MOTION_DYNAMIC, mass: 1, vx: 0.3 * (i % 2), vy: -1 };
    const position = [0.7 * i - 2, 0.4 + 0.35 * (i % 3), 0.1 * i] as const;
    plugin.addRigidBody(entity, { ...BALL, position, body, settings });
    return entity;
  });
  const cloth = addEntity(world);
  const sheet = gridMesh({ columns: 8, rows: 8, width: 1.2, depth: 1.2 });
  const positions = placedPoints(sheet.positions, { position: [-1.5, 0.25, 0] });
  plugin.addDeformable(cloth, { positions, triangles: sheet.triangles, settings, cloth: {} });
  const { px, py, pz, qx, qw } = plugin.components.RigidBody;
  const states: string[] = [];
  let [ways, contacts] = [0, 0];
  for (let step = 0; step < 12; step++) {
    if (step % 3 === 0) await plugin.stepAsync(1 / 60);
    else plugin.step(1 / 60);
    await settle();
    const points = plugin.readVertices(cloth, new Float64Array(sheet.positions.length));
    states.push([...balls.flatMap((e) => [px[e], py[e], pz[e], qx[e], qw[e]]), ...points].join(' '));
    ways += plugin.counters.occludedWays;
    contacts += plugin.counters.clothContacts;
  }
  plugin.dispose();
  return { states, ways, contacts };
}

test('balls and cloth that push each other go where they go without a backend', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const bare = await fallen();
  expect(bare.contacts).toBeGreaterThan(20);
  expect((await fallen(noVisibility())).states).toEqual(bare.states);
  expect(warn).toHaveBeenCalledTimes(1);
  const culled = await fallen(processorBackend(64));
  expect(culled.states).toEqual(bare.states);
  expect(culled.ways).toBeGreaterThan(0);
});
