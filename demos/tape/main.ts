// A scene that tests and benchmarks share, as entities of a bitECS world.
import { fallingTape } from '../../scenes/simulated/tape.js';
import { openDemo } from '../shell/demo.js';
import { addSimulated } from '../shell/simulated.js';

let drive = (_: number): void => {};

await openDemo({
  name: 'tape',
  distance: 1.35,
  target: [0, 0.3, 0],
  from: [-1.1, 1.2],
  plugin: { timeStep: 1 / 60 },
  build(demo) {
    const began = demo.plugin.clock.time;
    const move = addSimulated(demo, fallingTape(1, 3, 103));
    drive = (time) => move(time - began);
  },
  drive: (_, time) => drive(time),
});
