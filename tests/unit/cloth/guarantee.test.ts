import { beforeAll, expect, test } from 'vitest';
import { turningBall } from '../../../scenes/simulated/ball.js';
import { SIMULATED } from '../../../scenes/simulated/index.js';
import { fallingLayers } from '../../../scenes/simulated/layers.js';
import { breakingLetters } from '../../../scenes/simulated/letters.js';
import { twistedRod } from '../../../scenes/simulated/rod.js';
import type { SimulatedScene } from '../../../scenes/simulated/simulated-scene.js';
import { closingVise } from '../../../scenes/simulated/vise.js';
import { initGeometry } from '../../../src/geometry/index.js';
import { runScene } from '../../../tools/conform/simulate/run-scene.js';

beforeAll(() => initGeometry());

const SMALL: readonly (readonly [string, () => SimulatedScene, steps: number])[] = [
  ['a cloth on a turning ball', () => turningBall(1, { quads: 14, ballSubdivisions: 2 }), 90],
  ['layers', () => fallingLayers(2, 3, 8), 60],
  ['a twisted rod', () => twistedRod(3, 10, 14), 240],
  ['a closing vise', () => closingVise(4, 10), 260],
];

test.each(SMALL)(
  'nothing meets in %s, at any step or on the way',
  async (_, scene, steps) => {
    const result = await runScene(scene(), { steps, continuous: true });
    expect(result.intersectingPairs).toBe(0);
    expect(result.intersectingPairsF32).toBe(0);
    expect(result.passedThrough).toBe(0);
  },
  180_000,
);

test('a vise that is told to close too far is held, and says so', async () => {
  const result = await runScene(closingVise(5, 10), { steps: 300, continuous: false });
  expect(result.blocked).toBeGreaterThan(0);
}, 180_000);

test('glued pieces keep off each other by contacts, and are not held back', async () => {
  const result = await runScene(breakingLetters(1), { steps: 24, continuous: false });
  expect(result.intersectingPairs).toBe(0);
  expect(result.stuck).toBe(0);
  expect(result.stepBackShare).toBeLessThan(0.01);
}, 180_000);

// Sweeps that begin with nothing do not get through five layers: planes hold 0.6 % back.
test('layers that land on each other carry each other, and are not held back', async () => {
  const result = await runScene(fallingLayers(2), { steps: 50, continuous: false });
  expect(result.intersectingPairs).toBe(0);
  expect(result.stepBackShare).toBeLessThan(0.001);
}, 180_000);

test('the scenes have their names', () => {
  for (const [name, scene] of Object.entries(SIMULATED)) expect(scene(1).name).toBe(name);
});
