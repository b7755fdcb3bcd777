import { boxMesh } from '../meshes/index.js';
import { latticeMesh } from '../meshes/mesh.js';
import { jittered } from './jitter.js';
import type { SimulatedScene } from './simulated-scene.js';

/** 7 x 207 particles: Mezger's tape of one metre. */
const ACROSS = 6;
const ALONG = 206;
const EDGE = 1 / ALONG;

/** A tape, one metre long, falls upright on a floor and folds up there. */
export function fallingTape(seed: number): SimulatedScene {
  const mesh = latticeMesh({
    columns: ACROSS,
    rows: ALONG,
    point: (column, row) => [EDGE * (column - ACROSS / 2), 0.03 + EDGE * row, 0],
  });
  return {
    name: 'tape',
    title: 'A tape falls and folds',
    parts: [
      { kind: 'cloth', mesh, positions: jittered(mesh, 0.003 * EDGE, seed), settings: { friction: 0.3 } },
      {
        kind: 'body',
        mesh: boxMesh({ cells: [4, 1, 4], size: [1, 0.05, 1] }),
        pose: [0, -0.025, 0, 0, 0, 0, 1],
        settings: { friction: 0.3 },
      },
    ],
    dt: 1 / 60,
    subSteps: 8,
  };
}
