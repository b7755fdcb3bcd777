import { expect, test } from 'vitest';
import {
  MOVER_BYTES,
  MOVER_HELD,
  MOVER_LINEAR,
  MOVER_MASS,
  MOVER_PUSH,
  MOVER_TIED,
} from '../../../src/kernels/layout/bodies.js';
import { TIED_BODIES, TIED_COUNT, TIED_DRIVEN, TIED_FLAGS } from '../../../src/kernels/layout/joints.js';
import { openCore } from '../../../src/memory/open.js';

/** Of a set of two, where the backend made `after` of the second one's speed of 1, while the first one sleeps and has an old push: their speeds. */
async function speedsAfter(after: number, flags = 0): Promise<[number, number]> {
  const { arena, kernels } = await openCore();
  const bodies = arena.address(arena.allocate(2 * MOVER_BYTES));
  const set = arena.address(arena.allocate(TIED_BODIES + 8));
  const { u32, f64 } = arena;
  u32.fill(0, bodies >> 2, (bodies + 2 * MOVER_BYTES) >> 2);
  u32[(set + TIED_COUNT) >> 2] = 2;
  u32[(set + TIED_FLAGS) >> 2] = flags;
  const [sleeps, moves] = [bodies, bodies + MOVER_BYTES];
  for (const [i, body] of [sleeps, moves].entries()) {
    u32[((set + TIED_BODIES) >> 2) + i] = body;
    u32[(body + MOVER_TIED) >> 2] = set;
    f64[(body + MOVER_MASS) >> 3] = 2;
  }
  f64[(sleeps + MOVER_PUSH) >> 3] = 5;
  u32[(moves + MOVER_HELD) >> 2] = 1;
  f64[(moves + MOVER_PUSH) >> 3] = 1;
  f64[(moves + MOVER_LINEAR) >> 3] = after;
  kernels.keepEnergy(bodies, 2);
  expect(u32[(moves + MOVER_HELD) >> 2]).toBe(0);
  return [f64[(sleeps + MOVER_LINEAR) >> 3], f64[(moves + MOVER_LINEAR) >> 3]];
}

test('of what a backend adds to the energy of jointed bodies a five-hundredth is left, and who sleeps stands', async () => {
  const [sleeps, moves] = await speedsAfter(10);
  expect(sleeps).toBe(0);
  expect(moves).toBeCloseTo(Math.sqrt(1 + 2e-3), 12);
});

test('what a backend takes of it stays taken, and what drives a set may add what it likes', async () => {
  expect(await speedsAfter(0.5)).toEqual([0, 0.5]);
  expect(await speedsAfter(-0.75)).toEqual([0, -0.75]);
  expect(await speedsAfter(10, TIED_DRIVEN)).toEqual([0, 10]);
});
