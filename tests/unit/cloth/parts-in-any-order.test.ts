// Parts of the stages of a cloth step are independent of each other: done in any order they give the same bits, and so by two threads.
import { expect, it } from 'vitest';
import { turningBall } from '../../../scenes/simulated/ball.js';
import { fallingLayers } from '../../../scenes/simulated/layers.js';
import type { SimulatedScene } from '../../../scenes/simulated/simulated-scene.js';
import { ClothWorld } from '../../../src/cloth/cloth-world.js';
import type { SharedPairs } from '../../../src/cloth/shared-pairs.js';
import * as S from '../../../src/cloth/stage-parts.js';
import type { Crew } from '../../../src/crew/crew.js';
import { SWEEP_BACKWARD, SWEEP_PUSHING } from '../../../src/kernels/layout/cloth.js';
import { openCore } from '../../../src/memory/open.js';

const core = await openCore();

/** A crew of this thread alone, which takes parts in an order of its own; and how many of each stage it took. */
function shuffled(order: (part: number, count: number) => number) {
  const told: number[] = [];
  const taken = new Map<number, number>();
  let parts = 0;
  const crew = {
    isLost: false,
    begin() {
      parts = 0;
    },
    tell(place: number, value: number) {
      told[place] = value;
    },
    takePart() {
      const count = told[S.END] - told[S.FIRST];
      if (parts >= count) return count;
      taken.set(told[S.STAGE], (taken.get(told[S.STAGE]) ?? 0) + 1);
      return order(parts++, count);
    },
    share(_kind: number, mine: () => void) {
      mine();
      return true;
    },
  };
  const shared = { crew: crew as unknown as Crew, find() {}, take: () => undefined, free() {} };
  return { shared: shared as unknown as SharedPairs, taken };
}

function play({ parts, drive, dt, subSteps }: SimulatedScene, steps: number, shared?: SharedPairs) {
  const world = new ClothWorld(core, shared);
  world.keepsContacts = true;
  for (const part of parts) world.add(part);
  const states: number[] = [];
  for (let step = 1; step <= steps; step++) {
    drive?.(world.parts, step * dt);
    world.step(dt, subSteps);
    const { address, count } = world.notes;
    states.push(...world.parts.flatMap(({ positions, impulse }) => [...positions, impulse]));
    states.push(count, ...core.arena.f64.slice(address >> 3, (address >> 3) + count));
  }
  world.dispose();
  return states;
}

const orders = {
  'from the last one': (part: number, count: number) => count - 1 - part,
  'odd ones first': (part: number, count: number) =>
    part < count >> 1 ? 2 * part + 1 : 2 * (part - (count >> 1)),
};

const SOLVED = [
  S.CONSTRAINTS_FORWARD,
  S.CONSTRAINTS_BACKWARD,
  S.CONTACTS_FOUND,
  ...[0, SWEEP_BACKWARD, SWEEP_PUSHING, SWEEP_PUSHING + SWEEP_BACKWARD].map((how) => S.CONTACTS_SOLVED + how),
];
const MEASURED = [S.MOVES_SUMMED, S.MOVES_MEASURED, S.TUBES_BOUND, S.ARRIVED];

it.each([
  ['a sheet on a ball', () => turningBall(3, { quads: 56 }), 22, SOLVED],
  ['layers', () => fallingLayers(3, 3, 34), 14, SOLVED],
  ['a large sheet that falls', () => turningBall(3, { quads: 100 }), 4, MEASURED],
] as const)('%s', (_, make, steps, stages) => {
  const expected = play(make(), steps);
  for (const [name, order] of Object.entries(orders)) {
    const { shared, taken } = shuffled(order);
    const states = play(make(), steps, shared);
    expect(states.length, name).toBe(expected.length);
    expect(
      states.findIndex((value, i) => !Object.is(value, expected[i])),
      name,
    ).toBe(-1);
    for (const stage of stages) expect(taken.get(stage), `${name}, stage ${stage}`).toBeGreaterThan(1);
  }
});
