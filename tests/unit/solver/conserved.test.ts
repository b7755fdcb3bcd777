import { describe, expect, test } from 'vitest';
import type { BodyState } from '../../../bench/tunnel/engines/engine.js';
import { ENGINES } from '../../../bench/tunnel/engines/index.js';
import type { TrialMesh } from '../../../bench/tunnel/mass.js';
import { conjugate, rotated, type Vec3 } from '../../../bench/tunnel/motion.js';
import { trialOf } from '../../../bench/tunnel/run-engine.js';
import { SCENARIOS } from '../../../bench/tunnel/scenarios/index.js';

const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** Of a body about the world's origin: linear and angular momentum, six numbers. */
function momentum({ massProperties: { mass, inertia } }: TrialMesh, state: BodyState): number[] {
  const own = rotated(conjugate(state.rotation), state.angular);
  const turning = [0, 1, 2].map(
    (i) => inertia[3 * i] * own[0] + inertia[3 * i + 1] * own[1] + inertia[3 * i + 2] * own[2],
  );
  const spin = rotated(state.rotation, turning as unknown as Vec3);
  const orbit = cross(state.position, state.linear);
  return [...state.linear.map((v) => mass * v), ...spin.map((l, k) => l + mass * orbit[k])];
}

describe('an isolated impact', () => {
  // ours to 1e-9 of its size, and to 1e-6 where Rapier rounds velocities and poses
  test.each([
    ['ours-builtin', 1e-9],
    ['ours', 1e-6],
  ])('%s: linear and angular momentum are kept to %f of their size', async (engine, share) => {
    const scenario = await SCENARIOS.knots();
    const make = await ENGINES[engine]();
    let impacts = 0;
    for (const number of [1]) {
      const trial = trialOf(scenario, 21, number);
      const world = await make(trial);
      const total = () => {
        const each = world.read().map((state, i) => momentum(trial.bodies[i].mesh, state));
        return {
          sum: each[0].map((_, k) => each.reduce((sum, of) => sum + of[k], 0)),
          size: [0, 3].map((from) =>
            each.reduce((sum, of) => sum + Math.hypot(...of.slice(from, from + 3)), 0),
          ),
        };
      };
      let before = total();
      let speed = world.read()[0].linear;
      for (let step = 0; step < 6; step++) {
        world.step();
        const after = total();
        const now = world.read()[0].linear;
        if (Math.hypot(...now.map((v, k) => v - speed[k])) > 1) impacts++;
        after.sum.forEach((value, k) => {
          expect(
            Math.abs(value - before.sum[k]) / before.size[k < 3 ? 0 : 1],
            `step ${step}, ${k}`,
          ).toBeLessThan(share);
        });
        before = after;
        speed = now;
      }
      world.free();
    }
    expect(impacts).toBeGreaterThan(0);
  });
});
