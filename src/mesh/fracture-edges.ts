import { NONE } from '../kernels/layout/meshes.js';
import { hasCorner } from './adjacency.js';
import type { LocalConnectivity } from './connectivity.js';
import type { TriangleEdit } from './fracture-edit.js';
import type { RecutVertices } from './fracture-vertices.js';
import { edgeOf } from './side-edges.js';

/** The edges after an edit, in the order of all meshes. */
export interface RecutEdges extends Pick<LocalConnectivity, 'edgeCount' | 'edges' | 'edgeFaces'> {
  /** The edges of changed triangles, three each, in the order of their sides. */
  readonly changedEdges: Uint32Array;
  /** By how much the number of each old edge goes up. */
  readonly shifts: Uint32Array;
}

/** The new number of an old edge: NONE where it is gone. */
export function newEdge(shifts: Uint32Array, edge: number): number {
  return (edge + shifts[edge]) >>> 0;
}

const KEY = 2 ** 25;

/** By what vertices are called where edges are sorted, of all vertices after an edit, and the vertex that each name is of. */
export interface VertexNames {
  readonly names: Uint32Array;
  readonly vertices: Uint32Array;
}

/** Numbers that sort as edges are sorted: by (larger, smaller) vertex. */
class EdgeKeys {
  readonly #names: Uint32Array | undefined;
  readonly #vertices: Uint32Array | undefined;

  constructor(by: VertexNames | undefined) {
    this.#names = by?.names;
    this.#vertices = by?.vertices;
  }

  of(a: number, b: number): number {
    const one = this.#names === undefined ? a : this.#names[a];
    const other = this.#names === undefined ? b : this.#names[b];
    return Math.max(one, other) * KEY + Math.min(one, other);
  }

  ofEdge({ edges }: Pick<LocalConnectivity, 'edges'>, edge: number): number {
    return this.of(edges[2 * edge], edges[2 * edge + 1]);
  }

  smallerEnd(key: number): number {
    const name = key % KEY;
    return this.#vertices === undefined ? name : this.#vertices[name];
  }

  largerEnd(key: number): number {
    const name = Math.floor(key / KEY);
    return this.#vertices === undefined ? name : this.#vertices[name];
  }
}

/** What the sides of changed triangles are. */
interface ChangedSides {
  /** The old edge that each of them is, three a triangle, or NONE. */
  readonly oldEdge: Uint32Array;
  /** The keys of those that are none, ascending, each once; and of each side, where it is none. */
  readonly newKeys: Float64Array;
  readonly keys: Float64Array;
  /** 1 for old edges that changed faces have or had. */
  readonly isTouched: Uint8Array;
}

/**
 * Edges that the edit leaves alone are copied, in order; those that it touches have their faces counted again, and new ones come in
 * between. `by`: where edges are in the order of other numbers than vertices have.
 */
export function recutEdges(
  after: Uint32Array,
  old: OldTriangles,
  edit: TriangleEdit,
  vertices: Pick<RecutVertices, 'vertexFaceStart' | 'vertexFaces'>,
  by?: VertexNames,
): RecutEdges {
  const edgeKeys = new EdgeKeys(by);
  const { isTouched, keys, newKeys, oldEdge } = changedSides(old, edit, edgeKeys);
  const { mesh } = old;
  const edges = new Uint32Array(2 * (mesh.edgeCount + newKeys.length));
  const edgeFaces = new Uint32Array(edges.length);
  const shifts = new Uint32Array(mesh.edgeCount);
  const newNumbers = new Uint32Array(newKeys.length);
  const faces: number[] = [];
  let read = 0;
  let edgeCount = 0;
  const write = (smaller: number, larger: number): void => {
    edges[2 * edgeCount] = smaller;
    edges[2 * edgeCount + 1] = larger;
    edgeFaces[2 * edgeCount] = faces[0];
    edgeFaces[2 * edgeCount + 1] = faces.length > 1 ? faces[1] : NONE;
    edgeCount++;
  };
  const takeOldUpTo = (end: number): void => {
    while (read < end) {
      const first = read;
      const next = isTouched.indexOf(1, read);
      read = next < 0 ? end : Math.min(next, end);
      edges.set(mesh.edges.subarray(2 * first, 2 * read), 2 * edgeCount);
      edgeFaces.set(mesh.edgeFaces.subarray(2 * first, 2 * read), 2 * edgeCount);
      shifts.fill(edgeCount - first, first, read);
      edgeCount += read - first;
      for (; read < end && isTouched[read] === 1; read++) {
        facesAt(after, vertices, mesh.edges[2 * read], mesh.edges[2 * read + 1], faces);
        shifts[read] = (faces.length === 0 ? NONE : edgeCount) - read;
        if (faces.length > 0) write(mesh.edges[2 * read], mesh.edges[2 * read + 1]);
      }
    }
  };
  for (let i = 0; i < newKeys.length; i++) {
    takeOldUpTo(placeOf(mesh, newKeys[i], read, edgeKeys));
    const smaller = edgeKeys.smallerEnd(newKeys[i]);
    const larger = edgeKeys.largerEnd(newKeys[i]);
    facesAt(after, vertices, smaller, larger, faces);
    newNumbers[i] = edgeCount;
    write(smaller, larger);
  }
  takeOldUpTo(mesh.edgeCount);
  return {
    edgeCount,
    shifts,
    edges: edges.subarray(0, 2 * edgeCount),
    edgeFaces: edgeFaces.subarray(0, 2 * edgeCount),
    changedEdges: oldEdge.map((edge, side) =>
      edge === NONE ? newNumbers[indexIn(newKeys, keys[side])] : newEdge(shifts, edge),
    ),
  };
}

