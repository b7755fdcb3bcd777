import {
  FEATURES_ACROSS,
  FEATURES_BYTES,
  FEATURES_CORNERS,
  FEATURES_COUNTS,
  FEATURES_EDGES,
  FEATURES_FIRST_FACES,
  FEATURES_SIGNATURE_HIGH,
  FEATURES_SIGNATURE_LOW,
  NONE,
} from '../kernels/layout/meshes.js';
import { askedBySides, type Connectivity, type LocalConnectivity } from './connectivity.js';
import { patchOfVertex } from './patches.js';
import { edgeOf } from './side-edges.js';
import { inPieces, type Steps } from './steps.js';

const WORDS = FEATURES_BYTES / 4;

/**
 * Every triangle's features, in the layout that the pair stage reads (FEATURES_BYTES each).
 *
 * R-Triangles 4.3.2: a greedy scan gives each vertex and edge to the first triangle that has it. That is also the first
 * incident face in ascending order, with which the procedural rule of ICCD V-B begins: a triangle represents such a
 * feature against every triangle that is not adjacent, and only the others need the rule.
 */
export function* triangleFeatures(triangles: Uint32Array, mesh: Connectivity): Steps<Uint32Array> {
  const patch = patchOfVertex(triangles, mesh);
  const records = new Uint32Array((triangles.length / 3) * WORDS);
  const local = askedBySides(mesh);
  yield* inPieces(triangles.length / 3, (from, to) => {
    for (let triangle = from; triangle < to; triangle++) {
      writeUnsigned(records, triangle, triangles, local);
      sign(records, triangle * WORDS, triangles, mesh, patch);
    }
  });
  return records;
}

/** Writes one triangle's record, but for its signature. `mesh` may say by the record itself which edges the triangle has. */
export function writeUnsigned(
  records: Uint32Array,
  triangle: number,
  triangles: Uint32Array,
  mesh: LocalConnectivity,
): void {
  const at = triangle * WORDS;
  for (let k = 0; k < 3; k++) sides[k] = edgeOf(mesh, 3 * triangle + k);
  const corners = orderCorners(records, at, triangle, triangles, mesh);
  const edges = orderEdges(records, at, triangle, triangles, mesh);
  records[at + FEATURES_COUNTS / 4] = corners + 4 * edges;
}

const sides = new Uint32Array(3);

function orderCorners(
  records: Uint32Array,
  at: number,
  triangle: number,
  triangles: Uint32Array,
  mesh: LocalConnectivity,
): number {
  let represented = 0;
  let others = 3;
  for (let k = 0; k < 3; k++) {
    const vertex = triangles[3 * triangle + k];
    const representative = representativeOfVertex(mesh, vertex);
    const place = representative === triangle ? represented++ : --others;
    records[at + FEATURES_FIRST_FACES / 4 + place] = representative;
    records[at + FEATURES_CORNERS / 4 + place] = vertex;
  }
  return represented;
}

function orderEdges(
  records: Uint32Array,
  at: number,
  triangle: number,
  triangles: Uint32Array,
  mesh: LocalConnectivity,
): number {
  let represented = 0;
  let others = 3;
  for (let k = 0; k < 3; k++) {
    const edge = sides[k];
    const representative = mesh.edgeFaces[2 * edge];
    const place = representative === triangle ? represented++ : --others;
    records[at + FEATURES_EDGES / 4 + place] = edge;
    records[at + FEATURES_ACROSS / 4 + place] =
      representative === triangle ? NONE : cornerAcross(triangles, representative, mesh.edges, edge);
  }
  return represented;
}

function representativeOfVertex(
  mesh: Pick<Connectivity, 'vertexFaceStart' | 'vertexFaces'>,
  vertex: number,
): number {
  return mesh.vertexFaces[mesh.vertexFaceStart[vertex]];
}

function cornerAcross(triangles: Uint32Array, triangle: number, edges: Uint32Array, edge: number): number {
  for (let k = 0; k < 3; k++) {
    const vertex = triangles[3 * triangle + k];
    if (vertex !== edges[2 * edge] && vertex !== edges[2 * edge + 1]) return vertex;
  }
  return NONE;
}

/**
 * A 64-bit signature of the patches that a triangle and its features' representatives touch. Two triangles with no bit
 * in common share no vertex, nor do the representatives of their features: they are not adjacent, and the greedy
 * assignment is the procedural one.
 */
function sign(
  records: Uint32Array,
  at: number,
  triangles: Uint32Array,
  mesh: Connectivity,
  patch: Uint32Array,
): void {
  const triangle = at / WORDS;
  for (let k = 0; k < 3; k++) {
    signTriangle(records, at, triangles, representativeOfVertex(mesh, triangles[3 * triangle + k]), patch);
    signTriangle(records, at, triangles, mesh.edgeFaces[2 * mesh.triangleEdges[3 * triangle + k]], patch);
  }
}

function signTriangle(
  records: Uint32Array,
  at: number,
  triangles: Uint32Array,
  triangle: number,
  patch: Uint32Array,
): void {
  for (let k = 0; k < 3; k++) {
    // Fibonacci hashing: patches side by side get bits apart
    const bit = Math.imul(patch[triangles[3 * triangle + k]], 0x9e3779b1) >>> 26;
    const half = bit < 32 ? FEATURES_SIGNATURE_LOW : FEATURES_SIGNATURE_HIGH;
    records[at + half / 4] |= 1 << (bit & 31);
  }
}
