// Bunnies fall into a bowl.
import bunny from 'bunny';
import { MOTION_FIXED } from 'first-contact';
import { bowlMesh } from '../../scenes/meshes/index.js';
import { openDemo } from '../shell/demo.js';
import { addBody, random } from '../shell/things.js';

const settings = { bunnies: 8 };

/** 0.3 high, around its middle. */
function bunnyMesh() {
  const positions = Float64Array.from(bunny.positions.flat());
  const sides = [0, 1, 2].map((k) => positions.filter((_, i) => i % 3 === k));
  const ends = sides.map((side) => [
    side.reduce((a, b) => Math.min(a, b)),
    side.reduce((a, b) => Math.max(a, b)),
  ]);
  const scale = 0.3 / (ends[1][1] - ends[1][0]);
  return {
    positions: positions.map((x, i) => scale * (x - (ends[i % 3][0] + ends[i % 3][1]) / 2)),
    triangles: Uint32Array.from(bunny.cells.flat()),
  };
}

const demo = await openDemo({
  name: 'bunny-pile',
  distance: 2.6,
  target: [0, -0.2, 0],
  from: [-1.1, 0.95],
  history: 30,
  build(made) {
    const next = random(5);
    const signed = () => 2 * next() - 1;
    const bowl = made.plugin.loadMesh(bowlMesh({ around: 32, rings: 8, radius: 0.6, thickness: 0.06 }));
    addBody(made, bowl, 1000, { body: { motion: MOTION_FIXED }, settings: { friction: 0.4 } });
    const mesh = made.plugin.loadMesh(bunnyMesh());
    for (let i = 0; i < settings.bunnies; i++) {
      const turn = [signed(), signed(), signed(), signed()];
      const length = Math.hypot(...turn);
      const [x, y, z, w] = turn.map((value) => value / length);
      const position = [
        0.18 * ((i % 2) - 0.5) + 0.02 * signed(),
        0.1 + 0.42 * Math.floor(i / 2),
        0.06 * signed(),
      ] as const;
      addBody(made, mesh, 600, {
        position: [position[0] * 2.2, position[1], position[2]],
        rotation: [x, y, z, w],
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
