import { boxMesh, leafMesh, treeMesh } from '../meshes/index.js';
import { placedPoints } from '../meshes/placed.js';
import { normalized, turnAround } from '../meshes/vectors.js';
import { random } from '../random.js';
import type { SimulatedScene } from './simulated-scene.js';

/** Leaves fall through the branches of a tree. */
export function fallingLeaves(seed: number, leaves = 48): SimulatedScene {
  const next = random(seed + 1);
  const signed = () => 2 * next() - 1;
  const tree = treeMesh({ seed: 7, generations: 2, height: 1.6 });
  const leaf = leafMesh({ along: 8, across: 4, length: 0.16, width: 0.08 });
  const columns = Math.ceil(Math.sqrt(leaves / 3));
  return {
    name: 'leaves',
    title: 'Leaves fall through a tree',
    parts: [
      ...Array.from({ length: leaves }, (_, i) => {
        const rotation = turnAround(normalized([signed(), signed(), signed()]), 3 * next());
        const layer = Math.floor(i / (columns * columns));
        const cell = i % (columns * columns);
        const position = [
          0.37 * ((cell % columns) - (columns - 1) / 2) + 0.02 * signed(),
          2.4 + 0.4 * layer,
          0.37 * (Math.floor(cell / columns) - (columns - 1) / 2) + 0.02 * signed(),
        ] as const;
        return {
          kind: 'cloth' as const,
          mesh: leaf,
          positions: placedPoints(leaf.positions, { position, rotation }),
          settings: { bendCompliance: 0.01, density: 0.3, damping: 0.3 },
        };
      }),
      { kind: 'body', mesh: tree.mesh, pose: [0, 0, 0, 0, 0, 0, 1] },
      {
        kind: 'body',
        mesh: boxMesh({ cells: [4, 1, 4], size: [4, 0.1, 4] }),
        pose: [0, -0.05, 0, 0, 0, 0, 1],
      },
    ],
    dt: 1 / 60,
    subSteps: 8,
  };
}
