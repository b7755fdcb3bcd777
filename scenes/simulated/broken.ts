import type { SceneMesh, Vec3 } from '../meshes/index.js';

/**
 * A mesh cut into pieces, all in its own frame: `piece` says which piece each triangle belongs to. Vertices of a cut are
 * pulled towards the triangles that their piece has around them, by the share `inset` of the way: sides that touch would freeze.
 */
export function insetPieces(
  { positions, triangles }: SceneMesh,
  piece: Uint32Array,
  inset: number,
): SceneMesh[] {
  const pieceOf = new Map<number, Set<number>>();
  triangles.forEach((vertex, corner) => {
    const pieces = pieceOf.get(vertex) ?? new Set();
    pieceOf.set(vertex, pieces.add(piece[Math.floor(corner / 3)]));
  });
  return [...new Set(piece)]
    .sort((a, b) => a - b)
    .map((number) =>
      cutOut(
        positions,
        triangles,
        (t) => piece[t] === number,
        (v) => pieceOf.get(v)!.size > 1,
        inset,
      ),
    );
}

function cutOut(
  positions: Float64Array,
  triangles: Uint32Array,
  isMine: (triangle: number) => boolean,
  isCut: (vertex: number) => boolean,
  inset: number,
): SceneMesh {
  const numbers = new Map<number, number>();
  const mine: number[] = [];
  const fans = new Map<number, Vec3[]>();
  for (let t = 0; t < triangles.length / 3; t++) {
    if (!isMine(t)) continue;
    const corners = triangles.subarray(3 * t, 3 * t + 3);
    const middle = [0, 1, 2].map(
      (k) =>
        (positions[3 * corners[0] + k] + positions[3 * corners[1] + k] + positions[3 * corners[2] + k]) / 3,
    ) as unknown as Vec3;
    for (const vertex of corners) {
      if (!numbers.has(vertex)) numbers.set(vertex, numbers.size);
      fans.set(vertex, [...(fans.get(vertex) ?? []), middle]);
      mine.push(numbers.get(vertex)!);
    }
  }
  const points = new Float64Array(3 * numbers.size);
  for (const [vertex, number] of numbers) {
    const fan = fans.get(vertex)!;
    const share = isCut(vertex) ? inset : 0;
    for (let k = 0; k < 3; k++) {
      const towards = fan.reduce((sum, middle) => sum + middle[k], 0) / fan.length;
      points[3 * number + k] = positions[3 * vertex + k] + share * (towards - positions[3 * vertex + k]);
    }
  }
  return { positions: points, triangles: Uint32Array.from(mine) };
}
