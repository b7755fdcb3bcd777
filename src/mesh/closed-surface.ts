import { hashOf } from './bit-hash.js';
import type { Connectivity } from './connectivity.js';
import { countingSort } from './counting-sort.js';
import { mergeNearVertices } from './merge-vertices.js';
import { inPieces, part, type Steps } from './steps.js';

/**
 * Whether every side of a triangle is walked as often one way as the other: the mesh encloses a volume. Vertices in one
 * place count as one, so that meshes split along creases are closed.
 */
export function* isClosedSurface(
  positions: Float64Array,
  triangles: Uint32Array,
  mesh: Connectivity,
): Steps<boolean> {
  const walks = yield* part(0, 0.5, walksOfEdges(triangles, mesh));
  if (!(yield* part(0.5, 0.8, mayBalance(positions, mesh, walks)))) return false;
  return yield* part(0.8, 1, balancesByPlace(positions, mesh, walks));
}

/** How much oftener each edge is walked from its smaller vertex to its larger than back. */
function* walksOfEdges(
  triangles: Uint32Array,
  { triangleEdges, edgeCount }: Connectivity,
): Steps<Int32Array> {
  const walks = new Int32Array(edgeCount);
  yield* inPieces(triangles.length, (from, to) => {
    for (let i = from; i < to; i++) {
      const next = triangles[i % 3 === 2 ? i - 2 : i + 1];
      walks[triangleEdges[i]] += triangles[i] < next ? 1 : -1;
    }
  });
  return walks;
}

/**
 * False where the walks surely do not balance, which for open meshes is all there is to do: a sum over walks of what
 * changes its sign with their direction, and depends on places alone, is 0 where they do.
 */
function* mayBalance(positions: Float64Array, { edges }: Connectivity, walks: Int32Array): Steps<boolean> {
  let sum = 0;
  yield* inPieces(walks.length, (from, to) => {
    for (let e = from; e < to; e++) {
      if (walks[e] === 0) continue;
      const a = hashOfPlace(positions, edges[2 * e]);
      const b = hashOfPlace(positions, edges[2 * e + 1]);
      const way = (Math.imul(a, hashOf(b, b, b)) - Math.imul(b, hashOf(a, a, a))) | 0;
      sum = (sum + Math.imul(walks[e], way)) | 0;
    }
  });
  return sum === 0;
}

const place = new Float64Array(3);
const bits = new Uint32Array(place.buffer);

function hashOfPlace(positions: Float64Array, vertex: number): number {
  for (let axis = 0; axis < 3; axis++) place[axis] = positions[3 * vertex + axis] + 0; // 0 for -0
  return hashOf(hashOf(bits[0], bits[2], bits[4]), hashOf(bits[1], bits[3], bits[5]), 0);
}

/** The edges that do not balance by themselves, with vertices in one place taken as one. */
function* balancesByPlace(
  positions: Float64Array,
  { edges }: Connectivity,
  walks: Int32Array,
): Steps<boolean> {
  const open: number[] = [];
  const collecting = inPieces(walks.length, (from, to) => {
    for (let e = from; e < to; e++) if (walks[e] !== 0) open.push(e);
  });
  yield* part(0, 0.5, collecting);
  if (open.length === 0) return true;
  const ends = Uint32Array.from({ length: 2 * open.length }, (_, i) => edges[2 * open[i >> 1] + (i & 1)]);
  const places = new Float64Array(3 * ends.length);
  for (let i = 0; i < ends.length; i++) places.set(positions.subarray(3 * ends[i], 3 * ends[i] + 3), 3 * i);
  const at = mergeNearVertices(places, 0);
  const first = Uint32Array.from(open, (_, i) => Math.min(at[2 * i], at[2 * i + 1]));
  const { start, order } = yield* part(0.5, 1, countingSort(first, ends.length));
  const balance = new Int32Array(ends.length);
  for (let v = 0; v < ends.length; v++) {
    for (let k = start[v]; k < start[v + 1]; k++) {
      const [a, b] = [at[2 * order[k]], at[2 * order[k] + 1]];
      if (a !== b) balance[Math.max(a, b)] += a < b ? walks[open[order[k]]] : -walks[open[order[k]]];
    }
    for (let k = start[v]; k < start[v + 1]; k++) {
      const other = Math.max(at[2 * order[k]], at[2 * order[k] + 1]);
      if (balance[other] !== 0) return false;
    }
  }
  return true;
}
