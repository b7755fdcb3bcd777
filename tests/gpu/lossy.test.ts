// The papers' own ways of culling, as options of a backend: they lose contacts, and say so; without them none is lost.
import { addEntity, createWorld } from 'bitecs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { gridMesh, placedPoints } from '../../scenes/meshes/index.js';
import { rolledStrip } from '../../scenes/swept/index.js';
import { webgl2, webgpu } from '../../src/gpu/index.js';
import { createCollisionPlugin, GPU_CULLING_ON } from '../../src/index.js';
import type { LossyModes, VisibilityBackend } from '../../src/visibility/backend.js';
import { processorBackend } from './rasteriser.js';

const SIZE = 64;
const ON = { gpuCulling: GPU_CULLING_ON };

let warnings: string[] = [];
beforeEach(() => {
  warnings = [];
  vi.spyOn(console, 'warn').mockImplementation((message: string) => void warnings.push(message));
});
afterEach(() => vi.restoreAllMocks());

const lossyBackend = (lossy: LossyModes): VisibilityBackend => ({ ...processorBackend(SIZE), lossy });

/** Sheets that cross others in a step: some are through them at its end, some are stuck in them. */
async function crossingSheets(visibility?: VisibilityBackend) {
  const world = createWorld();
  const plugin = await createCollisionPlugin(world, visibility === undefined ? {} : { visibility });
  const sheet = gridMesh({ columns: 6, rows: 6, width: 0.4, depth: 0.4 });
  const touching = new Set<string>();
  for (let i = 0; i < 6; i++) {
    const add = (y: number) => {
      const entity = addEntity(world);
      const positions = placedPoints(sheet.positions, { position: [i, y, 0] });
      plugin.addDeformable(entity, {
        positions,
        triangles: sheet.triangles,
        settings: { ...ON, selfCollision: 0 },
      });
      return { entity, positions };
    };
    add(0);
    const { entity, positions } = add(0.1);
    // Its corners go up and down by turns.
    const goes = (p: number) => (i % 2 === 0 ? -0.3 : p % 4 === 1 ? -0.2 : 0);
    plugin.moveVertices(
      entity,
      positions.map((value, p) => value + (p % 3 === 1 ? goes(p) : 0)),
    );
  }
  await plugin.stepAsync(1 / 60);
  const { contacts } = plugin;
  for (let c = 0; c < contacts.count; c++) touching.add(`${contacts.a[c]} ${contacts.b[c]}`);
  const { occludedPairs, occlusionFaults } = plugin.counters;
  plugin.dispose();
  return { touching, occludedPairs, occlusionFaults };
}

test('raw triangles lose bodies that went through each other; footprints do not', async () => {
  const bare = await crossingSheets();
  const safe = await crossingSheets(processorBackend(SIZE));
  const lossy = await crossingSheets(lossyBackend({ rawTriangles: true }));
  expect(bare.touching.size).toBe(6);
  expect(safe.touching).toEqual(bare.touching);
  expect(lossy.touching.size).toBeLessThan(6);
  expect(lossy.occludedPairs).toBeGreaterThan(0);
  expect([safe.occlusionFaults, lossy.occlusionFaults]).toEqual([0, 0]);
});

/** What a strip that is rolled up touches of itself. */
async function rolledUp(seed: number, visibility?: VisibilityBackend, waits = true) {
  const world = createWorld();
  const plugin = await createCollisionPlugin(world, visibility === undefined ? {} : { visibility });
  const { start, end, triangles } = rolledStrip(seed);
  const strip = addEntity(world);
  plugin.addDeformable(strip, { positions: start, triangles, settings: ON });
  const found = new Set<string>();
  let pairs = 0;
  for (let step = 0; step < (waits ? 1 : 3); step++) {
    plugin.moveVertices(strip, step % 2 === 0 ? end : start);
    if (waits) await plugin.stepAsync(1 / 60);
    else plugin.step(1 / 60);
    await new Promise((resolve) => setTimeout(resolve, 0));
    const { contacts } = plugin;
    for (let c = 0; c < contacts.count; c++) {
      found.add(`${step} ${contacts.kind[c]} ${contacts.featureA[c]} ${contacts.featureB[c]}`);
    }
    pairs += plugin.counters.trianglePairs;
  }
  const faults = plugin.counters.occlusionFaults;
  plugin.dispose();
  return { found, pairs, faults };
}

test.each([true, false])(
  'the paper’s own set of a mesh loses contacts of it with itself, waiting: %s',
  async (waits) => {
    const bare = await rolledUp(2, undefined, waits);
    const safe = await rolledUp(2, processorBackend(SIZE), waits);
    const lossy = await rolledUp(2, lossyBackend({ selfCollision: true }), waits);
    expect(safe.found).toEqual(bare.found);
    expect(lossy.faults).toBe(0);
    // It only leaves out: pairs, and with them contacts.
    expect([...lossy.found].filter((contact) => !bare.found.has(contact))).toEqual([]);
    expect(lossy.pairs).toBeLessThan(bare.pairs);
    expect(lossy.found.size).toBeLessThan(bare.found.size);
    expect(lossy.found.size).toBeGreaterThan(0);
  },
);

test('nothing is left out among the triangles of the set: all that have a partner, where everything is seen', async () => {
  const seeing: VisibilityBackend = {
    ...lossyBackend({ selfCollision: true }),
    ask: async ({ passes }) => ({
      state: 'answered',
      // The canaries' answers around those that are asked for.
      seen: Uint8Array.from(
        passes.flatMap(({ askCount }) => [1, 0, ...new Array<number>(askCount - 4).fill(1), 1, 0]),
      ),
      encodeMs: 0,
    }),
  };
  for (const seed of [1, 2]) {
    const { found, faults } = await rolledUp(seed, seeing);
    expect(faults).toBe(0);
    expect(found).toEqual((await rolledUp(seed)).found);
  }
});

test('without an answer nothing is left out in a lossy way either', async () => {
  const silent: VisibilityBackend = {
    ...lossyBackend({ rawTriangles: true, selfCollision: true }),
    ask: async () => ({ state: 'unknown', reason: 'nobody is there' }),
  };
  const bare = await rolledUp(2);
  const { found, faults } = await rolledUp(2, silent);
  expect(found).toEqual(bare.found);
  expect(faults).toBeGreaterThan(0);
  expect((await crossingSheets(silent)).touching.size).toBe(6);
});

test('who asks for it is warned, and what is misspelt is refused', async () => {
  for (const make of [webgl2, webgpu]) {
    await make({ lossy: { rawTriangles: false } }).open();
    expect(warnings).toEqual([]);
    await make({ lossy: { rawTriangles: true } }).open();
    expect(warnings.splice(0)).toEqual([expect.stringContaining('contacts are missed')]);
    expect(() => make({ lossy: { raw: true } as LossyModes })).toThrow('has no option raw');
    expect(() => make({ lossy: { selfCollision: 1 as never } })).toThrow('lossy.selfCollision is 1');
  }
});
