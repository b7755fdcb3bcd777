// A falling tape: a scene that tests and benchmarks share, as entities of a bitECS world.
import { fallingTape } from '../../scenes/simulated/tape.js';
import { openDemo } from '../shell/demo.js';
import { addSimulated } from '../shell/simulated.js';

let drive = (_: number): void => {};

await openDemo({
  name: 'tape',
  distance: 1.5,
  target: [0, 0.4, 0],
  plugin: { timeStep: 1 / 60 },
  build(demo) {
    const began = demo.plugin.clock.time;
    const move = addSimulated(demo, fallingTape(1));
    drive = (time) => move(time - began);
  },
  drive: (_, time) => drive(time),
});
