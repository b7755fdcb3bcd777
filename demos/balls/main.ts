// Hundreds of balls in a small box.
import { icosphereMesh } from '../../scenes/meshes/index.js';
import { openDemo } from '../shell/demo.js';
import { addBody, addPane, random } from '../shell/things.js';

const RADIUS = 0.1;
/** Of the room a ball has for itself at first. */
const SPACING = 3.8 * RADIUS;
const FASTEST = 1;
const PANE = 0.02;
const settings = { balls: 425 };

const demo = await openDemo({
  name: 'balls',
  distance: 8.8,
  plugin: { gravity: [0, 0, 0], subSteps: 1 },
  history: 20,
  noteEvery: 6,
  build(made) {
    const next = random(1);
    const signed = () => 2 * next() - 1;
    let side = 1;
    while (side * side * side < settings.balls) side++;
    const half = (side * SPACING) / 2 + PANE / 2;
    const pane = 2 * half + PANE;
    for (const sign of [-1, 1]) {
      addPane(made, [pane, PANE, pane], [0, sign * half, 0]);
      addPane(made, [PANE, pane, pane], [sign * half, 0, 0]);
      addPane(made, [pane, pane, PANE], [0, 0, sign * half]);
    }
    const mesh = made.plugin.loadMesh(icosphereMesh({ subdivisions: 1, radius: RADIUS }));
    for (let i = 0; i < settings.balls; i++) {
      const cell = [i % side, Math.floor(i / side) % side, Math.floor(i / (side * side))];
      const place = (k: number) => (cell[k] + 0.5 - side / 2) * SPACING;
      addBody(made, mesh, 1000, {
        position: [place(0), place(1), place(2)],
        body: { vx: FASTEST * signed(), vy: FASTEST * signed(), vz: FASTEST * signed(), wx: 8 * signed() },
        settings: { friction: 0, restitution: 1 },
      });
    }
    made.plugin.unloadMesh(mesh);
  },
});
demo.shell.controls.slider(
  { label: 'Balls', min: 25, max: 425, step: 25, value: settings.balls },
  (balls) => {
    settings.balls = balls;
    demo.restart();
  },
);
