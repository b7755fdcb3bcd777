import { bunnyMesh } from '../bunny.js';
import { boxMesh, piecesOf, statueMesh } from '../meshes/index.js';
import { insetPieces } from './broken.js';
import type { SimulatedScene } from './simulated-scene.js';

const INSET = 0.05;
const SPEED = 3;
const GRAVITY = 9.81;
/** Where its fall ends: below that there is what it broke, and it would be a press. */
const LOW = 0.5;
const STEP = 1 / 60;
/** What made less than this share of its way is caught, and rests for so many steps before it tries whether it is still held. */
const CAUGHT = 0.1;
const REST = 30;

/** A heavy bunny falls on a statue, which breaks. What holds the bunny takes its speed, and bears it then: it is let fall and not pressed. */
export function brokenStatue(seed: number, around = 24, rows = 36, pieces = 12): SimulatedScene {
  const statue = statueMesh({ around, rows, height: 1 });
  const parts = insetPieces(statue, piecesOf(statue, pieces, seed), INSET);
  let before = Number.NaN;
  let wanted = 0;
  let rests = 0;
  return {
    name: 'statue',
    title: 'A statue is broken by a bunny',
    parts: [
      ...parts.map((mesh) => ({
        kind: 'cloth' as const,
        mesh,
        positions: mesh.positions.map((x, i) => x + (i % 3 === 1 ? 0.02 : 0)),
        glue: 1,
        settings: { density: 5, shapeStiffness: 1, bendCompliance: 0.01, friction: 0.5 },
      })),
      { kind: 'body', mesh: bunnyMesh(), pose: [0.02, 1.3, 0.01, 0, 0, 0, 1] },
      {
        kind: 'body',
        mesh: boxMesh({ cells: [4, 1, 4], size: [6, 0.1, 6] }),
        pose: [0, -0.06, 0, 0, 0, 0, 1],
      },
    ],
    dt: STEP,
    subSteps: 8,
    strength: 0.2,
    drive: (all) => {
      const { goal, pose } = all[all.length - 2];
      const went = Number.isNaN(before) ? -SPEED * STEP : pose[1] - before;
      if (went > CAUGHT * wanted) rests = REST;
      before = pose[1];
      wanted = rests-- > 0 ? 0 : Math.max(LOW - pose[1], went - GRAVITY * STEP * STEP);
      goal[1] = pose[1] + wanted;
    },
  };
}
