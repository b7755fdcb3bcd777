// A skirt on a dancer: a scene that tests and benchmarks share, as entities of a bitECS world.
import { dancingSkirt } from '../../scenes/simulated/skirt.js';
import { openDemo } from '../shell/demo.js';
import { addSimulated } from '../shell/simulated.js';

let drive = (_: number): void => {};

await openDemo({
  name: 'skirt',
  distance: 2.8,
  target: [0, 0.7, 0],
  from: [-1.05, 1.25],
  plugin: { timeStep: 1 / 60 },
  build(demo) {
    const began = demo.plugin.clock.time;
    const move = addSimulated(demo, dancingSkirt(1, 48, 10));
    drive = (time) => move(time - began);
  },
  drive: (_, time) => drive(time),
});
