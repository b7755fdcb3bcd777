// Who cannot make a part of a sub-step loses what forces gave it in that part: that, and no more.
import { addEntity } from 'bitecs';
import { expect, onTestFinished, test } from 'vitest';
import { boxMesh } from '../../../scenes/meshes/index.js';
import { MOVER_ENERGY, MOVER_LINEAR, MOVER_MADE } from '../../../src/kernels/layout/bodies.js';
import { insideOf } from '../../../src/plugin/inside.js';
import { openScene } from '../../support/colliders.js';

const H = 1 / 60;

test.each([0, 6, 600])('with linear damping %d', async (linearDamping) => {
  const { plugin, world } = await openScene({ sleep: false, subSteps: 1 });
  onTestFinished(() => plugin.dispose());
  const body = { mass: 2, linearDamping, fx: 1000, gravityScale: 3 };
  plugin.addRigidBody(addEntity(world), { ...boxMesh({ cells: [1, 1, 1], size: [1, 1, 1] }), body });
  plugin.step(H);
  const { core, ...context } = insideOf(plugin)!.context;
  const bodies = context.bodies!;
  const velocity = () => [0, 8, 16].map((axis) => bodies.number(0, MOVER_LINEAR + axis));
  const slowed = 1 / (1 + H * linearDamping);
  for (const share of [0, 0.25, 0.75]) {
    for (const [k, v] of [7, 2, -3].entries()) bodies.setNumber(0, MOVER_LINEAR + 8 * k, v);
    core.kernels.applyForces(bodies.address, 1, H, 0, -10, 0);
    bodies.setNumber(0, MOVER_ENERGY, 1e6);
    const before = velocity();
    bodies.setNumber(0, MOVER_MADE, share * H);
    core.kernels.loseForces(bodies.address, 1, H, 0, -10, 0, 0);
    const after = velocity();
    const due = [7 + share * H * 500, 2 - share * H * 30, -3];
    for (const [k, v] of due.entries()) expect(after[k]).toBeCloseTo(v * slowed, 10);
    const twice = (v: number[]) => 2 * v.reduce((sum, x) => sum + x * x, 0);
    expect(bodies.number(0, MOVER_ENERGY) - 1e6).toBeCloseTo(twice(after) - twice(before), 8);
  }
});
