import { expect, test } from 'vitest';
import { boxMesh, gridMesh, icosphereMesh, placedPoints } from '../../../scenes/meshes/index.js';
import { random } from '../../../scenes/random.js';
import { ClothWorld } from '../../../src/cloth/cloth-world.js';
import type { ClothPart } from '../../../src/cloth/part.js';
import { openCore } from '../../../src/memory/open.js';
import { joinParts } from '../../../tools/conform/simulate/joined-parts.js';
import { StaticTest } from '../../../tools/conform/simulate/static-test.js';

const CELLS = 6;
const SOLIDS = [
  boxMesh({ cells: [1, 1, 1], size: [0.4, 0.3, 0.4] }),
  boxMesh({ cells: [1, 1, 1], size: [0.6, 0.01, 0.6] }),
  icosphereMesh({ subdivisions: 1, radius: 0.2 }),
];

/** Sheets and what is rammed into them: all sizes, speeds, steps and places. Pairs that met after any sub-step, f64 or f32. */
async function meetings(seed: number): Promise<number> {
  const next = random(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)];
  const far = pick([0, 0, 1000, 1e5]);
  const scale = far === 1e5 ? 10 : pick([1, 0.05, 10]);
  const rate = pick([30, 60, 120, 240]);
  const speed = scale * pick([2, 10, 60]);
  const at = (x: number, y: number) => [far + scale * x, far + scale * y, far] as const;
  const turned = (): [number, number, number, number] => {
    const angle = 3 * next();
    return [0.6 * Math.sin(angle), 0, 0.8 * Math.sin(angle), Math.cos(angle)];
  };
  const world = new ClothWorld(await openCore());
  const sheet = gridMesh({ columns: CELLS, rows: CELLS, width: scale, depth: scale });
  const falling: ClothPart[] = [0, 1].map((i) => {
    const part = world.add({
      kind: 'cloth',
      mesh: sheet,
      positions: placedPoints(sheet.positions, { position: at(0, 1 + i), rotation: [0, 0, 0, 1] }),
      pins: pick([[], [0], [0, CELLS]]),
      settings: { thickness: scale * pick([0, 0.0005, 0.05, 0.3]), bendCompliance: pick([0, 0.01, 1]) },
    });
    for (let k = 1; k < part.velocities.length; k += 3) part.velocities[k] = -speed;
    return part;
  });
  const rammed = [0, 1].map((i) => {
    const solid = pick(SOLIDS);
    const mesh = { ...solid, positions: solid.positions.map((value) => scale * value) };
    const [x, y, z] = at(0.3 * i, -0.2 - 0.9 * i);
    const [a, b, c, d] = turned();
    if (next() < 0.6) return world.add({ kind: 'body', mesh, pose: [x, y, z, a, b, c, d] });
    const positions = placedPoints(mesh.positions, { position: [x, y, z], rotation: [a, b, c, d] });
    return world.add({ kind: 'driven', mesh, positions });
  });
  const joined = joinParts(world.parts);
  const exact = new StaticTest(joined.triangles, joined.vertexCount, joined);
  let met = 0;
  world.watch = (positions) => {
    met += exact.count(positions) + exact.count(Float64Array.from(positions, Math.fround));
  };
  for (let step = 0; step < rate / 6; step++) {
    for (const part of rammed) {
      for (let k = 1; k < part.goals.length; k += 3) part.goals[k] = part.positions[k] + speed / rate;
      part.goal.set(part.pose);
      part.goal[1] += speed / rate;
      part.goal.set(turned(), 3);
    }
    for (const part of falling)
      part.goals.set(part.positions.map((x, k) => x - (k % 3 === 1 ? speed / rate : 0)));
    world.step(1 / rate, Math.max(1, Math.round(480 / rate)));
  }
  world.dispose();
  return met;
}

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'nothing meets in a random crush (seed %i)',
  async (seed) => {
    expect(await meetings(seed)).toBe(0);
  },
  60_000,
);
