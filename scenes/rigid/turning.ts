import {
  LOCK_TURN_X,
  LOCK_TURN_Y,
  LOCK_X,
  LOCK_Y,
  LOCK_Z,
  MOTION_KINEMATIC,
} from '../../src/components/constants.js';
import { boxMesh, cos, gearMesh, latheMesh, type Quat, sin, type Vec3 } from '../meshes/index.js';
import { boltMesh, nutMesh } from '../meshes/thread.js';
import { slab } from './resting.js';
import type { RigidScene, SceneBody } from './rigid-scene.js';

const EARTH: Vec3 = [0, -9.81, 0];
const WEIGHTLESS: Vec3 = [0, 0, 0];
const ON_AXIS = LOCK_X | LOCK_Y | LOCK_Z | LOCK_TURN_X | LOCK_TURN_Y;
const TEETH = 16;
/** Between the axes of gears of radius 1: halfway up the teeth, and a little play. */
const APART = 2.25;
/** Radians a second of the gear that is driven. */
export const DRIVEN = 1.2;

/** A top that spins on its rounded tip, leaning by a tenth. */
export function top(spin: number): RigidScene {
  const mesh = latheMesh({
    around: 32,
    profile: [
      [0, 0],
      [0.012, 0.004],
      [0.02, 0.016],
      [0.2, 0.2],
      [0.2, 0.24],
      [0.03, 0.26],
      [0, 0.26],
    ],
  });
  const rotation: Quat = [0.05, 0, 0, Math.sqrt(1 - 0.0025)];
  const body = { wy: spin, wz: 0 };
  const own: SceneBody = { mesh, density: 1000, position: [0, 0.002, 0], rotation, body };
  return {
    summary: `a top that spins at ${spin} rad/s`,
    gravity: EARTH,
    seconds: 10,
    bodies: [slab(3, 0, 0.4), own],
  };
}

/** A brick that turns about its middle axis, weightless. */
export function dzhanibekov(seed: number): RigidScene {
  const brick: SceneBody = {
    mesh: boxMesh({ cells: [1, 1, 1], size: [0.1, 0.3, 0.5] }),
    density: 1000,
    body: { wx: 0.001 * (1 + (seed % 7)), wy: 8 },
  };
  return { summary: 'a brick about its middle axis', gravity: WEIGHTLESS, seconds: 20, bodies: [brick] };
}

/** A nut that its own weight screws down a bolt. */
export function boltAndNut(): RigidScene {
  const settings = { friction: 0.01 };
  const bolt: SceneBody = { mesh: boltMesh(), settings };
  const nut: SceneBody = {
    mesh: nutMesh(),
    density: 1000,
    position: [0, 1.65, 0],
    body: { wy: -2 },
    settings,
  };
  return {
    summary: 'a nut screws itself down a bolt by its thread',
    gravity: EARTH,
    seconds: 6,
    bodies: [slab(5, -0.02), bolt, nut],
  };
}

/**
 * How gear i of a row stands, axis along z: a quarter of a tooth back where it stands between two others, since its teeth
 * are not centred on its own x axis, so that each has a gap where its neighbour has a tooth.
 */
export function inMesh(i: number): Quat {
  const half = i % 2 === 1 ? (-0.25 * Math.PI) / TEETH : 0;
  const [c, s] = [Math.SQRT1_2 * cos(half), Math.SQRT1_2 * sin(half)];
  return [c, s, s, c];
}

/** Three gears in a row, the first of which is driven. */
export function gears(): RigidScene {
  const mesh = gearMesh({ teeth: TEETH, quadsASide: 1, rows: 1, toothHeight: 0.22, thickness: 0.4 });
  const bodies = [0, 1, 2].map((i): SceneBody => {
    return {
      mesh,
      density: 300,
      position: [APART * (i - 1), 0, 0],
      rotation: inMesh(i),
      body: i === 0 ? { motion: MOTION_KINEMATIC, wz: DRIVEN } : { locks: ON_AXIS, angularDamping: 0.4 },
      settings: { friction: 0.05 },
    };
  });
  return { summary: 'gears that drive gears', gravity: EARTH, seconds: 20, bodies };
}
