// Leaves and a tree: a scene that tests and benchmarks share, as entities of a bitECS world.
import { fallingLeaves } from '../../scenes/simulated/leaves.js';
import { openDemo } from '../shell/demo.js';
import { addSimulated } from '../shell/simulated.js';

let drive = (_: number): void => {};

await openDemo({
  name: 'leaves',
  distance: 4.6,
  target: [0, 1.3, 0],
  plugin: { timeStep: 1 / 60 },
  build(demo) {
    const began = demo.plugin.clock.time;
    const move = addSimulated(demo, fallingLeaves(1, 24));
    drive = (time) => move(time - began);
  },
  drive: (_, time) => drive(time),
});
