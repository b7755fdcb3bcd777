// Knots that cross more than their own length in a step, in a box whose walls are as thin as paper.
import { torusKnotMesh } from '../../scenes/meshes/index.js';
import { openDemo } from '../shell/demo.js';
import { addBody, addPane, random } from '../shell/things.js';

const SPEED = 100;
const HALF = 2.5;
const PAPER = 0.02;
const settings = { knots: 5 };

const demo = await openDemo({
  name: 'torus-knots',
  distance: 11,
  plugin: { gravity: [0, 0, 0] },
  build(made) {
    const next = random(3);
    const signed = () => 2 * next() - 1;
    const side = 2 * HALF + PAPER;
    for (const sign of [-1, 1]) {
      addPane(made, [side, PAPER, side], [0, sign * HALF, 0], 0);
      if (sign < 0) addPane(made, [side, side, PAPER], [0, 0, sign * HALF], 0);
      addPane(made, [PAPER, side, side], [sign * HALF, 0, 0], 0);
    }
    const mesh = made.plugin.loadMesh(torusKnotMesh({ along: 80, tube: 8, radius: 0.42, tubeRadius: 0.09 }));
    for (let i = 0; i < settings.knots; i++) {
      const angle = (2 * Math.PI * i) / settings.knots;
      const [x, z] = [1.6 * Math.cos(angle), 1.6 * Math.sin(angle)];
      addBody(made, mesh, 500, {
        position: [x, 0.6 * signed(), z],
        body: {
          vx: -SPEED * Math.cos(angle),
          vy: 4 * signed(),
          vz: -SPEED * Math.sin(angle),
          wx: 5 * signed(),
          wy: 5 * signed(),
        },
        settings: { friction: 0.1, restitution: 0.9 },
      });
    }
    made.plugin.unloadMesh(mesh);
    addPane(made, [side, side, PAPER], [0, 0, HALF], 0);
  },
});
demo.shell.controls.slider({ label: 'Knots', min: 2, max: 12, step: 1, value: settings.knots }, (knots) => {
  settings.knots = knots;
  demo.restart();
});
