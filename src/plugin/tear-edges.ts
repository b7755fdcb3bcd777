// Where a cloth tears: across edges that are stretched too far, at one of their ends.
import { NONE } from '../kernels/layout/meshes.js';
import type { LocalConnectivity } from '../mesh/connectivity.js';
import { edgeOf } from '../mesh/side-edges.js';

/** An edge that is stretched too far, and how far: its length by that at rest. */
export interface Stretched {
  readonly edge: number;
  readonly stretch: number;
}

/** A surface, and where its vertices are: x, y, z by axis. */
export interface TornSurface {
  readonly mesh: LocalConnectivity;
  readonly at: (vertex: number, axis: number) => number;
  readonly isPinned: (vertex: number) => boolean;
}

/** Where a vertex can be split in two, and how badly: 0 is right across the pull. */
interface Split {
  readonly edges: readonly number[];
  readonly isAtBoundary: boolean;
  readonly cost: number;
}

/**
 * Edges that open so that each stretched edge is let loose at one of its ends, in the order that they are given. The end is
 * split along the edges that lie most across the pull: a vertex at a boundary by one, another by two. So a crack grows from where it
 * is. An edge whose ends were both taken by others, are pinned, or have nothing to open, waits for a later step.
 */
export function tearEdges(surface: TornSurface, stretched: readonly Stretched[]): Set<number> {
  const { edges } = surface.mesh;
  const taken = new Set<number>();
  const found = new Set<number>();
  for (const { edge } of stretched) {
    const ends = [edges[2 * edge], edges[2 * edge + 1]];
    if (ends.some((end) => taken.has(end))) continue;
    const splits = ends.map((end) => (surface.isPinned(end) ? undefined : splitAt(surface, end, edge)));
    const split = better(splits[0], splits[1]);
    if (split === undefined) continue;
    for (const end of ends) taken.add(end);
    for (const each of split.edges) found.add(each);
  }
  return found;
}

function better(a: Split | undefined, b: Split | undefined): Split | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  if (a.isAtBoundary !== b.isAtBoundary) return a.isAtBoundary ? a : b;
  return b.cost < a.cost ? b : a;
}

function splitAt(surface: TornSurface, vertex: number, pulled: number): Split | undefined {
  const { mesh } = surface;
  const around = edgesAt(mesh, vertex);
  const inner = around.filter((edge) => edge !== pulled && mesh.edgeFaces[2 * edge + 1] !== NONE);
  const pull = directionOf(surface, pulled, vertex);
  const ways = inner.map((edge) => directionOf(surface, edge, vertex));
  const along = ways.map((way) => Math.abs(dot(way, pull)));
  const isAtBoundary = around.some((edge) => mesh.edgeFaces[2 * edge + 1] === NONE);
  let best: Split | undefined;
  for (let i = 0; i < inner.length; i++) {
    if (isAtBoundary) {
      if (best === undefined || along[i] < best.cost) {
        best = { edges: [inner[i]], isAtBoundary, cost: along[i] };
      }
      continue;
    }
    for (let j = 0; j < i; j++) {
      const cost = along[i] + along[j] + 1 + dot(ways[i], ways[j]);
      if (best === undefined || cost < best.cost) best = { edges: [inner[j], inner[i]], isAtBoundary, cost };
    }
  }
  return best;
}

/** Ascending. */
function edgesAt(mesh: LocalConnectivity, vertex: number): number[] {
  const { edges, vertexFaces, vertexFaceStart } = mesh;
  const found = new Set<number>();
  for (let i = vertexFaceStart[vertex]; i < vertexFaceStart[vertex + 1]; i++) {
    for (let k = 0; k < 3; k++) {
      const edge = edgeOf(mesh, 3 * vertexFaces[i] + k);
      if (edges[2 * edge] === vertex || edges[2 * edge + 1] === vertex) found.add(edge);
    }
  }
  return [...found].sort((a, b) => a - b);
}

type Direction = readonly [x: number, y: number, z: number];

/** Of length 1, from one end of an edge to the other; zero where they are in one place. */
function directionOf({ mesh, at }: TornSurface, edge: number, from: number): Direction {
  const to = mesh.edges[2 * edge] === from ? mesh.edges[2 * edge + 1] : mesh.edges[2 * edge];
  const x = at(to, 0) - at(from, 0);
  const y = at(to, 1) - at(from, 1);
  const z = at(to, 2) - at(from, 2);
  const length = Math.sqrt(x * x + y * y + z * z);
  return length > 0 ? [x / length, y / length, z / length] : [0, 0, 0];
}

function dot(a: Direction, b: Direction): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
