// Bunnies fall into a bowl.
import { MOTION_FIXED } from 'first-contact';
import { bowlMesh, unit } from '../../scenes/meshes/index.js';
import { bunnyMesh } from '../shell/bunny.js';
import { openDemo } from '../shell/demo.js';
import { addBody, random } from '../shell/things.js';

const settings = { bunnies: 8 };

const demo = await openDemo({
  name: 'bunny-pile',
  distance: 2.15,
  target: [0, -0.3, 0],
  from: [-1.1, 0.78],
  history: 30,
  build(made) {
    const next = random(5);
    const signed = () => 2 * next() - 1;
    const bowl = made.plugin.loadMesh(bowlMesh({ around: 32, rings: 8, radius: 0.6, thickness: 0.06 }));
    addBody(made, bowl, 1000, { body: { motion: MOTION_FIXED }, settings: { friction: 0.4 } });
    const mesh = made.plugin.loadMesh(bunnyMesh(0.3));
    for (let i = 0; i < settings.bunnies; i++) {
      const rotation = unit([signed(), signed(), signed(), signed()]);
      const position = [
        0.18 * ((i % 2) - 0.5) + 0.02 * signed(),
        0.1 + 0.42 * Math.floor(i / 2),
        0.06 * signed(),
      ] as const;
      addBody(made, mesh, 600, {
        position: [position[0] * 2.2, position[1], position[2]],
        rotation,
        settings: { friction: 0.4 },
      });
    }
    made.plugin.unloadMesh(mesh);
    made.plugin.unloadMesh(bowl);
  },
});
demo.shell.controls.slider(
  { label: 'Bunnies', min: 1, max: 24, step: 1, value: settings.bunnies },
  (bunnies) => {
    settings.bunnies = bunnies;
    demo.restart();
  },
);
