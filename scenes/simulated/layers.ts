import { boxMesh, gridMesh } from '../meshes/index.js';
import { jittered } from './jitter.js';
import type { SimulatedScene } from './simulated-scene.js';

const SIDE = 0.6;
const GAP = 0.06;

/** Sheets of cloth fall on each other, and all of them on a block that is smaller than they are. */
export function fallingLayers(seed: number, layers = 5, quads = 20): SimulatedScene {
  const sheets = Array.from({ length: layers }, (_, i) =>
    gridMesh({ columns: quads, rows: quads, width: SIDE, depth: SIDE, height: 0.15 + i * GAP }),
  );
  return {
    name: 'layers',
    title: 'Five layers of cloth fall on each other',
    parts: [
      ...sheets.map((mesh, i) => ({
        kind: 'cloth' as const,
        mesh,
        positions: jittered(mesh, (0.003 * SIDE) / quads, seed + i),
      })),
      {
        kind: 'body',
        mesh: boxMesh({ cells: [6, 2, 6], size: [0.3, 0.1, 0.3] }),
        pose: [0, 0, 0, 0, 0, 0, 1],
      },
      {
        kind: 'body',
        mesh: boxMesh({ cells: [2, 1, 2], size: [2, 0.1, 2] }),
        pose: [0, -0.25, 0, 0, 0, 0, 1],
      },
    ],
    dt: 1 / 60,
    subSteps: 8,
  };
}
