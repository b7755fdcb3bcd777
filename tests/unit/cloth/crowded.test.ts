// The bound of what a cloth may be near: dense scenes that have a shape are simulated, and what has collapsed is told apart from them.
import { expect, test } from 'vitest';
import { boxMesh, gridMesh } from '../../../scenes/meshes/index.js';
import { ClothWorld } from '../../../src/cloth/cloth-world.js';
import type { PartInput } from '../../../src/cloth/part.js';
import { openCore } from '../../../src/memory/open.js';

const LAYERS = 20;
const QUADS = 20;
const EDGE = 0.02;
const SHEET = sheet(QUADS);

function sheet(quads: number) {
  return gridMesh({ columns: quads, rows: quads, width: quads * EDGE, depth: quads * EDGE });
}

/** Layers of one cloth, all of them within 0.6 edges, above a table. */
function pile(quads = QUADS): PartInput[] {
  const layer = sheet(quads);
  const count = layer.positions.length / 3;
  const layers = Array.from({ length: LAYERS }, (_, i) => i);
  const positions = layers.flatMap((i) =>
    [...layer.positions].map((x, k) => (k % 3 === 1 ? 0.0006 * i : x + ((0.37 * i) % 1) * EDGE)),
  );
  const triangles = layers.flatMap((i) => [...layer.triangles].map((v) => v + i * count));
  const mesh = { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
  const table = boxMesh({ cells: [2, 1, 2], size: [1, 0.1, 1] });
  return [
    { kind: 'cloth', mesh, settings: { thickness: 0.0005 } },
    { kind: 'body', mesh: table, pose: [0, -0.06, 0, 0, 0, 0, 1] },
  ];
}

/** Half of its vertices are nearly in one place, the other half in another. */
function collapsed(): PartInput {
  const half = SHEET.positions.length / 2;
  const positions = SHEET.positions.map((x, i) => 2e-3 * x + (i < half ? 5 : 6));
  return { kind: 'cloth', mesh: SHEET, positions };
}

/** A fine sheet over another one, which keeps everything 20 edges away. */
function thick(): PartInput[] {
  const mesh = gridMesh({ columns: 40, rows: 40, width: 40 * EDGE, depth: 40 * EDGE });
  const above = mesh.positions.map((x, i) => (i % 3 === 1 ? x + 5 * EDGE : x));
  return [
    { kind: 'cloth', mesh, positions: above },
    { kind: 'driven', mesh, positions: mesh.positions, settings: { thickness: 20 * EDGE } },
  ];
}

async function stepOf(parts: readonly PartInput[], speed: number, subSteps: number) {
  const world = new ClothWorld(await openCore());
  for (const input of parts) {
    const { kind, velocities } = world.add(input);
    if (kind === 'cloth') for (let k = 1; k < velocities.length; k += 3) velocities[k] = -speed;
  }
  const { crowded, pairs } = world.step(1 / 60, subSteps);
  const [{ vertexCount }] = world.parts;
  world.dispose();
  return { crowded, pairs, vertexCount };
}

test('many thin layers that fall fast are simulated', async () => {
  const { crowded, pairs, vertexCount } = await stepOf(pile(), 3, 8);
  expect(crowded).toBe(-1);
  expect(pairs).toBeGreaterThan(100 * vertexCount);
});

test('cloth over what is as thick as many of its edges is simulated', async () => {
  const { crowded, pairs, vertexCount } = await stepOf(thick(), 0, 1);
  expect(crowded).toBe(-1);
  expect(pairs).toBeGreaterThan(500 * vertexCount);
});

test('what has collapsed is told, and not what has more pairs because it is larger', async () => {
  const { crowded } = await stepOf([...pile(), collapsed()], 3, 8);
  expect(crowded).toBe(2);
});

test('what is near too much because it goes far is moved on in more sub-steps, and what has collapsed is not', async () => {
  const world = new ClothWorld(await openCore());
  let subSteps = 0;
  world.watch = () => {
    subSteps++;
  };
  for (const input of pile(12)) {
    const { kind, velocities } = world.add(input);
    if (kind === 'cloth') for (let k = 1; k < velocities.length; k += 3) velocities[k] = -3;
  }
  expect(world.step(1 / 60, 2).crowded).toBe(-1);
  expect(subSteps).toBeGreaterThan(2);
  subSteps = 0;
  // it stays where it is, and the layers go on
  world.add(collapsed());
  expect(world.step(1 / 60, 16).crowded).toBe(2);
  expect(subSteps).toBe(0);
  world.dispose();
});
