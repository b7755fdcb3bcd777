import type { Connectivity } from './connectivity.js';
import { DisjointSets } from './disjoint-sets.js';
import { inPieces, part, type Steps } from './steps.js';

/**
 * The vertices whose triangles form more than one fan, ascending. A fan is what can be reached around the vertex by
 * crossing edges at it, also edges with more than two faces.
 */
export function* pinchedVertices(triangles: Uint32Array, mesh: Connectivity): Steps<Uint32Array> {
  const fans = yield* part(0, 0.6, uniteCorners(triangles, mesh));
  const fanCount = new Uint32Array(mesh.vertexCount);
  let pinched = 0;
  yield* part(
    0.6,
    0.9,
    inPieces(triangles.length, (from, to) => {
      for (let corner = from; corner < to; corner++) {
        if (fans.smallestWith(corner) !== corner) continue;
        if (++fanCount[triangles[corner]] === 2) pinched++;
      }
    }),
  );
  const list = new Uint32Array(pinched);
  let found = 0;
  yield* part(
    0.9,
    1,
    inPieces(mesh.vertexCount, (from, to) => {
      for (let v = from; v < to; v++) if (fanCount[v] > 1) list[found++] = v;
    }),
  );
  return list;
}

/** Each corner of a triangle belongs to one fan: that of its vertex which the triangle is in. */
function* uniteCorners(triangles: Uint32Array, mesh: Connectivity): Steps<DisjointSets> {
  const { triangleEdges, edgeFaces } = mesh;
  const fans = new DisjointSets(triangles.length);
  yield* inPieces(mesh.triangleCount, (from, to) => {
    for (let t = from; t < to; t++) {
      for (let k = 0; k < 3; k++) {
        const neighbour = edgeFaces[2 * triangleEdges[3 * t + k]];
        if (neighbour === t) continue;
        const corner = 3 * t + k;
        const nextCorner = 3 * t + (k === 2 ? 0 : k + 1);
        fans.unite(corner, cornerOf(triangles, neighbour, triangles[corner]));
        fans.unite(nextCorner, cornerOf(triangles, neighbour, triangles[nextCorner]));
      }
    }
  });
  return fans;
}

function cornerOf(triangles: Uint32Array, t: number, vertex: number): number {
  if (triangles[3 * t] === vertex) return 3 * t;
  return triangles[3 * t + 1] === vertex ? 3 * t + 1 : 3 * t + 2;
}
