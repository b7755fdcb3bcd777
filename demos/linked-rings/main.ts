// The one picture that explains the package: a shaken chain of rings, beside the same chain in plain Rapier.
import RAPIER from '@dimforge/rapier3d-compat';
import { MOTION_KINEMATIC } from 'first-contact';
import { sin, torusMesh, type Vec3 } from '../../scenes/meshes/index.js';
import { type Demo, openDemo } from '../shell/demo.js';
import { paint } from '../shell/paint.js';
import { addBody, addFloor } from '../shell/things.js';
import { openPlainRapier, type PlainRapier } from './plain-rapier.js';

const RINGS = 6;
const APART = 2.1;
const SPACING = 0.78;
const TOP = 2;
/** Where rings lie that came off. */
const FLOOR = -2.9;
const FLOOR_SIZE = 24;
const DENSITY = 500;
const RADIUS = 0.5;
const ring = torusMesh({ around: 28, tube: 10, radius: RADIUS, tubeRadius: 0.085 });
/** Upright, every other one turned by a quarter. */
const TURNS = [
  [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
  [0, 0, Math.SQRT1_2, Math.SQRT1_2],
] as const;
const placeOf = (i: number): Vec3 => [0, TOP - SPACING * i, 0];
/** How fast the first ring moves sideways. */
const shake = (time: number) => 7 * sin(6.5 * time) * Math.min(1, time);

let plain: PlainRapier | undefined;
let first = 0;
await RAPIER.init();

const demo = await openDemo({
  name: 'linked-rings',
  distance: 11.8,
  target: [0, 0.45, 0],
  from: [Math.PI / 2, 1.42],
  wide: 1.3,
  build(made) {
    addFloor(made, FLOOR_SIZE, FLOOR);
    const mesh = made.plugin.loadMesh(ring);
    for (let i = 0; i < RINGS; i++) {
      const [x, y, z] = placeOf(i);
      const body = i === 0 ? { motion: MOTION_KINEMATIC } : {};
      const entity = addBody(made, mesh, DENSITY, {
        position: [x - APART, y, z],
        rotation: TURNS[i % 2],
        body,
      });
      paint(entity, i);
      if (i === 0) first = entity;
    }
    made.plugin.unloadMesh(mesh);
    plain?.dispose();
    plain = openPlainRapier(
      RAPIER,
      made,
      { mesh: ring, axis: [0, 1, 0], radius: RADIUS },
      { density: DENSITY, floor: FLOOR },
      Array.from({ length: RINGS }, (_, i) => ({
        position: [placeOf(i)[0] + APART, placeOf(i)[1], 0],
        rotation: TURNS[i % 2],
        isDriven: i === 0,
      })),
    );
  },
  remember: () => plain?.remember() ?? (() => {}),
  drive(made: Demo, time) {
    made.plugin.components.RigidBody.vx[first] = shake(time);
    plain?.step(shake(time), made.plugin.clock.dt);
  },
});
demo.shell.rival('plain Rapier', () => {
  const { intersections = 0, apart = 0 } = plain?.counted() ?? {};
  return `${intersections} intersections${apart === 0 ? '' : `, ${apart} links lost`}`;
});
