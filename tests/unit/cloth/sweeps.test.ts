// Sweeps of contacts: all of them, or those that pushed; nothing is left out of the order, and nothing has come to rest before all say so.
import { expect, it } from 'vitest';
import { fallingLayers } from '../../../scenes/simulated/layers.js';
import { fallingTape } from '../../../scenes/simulated/tape.js';
import { ClothWorld } from '../../../src/cloth/cloth-world.js';
import * as C from '../../../src/kernels/layout/cloth.js';
import { openCore } from '../../../src/memory/open.js';

const core = await openCore();
const MOST_SWEEPS = 30;

it.each([
  ['layers', () => fallingLayers(1, 2, 24), 24],
  ['a landing tape', () => fallingTape(1), 20],
] as const)('of %s', (_, make, steps) => {
  const word = (at: number) => core.arena.u32[at >> 2];
  const addresses = (first: number, end: number) => [...core.arena.u32.subarray(first >> 2, end >> 2)];
  const cellAt = (world: number, cell: number) => word(world + C.CLOTH_CELLS) + cell * C.CELL_BYTES;
  const seen = { contacts: 0, pushing: 0, leftOut: 0, early: 0 };
  let sweeps: number[] = [];
  const kernels = {
    ...core.kernels,
    clothOrderContacts(world: number) {
      const count = core.kernels.clothOrderContacts(world);
      const order = word(world + C.CLOTH_ORDER);
      const found: number[] = [];
      for (let i = 0; i < word(world + C.CLOTH_CHUNK_COUNT); i++) {
        const chunk = word(world + C.CLOTH_CHUNKS) + i * C.CHUNK_BYTES;
        for (let k = 0; k < word(chunk + C.CHUNK_KEPT); k++)
          found.push(word(chunk + C.CHUNK_FIRST) + k * C.CLOTH_CONTACT_BYTES);
      }
      const all = addresses(order, order + 4 * count).sort((a, b) => a - b);
      expect(all).toEqual(found.sort((a, b) => a - b));
      if (count >= C.FEW_CONTACTS) {
        for (let cell = 0; cell <= C.ALL_CELLS; cell++) {
          const at = cellAt(world, cell);
          for (const contact of addresses(word(at + C.CELL_FIRST), word(at + C.CELL_END)))
            expect(word(contact + C.CONTACT_CELL)).toBe(cell);
        }
      }
      seen.contacts += count;
      sweeps = [];
      return count;
    },
    clothSolveContacts(world: number, cell: number, how: number) {
      const at = cellAt(world, cell);
      const isOfPushing = (how & C.SWEEP_PUSHING) !== 0;
      const swept = isOfPushing
        ? addresses(word(at + C.CELL_FIRST_PUSHING), word(at + C.CELL_END_PUSHING))
        : addresses(word(at + C.CELL_FIRST), word(at + C.CELL_END));
      core.kernels.clothSolveContacts(world, cell, how);
      const pushing = swept.filter((contact) => core.arena.f32[(contact + C.CONTACT_PUSH) >> 2] !== 0);
      expect(addresses(word(at + C.CELL_FIRST_PUSHING), word(at + C.CELL_END_PUSHING))).toEqual(pushing);
      seen.pushing += pushing.length;
      seen.leftOut += swept.length - pushing.length;
      if (cell === C.ALL_CELLS) sweeps.push(how);
    },
    clothImpulses(world: number) {
      core.kernels.clothImpulses(world);
      for (const [i, how] of sweeps.entries())
        expect(how & C.SWEEP_BACKWARD).toBe(i % 2 === 0 ? 0 : C.SWEEP_BACKWARD);
      expect(sweeps[0] & C.SWEEP_PUSHING).toBe(0);
      if (sweeps.length === MOST_SWEEPS) return;
      seen.early++;
      expect((sweeps.at(-1) as number) & C.SWEEP_PUSHING).toBe(0);
    },
  };
  const world = new ClothWorld({ ...core, kernels });
  const { parts, drive, dt, subSteps } = make();
  for (const part of parts) world.add(part);
  for (let step = 1; step <= steps; step++) {
    drive?.(world.parts, step * dt);
    world.step(dt, subSteps);
  }
  world.dispose();
  expect(seen.contacts).toBeGreaterThan(10_000);
  expect(seen.pushing).toBeGreaterThan(10_000);
  expect(seen.leftOut).toBeGreaterThan(10_000);
  expect(seen.early).toBeGreaterThan(50);
});
