// A step finds the same with culling as without it, whatever bodies do between the asking and the step.
import { addEntity, createWorld, removeEntity } from 'bitecs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { bowlMesh, gridMesh, icosphereMesh, placedPoints } from '../../scenes/meshes/index.js';
import { turnAround } from '../../scenes/meshes/vectors.js';
import { webgl2, webgpu } from '../../src/gpu/index.js';
import {
  type CollisionPlugin,
  createCollisionPlugin,
  GPU_CULLING_AUTOMATIC,
  GPU_CULLING_OFF,
  GPU_CULLING_ON,
  IMPACT_FREE,
  inspect,
  MOTION_DYNAMIC,
  MOTION_FIXED,
  MOTION_KINEMATIC,
} from '../../src/index.js';
import type { VisibilityBackend } from '../../src/visibility/backend.js';
import { random } from '../support/random.js';
import { processorBackend } from './rasteriser.js';

const SHEET = gridMesh({ columns: 10, rows: 10, width: 1, depth: 1 });
const BOWL = bowlMesh({ around: 16, rings: 5, radius: 0.4 });
const BALL = icosphereMesh({ subdivisions: 2, radius: 0.15 });
const ON = { gpuCulling: GPU_CULLING_ON };
const AUTOMATIC = { gpuCulling: GPU_CULLING_AUTOMATIC };

let warnings: string[] = [];
beforeEach(() => {
  warnings = [];
  vi.spyOn(console, 'warn').mockImplementation((message: string) => void warnings.push(message));
});
afterEach(() => vi.restoreAllMocks());

/**
 * Sheets that wave above each other, a bowl below them that turns fast, and a ball that is driven through; and two
 * sheets on a slope, apart though their boxes are not, that go down it.
 */
class Scene {
  readonly plugin: CollisionPlugin;
  readonly world;
  readonly sheets: number[] = [];
  readonly slopes: number[] = [];
  readonly bodies: number[] = [];
  readonly #next = random(3);

  constructor(world: ReturnType<typeof createWorld>, plugin: CollisionPlugin) {
    this.world = world;
    this.plugin = plugin;
  }

  static async open(visibility?: VisibilityBackend, settings: object = ON): Promise<Scene> {
    const world = createWorld();
    const options = visibility === undefined ? {} : { visibility };
    const scene = new Scene(world, await createCollisionPlugin(world, { maxEntities: 100, ...options }));
    for (let i = 0; i < 3; i++) scene.addSheet(i * 0.12, settings);
    for (let i = 0; i < 2; i++) scene.slopes.push(scene.addSlope(0.1 * i, settings));
    scene.addBody(BOWL, [0.1, -0.25, 0], { wy: 30, wx: 11, motion: MOTION_KINEMATIC }, settings);
    scene.addBody(BALL, [-0.9, 0.2, 0.1], { vx: 3, wz: 60, motion: MOTION_KINEMATIC }, settings);
    scene.addBody(BALL, [0, 0.9, 0.1], { motion: MOTION_FIXED }, settings);
    scene.addBody(BALL, [0, 1.4, 0.1], { motion: MOTION_DYNAMIC, vy: -2 }, settings);
    // Thrown up beside a slope, and two that fall side by side, apart though their boxes are not: contacts may move them.
    scene.addBody(BALL, [1.8, -0.25, 0], { motion: MOTION_DYNAMIC, vy: 2 }, settings);
    scene.addBody(BALL, [-2, 0, 0], { motion: MOTION_DYNAMIC, wx: 2 }, settings);
    scene.addBody(BALL, [-1.75, 0.25, 0], { motion: MOTION_DYNAMIC, wy: 3 }, settings);
    // It swings around a point that it does not hold, and so meets the slopes.
    const swing = { cx: -1, wz: -45, mass: 1, motion: MOTION_KINEMATIC };
    scene.addBody(BALL, [1.5, 0.6, 0], swing, settings);
    return scene;
  }

  addSheet(y: number, settings: object = ON): number {
    const entity = addEntity(this.world);
    const positions = placedPoints(SHEET.positions, { position: [0, y, 0] });
    this.plugin.addDeformable(entity, { positions, triangles: SHEET.triangles, settings });
    this.sheets.push(entity);
    return entity;
  }

