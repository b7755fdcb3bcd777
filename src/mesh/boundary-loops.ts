import type { Connectivity } from './connectivity.js';
import { inPieces, part, type Steps } from './steps.js';

/** Closed chains of vertices, where a mesh ends. */
export interface BoundaryLoops {
  /** How many there are. */
  readonly loopCount: number;
  /** Loop i is `loopVertices[loopStart[i]]` up to `loopStart[i + 1]`. */
  readonly loopStart: Uint32Array;
  readonly loopVertices: Uint32Array;
}

const PAUSE_EVERY = 2048;

/**
 * Walks along the sides where a sheet of triangles ends: edges with one face, and, once for each face, edges with more
 * than two. On a surface these are its boundaries. Around a vertex the walk stays in one fan, so at a pinched vertex
 * two loops touch and do not mix. Each loop starts at its lowest side, in that triangle's direction.
 */
export function* boundaryLoops(triangles: Uint32Array, mesh: Connectivity): Steps<BoundaryLoops> {
  const ends = yield* part(0, 0.7, sidesWithoutNeighbour(mesh));
  const walked = new Uint8Array(triangles.length);
  const loopStart = new Uint32Array(ends.length + 1);
  const loopVertices = new Uint32Array(ends.length);
  let loopCount = 0;
  let length = 0;
  for (const first of ends) {
    if (walked[first] === 1) continue;
    let side = first;
    let vertex = triangles[first];
    do {
      walked[side] = 1;
      loopVertices[length++] = vertex;
      vertex = otherEnd(mesh, side, vertex);
      side = nextAround(triangles, mesh, side, vertex);
      if (length % PAUSE_EVERY === 0) yield 0.7 + (0.3 * length) / ends.length;
    } while (side !== first);
    loopStart[++loopCount] = length;
  }
  return { loopCount, loopStart: loopStart.slice(0, loopCount + 1), loopVertices };
}

function* sidesWithoutNeighbour(mesh: Connectivity): Steps<Uint32Array> {
  const { triangleEdges, edgeFaceCount } = mesh;
  let paired = 0;
  yield* part(
    0,
    0.5,
    inPieces(mesh.edgeCount, (from, to) => {
      for (let e = from; e < to; e++) if (edgeFaceCount[e] === 2) paired += 2;
    }),
  );
  const sides = new Uint32Array(triangleEdges.length - paired);
  let found = 0;
  yield* part(
    0.5,
    1,
    inPieces(triangleEdges.length, (from, to) => {
      for (let side = from; side < to; side++) {
        if (edgeFaceCount[triangleEdges[side]] !== 2) sides[found++] = side;
      }
    }),
  );
  return sides;
}

function otherEnd({ triangleEdges, edges }: Connectivity, side: number, vertex: number): number {
  const edge = triangleEdges[side];
  return edges[2 * edge] === vertex ? edges[2 * edge + 1] : edges[2 * edge];
}

/** Turns around `vertex` from one end of its fan to the other. */
function nextAround(triangles: Uint32Array, mesh: Connectivity, from: number, vertex: number): number {
  const { triangleEdges, edgeFaces, edgeFaceCount } = mesh;
  let side = from;
  for (;;) {
    const triangle = Math.floor(side / 3);
    side = otherSideAt(triangles, triangle, side, vertex);
    const edge = triangleEdges[side];
    if (edgeFaceCount[edge] !== 2) return side;
    const across = edgeFaces[2 * edge] === triangle ? edgeFaces[2 * edge + 1] : edgeFaces[2 * edge];
    side = sideWithEdge(triangleEdges, across, edge);
  }
}

/** At corner k of a triangle meet its sides k and k - 1. */
function otherSideAt(triangles: Uint32Array, t: number, side: number, vertex: number): number {
  const k = triangles[3 * t] === vertex ? 0 : triangles[3 * t + 1] === vertex ? 1 : 2;
  return side === 3 * t + k ? 3 * t + ((k + 2) % 3) : 3 * t + k;
}

function sideWithEdge(triangleEdges: Uint32Array, t: number, edge: number): number {
  if (triangleEdges[3 * t] === edge) return 3 * t;
  return triangleEdges[3 * t + 1] === edge ? 3 * t + 1 : 3 * t + 2;
}
