import { NONE } from '../kernels/layout/meshes.js';
import type { LocalConnectivity } from './connectivity.js';
import { newEdge } from './fracture-edges.js';
import { type Orphans, orphanSearch, orphansAtVertex, partnersOf } from './orphans.js';
import { edgeOf } from './side-edges.js';

/** More than there are edges: two of them make one exact number. */
const KEY = 2 ** 26;

/**
 * ICCD V-E, 1: orphans after a change of topology. Whether a pair is one depends on the faces at both features and on who is
 * adjacent to whom among them: only pairs of edges of which a changed face has or had one can be others than before, and pairs
 * with a changed face, which has a vertex in common with a face of `near` that has the pair's vertex. Old pairs with such an edge
 * or such a vertex are dropped, and all orphans of those are found anew.
 */
export function recutOrphans(
  old: { readonly mesh: LocalConnectivity; readonly orphans: Orphans },
  triangles: Uint32Array,
  mesh: LocalConnectivity,
  shifts: Uint32Array,
  changed: Uint32Array,
  near: Uint32Array,
  touched: Uint32Array,
): Orphans {
  const before = old.orphans;
  const search = orphanSearch(triangles, mesh);
  const isNearVertex = new Uint8Array(mesh.vertexCount);
  const isNearEdge = new Uint8Array(mesh.edgeCount);
  const forget = (oldFace: number): void => {
    for (let side = 3 * oldFace; side < 3 * oldFace + 3; side++) {
      const edge = newEdge(shifts, edgeOf(old.mesh, side));
      if (edge !== NONE) isNearEdge[edge] = 1;
    }
  };
  for (const vertex of touched) isNearVertex[vertex] = 1;
  for (const face of changed) {
    if (face < old.mesh.triangleCount) forget(face);
    for (let side = 3 * face; side < 3 * face + 3; side++) isNearEdge[edgeOf(mesh, side)] = 1;
  }
  for (const face of near) {
    for (let corner = 3 * face; corner < 3 * face + 3; corner++) isNearVertex[triangles[corner]] = 1;
  }
  for (let face = mesh.triangleCount; face < old.mesh.triangleCount; face++) forget(face);
  for (let at = isNearVertex.indexOf(1); at >= 0; at = isNearVertex.indexOf(1, at + 1))
    orphansAtVertex(search, at);
  const edgeEdge: number[] = [];
  for (let edge = isNearEdge.indexOf(1); edge >= 0; edge = isNearEdge.indexOf(1, edge + 1)) {
    for (const other of partnersOf(search, edge, isNearEdge))
      edgeEdge.push(Math.min(edge, other), Math.max(edge, other));
  }
  return {
    vertexFace: merged(keptVertices(before.vertexFace, isNearVertex), search.vertexFace),
    edgeEdge: merged(keptEdges(before.edgeEdge, shifts, isNearEdge), sorted(edgeEdge)),
  };
}

function keptVertices(pairs: Uint32Array, isNear: Uint8Array): Uint32Array {
  const kept = new Uint32Array(pairs.length);
  let count = 0;
  for (let i = 0; i < pairs.length; i += 2) {
    if (isNear[pairs[i]] === 1) continue;
    kept[count++] = pairs[i];
    kept[count++] = pairs[i + 1];
  }
  return kept.subarray(0, count);
}

/** New numbers keep the order of the old ones. */
function keptEdges(pairs: Uint32Array, shifts: Uint32Array, isNear: Uint8Array): Uint32Array {
  const kept = new Uint32Array(pairs.length);
  let count = 0;
  for (let i = 0; i < pairs.length; i += 2) {
    const a = newEdge(shifts, pairs[i]);
    const b = newEdge(shifts, pairs[i + 1]);
    if (a === NONE || b === NONE || isNear[a] === 1 || isNear[b] === 1) continue;
    kept[count++] = a;
    kept[count++] = b;
  }
  return kept.subarray(0, count);
}

function sorted(pairs: readonly number[]): number[] {
  const keys = Float64Array.from(
    { length: pairs.length / 2 },
    (_, i) => pairs[2 * i] * KEY + pairs[2 * i + 1],
  );
  const inOrder: number[] = [];
  for (const key of keys.sort()) inOrder.push(Math.floor(key / KEY), key % KEY);
  return inOrder;
}

/** Two sorted lists of pairs as one. */
function merged(a: Uint32Array, b: readonly number[]): Uint32Array {
  const all = new Uint32Array(a.length + b.length);
  let i = 0;
  let j = 0;
  for (let to = 0; to < all.length; to += 2) {
    const fromA = j === b.length || (i < a.length && (a[i] < b[j] || (a[i] === b[j] && a[i + 1] < b[j + 1])));
    all[to] = fromA ? a[i] : b[j];
    all[to + 1] = fromA ? a[i + 1] : b[j + 1];
    if (fromA) i += 2;
    else j += 2;
  }
  return all;
}
