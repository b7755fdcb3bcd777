import { describe, expect, test } from 'vitest';
import { ENGINES } from '../../../bench/tunnel/engines/index.js';
import { kineticEnergy } from '../../../bench/tunnel/mass.js';
import { trialOf } from '../../../bench/tunnel/run-engine.js';
import { SCENARIOS } from '../../../bench/tunnel/scenarios/index.js';

describe('a body that is stopped', () => {
  // Two of a spinning bunny's vertices lie 5 mm apart over one triangle of the bowl: a contact at the one that is kept
  // alone, the other stops it in each sub-step. It stood still at 9 m/s and 75 rad/s, and gained 1.5 % energy a step.
  test.each([7, 19])('goes on, and gains no energy: bowl, seed 11, trial %i', async (number) => {
    const trial = trialOf(await SCENARIOS.bowl(), 11, number);
    const world = await (await ENGINES.ours())(trial);
    const { mesh } = trial.bodies[1];
    const energyOf = ({ position, rotation, linear, angular }: ReturnType<typeof world.read>[number]) =>
      kineticEnergy(mesh.massProperties, rotation, linear, angular) -
      mesh.massProperties.mass * trial.gravity * position[1];
    let before = world.read()[1];
    for (let step = 1; step <= 30; step++) {
      world.step();
      const after = world.read()[1];
      const moved = Math.hypot(...after.position.map((value, i) => value - before.position[i]));
      const speed = Math.hypot(...after.linear);
      if (speed > 1) expect(moved, `step ${step}`).toBeGreaterThan(speed / 60 / 20);
      const kinetic = kineticEnergy(mesh.massProperties, before.rotation, before.linear, before.angular);
      expect((energyOf(after) - energyOf(before)) / Math.max(kinetic, 1), `step ${step}`).toBeLessThan(0.01);
      before = after;
    }
    world.free();
  });
});
