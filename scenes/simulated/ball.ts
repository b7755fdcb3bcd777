import { boxMesh, gridMesh, icosphereMesh } from '../meshes/index.js';
import { turnAround } from '../meshes/vectors.js';
import { jittered } from './jitter.js';
import type { SimulatedScene } from './simulated-scene.js';

export interface TurningBallSize {
  /** Quads along each side of the cloth. */
  readonly quads?: number;
  readonly ballSubdivisions?: number;
}

/** Quads along each side of the large cloth: 91,592 triangles. */
export const LARGE_QUADS = 214;

const RADIUS = 0.35;
const SIDE = 1.2;
/** Seconds until the ball begins to turn, and its speed then. */
const RESTS = 1;
const SPIN = 2;

/** A cloth falls on a ball, which then turns and winds it up over the floor. */
export function turningBall(
  seed: number,
  { quads = 40, ballSubdivisions = 3 }: TurningBallSize = {},
): SimulatedScene {
  const mesh = gridMesh({ columns: quads, rows: quads, width: SIDE, depth: SIDE, height: RADIUS + 0.03 });
  return {
    name: 'cloth-on-ball',
    title: 'A cloth folds on a turning ball',
    parts: [
      {
        kind: 'cloth',
        mesh,
        positions: jittered(mesh, (0.003 * SIDE) / quads, seed),
        settings: { friction: 0.4 },
      },
      {
        kind: 'body',
        mesh: icosphereMesh({ subdivisions: ballSubdivisions, radius: RADIUS }),
        pose: [0, 0, 0, 0, 0, 0, 1],
        settings: { friction: 0.6 },
      },
      {
        kind: 'body',
        mesh: boxMesh({ cells: [4, 1, 4], size: [3, 0.1, 3] }),
        pose: [0, -RADIUS - 0.1, 0, 0, 0, 0, 1],
      },
    ],
    dt: 1 / 60,
    subSteps: 8,
    drive: (parts, time) => {
      parts[1].goal.set(turnAround([0, 1, 0], SPIN * Math.max(0, time - RESTS)), 3);
    },
  };
}

/**
 * The same with a cloth of the papers' size, on a rounder ball, as edges of 6 mm show corners of a coarse one. Its thickness is the
 * default, a quarter of the mean edge.
 */
export function largeTurningBall(seed: number, quads = LARGE_QUADS): SimulatedScene {
  return {
    ...turningBall(seed, { quads, ballSubdivisions: 4 }),
    name: 'cloth-on-ball-92k',
    title: 'A cloth of 92,000 triangles folds on a turning ball',
  };
}
