// Gears that turn each other by their teeth alone, and a chain that the last one winds up on its drum.
import { LOCK_TURN_X, LOCK_TURN_Y, LOCK_X, LOCK_Y, LOCK_Z, MOTION_KINEMATIC } from 'first-contact';
import { sin } from '../../scenes/meshes/index.js';
import { inMesh } from '../../scenes/rigid/turning.js';
import { openDemo } from '../shell/demo.js';
import { paint } from '../shell/paint.js';
import { addBody, addFloor, addSlab } from '../shell/things.js';
import { drumGear, gear, link, linkPlace, weight } from './hoist.js';

/** Between the axes of gears of radius 1: halfway up the teeth, and a little play. */
const APART = 2.25;
const GEARS = 3;
const LINKS = 7;
const AXES = 2.9;
const FLOOR = -0.6;
const ON_AXIS = LOCK_X | LOCK_Y | LOCK_Z | LOCK_TURN_X | LOCK_TURN_Y;
const TURNS = [
  [0, Math.SQRT1_2, 0, Math.SQRT1_2],
  [0, 0, 0, 1],
] as const;
/** Up and down again, in seconds, and how far the gears turn on the way up, in radians. */
const PERIOD = 10;
const LIFT = 3.8;
const FREQUENCY = (2 * Math.PI) / PERIOD;
let driven = 0;
let began = 0;

await openDemo({
  name: 'gears',
  distance: 10,
  target: [0.25, 1.75, 0],
  from: [Math.PI / 2 - 0.6, 1.33],
  wide: 1.25,
  build(demo) {
    began = demo.plugin.clock.time;
    addFloor(demo, 14, FLOOR);
    addSlab(demo, [7.4, 2.9, 0.12], [-0.1, AXES - 0.05, -0.45]);
    const wheel = demo.plugin.loadMesh(gear());
    const winch = demo.plugin.loadMesh(drumGear());
    for (let i = 0; i < GEARS; i++) {
      const entity = addBody(demo, i === GEARS - 1 ? winch : wheel, 300, {
        position: [APART * (i - 1), AXES, 0],
        rotation: inMesh(i),
        body: i === 0 ? { motion: MOTION_KINEMATIC } : { locks: ON_AXIS, angularDamping: 0.4 },
        settings: { friction: 0.05 },
      });
      paint(entity, i);
      if (i === 0) driven = entity;
    }
    const ring = demo.plugin.loadMesh(link());
    const load = demo.plugin.loadMesh(weight());
    for (let i = 0; i < LINKS; i++) {
      const isLast = i === LINKS - 1;
      const [x, y, z] = linkPlace(i);
      const entity = addBody(demo, isLast ? load : ring, isLast ? 120 : 1600, {
        position: [APART + x, AXES + y, z],
        rotation: TURNS[i % 2],
        body: { angularDamping: 0.3 },
      });
      paint(entity, isLast ? 0 : i + 3);
    }
    for (const mesh of [wheel, winch, ring, load]) demo.plugin.unloadMesh(mesh);
  },
  drive({ plugin }, time) {
    plugin.components.RigidBody.wz[driven] = (LIFT / 2) * FREQUENCY * sin(FREQUENCY * (time - began));
  },
});
