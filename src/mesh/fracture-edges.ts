import { NONE } from '../kernels/layout/meshes.js';
import { hasCorner } from './adjacency.js';
import type { Connectivity } from './connectivity.js';
import type { TriangleEdit } from './fracture-edit.js';
import type { RecutVertices } from './fracture-vertices.js';

/** The edges after an edit, in the order of all meshes, and the new number of each old one: NONE where it is gone. */
export interface RecutEdges
  extends Pick<Connectivity, 'edgeCount' | 'edges' | 'triangleEdges' | 'edgeFaces' | 'edgeFaceCount'> {
  readonly newEdge: Uint32Array;
}

const KEY = 2 ** 25;

/** By what vertices are called where edges are sorted, of all vertices after an edit, and the vertex that each name is of. */
export interface VertexNames {
  readonly names: Uint32Array;
  readonly vertices: Uint32Array;
}

/** Numbers that sort as edges are sorted: by (larger, smaller) vertex. */
class EdgeKeys {
  readonly #by: VertexNames | undefined;

  constructor(by: VertexNames | undefined) {
    this.#by = by;
  }

  of(a: number, b: number): number {
    const { names } = this.#by ?? {};
    const [one, other] = names === undefined ? [a, b] : [names[a], names[b]];
    return Math.max(one, other) * KEY + Math.min(one, other);
  }

  ofEdge({ edges }: Pick<Connectivity, 'edges'>, edge: number): number {
    return this.of(edges[2 * edge], edges[2 * edge + 1]);
  }

  /** The smaller vertex, then the larger one. */
  ends(key: number): [number, number] {
    const { vertices } = this.#by ?? {};
    const [smaller, larger] = [key % KEY, Math.floor(key / KEY)];
    return vertices === undefined ? [smaller, larger] : [vertices[smaller], vertices[larger]];
  }
}

/** `by`: where edges are in the order of other numbers than vertices have. */
export function recutEdges(
  before: Uint32Array,
  after: Uint32Array,
  mesh: Connectivity,
  edit: TriangleEdit,
  vertices: RecutVertices,
  by?: VertexNames,
): RecutEdges {
  const edgeKeys = new EdgeKeys(by);
  const touched = touchedEdges(before, after, mesh, edit, edgeKeys);
  const keys = new Float64Array(touched.size);
  let filled = 0;
  for (const key of touched.keys()) keys[filled++] = key;
  keys.sort();
  const most = mesh.edgeCount + keys.length;
  const edges = new Uint32Array(2 * most);
  const edgeFaces = new Uint32Array(2 * most);
  const edgeFaceCount = new Uint32Array(most);
  const newEdge = new Uint32Array(mesh.edgeCount);
  const numbers = new Map<number, number>();
  const faces: number[] = [];
  let read = 0;
  let edgeCount = 0;
  for (let i = 0; i <= keys.length; i++) {
    const key = keys[i]; // and none behind the last
    const old = i < keys.length ? touched.get(key)! : mesh.edgeCount;
    const end = old === NONE ? placeOf(mesh, key, read, edgeKeys) : old;
    if (end > read) {
      edges.set(mesh.edges.subarray(2 * read, 2 * end), 2 * edgeCount);
      edgeFaces.set(mesh.edgeFaces.subarray(2 * read, 2 * end), 2 * edgeCount);
      edgeFaceCount.set(mesh.edgeFaceCount.subarray(read, end), edgeCount);
      const shift = edgeCount - read;
      for (let edge = read; edge < end; edge++) newEdge[edge] = edge + shift;
      edgeCount += end - read;
      read = end;
    }
    if (i === keys.length) break;
    const [smaller, larger] = edgeKeys.ends(key);
    facesAt(after, vertices, smaller, larger, faces);
    if (old !== NONE) newEdge[read++] = faces.length === 0 ? NONE : edgeCount;
    if (faces.length === 0) continue;
    edges[2 * edgeCount] = smaller;
    edges[2 * edgeCount + 1] = larger;
    edgeFaces[2 * edgeCount] = faces[0];
    edgeFaces[2 * edgeCount + 1] = faces.length > 1 ? faces[1] : NONE;
    edgeFaceCount[edgeCount] = faces.length;
    numbers.set(key, edgeCount++);
  }
  return {
    edgeCount,
    edges: edges.subarray(0, 2 * edgeCount),
    edgeFaces: edgeFaces.subarray(0, 2 * edgeCount),
    edgeFaceCount: edgeFaceCount.subarray(0, edgeCount),
    triangleEdges: recutTriangleEdges(after, mesh, vertices, newEdge, numbers, edgeKeys),
    newEdge,
  };
}

