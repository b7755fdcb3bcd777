import type { StepContext, System } from './context.js';

/**
 * Moves rigid bodies through the step in sub-steps: forces, the backend's step.
 */
export function createRigidLoop(context: StepContext): System {
  return (world) => {
    const { backend, bodies, clock, components, core, gravity, subSteps } = context;
    const { kernels } = core;
    const seconds = clock.dt / subSteps;
    bodies.refresh(); // a stage since may have made memory grow
    for (let k = 0; k < subSteps; k++) {
      kernels.applyForces(bodies.address, bodies.count, seconds, gravity[0], gravity[1], gravity[2]);
      backend.step(bodies, seconds);
      kernels.settleSpin(bodies.address, bodies.count);
    }
    for (let i = 0; i < bodies.count; i++) bodies.write(i, components.RigidBody);
    return world;
  };
}
