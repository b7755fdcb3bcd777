// A nut that its own weight screws down a bolt.
import { MOTION_FIXED } from 'first-contact';
import { boltMesh, nutMesh } from '../../scenes/meshes/thread.js';
import { openDemo } from '../shell/demo.js';
import { addBody, addFloor } from '../shell/things.js';

await openDemo({
  name: 'bolt-and-nut',
  distance: 5.2,
  target: [0, 1.05, 0],
  from: [-1.1, 1.2],
  build(demo) {
    addFloor(demo, 5, -0.02);
    const bolt = demo.plugin.loadMesh(boltMesh());
    addBody(demo, bolt, 1000, { body: { motion: MOTION_FIXED }, settings: { friction: 0.01 } });
    const nut = demo.plugin.loadMesh(nutMesh());
    addBody(demo, nut, 1000, { position: [0, 1.65, 0], body: { wy: -2 }, settings: { friction: 0.01 } });
    demo.plugin.unloadMesh(bolt);
    demo.plugin.unloadMesh(nut);
  },
});