/** A mesh before an edit. */
interface OldTriangles {
  readonly mesh: LocalConnectivity;
  readonly triangles: Uint32Array;
}

function changedSides(
  { mesh, triangles }: OldTriangles,
  { changed, corners, triangleCount }: TriangleEdit,
  edgeKeys: EdgeKeys,
): ChangedSides {
  const isTouched = new Uint8Array(mesh.edgeCount);
  const touchOld = (triangle: number): void => {
    for (let side = 3 * triangle; side < 3 * triangle + 3; side++) isTouched[edgeOf(mesh, side)] = 1;
  };
  for (let triangle = triangleCount; triangle < mesh.triangleCount; triangle++) touchOld(triangle);
  for (const triangle of changed) if (triangle < mesh.triangleCount) touchOld(triangle);
  const oldEdge = new Uint32Array(corners.length);
  const keys = new Float64Array(corners.length);
  for (let side = 0; side < corners.length; side++) {
    const [a, b] = [corners[side], corners[nextCorner(side)]];
    oldEdge[side] = oldEdgeBetween(triangles, mesh, a, b);
    if (oldEdge[side] === NONE) keys[side] = edgeKeys.of(a, b);
    else isTouched[oldEdge[side]] = 1;
  }
  const newKeys = eachOnce(keys.filter((_, side) => oldEdge[side] === NONE).sort());
  return { oldEdge, newKeys, keys, isTouched };
}

function nextCorner(side: number): number {
  return side % 3 === 2 ? side - 2 : side + 1;
}

/** Of ascending numbers. */
function eachOnce(sorted: Float64Array): Float64Array {
  let count = 0;
  for (const key of sorted) if (count === 0 || key !== sorted[count - 1]) sorted[count++] = key;
  return sorted.subarray(0, count);
}

function oldEdgeBetween(before: Uint32Array, mesh: LocalConnectivity, a: number, b: number): number {
  if (a >= mesh.vertexCount || b >= mesh.vertexCount) return NONE;
  for (let i = mesh.vertexFaceStart[a]; i < mesh.vertexFaceStart[a + 1]; i++) {
    const face = mesh.vertexFaces[i];
    if (!hasCorner(before, face, b)) continue;
    for (let side = 3 * face; side < 3 * face + 3; side++) {
      const edge = edgeOf(mesh, side);
      if (joins(mesh, edge, a, b)) return edge;
    }
  }
  return NONE;
}

function joins({ edges }: LocalConnectivity, edge: number, a: number, b: number): boolean {
  const [one, other] = [edges[2 * edge], edges[2 * edge + 1]];
  return (one === a && other === b) || (one === b && other === a);
}

/** The first old edge behind a key, not before `from`. */
function placeOf(mesh: LocalConnectivity, key: number, from: number, edgeKeys: EdgeKeys): number {
  let low = from;
  let high = mesh.edgeCount;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (edgeKeys.ofEdge(mesh, middle) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

function facesAt(
  after: Uint32Array,
  { vertexFaceStart, vertexFaces }: Pick<RecutVertices, 'vertexFaceStart' | 'vertexFaces'>,
  a: number,
  b: number,
  faces: number[],
): void {
  faces.length = 0;
  for (let i = vertexFaceStart[a]; i < vertexFaceStart[a + 1]; i++) {
    if (hasCorner(after, vertexFaces[i], b)) faces.push(vertexFaces[i]);
  }
}

/** The place of a number among ascending ones that have it. */
function indexIn(ascending: Float64Array, value: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
