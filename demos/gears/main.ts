// Gears that turn each other by their teeth alone, and a chain that a hook lifts.
import { LOCK_TURN_X, LOCK_TURN_Y, LOCK_X, LOCK_Y, LOCK_Z, MOTION_KINEMATIC } from 'first-contact';
import { gearMesh, icosphereMesh, joinedMesh, placedMesh, torusMesh } from '../../scenes/meshes/index.js';
import { inMesh } from '../../scenes/rigid/turning.js';
import { openDemo } from '../shell/demo.js';
import { paint } from '../shell/paint.js';
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
/** Metres that the hook goes for each radian of the last gear, and how far up and down it goes. */
const WINDING = 0.18;
const LIFT = 0.8;
const TOP = 2.6;
const SPEED = 1.2;
let hook = 0;
let winch = 0;
let way = 1;
let driven = 0;

await openDemo({
  name: 'gears',
  distance: 11.5,
  target: [0.5, 1.1, 0],
  from: [Math.PI / 2 - 0.3, 1.28],
  build(demo) {
    addFloor(demo, 12, -0.6);
    const gear = demo.plugin.loadMesh(
      gearMesh({ teeth: TEETH, quadsASide: 1, rows: 1, toothHeight: 0.22, thickness: 0.4 }),
    );
    for (let i = 0; i < 3; i++) {
      const entity = addBody(demo, gear, 300, {
        position: [APART * (i - 1) - 1.2, 1.4, 0],
        rotation: inMesh(i),
        body: i === 0 ? { motion: MOTION_KINEMATIC, wz: SPEED } : { locks: ON_AXIS, angularDamping: 0.4 },
        settings: { friction: 0.05 },
      });
      paint(entity, i);
      if (i === 0) driven = entity;
      winch = entity;
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
        position: [4.1, TOP + 0.05 - 0.37 * i, 0],
        rotation: TURNS[i % 2],
        body: i === 0 ? { motion: MOTION_KINEMATIC } : { angularDamping: 0.3 },
      });
      paint(entity, i + 3);
      if (i === 0) hook = entity;
    }
    way = 1;
    demo.plugin.unloadMesh(link);
    demo.plugin.unloadMesh(load);
  },
  drive({ plugin }) {
    const { py, vy, wz } = plugin.components.RigidBody;
    // Up and down, as the gears take it along.
    if (py[hook] > TOP + LIFT) way = -1;
    else if (py[hook] < TOP) way = 1;
    wz[driven] = way * SPEED;
    vy[hook] = WINDING * wz[winch];
  },
});