  addSlope(gap: number, settings: object): number {
    const entity = addEntity(this.world);
    const rotation = turnAround([0, 0, 1], Math.PI / 4);
    const positions = placedPoints(SHEET.positions, { position: [1.5 - gap, gap, 0], rotation });
    this.plugin.addDeformable(entity, { positions, triangles: SHEET.triangles, settings });
    return entity;
  }

  addBody(
    mesh: typeof BALL,
    position: readonly [number, number, number],
    body: object,
    settings: object,
  ): void {
    const entity = addEntity(this.world);
    this.plugin.addRigidBody(entity, { ...mesh, position, body, settings });
    this.bodies.push(entity);
  }

  /** What happens before a step: the same in every scene that was opened the same way. */
  prepare(step: number): void {
    const next = this.#next;
    if (step === 9) removeEntity(this.world, this.sheets.splice(1, 1)[0]);
    if (step === 14) this.addSheet(0.2);
    if (step === 17) this.plugin.removeCollider(this.bodies[1]);
    const { px, vx, wy, cx, motion } = this.plugin.components.RigidBody;
    const { thickness } = this.plugin.components.CollisionSettings;
    if (step === 6) px[this.bodies[0]] = -0.3;
    if (step === 8) wy[this.bodies[0]] = -200;
    if (step === 11) thickness[this.sheets[0]] = 0.06;
    // Less than 0.142 apart: from here on only their thickness makes them touch.
    if (step === 18) for (const entity of this.slopes) thickness[entity] = 0.145;
    if (step === 12) motion[this.bodies[1]] = MOTION_DYNAMIC;
    if (step === 15) vx[this.bodies[0]] = 9;
    if (step === 16) cx[this.bodies[0]] = 0.4;
    for (const entity of this.slopes) {
      const points = this.plugin.readVertices(entity, new Float64Array(SHEET.positions.length));
      this.plugin.moveVertices(
        entity,
        points.map((value, p) => value - (p % 3 === 2 ? 0 : 0.004)),
      );
    }
    for (const [i, entity] of this.sheets.entries()) {
      if (step % 5 === 3 && i === 0) {
        this.plugin.placeVertices(entity, placedPoints(SHEET.positions, { position: [0, 0.15 * next(), 0] }));
      }
      const points = this.plugin.readVertices(entity, new Float64Array(SHEET.positions.length));
      // Mostly as one may guess, and now and then not at all.
      const wild = next() < 0.15 ? 0.3 : 0.0005;
      for (let p = 1; p < points.length; p += 3) points[p] += 0.003 * (1 - i) + wild * (next() - 0.5);
      this.plugin.moveVertices(entity, points);
    }
  }
}

