import {
  FEATURES_ACROSS,
  FEATURES_BYTES,
  FEATURES_CORNERS,
  FEATURES_EDGES,
  FEATURES_FIRST_FACES,
  NONE,
} from '../kernels/layout/meshes.js';
import { type LocalConnectivity, localConnectivity } from './connectivity.js';
import { countingSort } from './counting-sort.js';
import { DisjointSets } from './disjoint-sets.js';
import type { CutMesh } from './fracture.js';
import { NO_LIST } from './side-edges.js';
import { drain } from './steps.js';

/** Which piece each triangle belongs to; piece 0 is the largest. */
export interface Pieces {
  readonly count: number;
  readonly ofTriangle: Uint32Array;
}

/**
 * What a cut took apart: parts that were one before, where `source` says of which vertices the new ones are copies. What was
 * unconnected before stays with the largest piece, unless it was cut as well.
 */
export function separatedPieces(
  triangles: Uint32Array,
  { vertexCount, triangleCount }: LocalConnectivity,
  source: Uint32Array,
): Pieces {
  const after = new DisjointSets(vertexCount);
  for (let t = 0; t < triangles.length; t += 3) {
    after.unite(triangles[t], triangles[t + 1]);
    after.unite(triangles[t], triangles[t + 2]);
  }
  const ofTriangle = new Uint32Array(triangleCount);
  const old = vertexCount - source.length;
  const parts = new Set<number>();
  source.forEach((vertex, i) => {
    const [one, other] = [after.smallestWith(vertex), after.smallestWith(old + i)];
    if (one !== other) parts.add(one).add(other);
  });
  if (parts.size === 0) return { count: 1, ofTriangle };
  const size = new Uint32Array(vertexCount);
  for (let t = 0; t < triangleCount; t++) size[after.smallestWith(triangles[3 * t])]++;
  // equal ones in the order of their first vertices
  const order = [...parts].sort((a, b) => size[b] - size[a] || a - b);
  const numberOf = new Uint32Array(vertexCount);
  order.forEach((root, piece) => {
    numberOf[root] = piece;
  });
  for (let t = 0; t < triangleCount; t++) ofTriangle[t] = numberOf[after.smallestWith(triangles[3 * t])];
  return { count: order.length, ofTriangle };
}

/** Where a walk has come to a part of all vertices without an answer, looking at all triangles once is less work. */
const MOST_WALKED = 1 / 8;

/**
 * Whether what was split is joined by other ways, as around the end of a cut: a walk from both sides at once, which stops where all have met.
 * False where that was not found out.
 */
export function staysWhole(
  triangles: Uint32Array,
  { vertexCount, vertexFaceStart, vertexFaces }: LocalConnectivity,
  source: Uint32Array,
): boolean {
  const old = vertexCount - source.length;
  const walked = [...new Set(source)];
  for (let copy = old; copy < vertexCount; copy++) walked.push(copy);
  // one more than the place of the vertex that the walk to each one began at, 0 where it has not come
  const places = new Uint32Array(vertexCount);
  walked.forEach((vertex, i) => {
    places[vertex] = i + 1;
  });
  const sets = new DisjointSets(walked.length);
  let apart = walked.length;
  const most = MOST_WALKED * vertexCount + walked.length;
  const from = walked.map((_, i) => i);
  for (let i = 0; i < walked.length && apart > 1; i++) {
    if (walked.length > most) return false;
    for (let f = vertexFaceStart[walked[i]]; f < vertexFaceStart[walked[i] + 1]; f++) {
      for (let k = 0; k < 3; k++) {
        const vertex = triangles[3 * vertexFaces[f] + k];
        const place = places[vertex];
        if (place === 0) {
          places[vertex] = from[i] + 1;
          from.push(from[i]);
          walked.push(vertex);
        } else if (sets.smallestWith(place - 1) !== sets.smallestWith(from[i])) {
          sets.unite(place - 1, from[i]);
          apart--;
        }
      }
    }
  }
  return apart === 1;
}

/** A piece as a mesh of its own. Numbers keep their order, so that representatives and orphans stay what they are. */
export interface Piece extends CutMesh {
  /** The whole's vertex and face of each of its own. */
  readonly vertices: Uint32Array;
  readonly faces: Uint32Array;
}

/** What is where in the whole, by piece, and the number of everything in its piece. */
export interface PieceNumbers {
  readonly newVertex: Uint32Array;
  readonly newFace: Uint32Array;
  readonly newEdge: Uint32Array;
}

