// Cloth on a turning ball: a scene that tests and benchmarks share, as entities of a bitECS world.
import { turningBall } from '../../scenes/simulated/ball.js';
import { openDemo } from '../shell/demo.js';
import { addSimulated } from '../shell/simulated.js';

let drive = (_: number): void => {};

await openDemo({
  name: 'cloth-on-ball',
  distance: 2.4,
  target: [0, -0.12, 0],
  from: [-1.05, 1.2],
  plugin: { timeStep: 1 / 60 },
  build(demo) {
    const began = demo.plugin.clock.time;
    const move = addSimulated(demo, turningBall(1, { quads: 28, ballSubdivisions: 2 }));
    drive = (time) => move(time - began);
  },
  drive: (_, time) => drive(time),
});
