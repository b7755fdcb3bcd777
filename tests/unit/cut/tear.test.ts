import { addEntity, createWorld } from 'bitecs';
import { expect, test } from 'vitest';
import { gridMesh } from '../../../scenes/meshes/index.js';
import { createCollisionPlugin, FirstContactError } from '../../../src/index.js';
import { intersections, type Known } from '../../../tools/soak/surfaces.js';

const CELLS = 10;
const ROW = CELLS + 1;
const SHEET = gridMesh({ columns: CELLS, rows: CELLS, width: 1, depth: 1 });
/** Both sides along x. */
const SIDES = Array.from({ length: ROW * ROW }, (_, v) => v).filter(
  (v) => Math.abs(SHEET.positions[3 * v]) > 0.49,
);
const DT = 1 / 60;

interface Torn {
  readonly opened: number;
  readonly pieces: readonly number[];
}

/** A sheet that is pulled at two sides, metres a second each, in no gravity. */
async function pulledSheet(tearing: number) {
  const world = createWorld();
  const plugin = await createCollisionPlugin(world, { maxEntities: 60, gravity: [0, 0, 0], timeStep: DT });
  const sheet = addEntity(world);
  plugin.addDeformable(sheet, { ...SHEET, cloth: { pins: SIDES, tearing, bendCompliance: 0.1 } });
  const pull = (entity: number, pins: readonly number[], speed: number) => {
    const { vertexCount } = plugin.components.MeshTopology;
    const goals = plugin.readVertices(entity, new Float64Array(3 * vertexCount[entity]));
    for (const pin of pins) goals[3 * pin] += Math.sign(goals[3 * pin]) * speed * DT;
    plugin.moveVertices(entity, goals);
  };
  return { plugin, pull, sheet };
}

/** Pulls all that is left, wherever its pins are now, and tells what tore in each step. */
async function run(tearing: number, speed: number, steps: number, restoreAt = -1) {
  const { plugin, pull, sheet } = await pulledSheet(tearing);
  const known = new Map<number, Known>();
  const { mesh } = plugin.components.MeshTopology;
  const know = (entity: number) => {
    const { positions, triangles } = plugin.readMesh(mesh[entity]);
    known.set(entity, { kind: 'cloth', positions: Float64Array.from(positions), triangles });
  };
  plugin.step();
  know(sheet);
  let pins = new Map([[sheet, SIDES]]);
  const torn: Torn[] = [];
  let met = 0;
  let blocked = 0;
  let saved: [Uint8Array, Map<number, number[]>] | undefined;
  const once = () => {
    for (const [entity, list] of pins) pull(entity, list, speed);
    plugin.step();
    for (const { entity, pieces, opened } of plugin.tears) {
      torn.push({ opened, pieces: pieces.map((piece) => piece.entity) });
      const before = new Set(pins.get(entity));
      for (const piece of pieces) {
        know(piece.entity);
        pins.set(
          piece.entity,
          [...piece.vertices.keys()].filter((v) => before.has(piece.vertices[v])),
        );
      }
    }
    blocked += plugin.counters.tearsBlocked;
  };
  for (let step = 0; step < steps; step++) {
    if (step === restoreAt) saved = [plugin.snapshot(), new Map(pins)];
    once();
    met += intersections(plugin, known);
  }
  const end = plugin.snapshot();
  if (saved !== undefined) {
    plugin.restore(saved[0]);
    pins = saved[1];
    for (let step = restoreAt; step < steps; step++) once();
    expect(Buffer.compare(plugin.snapshot(), end)).toBe(0);
  }
  return { plugin, sheet, torn, met, blocked, known, end };
}

test('a sheet that is pulled too far tears in two, and nothing meets', async () => {
  const { blocked, known, met, plugin, torn } = await run(0.3, 0.6, 90);
  expect(torn.length).toBeGreaterThan(0);
  expect(known.size).toBeGreaterThan(1);
  expect(met).toBe(0);
  expect(blocked).toBe(0);
  // Every face is still there, once, and both ends of the sheet have gone where they were pulled.
  const { triangleCount } = plugin.components.MeshTopology;
  expect([...known.keys()].reduce((sum, entity) => sum + triangleCount[entity], 0)).toBe(2 * CELLS * CELLS);
  const widths = [...known.keys()].map((entity) => {
    const x = plugin
      .readVertices(entity, new Float64Array(3 * plugin.components.MeshTopology.vertexCount[entity]))
      .filter((_, i) => i % 3 === 0);
    return Math.max(...x) - Math.min(...x);
  });
  expect(Math.max(...widths)).toBeLessThan(1.5);
});

test('what is stretched less than it bears stays whole, and what has no limit does', async () => {
  expect((await run(0.3, 0.02, 60)).torn).toEqual([]);
  expect((await run(Number.POSITIVE_INFINITY, 0.6, 60)).torn).toEqual([]);
});

test('no edge stays stretched for long beyond what it bears', async () => {
  const { plugin, pull, sheet } = await pulledSheet(0.2);
  plugin.step();
  let isTorn = false;
  for (let step = 0; step < 40 && !isTorn; step++) {
    pull(sheet, SIDES, 0.6);
    plugin.step();
    isTorn = plugin.tears.length > 0;
    if (!isTorn) expect(longest(plugin, sheet)).toBeLessThanOrEqual(1.2);
  }
  expect(isTorn).toBe(true);
});

function longest(plugin: Awaited<ReturnType<typeof createCollisionPlugin>>, entity: number): number {
  const { positions, triangles } = plugin.readMesh(plugin.components.MeshTopology.mesh[entity]);
  const now = plugin.readVertices(entity, new Float64Array(positions.length));
  let most = 0;
  for (let i = 0; i < triangles.length; i++) {
    const [a, b] = [3 * triangles[i], 3 * triangles[i % 3 === 2 ? i - 2 : i + 1]];
    const length = (p: ArrayLike<number>) =>
      Math.hypot(p[a] - p[b], p[a + 1] - p[b + 1], p[a + 2] - p[b + 2]);
    most = Math.max(most, length(now) / length(positions));
  }
  return most;
}

test('a sheet tears the same each time, and from a snapshot', async () => {
  const first = await run(0.3, 0.6, 50, 20);
  const second = await run(0.3, 0.6, 50);
  expect(second.torn).toEqual(first.torn);
  expect(Buffer.compare(first.end, second.end)).toBe(0);
});

test('a limit that makes no sense is refused', async () => {
  const { plugin } = await pulledSheet(1);
  for (const tearing of [0, -1, Number.NaN, '1']) {
    const entity = addEntity(plugin.world);
    expect(() => plugin.addDeformable(entity, { ...SHEET, cloth: { tearing: tearing as number } })).toThrow(
      FirstContactError,
    );
  }
  const without = await createCollisionPlugin(createWorld(), { parts: ['cloth'] });
  expect(() =>
    without.addDeformable(addEntity(without.world), { ...SHEET, cloth: { tearing: 1, start: 'let be' } }),
  ).toThrow(/breaking/);
});