function answersOf({ plugin }: Scene) {
  const { contacts, impacts } = plugin;
  const { count } = contacts;
  return {
    contacts: {
      bodies: [...contacts.a.slice(0, count)].map((a, i) => `${a} ${contacts.b[i]} ${contacts.kind[i]}`),
      features: [...contacts.featureA.slice(0, count)].map((a, i) => `${a} ${contacts.featureB[i]}`),
      times: [...contacts.time.slice(0, count)],
    },
    // Pairs that are found to be free are listed as well, where they were not culled.
    impacts: Array.from({ length: impacts.count }, (_, i) => i)
      .filter((i) => impacts.state[i] !== IMPACT_FREE)
      .map((i) => `${impacts.a[i]} ${impacts.b[i]} ${impacts.state[i]} ${impacts.time[i]}`),
  };
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

interface Run {
  readonly occluded: number;
  /** Pairs with a body that contacts may move. */
  readonly ways: number;
  readonly found: number;
}

async function compare(waits: boolean, backend: VisibilityBackend, steps = 24): Promise<Run> {
  const bare = await Scene.open();
  const culled = await Scene.open(backend);
  let occluded = 0;
  let ways = 0;
  let found = 0;
  for (let step = 0; step < steps; step++) {
    for (const scene of [bare, culled]) scene.prepare(step);
    bare.plugin.step(1 / 60);
    if (waits) await culled.plugin.stepAsync(1 / 60);
    else culled.plugin.step(1 / 60);
    expect(answersOf(culled), `step ${step}`).toEqual(answersOf(bare));
    await settle();
    occluded += culled.plugin.counters.occludedPairs;
    ways += culled.plugin.counters.occludedWays;
    found += bare.plugin.contacts.count;
  }
  culled.plugin.dispose();
  bare.plugin.dispose();
  return { occluded, ways, found };
}

test.each([true, false])('the contacts are the same, facts of the step itself: %s', async (waits) => {
  const { occluded, ways, found } = await compare(waits, processorBackend(64));
  expect(found).toBeGreaterThan(100);
  expect(occluded).toBeGreaterThan(5);
  expect(ways).toBeGreaterThan(waits ? 20 : 5);
  expect(warnings).toEqual([]);
});

const answering = (seen: (asks: number) => Uint8Array): VisibilityBackend => ({
  ...processorBackend(64),
  ask: async ({ passes }) => ({
    state: 'answered',
    seen: seen(passes.reduce((sum, { askCount }) => sum + askCount, 0)),
    encodeMs: 0,
  }),
});

test.each<[string, VisibilityBackend]>([
  ['says no to everything', answering((asks) => new Uint8Array(asks))],
  ['says yes to everything', answering((asks) => new Uint8Array(asks).fill(1))],
  ['answers too little', answering((asks) => new Uint8Array(asks - 1))],
  ['answers too much', answering((asks) => new Uint8Array(asks + 1))],
  [
    'throws',
    {
      ...processorBackend(64),
      ask() {
        throw new Error('no');
      },
    },
  ],
  ['rejects', { ...processorBackend(64), ask: () => Promise.reject(new Error('no')) }],
  ['knows nothing', { ...processorBackend(64), ask: async () => ({ state: 'unknown', reason: 'no' }) }],
])('a backend that %s: nothing is culled, one warning, and a counter', async (_, backend) => {
  for (const waits of [true, false]) {
    warnings = [];
    const { occluded } = await compare(waits, backend, 8);
    expect(occluded).toBe(0);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('No contact is lost');
  }
});

test('it is asked again, ever less often, and used when it answers', async () => {
  let asks = 0;
  const good = processorBackend(64);
  const backend: VisibilityBackend = {
    ...good,
    ask: async (batch) => (++asks <= 3 ? { state: 'unknown', reason: 'not yet' } : good.ask(batch)),
  };
  const { occluded } = await compare(true, backend, 24);
  expect(occluded).toBeGreaterThan(0);
  expect(warnings).toHaveLength(1);
  expect(asks).toBeGreaterThan(10);
});

test('answers that come steps late are of no use, and do no harm', async () => {
  const good = processorBackend(64);
  const waiting: (() => void)[] = [];
  const backend: VisibilityBackend = {
    ...good,
    ask: async (batch) => {
      const answer = await good.ask(batch);
      await new Promise<void>((resolve) => waiting.push(resolve));
      return answer;
    },
  };
  const scene = await Scene.open(backend);
  for (let step = 0; step < 12; step++) {
    scene.prepare(step);
    scene.plugin.step(1 / 60);
    if (step % 3 === 2) for (const go of waiting.splice(0)) go();
    await settle();
    expect(scene.plugin.counters.occludedPairs).toBe(0);
  }
  scene.plugin.dispose();
  for (const go of waiting.splice(0)) go();
  await settle();
  expect(warnings).toEqual([]);
});

test('disposed of while a step waits: the step is refused, and nothing is said', async () => {
  const good = processorBackend(64);
  let go = () => {};
  const backend: VisibilityBackend = {
    ...good,
    ask: () => new Promise((resolve) => (go = () => resolve({ state: 'unknown', reason: 'closed' }))),
  };
  const scene = await Scene.open(backend);
  const waiting = scene.plugin.stepAsync(1 / 60);
  expect(() => scene.plugin.step()).toThrow(/STEP_IN_PROGRESS|called from within/);
  scene.plugin.dispose();
  go();
  await expect(waiting).rejects.toThrow(/disposed/);
  expect(warnings).toEqual([]);
});

test('facts of a step that failed say nothing of pairs that were not asked about', async () => {
  const world = createWorld();
  const plugin = await createCollisionPlugin(world, { visibility: processorBackend(64), maxEntities: 10 });
  const sheets = [0, 0.001, 0.3].map((height) => {
    const entity = addEntity(world);
    const positions = placedPoints(SHEET.positions, { position: [0, height, 0] });
    plugin.addDeformable(entity, {
      positions,
      triangles: SHEET.triangles,
      settings: { ...ON, thickness: 0.01 },
    });
    return entity;
  });
  const { mask } = plugin.components.CollisionSettings;
  mask[sheets[0]] = 0;
  // Its stages are timed: by a clock that fails in the one after the pictures.
  inspect(plugin);
  let calls = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    if (++calls > 9) throw new Error('no time');
    return calls;
  });
  await expect(plugin.stepAsync(1 / 60)).rejects.toThrow('no time');
  clock.mockRestore();
  mask[sheets[0]] = 0xffffffff;
  plugin.step(1 / 60);
  expect(plugin.contacts.count).toBeGreaterThan(0);
  plugin.dispose();
});