/** Each piece with its own numbers. No piece may share a vertex with another. */
export function extractPieces(
  whole: CutMesh,
  { count, ofTriangle }: Pieces,
): { readonly pieces: Piece[]; readonly numbers: PieceNumbers } {
  const { mesh } = whole;
  const faces = drain(countingSort(ofTriangle, count));
  const pieceOfVertex = new Uint32Array(mesh.vertexCount);
  for (let v = 0; v < mesh.vertexCount; v++)
    pieceOfVertex[v] = ofTriangle[mesh.vertexFaces[mesh.vertexFaceStart[v]]];
  const vertices = drain(countingSort(pieceOfVertex, count));
  const pieceOfEdge = new Uint32Array(mesh.edgeCount);
  for (let e = 0; e < mesh.edgeCount; e++) pieceOfEdge[e] = ofTriangle[mesh.edgeFaces[2 * e]];
  const edges = drain(countingSort(pieceOfEdge, count));
  const newVertex = numbersIn(vertices, count);
  const newFace = numbersIn(faces, count);
  const newEdge = numbersIn(edges, count);
  const of = ({ start, order }: { start: Uint32Array; order: Uint32Array }, p: number) =>
    order.slice(start[p], start[p + 1]);
  const pieces = Array.from({ length: count }, (_, p): Piece => {
    const own = { vertices: of(vertices, p), faces: of(faces, p), edges: of(edges, p) };
    const triangles = renumbered(whole.triangles, own.faces, 3, newVertex);
    const features = ownFeatures(whole.features, own.faces, newVertex, newFace, newEdge);
    const connected = ownConnectivity(whole.mesh, own, newVertex, newFace);
    return {
      vertices: own.vertices,
      faces: own.faces,
      triangles,
      mesh: localConnectivity(connected, { listed: NO_LIST, triangles, features }),
      features,
      orphans: {
        vertexFace: ownPairs(whole.orphans.vertexFace, (i) => pieceOfVertex[i] === p, newVertex, newFace),
        edgeEdge: ownPairs(whole.orphans.edgeEdge, (i) => pieceOfEdge[i] === p, newEdge, newEdge),
      },
    };
  });
  return { pieces, numbers: { newVertex, newFace, newEdge } };
}

function numbersIn({ start, order }: { start: Uint32Array; order: Uint32Array }, count: number): Uint32Array {
  const numbers = new Uint32Array(order.length);
  for (let p = 0; p < count; p++)
    for (let i = start[p]; i < start[p + 1]; i++) numbers[order[i]] = i - start[p];
  return numbers;
}

/** Records of `width` numbers each, those of some elements. */
function renumbered(records: Uint32Array, own: Uint32Array, width: number, names: Uint32Array): Uint32Array {
  const out = new Uint32Array(width * own.length);
  for (let i = 0; i < own.length; i++) {
    for (let k = 0; k < width; k++) {
      const name = records[width * own[i] + k];
      out[width * i + k] = name === NONE ? NONE : names[name];
    }
  }
  return out;
}

function ownConnectivity(
  mesh: LocalConnectivity,
  own: { readonly vertices: Uint32Array; readonly faces: Uint32Array; readonly edges: Uint32Array },
  newVertex: Uint32Array,
  newFace: Uint32Array,
): Omit<LocalConnectivity, 'sides'> {
  const vertexFaceStart = new Uint32Array(own.vertices.length + 1);
  const vertexFaces = new Uint32Array(3 * own.faces.length);
  let filled = 0;
  for (let i = 0; i < own.vertices.length; i++) {
    const end = mesh.vertexFaceStart[own.vertices[i] + 1];
    for (let f = mesh.vertexFaceStart[own.vertices[i]]; f < end; f++) {
      vertexFaces[filled++] = newFace[mesh.vertexFaces[f]];
    }
    vertexFaceStart[i + 1] = filled;
  }
  return {
    vertexCount: own.vertices.length,
    triangleCount: own.faces.length,
    edgeCount: own.edges.length,
    edges: renumbered(mesh.edges, own.edges, 2, newVertex),
    edgeFaces: renumbered(mesh.edgeFaces, own.edges, 2, newFace),
    vertexFaceStart,
    vertexFaces,
  };
}

function ownFeatures(
  features: Uint32Array,
  faces: Uint32Array,
  newVertex: Uint32Array,
  newFace: Uint32Array,
  newEdge: Uint32Array,
): Uint32Array {
  const words = FEATURES_BYTES / 4;
  const out = new Uint32Array(faces.length * words);
  for (let i = 0; i < faces.length; i++) {
    const to = i * words;
    const from = faces[i] * words;
    for (let k = 0; k < 3; k++) {
      const across = features[from + FEATURES_ACROSS / 4 + k];
      out[to + FEATURES_CORNERS / 4 + k] = newVertex[features[from + FEATURES_CORNERS / 4 + k]];
      out[to + FEATURES_EDGES / 4 + k] = newEdge[features[from + FEATURES_EDGES / 4 + k]];
      out[to + FEATURES_FIRST_FACES / 4 + k] = newFace[features[from + FEATURES_FIRST_FACES / 4 + k]];
      out[to + FEATURES_ACROSS / 4 + k] = across === NONE ? NONE : newVertex[across];
    }
    // the last of four words each has no new name: signatures, counts, and the number that the triangle was given with
    for (let k = 3; k < words; k += 4) out[to + k] = features[from + k];
  }
  return out;
}

/** Both of an orphan pair are in one piece: their faces share vertices. */
function ownPairs(
  pairs: Uint32Array,
  isOwn: (first: number) => boolean,
  firstNames: Uint32Array,
  secondNames: Uint32Array,
): Uint32Array {
  const out: number[] = [];
  for (let i = 0; i < pairs.length; i += 2) {
    if (isOwn(pairs[i])) out.push(firstNames[pairs[i]], secondNames[pairs[i + 1]]);
  }
  return Uint32Array.from(out);
}
