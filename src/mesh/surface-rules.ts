import { FirstContactError } from '../errors.js';
import { NONE } from '../kernels/layout/meshes.js';
import type { Connectivity } from './connectivity.js';
import { inPieces, part, type Steps } from './steps.js';
import { TriangleTable } from './triangle-table.js';
import type { MeshArrays } from './types.js';
import { firstWindingClash } from './winding.js';
import { hasZeroArea } from './zero-area.js';

/**
 * What a deformable mesh must be beyond a soup: a surface whose every vertex is moved by its faces, each face with a
 * normal, each edge with at most two faces that agree which side is out. Refused in this order, lowest index first.
 */
export function* refuseNonSurface(mesh: MeshArrays, connectivity: Connectivity): Steps<void> {
  yield* part(0, 0.4, refuseZeroArea(mesh));
  yield* part(0.4, 0.7, refuseDuplicates(mesh));
  yield* part(0.7, 0.75, refuseUnreferenced(connectivity));
  yield* part(0.75, 0.85, refuseThirdFaces(mesh, connectivity));
  yield* part(0.85, 1, refuseMixedWinding(mesh, connectivity));
}

function* refuseZeroArea({ positions, triangles }: MeshArrays): Steps<void> {
  yield* inPieces(triangles.length / 3, (from, to) => {
    for (let t = from; t < to; t++) {
      if (!hasZeroArea(positions, triangles, t)) continue;
      const corners = [0, 1, 2].map((k) => pointText(positions, triangles[3 * t + k]));
      throw new FirstContactError(
        'ZERO_AREA',
        `Triangle ${t} has no area: its corners ${corners.join(', ')} lie on one line`,
        'Remove it (weldVertices() with dropZeroArea does), or move a corner; only rigid meshes may have such triangles.',
        { index: t },
      );
    }
  });
}

function* refuseDuplicates({ triangles }: MeshArrays): Steps<void> {
  const table = new TriangleTable(triangles);
  yield* inPieces(triangles.length / 3, (from, to) => {
    for (let t = from; t < to; t++) {
      const earlier = table.earlierLike(t);
      if (earlier === NONE) continue;
      throw new FirstContactError(
        'DUPLICATE_TRIANGLE',
        `Triangle ${t} has the same vertices (${triangles.subarray(3 * t, 3 * t + 3).join(', ')}) as triangle ${earlier}`,
        'Keep one of them (weldVertices() with dropDuplicates does); a deformable sheet already collides on both sides.',
        { index: t },
      );
    }
  });
}

function* refuseUnreferenced({ vertexCount, vertexFaceStart }: Connectivity): Steps<void> {
  yield* inPieces(vertexCount, (from, to) => {
    for (let v = from; v < to; v++) {
      if (vertexFaceStart[v] !== vertexFaceStart[v + 1]) continue;
      throw new FirstContactError(
        'UNREFERENCED_VERTEX',
        `No triangle uses vertex ${v} (of ${vertexCount})`,
        'Remove it with removeUnreferenced() or weldVertices(), which also say how the vertices were renumbered.',
        { index: v },
      );
    }
  });
}

function* refuseThirdFaces(mesh: MeshArrays, connectivity: Connectivity): Steps<void> {
  const { triangleEdges, edgeFaces, edges } = connectivity;
  yield* inPieces(mesh.triangles.length, (from, to) => {
    for (let side = from; side < to; side++) {
      const t = Math.floor(side / 3);
      const edge = triangleEdges[side];
      const first = edgeFaces[2 * edge];
      const second = edgeFaces[2 * edge + 1];
      if (first === t || second === t) continue;
      throw new FirstContactError(
        'TOO_MANY_FACES_AT_EDGE',
        `Triangle ${t} is the third at the edge from vertex ${edges[2 * edge]} to ${edges[2 * edge + 1]}, after ${first} and ${second}`,
        'Give the extra sheet its own copies of the two vertices, or use the mesh as rigid.',
        { index: t },
      );
    }
  });
}

function* refuseMixedWinding(mesh: MeshArrays, connectivity: Connectivity): Steps<void> {
  const side = yield* firstWindingClash(mesh.triangles, connectivity);
  if (side === NONE) return;
  const t = Math.floor(side / 3);
  const from = mesh.triangles[side];
  const to = mesh.triangles[side % 3 === 2 ? side - 2 : side + 1];
  const earlier = connectivity.edgeFaces[2 * connectivity.triangleEdges[side]];
  throw new FirstContactError(
    'MIXED_WINDING',
    `Triangle ${t} runs from vertex ${from} to ${to} in the same direction as triangle ${earlier}: they disagree which side is out`,
    'Swap two indices of the one that is turned over; a Moebius strip cannot be repaired so: cut it.',
    { index: t },
  );
}

function pointText(positions: Float64Array, vertex: number): string {
  return `${vertex} (${positions.subarray(3 * vertex, 3 * vertex + 3).join(', ')})`;
}
