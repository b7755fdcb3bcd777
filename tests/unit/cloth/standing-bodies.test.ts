import { expect, test } from 'vitest';
import { fallingLeaves } from '../../../scenes/simulated/leaves.js';
import { runScene } from '../../../tools/conform/simulate/run-scene.js';

// The floor stands at -0.05, of which (1 - f) and f together are another number: it went there by rounding, and was held.
test('bodies that stand are not told to have been held back', async () => {
  const { blocked, intersectingPairs } = await runScene(fallingLeaves(2), { steps: 70, continuous: false });
  expect(blocked).toBe(0);
  expect(intersectingPairs).toBe(0);
});
