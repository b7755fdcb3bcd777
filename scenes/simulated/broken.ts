import type { SceneMesh } from '../meshes/index.js';

/**
 * A mesh cut into pieces, all in its own frame: `piece` says which piece each triangle belongs to. Vertices of a cut are
 * pulled towards the triangles that their piece has around them, by the share `inset` of the way: sides that touch would freeze. What
 * meets the rest of its piece at a vertex alone is pulled apart there as well: towards both, the vertex would get into what lies between.
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
  const cornersOf = (t: number) => triangles.subarray(3 * t, 3 * t + 3);
  const faces = Array.from({ length: triangles.length / 3 }, (_, t) => t).filter(isMine);
  const around = new Map<number, number[]>();
  for (const t of faces) {
    for (const vertex of cornersOf(t)) around.set(vertex, [...(around.get(vertex) ?? []), t]);
  }
  const fans = new Map<number, number[][]>();
  for (const [vertex, own] of around)
    fans.set(vertex, isCut(vertex) ? fansOf(own, vertex, cornersOf) : [own]);
  // by the fan: what hangs together at a vertex alone has one of its own on each side
  const numbers = new Map<number[], number>();
  const vertices: number[] = [];
  const mine = faces.flatMap((t) =>
    [...cornersOf(t)].map((vertex) => {
      const fan = fans.get(vertex)!.find((one) => one.includes(t))!;
      if (!numbers.has(fan)) numbers.set(fan, vertices.push(vertex) - 1);
      return numbers.get(fan)!;
    }),
  );
  const middleOf = (t: number, k: number) =>
    cornersOf(t).reduce((sum, vertex) => sum + positions[3 * vertex + k], 0) / 3;
  const points = new Float64Array(3 * vertices.length);
  for (const [fan, number] of numbers) {
    const vertex = vertices[number];
    const share = isCut(vertex) ? inset : 0;
    for (let k = 0; k < 3; k++) {
      const towards = fan.reduce((sum, t) => sum + middleOf(t, k), 0) / fan.length;
      points[3 * number + k] = positions[3 * vertex + k] + share * (towards - positions[3 * vertex + k]);
    }
  }
  return { positions: points, triangles: Uint32Array.from(mine) };
}

/** Faces around a vertex, by the edges there that they share. */
function fansOf(
  faces: readonly number[],
  vertex: number,
  cornersOf: (face: number) => Uint32Array,
): number[][] {
  const isBeside = (a: number, b: number) =>
    cornersOf(a).some((corner) => corner !== vertex && cornersOf(b).includes(corner));
  const fans: number[][] = [];
  const left = new Set(faces);
  for (const first of faces) {
    if (!left.delete(first)) continue;
    const fan = [first];
    for (const face of fan) {
      for (const other of [...left]) {
        if (!isBeside(face, other)) continue;
        left.delete(other);
        fan.push(other);
      }
    }
    fans.push(fan);
  }
  return fans;
}
