import { NONE } from '../kernels/layout/meshes.js';
import type { LocalConnectivity } from './connectivity.js';
import { type CutSides, isCutSide, withEdgesCut } from './cut-sides.js';
import type { TriangleEdit } from './fracture-edit.js';
import { edgeOf } from './side-edges.js';

/** An edit that opens edges. New vertices are copies: they stand where the old ones do. */
export interface FanSplit extends TriangleEdit {
  /** The vertex that each new one is a copy of, ascending. */
  readonly source: Uint32Array;
  /** All sides that were cut so far, with those of this cut. */
  readonly cutSides: CutSides;
}

/**
 * Opens a surface along edges: around each of their ends, faces that are still joined across an edge keep one vertex, and
 * every other group of faces gets a copy of it. The group with the first face keeps the old one. An edge whose ends stay
 * whole stays closed: a cut opens from the second edge on, or where it meets a boundary. `before`: sides that were cut before,
 * which join nothing any more, so that edges open as if all had been cut at once, in whatever order they come.
 */
export function splitFans(
  triangles: Uint32Array,
  mesh: LocalConnectivity,
  cut: ReadonlySet<number>,
  before: CutSides,
): FanSplit {
  const cutSides = withEdgesCut(before, mesh, cut);
  const ends = new Set<number>();
  for (const edge of cut) ends.add(mesh.edges[2 * edge]).add(mesh.edges[2 * edge + 1]);
  const source: number[] = [];
  const copies = new Map<number, number>();
  for (const vertex of Uint32Array.from(ends).sort()) {
    const groups = groupsAround(mesh, vertex, cutSides);
    for (let g = 1; g < groups.length; g++) {
      for (const face of groups[g]) {
        for (let k = 0; k < 3; k++) {
          if (triangles[3 * face + k] === vertex) copies.set(3 * face + k, mesh.vertexCount + source.length);
        }
      }
      source.push(vertex);
    }
  }
  const changed = Uint32Array.from(
    new Set([...copies.keys()].map((corner) => Math.floor(corner / 3))),
  ).sort();
  const corners = new Uint32Array(3 * changed.length);
  for (let i = 0; i < corners.length; i++) {
    const corner = 3 * changed[Math.floor(i / 3)] + (i % 3);
    corners[i] = copies.get(corner) ?? triangles[corner];
  }
  return {
    changed,
    corners,
    triangleCount: mesh.triangleCount,
    vertexCount: mesh.vertexCount + source.length,
    source: Uint32Array.from(source),
    cutSides,
  };
}

/** The faces at a vertex, joined where they share an edge there that is not cut; the first face's group first. */
function groupsAround(mesh: LocalConnectivity, vertex: number, cut: CutSides): number[][] {
  const faces = mesh.vertexFaces.subarray(mesh.vertexFaceStart[vertex], mesh.vertexFaceStart[vertex + 1]);
  const groups: number[][] = [];
  const seen = new Set<number>();
  for (const first of faces) {
    if (seen.has(first)) continue;
    const group = [first];
    seen.add(first);
    for (let i = 0; i < group.length; i++) {
      for (const face of faces) {
        if (seen.has(face) || !areJoinedAt(mesh, vertex, group[i], face, cut)) continue;
        seen.add(face);
        group.push(face);
      }
    }
    groups.push(group);
  }
  return groups;
}

/** Whether two faces share an edge at a vertex that is not cut; three faces and more may. */
function areJoinedAt(
  mesh: LocalConnectivity,
  vertex: number,
  one: number,
  other: number,
  cut: CutSides,
): boolean {
  const { edges } = mesh;
  for (let side = 3 * one; side < 3 * one + 3; side++) {
    const edge = edgeOf(mesh, side);
    if (edges[2 * edge] !== vertex && edges[2 * edge + 1] !== vertex) continue;
    for (let across = 3 * other; across < 3 * other + 3; across++) {
      if (edgeOf(mesh, across) === edge && !(isCutSide(cut, side) && isCutSide(cut, across))) return true;
    }
  }
  return false;
}

/** Edges between faces that are named and faces that are not. */
export function edgesAround(mesh: LocalConnectivity, faces: Iterable<number>): Set<number> {
  const named = new Set(faces);
  const found = new Set<number>();
  for (const face of named) {
    for (let side = 3 * face; side < 3 * face + 3; side++) {
      const edge = edgeOf(mesh, side);
      if (hasOtherFace(mesh, edge, named)) found.add(edge);
    }
  }
  return found;
}

/** Whether an edge has a face that is not named. Of three faces and more, `edgeFaces` has two. */
function hasOtherFace(mesh: LocalConnectivity, edge: number, named: ReadonlySet<number>): boolean {
  const { edgeFaces, edges, vertexFaces, vertexFaceStart } = mesh;
  const second = edgeFaces[2 * edge + 1];
  if (second === NONE) return false;
  if (!named.has(edgeFaces[2 * edge]) || !named.has(second)) return true;
  const end = edges[2 * edge];
  for (let i = vertexFaceStart[end]; i < vertexFaceStart[end + 1]; i++) {
    const face = vertexFaces[i];
    if (named.has(face)) continue;
    for (let side = 3 * face; side < 3 * face + 3; side++) if (edgeOf(mesh, side) === edge) return true;
  }
  return false;
}

/** The edge between two vertices, or NONE. */
export function edgeBetween(
  { edges, edgeCount }: Pick<LocalConnectivity, 'edges' | 'edgeCount'>,
  a: number,
  b: number,
): number {
  const [smaller, larger] = a < b ? [a, b] : [b, a];
  let low = 0;
  let high = edgeCount;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const before =
      edges[2 * middle + 1] < larger || (edges[2 * middle + 1] === larger && edges[2 * middle] < smaller);
    if (before) low = middle + 1;
    else high = middle;
  }
  return low < edgeCount && edges[2 * low] === smaller && edges[2 * low + 1] === larger ? low : NONE;
}
