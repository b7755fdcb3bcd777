// What is not finite is told in the step that made it, wherever in it that was.
import { expect, it } from 'vitest';
import { fallingLayers } from '../../../scenes/simulated/layers.js';
import { ClothWorld } from '../../../src/cloth/cloth-world.js';
import * as C from '../../../src/kernels/layout/cloth.js';
import { openCore } from '../../../src/memory/open.js';

const core = await openCore();

it.each([
  [1, Number.NaN],
  [1, Number.POSITIVE_INFINITY],
  [8, Number.NaN],
  [8, Number.POSITIVE_INFINITY],
])('what contacts make in sub-step %d: %d', (spoilt, value) => {
  let subStep = 0;
  const kernels = {
    ...core.kernels,
    clothImpulses(world: number) {
      core.kernels.clothImpulses(world);
      if (++subStep === spoilt) core.arena.f64[(core.arena.u32[(world + C.CLOTH_Y) >> 2] >> 3) + 40] = value;
    },
  };
  const world = new ClothWorld({ ...core, kernels });
  const { parts, dt } = fallingLayers(1, 2, 8);
  for (const part of parts) world.add(part);
  expect(world.step(dt, 8).finite).toBe(false);
  expect(world.isFiniteSoFar(0) && world.isFiniteSoFar(1)).toBe(false);
  expect(subStep).toBe(spoilt);
  world.dispose();
});
