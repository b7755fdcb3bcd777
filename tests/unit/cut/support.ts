import {
  FEATURES_BYTES,
  FEATURES_SIGNATURE_HIGH,
  FEATURES_SIGNATURE_LOW,
} from '../../../src/kernels/layout/meshes.js';
import {
  type Connectivity,
  type LocalConnectivity,
  localConnectivity,
} from '../../../src/mesh/connectivity.js';
import type { CutMesh } from '../../../src/mesh/fracture.js';
import type { TriangleEdit } from '../../../src/mesh/fracture-edit.js';
import { edgeOf } from '../../../src/mesh/side-edges.js';

/** A mesh with lists of what it tells when asked. */
export function listed(asked: LocalConnectivity): Connectivity {
  const { sides, ...mesh } = localConnectivity(asked, asked.sides);
  const triangleEdges = Uint32Array.from({ length: 3 * mesh.triangleCount }, (_, side) =>
    edgeOf({ ...mesh, sides }, side),
  );
  const edgeFaceCount = new Uint32Array(mesh.edgeCount);
  for (const edge of triangleEdges) edgeFaceCount[edge]++;
  return { ...mesh, triangleEdges, edgeFaceCount };
}

/** Everything but the signatures, which say less where a mesh was cut. */
export function unsigned({ triangles, mesh, features, orphans }: CutMesh) {
  const records = features.slice();
  for (let at = 0; at < records.length; at += FEATURES_BYTES / 4) {
    records[at + FEATURES_SIGNATURE_LOW / 4] = 0;
    records[at + FEATURES_SIGNATURE_HIGH / 4] = 0;
  }
  return { triangles, mesh: listed(mesh), features: records, orphans };
}

/** Triangles torn off, moved to other vertices, added and removed at random. */
export function randomEdit({ triangles, mesh }: CutMesh, next: () => number): TriangleEdit {
  const oldCount = mesh.triangleCount;
  const triangleCount = Math.max(1, oldCount + Math.floor(5 * next()) - 2);
  const vertexCount = mesh.vertexCount + Math.floor(4 * next());
  const chosen = new Set<number>();
  for (let t = oldCount; t < triangleCount; t++) chosen.add(t);
  for (let i = 0; i < 3; i++) chosen.add(Math.floor(next() * Math.min(oldCount, triangleCount)));
  const changed = Uint32Array.from(chosen).sort();
  const corners = [...changed].flatMap((t) => {
    const old = t < oldCount ? [...triangles.subarray(3 * t, 3 * t + 3)] : [];
    const some = new Set(old.filter(() => next() < 0.6));
    while (some.size < 3) some.add(Math.floor(next() * vertexCount));
    return [...some];
  });
  return { changed, corners: Uint32Array.from(corners), triangleCount, vertexCount };
}

/** Corners of one old vertex are one vertex still where a walk over faces joins them across edges that are not cut. */
export function classesByBruteForce(
  triangles: Uint32Array,
  { mesh }: CutMesh,
  cut: ReadonlySet<number>,
): number[] {
  const classOf = Array.from(triangles, (_, corner) => corner);
  for (let changed = true; changed; ) {
    changed = false;
    for (let a = 0; a < triangles.length; a++) {
      for (let b = 0; b < triangles.length; b++) {
        if (triangles[a] !== triangles[b] || classOf[a] === classOf[b]) continue;
        const [f, g] = [Math.floor(a / 3), Math.floor(b / 3)];
        const isJoined = [0, 1, 2].some((k) => {
          const edge = edgeOf(mesh, 3 * f + k);
          const hasVertex =
            mesh.edges[2 * edge] === triangles[a] || mesh.edges[2 * edge + 1] === triangles[a];
          return hasVertex && !cut.has(edge) && [0, 1, 2].some((j) => edgeOf(mesh, 3 * g + j) === edge);
        });
        if (!isJoined) continue;
        classOf[a] = classOf[b] = Math.min(classOf[a], classOf[b]);
        changed = true;
      }
    }
  }
  return classOf;
}

export function someEdges({ mesh }: CutMesh, share: number, next: () => number): Set<number> {
  const chosen = new Set<number>();
  for (let edge = 0; edge < mesh.edgeCount; edge++) if (next() < share) chosen.add(edge);
  return chosen;
}

/** Three sheets that share a spine: edges with three faces, and vertices with three fans once the spine is cut. */
export function book(): { positions: Float64Array; triangles: Uint32Array } {
  const points: number[] = [];
  const faces: number[] = [];
  const at = (page: number, column: number, row: number) =>
    column === 0 ? row : 7 + 21 * page + 7 * (column - 1) + row;
  for (let row = 0; row < 7; row++) points.push(0, 0, row);
  for (const [x, y] of [
    [1, 0],
    [-0.6, 0.8],
    [-0.6, -0.8],
  ]) {
    for (let column = 1; column < 4; column++)
      for (let row = 0; row < 7; row++) points.push(column * x, column * y, row);
  }
  for (let page = 0; page < 3; page++) {
    for (let column = 0; column < 3; column++) {
      for (let row = 0; row < 6; row++) {
        const [a, b] = [at(page, column, row), at(page, column + 1, row)];
        const [c, d] = [at(page, column, row + 1), at(page, column + 1, row + 1)];
        faces.push(a, b, d, a, d, c);
      }
    }
  }
  return { positions: Float64Array.from(points), triangles: Uint32Array.from(faces) };
}