test.each([1e200, 1e308])(
  'a body that claims a tolerance of %d takes no contact from others',
  async (tolerance) => {
    const found = [];
    for (const gpuCulling of [GPU_CULLING_OFF, GPU_CULLING_ON]) {
      const world = createWorld();
      const plugin = await createCollisionPlugin(world, {
        visibility: processorBackend(64),
        maxEntities: 10,
      });
      for (const [height, of] of [
        [0, 0],
        [0.001, 0],
        [0.002, tolerance],
      ]) {
        const positions = placedPoints(SHEET.positions, { position: [0, height, 0] });
        plugin.addDeformable(addEntity(world), {
          positions,
          triangles: SHEET.triangles,
          settings: { gpuCulling, thickness: 0.01, tolerance: of },
        });
      }
      await plugin.stepAsync(1 / 60);
      found.push(plugin.contacts.count);
      plugin.dispose();
    }
    expect(found[0]).toBeGreaterThan(0);
    expect(found[1]).toBe(found[0]);
  },
);

test('off is off, and automatic leaves small meshes out', async () => {
  for (const gpuCulling of [GPU_CULLING_OFF, GPU_CULLING_AUTOMATIC]) {
    let asks = 0;
    const good = processorBackend(64);
    const backend: VisibilityBackend = {
      ...good,
      ask: (batch) => {
        asks++;
        return good.ask(batch);
      },
    };
    const scene = await Scene.open(backend, { gpuCulling });
    for (let step = 0; step < 4; step++) await scene.plugin.stepAsync(1 / 60);
    expect(asks).toBe(0);
    expect(scene.plugin.counters.occludedPairs).toBe(0);
    scene.plugin.dispose();
  }
});

test('automatic draws large meshes while that makes steps shorter', async () => {
  const fine = gridMesh({ columns: 32, rows: 32, width: 1, depth: 1 });
  for (const [dear, drawn] of [
    [1000, false],
    [-5, true],
  ] as const) {
    // a clock that nothing but asks moves: others look at it, too
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    let asks = 0;
    const good = processorBackend(64);
    const backend: VisibilityBackend = {
      ...good,
      ask: (batch) => {
        asks++;
        now += dear;
        return good.ask(batch);
      },
    };
    const world = createWorld();
    const plugin = await createCollisionPlugin(world, { visibility: backend, maxEntities: 10 });
    const sheets = [0, 0.001].map((height) => {
      const entity = addEntity(world);
      const positions = fine.positions.map((value, k) =>
        k % 3 === 1 ? height + 0.1 * fine.positions[k - 1] : value,
      );
      plugin.addDeformable(entity, { positions, triangles: fine.triangles, settings: AUTOMATIC });
      return { entity, positions };
    });
    const makeSteps = async (count: number) => {
      for (let step = 0; step < count; step++) {
        for (const { entity, positions } of sheets)
          plugin.moveVertices(
            entity,
            positions.map((x) => x + 1e-4 * step),
          );
        await plugin.stepAsync(1 / 60);
      }
    };
    await makeSteps(11);
    expect(asks).toBe(11);
    await makeSteps(15);
    expect(asks > 11, `asks cost ${dear}`).toBe(drawn);
    plugin.dispose();
    vi.restoreAllMocks();
  }
});

test('views are chosen by name, and refused where there are none', () => {
  expect(webgpu({ views: 'all' }).views).toHaveLength(13);
  expect(webgpu().views).toHaveLength(3);
  expect(() => webgl2({ views: 'none' as 'all' })).toThrow(/views is "none"/);
});
