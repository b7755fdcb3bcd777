import { boxMesh } from '../meshes/index.js';
import { latticeMesh } from '../meshes/mesh.js';
import { jittered } from './jitter.js';
import type { SimulatedScene } from './simulated-scene.js';

/** 7 x 207 particles: Mezger's tape of one metre. */
const ACROSS = 6;
const ALONG = 206;

/** A tape, one metre long, falls upright on a floor and folds up there. */
export function fallingTape(seed: number, across = ACROSS, along = ALONG): SimulatedScene {
  const edge = 1 / along;
  const mesh = latticeMesh({
    columns: across,
    rows: along,
    point: (column, row) => [edge * (column - across / 2), 0.03 + edge * row, 0],
  });
  return {
    name: 'tape',
    title: 'A tape falls and folds',
    parts: [
      { kind: 'cloth', mesh, positions: jittered(mesh, 0.003 * edge, seed), settings: { friction: 0.3 } },
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
