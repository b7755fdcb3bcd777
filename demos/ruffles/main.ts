// Layers of cloth: a scene that tests and benchmarks share, as entities of a bitECS world.
import { fallingLayers } from '../../scenes/simulated/layers.js';
import { openDemo } from '../shell/demo.js';
import { addSimulated } from '../shell/simulated.js';

let drive = (_: number): void => {};

await openDemo({
  name: 'ruffles',
  distance: 1.5,
  target: [0, -0.03, 0],
  plugin: { timeStep: 1 / 60 },
  build(demo) {
    const began = demo.plugin.clock.time;
    const move = addSimulated(demo, fallingLayers(1, 5, 14));
    drive = (time) => move(time - began);
  },
  drive: (_, time) => drive(time),
});
