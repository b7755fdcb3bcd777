// A nut that its own weight screws down a bolt.
import { MOTION_FIXED } from 'first-contact';
import { boltMesh, nutMesh } from '../../scenes/meshes/thread.js';
import { openDemo } from '../shell/demo.js';
import { addBody, addFloor } from '../shell/things.js';

const ROWS = 6;
const settings = { around: 24 };

const demo = await openDemo({
  name: 'bolt-and-nut',
  distance: 5,
  target: [0, 1, 0],
  from: [-1.1, 1.2],
  build(made) {
    addFloor(made, 5, -0.02);
    const bolt = made.plugin.loadMesh(boltMesh({ around: settings.around, rowsATurn: ROWS }));
    addBody(made, bolt, 1000, { body: { motion: MOTION_FIXED }, settings: { friction: 0.01 } });
    const nut = made.plugin.loadMesh(nutMesh({ around: settings.around, rowsATurn: ROWS }));
    addBody(made, nut, 1000, { position: [0, 1.65, 0], body: { wy: -2 }, settings: { friction: 0.01 } });
    made.plugin.unloadMesh(bolt);
    made.plugin.unloadMesh(nut);
  },
});
demo.shell.controls.slider(
  { label: 'Sides of the thread', min: 24, max: 48, step: 4, value: settings.around },
  (around) => {
    settings.around = around;
    demo.restart();
  },
);
