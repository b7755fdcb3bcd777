import type { Connectivity } from './connectivity.js';

/** Whether two triangles share a vertex; a triangle is adjacent to itself. */
export function areAdjacent(triangles: Uint32Array, s: number, t: number): boolean {
  return (
    hasCorner(triangles, s, triangles[3 * t]) ||
    hasCorner(triangles, s, triangles[3 * t + 1]) ||
    hasCorner(triangles, s, triangles[3 * t + 2])
  );
}

export function hasCorner(triangles: Uint32Array, triangle: number, vertex: number): boolean {
  const at = 3 * triangle;
  return triangles[at] === vertex || triangles[at + 1] === vertex || triangles[at + 2] === vertex;
}

/** How many pairs of triangles share a vertex, and how many tests the 9/4 rule of ICCD's Table I makes of them. */
export function countAdjacentPairs(
  mesh: Pick<Connectivity, 'edgeFaceCount' | 'vertexFaceStart' | 'vertexCount'>,
): { pairs: number; tests: number } {
  const pairsOf = (count: number) => (count * (count - 1)) / 2;
  const sharingEdge = mesh.edgeFaceCount.reduce((sum, count) => sum + pairsOf(count), 0);
  // pairs that share an edge are counted at both its ends
  let atVertices = 0;
  for (let v = 0; v < mesh.vertexCount; v++) {
    atVertices += pairsOf(mesh.vertexFaceStart[v + 1] - mesh.vertexFaceStart[v]);
  }
  const sharingVertexOnly = atVertices - 2 * sharingEdge;
  return { pairs: sharingVertexOnly + sharingEdge, tests: 9 * sharingVertexOnly + 4 * sharingEdge };
}
