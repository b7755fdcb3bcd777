// Gears that turn each other by their teeth alone, and a chain that a hook lifts.
import { LOCK_TURN_X, LOCK_TURN_Y, LOCK_X, LOCK_Y, LOCK_Z, MOTION_KINEMATIC } from 'first-contact';
import {
  gearMesh,
  icosphereMesh,
  joinedMesh,
  placedMesh,
  sin,
  torusMesh,
} from '../../scenes/meshes/index.js';
import { openDemo } from '../shell/demo.js';
import { addBody, addFloor } from '../shell/things.js';

const TEETH = 16;
/** Between the axes of gears of radius 1: halfway up the teeth, and a little play. */
const APART = 2.25;
const LAID = [Math.SQRT1_2, 0, 0, Math.SQRT1_2] as const;
const ON_AXIS = LOCK_X | LOCK_Y | LOCK_Z | LOCK_TURN_X | LOCK_TURN_Y;
const TURNS = [
  [0, 0, 0, 1],
  [0, Math.SQRT1_2, 0, Math.SQRT1_2],
] as const;
let hook = 0;

await openDemo({
  name: 'gears',
  distance: 9.5,
  target: [0.6, 1, 0],
  from: [-Math.PI / 2 + 0.35, 1.3],
  build(demo) {
    addFloor(demo, 12, -0.6);
    const gear = demo.plugin.loadMesh(
      gearMesh({ teeth: TEETH, quadsASide: 1, rows: 1, toothHeight: 0.22, thickness: 0.4 }),
    );
    for (let i = 0; i < 3; i++) {
      // A gear between two others stands with a gap where they have a tooth.
      const half = i % 2 === 1 ? Math.PI / TEETH / 2 : 0;
      const rotation = [
        LAID[0] * Math.cos(half),
        -LAID[0] * Math.sin(half),
        LAID[0] * Math.sin(half),
        LAID[3] * Math.cos(half),
      ] as const;
      addBody(demo, gear, 300, {
        position: [APART * (i - 1) - 1.2, 1.4, 0],
        rotation,
        body: i === 0 ? { motion: MOTION_KINEMATIC, wz: 1.2 } : { locks: ON_AXIS, angularDamping: 0.4 },
        settings: { friction: 0.05 },
      });
    }
    demo.plugin.unloadMesh(gear);
    const ring = torusMesh({ around: 20, tube: 8, radius: 0.24, tubeRadius: 0.05 });
    const upright = placedMesh(ring, { rotation: LAID });
    const link = demo.plugin.loadMesh(upright);
    const weight = joinedMesh([
      upright,
      placedMesh(icosphereMesh({ subdivisions: 2, radius: 0.3 }), { position: [0, -0.5, 0] }),
    ]);
    const load = demo.plugin.loadMesh(weight);
    for (let i = 0; i < 6; i++) {
      const isLast = i === 5;
      const entity = addBody(demo, isLast ? load : link, isLast ? 300 : 800, {
        position: [4.2, 2.9 - 0.37 * i, 0],
        rotation: TURNS[i % 2],
        body: i === 0 ? { motion: MOTION_KINEMATIC } : { angularDamping: 0.3 },
      });
      if (i === 0) hook = entity;
    }
    demo.plugin.unloadMesh(link);
    demo.plugin.unloadMesh(load);
  },
  drive({ plugin }, time) {
    plugin.components.RigidBody.vy[hook] = 0.5 * sin(1.1 * time);
  },
});
