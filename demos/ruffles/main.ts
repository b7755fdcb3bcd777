// Rows of ruffles on a dress form that turns, as entities of a bitECS world.
import { openDemo } from '../shell/demo.js';
import { addSimulated } from '../shell/simulated.js';
import { ruffledDress } from './dress.js';

const settings = { rows: 4, fineness: 5 };
let drive = (_: number): void => {};

const demo = await openDemo({
  name: 'ruffles',
  distance: 2.5,
  target: [0, 0.62, 0],
  from: [-1.05, 1.28],
  plugin: { timeStep: 1 / 60 },
  build(made) {
    const began = made.plugin.clock.time;
    const move = addSimulated(made, ruffledDress(settings));
    drive = (time) => move(time - began);
  },
  drive: (_, time) => drive(time),
});
demo.shell.controls.slider({ label: 'Rows', min: 1, max: 5, step: 1, value: settings.rows }, (rows) => {
  settings.rows = rows;
  demo.restart();
});
demo.shell.controls.slider(
  { label: 'Quads a fold', min: 4, max: 10, step: 1, value: settings.fineness },
  (fineness) => {
    settings.fineness = fineness;
    demo.restart();
  },
);
