// Leaves fall through a tree: a scene that tests and benchmarks share, as entities of a bitECS world, in air.
import { query } from 'bitecs';
import { fallingLeaves } from '../../scenes/simulated/leaves.js';
import { type Demo, openDemo } from '../shell/demo.js';
import { addSimulated } from '../shell/simulated.js';

/** Kilograms a cubic metre. */
const AIR = 1.2;
const AUTUMN = ['#d9532c', '#e8862f', '#f0b53a', '#b8862b', '#c23b3b', '#8f9d3a'];
const BARK = '#8a6a52';
const settings = { leaves: 18, wind: 0 };

const demo = await openDemo({
  name: 'leaves',
  distance: 3.1,
  target: [0, 0.62, 0],
  from: [-1.05, 1.2],
  plugin: { timeStep: 1 / 60 },
  build(made) {
    addSimulated(made, fallingLeaves(1, settings.leaves), (kind, part) =>
      kind === 'body' ? BARK : AUTUMN[part % AUTUMN.length],
    );
    blow(made);
  },
});

function blow({ plugin }: Demo): void {
  const { Cloth } = plugin.components;
  for (const entity of query(plugin.world, [Cloth])) {
    Cloth.drag[entity] = AIR;
    Cloth.windX[entity] = settings.wind;
  }
}

demo.shell.controls.slider(
  { label: 'Leaves', min: 9, max: 48, step: 3, value: settings.leaves },
  (leaves) => {
    settings.leaves = leaves;
    demo.restart();
  },
);
demo.shell.controls.slider({ label: 'Wind', min: 0, max: 4, step: 0.5, value: settings.wind }, (wind) => {
  settings.wind = wind;
  blow(demo);
});
