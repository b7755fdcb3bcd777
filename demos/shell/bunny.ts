// npm's public-domain bunny as triangles.
import bunny from 'bunny';
import type { SceneMesh } from '../../scenes/meshes/index.js';

/** Around its middle. */
export function bunnyMesh(height: number): SceneMesh {
  const positions = Float64Array.from(bunny.positions.flat());
  const ends = [0, 1, 2].map((k) => {
    const side = positions.filter((_, i) => i % 3 === k);
    return [side.reduce((a, b) => Math.min(a, b)), side.reduce((a, b) => Math.max(a, b))];
  });
  const scale = height / (ends[1][1] - ends[1][0]);
  return {
    positions: positions.map((x, i) => scale * (x - (ends[i % 3][0] + ends[i % 3][1]) / 2)),
    triangles: Uint32Array.from(bunny.cells.flat()),
  };
}
