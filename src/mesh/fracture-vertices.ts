import type { LocalConnectivity } from './connectivity.js';
import type { TriangleEdit } from './fracture-edit.js';

/** The faces of all vertices after an edit, and what of the old ones does not hold any more. */
export interface RecutVertices {
  readonly vertexFaceStart: Uint32Array;
  readonly vertexFaces: Uint32Array;
  /** Vertices that have or had a face that they had not or have not, ascending. */
  readonly touched: Uint32Array;
}

export function recutVertices(
  before: Uint32Array,
  mesh: LocalConnectivity,
  edit: TriangleEdit,
): RecutVertices {
  const oldCount = mesh.triangleCount;
  const isChanged = new Uint8Array(Math.max(oldCount, edit.triangleCount));
  isChanged.fill(1, edit.triangleCount);
  for (const triangle of edit.changed) isChanged[triangle] = 1;
  const isTouched = new Uint8Array(edit.vertexCount);
  for (let corner = 3 * edit.triangleCount; corner < before.length; corner++) isTouched[before[corner]] = 1;
  const added = new Map<number, number[]>();
  edit.changed.forEach((triangle, i) => {
    const had = before.subarray(3 * triangle, 3 * triangle + 3);
    const has = edit.corners.subarray(3 * i, 3 * i + 3);
    for (const vertex of had) if (!has.includes(vertex)) isTouched[vertex] = 1;
    for (const vertex of has) {
      if (!had.includes(vertex)) isTouched[vertex] = 1;
      const faces = added.get(vertex);
      if (faces === undefined) added.set(vertex, [triangle]);
      else faces.push(triangle);
    }
  });
  return facesOfVertices(mesh, edit, isTouched, isChanged, added);
}

/** Whole runs of vertices that are not touched are copied; where one is, its faces that are not changed stay, and others come between. */
function facesOfVertices(
  mesh: LocalConnectivity,
  edit: TriangleEdit,
  isTouched: Uint8Array,
  isChanged: Uint8Array,
  added: ReadonlyMap<number, readonly number[]>,
): RecutVertices {
  const vertexFaceStart = new Uint32Array(edit.vertexCount + 1);
  const vertexFaces = new Uint32Array(3 * edit.triangleCount);
  const touched: number[] = [];
  const oldStart = (vertex: number) => mesh.vertexFaceStart[Math.min(vertex, mesh.vertexCount)];
  let filled = 0;
  for (let vertex = 0; vertex < edit.vertexCount; ) {
    const first = vertex;
    const next = isTouched.indexOf(1, vertex);
    vertex = next < 0 ? edit.vertexCount : next;
    vertexFaces.set(mesh.vertexFaces.subarray(oldStart(first), oldStart(vertex)), filled);
    const shift = filled - oldStart(first);
    // vertices that were not there before have no faces here
    const known = Math.min(vertex, mesh.vertexCount);
    for (let v = first; v < known; v++) vertexFaceStart[v] = mesh.vertexFaceStart[v] + shift;
    filled = oldStart(vertex) + shift;
    vertexFaceStart.fill(filled, Math.max(first, known), vertex);
    for (; vertex < edit.vertexCount && isTouched[vertex] === 1; vertex++) {
      vertexFaceStart[vertex] = filled;
      touched.push(vertex);
      // both lists are ascending: they are merged
      const more = added.get(vertex) ?? [];
      let next = 0;
      for (let i = oldStart(vertex); i < oldStart(vertex + 1); i++) {
        const face = mesh.vertexFaces[i];
        if (isChanged[face] === 1) continue;
        while (next < more.length && more[next] < face) vertexFaces[filled++] = more[next++];
        vertexFaces[filled++] = face;
      }
      while (next < more.length) vertexFaces[filled++] = more[next++];
    }
  }
  vertexFaceStart[edit.vertexCount] = filled;
  return { vertexFaceStart, vertexFaces, touched: Uint32Array.from(touched) };
}
