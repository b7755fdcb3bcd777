import { random } from '../random.js';
import { meshOf, type SceneMesh } from './mesh.js';
import type { Vec3 } from './vectors.js';

/** A piece for each triangle: that of the nearest of so many triangles, picked at random. */
export function piecesOf({ positions, triangles }: SceneMesh, count: number, seed: number): Uint32Array {
  const next = random(seed);
  const total = triangles.length / 3;
  const middle = (t: number): Vec3 => {
    const [a, b, c] = [0, 1, 2].map((k) => 3 * triangles[3 * t + k]);
    return [0, 1, 2].map((k) => positions[a + k] + positions[b + k] + positions[c + k]) as unknown as Vec3;
  };
  const centres = Array.from({ length: count }, () => middle(Math.floor(next() * total)));
  return Uint32Array.from({ length: total }, (_, t) => {
    const [x, y, z] = middle(t);
    let nearest = 0;
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < count; i++) {
      const [u, v, w] = centres[i];
      const squared = (x - u) * (x - u) + (y - v) * (y - v) + (z - w) * (z - w);
      if (squared >= least) continue;
      least = squared;
      nearest = i;
    }
    return nearest;
  });
}

/**
 * Each piece as a mesh of its own. Pieces shrink towards their middles by the share `gap`, so that the two sides of a cut do not
 * touch. Pieces without a triangle are left out.
 */
export function cutIntoPieces(
  { positions, triangles }: SceneMesh,
  piece: Uint32Array,
  gap: number,
): SceneMesh[] {
  const facesOf = new Map<number, number[]>();
  for (let t = 0; t < piece.length; t++) {
    const faces = facesOf.get(piece[t]);
    if (faces === undefined) facesOf.set(piece[t], [t]);
    else faces.push(t);
  }
  return [...facesOf].sort(([a], [b]) => a - b).map(([, faces]) => cutOut(positions, triangles, faces, gap));
}

function cutOut(
  positions: Float64Array,
  triangles: Uint32Array,
  faces: readonly number[],
  gap: number,
): SceneMesh {
  const known = new Map<number, number>();
  const points: number[] = [];
  const cut = faces.flatMap((t) =>
    [0, 1, 2].map((k) => {
      const vertex = triangles[3 * t + k];
      const old = known.get(vertex);
      if (old !== undefined) return old;
      known.set(vertex, points.length / 3);
      return points.push(...positions.subarray(3 * vertex, 3 * vertex + 3)) / 3 - 1;
    }),
  );
  const middle = [0, 1, 2].map((k) => {
    let sum = 0;
    for (let at = k; at < points.length; at += 3) sum += points[at];
    return (3 * sum) / points.length;
  });
  return meshOf(
    points.map((x, i) => x + gap * (middle[i % 3] - x)),
    cut,
  );
}
