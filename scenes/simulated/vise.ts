import { boxMesh, gridMesh } from '../meshes/index.js';
import { jittered } from './jitter.js';
import type { SimulatedScene } from './simulated-scene.js';

const OPEN = 0.25;
const SPEED = 0.1;
const BAR = 0.3;

/** A cloth falls between two plates that close until they would overlap: they have to be held. */
export function closingVise(seed: number, quads = 24): SimulatedScene {
  const mesh = gridMesh({ columns: quads, rows: quads, width: 0.6, depth: 0.6, height: 0 });
  const plate = boxMesh({ cells: [2, 6, 6], size: [0.1, 0.5, 0.5] });
  const across = (side: number) => side * (OPEN + 0.05);
  // It comes to hang over a bar above the plates, half on either side.
  const positions = jittered(mesh, 0.0001, seed).map((x, i) => x + (i % 3 === 1 ? BAR + 0.03 : 0));
  return {
    name: 'vise',
    title: 'A cloth is caught in a closing vise',
    parts: [
      { kind: 'cloth', mesh, positions },
      { kind: 'body', mesh: plate, pose: [across(-1), 0, 0, 0, 0, 0, 1] },
      { kind: 'body', mesh: plate, pose: [across(1), 0, 0, 0, 0, 0, 1] },
      {
        kind: 'body',
        mesh: boxMesh({ cells: [6, 1, 6], size: [2, 0.1, 2] }),
        pose: [0, -0.35, 0, 0, 0, 0, 1],
      },
      {
        kind: 'body',
        mesh: boxMesh({ cells: [1, 1, 8], size: [0.04, 0.04, 0.7] }),
        pose: [0, BAR, 0, 0, 0, 0, 1],
      },
    ],
    dt: 1 / 60,
    subSteps: 8,
    isPinching: true,
    drive: ([, left, right], time) => {
      // It closes after the cloth has come to hang, up to where the plates would overlap by a tenth of a millimetre.
      const closed = Math.min(OPEN + 0.0001, SPEED * Math.max(0, time - 1));
      left.goal.set([across(-1) + closed, 0, 0]);
      right.goal.set([across(1) - closed, 0, 0]);
    },
  };
}
