import type { Connectivity } from './connectivity.js';
import type { TriangleEdit } from './fracture-edit.js';

/** The faces of all vertices after an edit, and what of the old ones does not hold any more. */
export interface RecutVertices {
  readonly vertexFaceStart: Uint32Array;
  readonly vertexFaces: Uint32Array;
  /** Vertices that have or had a changed face, ascending. */
  readonly touched: Uint32Array;
  /** 1 for faces that are changed or gone. */
  readonly isChanged: Uint8Array;
}

export function recutVertices(before: Uint32Array, mesh: Connectivity, edit: TriangleEdit): RecutVertices {
  const oldCount = mesh.triangleCount;
  const isChanged = new Uint8Array(Math.max(oldCount, edit.triangleCount));
  isChanged.fill(1, edit.triangleCount);
  for (const triangle of edit.changed) isChanged[triangle] = 1;
  const isTouched = new Uint8Array(edit.vertexCount);
  const touchOld = (triangle: number) => {
    for (let k = 0; k < 3; k++) isTouched[before[3 * triangle + k]] = 1;
  };
  for (let triangle = edit.triangleCount; triangle < oldCount; triangle++) touchOld(triangle);
  const added = new Map<number, number[]>();
  edit.changed.forEach((triangle, i) => {
    if (triangle < oldCount) touchOld(triangle);
    for (let k = 0; k < 3; k++) {
      const vertex = edit.corners[3 * i + k];
      isTouched[vertex] = 1;
      const faces = added.get(vertex);
      if (faces === undefined) added.set(vertex, [triangle]);
      else faces.push(triangle);
    }
  });

  const vertexFaceStart = new Uint32Array(edit.vertexCount + 1);
  const vertexFaces = new Uint32Array(3 * edit.triangleCount);
  const touched: number[] = [];
  let filled = 0;
  for (let vertex = 0; vertex < edit.vertexCount; vertex++) {
    vertexFaceStart[vertex] = filled;
    const first = vertex < mesh.vertexCount ? mesh.vertexFaceStart[vertex] : 0;
    const end = vertex < mesh.vertexCount ? mesh.vertexFaceStart[vertex + 1] : 0;
    if (isTouched[vertex] === 0) {
      for (let i = first; i < end; i++) vertexFaces[filled++] = mesh.vertexFaces[i];
      continue;
    }
    touched.push(vertex);
    // both lists are ascending: they are merged
    const more = added.get(vertex) ?? [];
    let next = 0;
    for (let i = first; i < end; i++) {
      const face = mesh.vertexFaces[i];
      if (isChanged[face] === 1) continue;
      while (next < more.length && more[next] < face) vertexFaces[filled++] = more[next++];
      vertexFaces[filled++] = face;
    }
    while (next < more.length) vertexFaces[filled++] = more[next++];
  }
  vertexFaceStart[edit.vertexCount] = filled;
  return { vertexFaceStart, vertexFaces, touched: Uint32Array.from(touched), isChanged };
}
