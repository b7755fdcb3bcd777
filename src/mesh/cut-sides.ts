import { NONE } from '../kernels/layout/meshes.js';
import type { LocalConnectivity } from './connectivity.js';
import { areSame, type EditedTriangles } from './matched-triangles.js';
import { edgeOf } from './side-edges.js';

/**
 * What a surface remembers of its cuts, a byte a triangle: bit k says that the side from corner k to the next was cut. An edge
 * inside a surface opens nothing alone; when a later cut reaches it, it opens. A cut gives edges and vertices new numbers, but
 * triangles keep theirs and the order of their corners, so that sides need no new names.
 */
export type CutSides = Uint8Array;

export function isCutSide(sides: CutSides, side: number): boolean {
  return ((sides[Math.floor(side / 3)] >> (side % 3)) & 1) === 1;
}

/** The same with the sides of all faces at some edges. */
export function withEdgesCut(sides: CutSides, mesh: LocalConnectivity, cut: ReadonlySet<number>): CutSides {
  const { edges, vertexFaces, vertexFaceStart } = mesh;
  const all = sides.slice();
  for (const edge of cut) {
    const end = edges[2 * edge];
    for (let i = vertexFaceStart[end]; i < vertexFaceStart[end + 1]; i++) {
      const face = vertexFaces[i];
      for (let k = 0; k < 3; k++) if (edgeOf(mesh, 3 * face + k) === edge) all[face] |= 1 << k;
    }
  }
  return all;
}

/** After an edit: triangles that got other corners, and new ones, know of no cut. */
export function sidesAfter(
  sides: CutSides,
  before: Uint32Array,
  { source, triangles }: EditedTriangles,
): CutSides {
  const left = new Uint8Array(source.length);
  for (let t = 0; t < left.length; t++) {
    const from = source[t];
    if (from !== NONE && areSame(before, from, triangles, t)) left[t] = sides[from];
  }
  return left;
}
