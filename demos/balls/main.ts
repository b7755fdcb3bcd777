// The papers' n-body scene: balls in a box.
import { type BallsSize, balls } from '../../scenes/balls.js';
import { openDemo } from '../shell/demo.js';
import { addBody, addPane } from '../shell/things.js';

const HALF = 0.95;
const WALL = 0.1;
const settings: BallsSize & { count: number } = { count: 125, subdivisions: 1, seed: 1 };

const demo = await openDemo({
  name: 'balls',
  distance: 5,
  plugin: { gravity: [0, 0, 0], subSteps: 2 },
  history: 30,
  build(made) {
    const scene = balls(settings);
    const mesh = made.plugin.loadMesh(scene.meshes[0]);
    for (const entity of scene.entities) {
      const [vx, vy, vz] = entity.velocity ?? [0, 0, 0];
      const [wx, wy, wz] = (entity.kind === 'rigid' ? entity.spin : undefined) ?? [0, 0, 0];
      addBody(made, mesh, 1000, {
        ...(entity.position ? { position: entity.position } : {}),
        body: { vx, vy, vz, wx, wy, wz },
        settings: { friction: 0, restitution: 1 },
      });
    }
    made.plugin.unloadMesh(mesh);
    const side = 2 * (HALF + WALL);
    for (const sign of [-1, 1]) {
      const at = sign * (HALF + WALL / 2);
      addPane(made, [side, WALL, side], [0, at, 0], 0);
      if (sign < 0) addPane(made, [side, side, WALL], [0, 0, at], 0);
      addPane(made, [WALL, side, side], [at, 0, 0], 0);
    }
    addPane(made, [side, side, WALL], [0, 0, HALF + WALL / 2], 0);
  },
});
demo.shell.controls.slider(
  { label: 'Balls', min: 25, max: 425, step: 25, value: settings.count },
  (count) => {
    settings.count = count;
    demo.restart();
  },
);
