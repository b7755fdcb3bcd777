import { grid, type MovingMesh, moving, seeded } from '../deformable/support/meshes.js';

/** Crumpled sheets on top of each other: many times more than a chunk, and more than a worker's first output holds. */
export function crumpled(columns: number, seed: number): MovingMesh {
  const mesh = moving('crumpled', grid(columns, columns), seed);
  const random = seeded(seed);
  const at = (i: number) => {
    const vertex = Math.floor(i / 3);
    const [x, z] = [vertex % (columns + 1), Math.floor(vertex / (columns + 1))];
    const folded = Math.abs((x % 16) - 8) / columns;
    return [folded, 0.1 * random(), z / columns][i % 3] + 0.02 * random();
  };
  const start = mesh.start.map((_, i) => at(i));
  return { ...mesh, start, end: start.map((x) => x + 0.05 * (random() - 0.5)) };
}