/** Edges that changed faces have or had, by their keys, with their old numbers; NONE for new ones. */
function touchedEdges(
  before: Uint32Array,
  after: Uint32Array,
  mesh: Connectivity,
  edit: TriangleEdit,
  edgeKeys: EdgeKeys,
): Map<number, number> {
  const touched = new Map<number, number>();
  const touchOld = (triangle: number) => {
    for (let side = 3 * triangle; side < 3 * triangle + 3; side++) {
      const edge = mesh.triangleEdges[side];
      touched.set(edgeKeys.ofEdge(mesh, edge), edge);
    }
  };
  for (let triangle = edit.triangleCount; triangle < mesh.triangleCount; triangle++) touchOld(triangle);
  for (const triangle of edit.changed) if (triangle < mesh.triangleCount) touchOld(triangle);
  for (const triangle of edit.changed) {
    for (let k = 0; k < 3; k++) {
      const a = after[3 * triangle + k];
      const b = after[3 * triangle + ((k + 1) % 3)];
      const key = edgeKeys.of(a, b);
      if (!touched.has(key)) touched.set(key, oldEdgeBetween(before, mesh, a, b));
    }
  }
  return touched;
}

function oldEdgeBetween(before: Uint32Array, mesh: Connectivity, a: number, b: number): number {
  if (a >= mesh.vertexCount || b >= mesh.vertexCount) return NONE;
  for (let i = mesh.vertexFaceStart[a]; i < mesh.vertexFaceStart[a + 1]; i++) {
    const face = mesh.vertexFaces[i];
    if (!hasCorner(before, face, b)) continue;
    for (let side = 3 * face; side < 3 * face + 3; side++) {
      const edge = mesh.triangleEdges[side];
      if (joins(mesh, edge, a, b)) return edge;
    }
  }
  return NONE;
}

function joins({ edges }: Connectivity, edge: number, a: number, b: number): boolean {
  const [one, other] = [edges[2 * edge], edges[2 * edge + 1]];
  return (one === a && other === b) || (one === b && other === a);
}

/** The first old edge behind a key, not before `from`. */
function placeOf(mesh: Connectivity, key: number, from: number, edgeKeys: EdgeKeys): number {
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
  { vertexFaceStart, vertexFaces }: RecutVertices,
  a: number,
  b: number,
  faces: number[],
): void {
  faces.length = 0;
  for (let i = vertexFaceStart[a]; i < vertexFaceStart[a + 1]; i++) {
    if (hasCorner(after, vertexFaces[i], b)) faces.push(vertexFaces[i]);
  }
}

function recutTriangleEdges(
  after: Uint32Array,
  mesh: Connectivity,
  { isChanged }: RecutVertices,
  newEdge: Uint32Array,
  numbers: ReadonlyMap<number, number>,
  edgeKeys: EdgeKeys,
): Uint32Array {
  const triangleEdges = new Uint32Array(after.length);
  for (let triangle = 0; triangle < after.length / 3; triangle++) {
    for (let k = 0; k < 3; k++) {
      const side = 3 * triangle + k;
      triangleEdges[side] =
        isChanged[triangle] === 0
          ? newEdge[mesh.triangleEdges[side]]
          : numbers.get(edgeKeys.of(after[side], after[3 * triangle + ((k + 1) % 3)]))!;
    }
  }
  return triangleEdges;
}
