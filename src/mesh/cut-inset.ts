import type { Connectivity } from './connectivity.js';

/** Where vertices are: x, y, z by axis. */
export type Places = (vertex: number, axis: number) => number;

/**
 * Where the sides of a cut are pulled to, as displacements, x y z a vertex of `vertices`: each vertex by `distance` towards
 * the middle of its own faces. Sides that touch would freeze: a gap of twice the distance opens between them. Where a face
 * is so small that its middle is near, no more than a quarter of the way there.
 */
export function insetOf(
  at: Places,
  triangles: Uint32Array,
  mesh: Pick<Connectivity, 'vertexFaceStart' | 'vertexFaces'>,
  vertices: Uint32Array,
  distance: number,
): Float64Array {
  const out = new Float64Array(3 * vertices.length);
  for (let i = 0; i < vertices.length; i++) {
    const vertex = vertices[i];
    const from = mesh.vertexFaceStart[vertex];
    const end = mesh.vertexFaceStart[vertex + 1];
    let squared = 0;
    for (let k = 0; k < 3; k++) {
      let sum = 0;
      for (let f = from; f < end; f++) {
        for (let c = 0; c < 3; c++) sum += at(triangles[3 * mesh.vertexFaces[f] + c], k);
      }
      const way = sum / (3 * (end - from)) - at(vertex, k);
      out[3 * i + k] = way;
      squared += way * way;
    }
    const length = Math.sqrt(squared);
    const share = length > 0 ? Math.min(LONGEST_SHARE, distance / length) : 0;
    for (let k = 0; k < 3; k++) out[3 * i + k] *= share;
  }
  return out;
}

const LONGEST_SHARE = 0.25;

/** The mean length of some edges. */
export function meanLength(at: Places, edges: Uint32Array, chosen: Iterable<number>): number {
  let sum = 0;
  let count = 0;
  for (const edge of chosen) {
    let squared = 0;
    for (let k = 0; k < 3; k++) {
      const along = at(edges[2 * edge], k) - at(edges[2 * edge + 1], k);
      squared += along * along;
    }
    sum += Math.sqrt(squared);
    count++;
  }
  return count === 0 ? 0 : sum / count;
}
