import { NONE } from '../kernels/layout/meshes.js';
import { type BvhTopology, NO_CHILD } from './bvh-build.js';
import type { Connectivity } from './connectivity.js';
import { DisjointSets } from './disjoint-sets.js';
import { drain, inPieces, part, type Steps } from './steps.js';

/**
 * Which nodes of a tree cover a disk: a part of the mesh that is connected through its own edges, with at most two
 * faces at each, consistently oriented, without a pinched vertex, of Euler characteristic 1. It depends on the
 * connectivity alone.
 *
 * Nothing is counted twice: an edge lies inside all nodes from the lowest one that has both its faces upwards, and so
 * with all the other facts. Each is noted where it begins, and one reverse loop adds them up.
 */
export function diskNodes(bvh: BvhTopology, triangles: Uint32Array, mesh: Connectivity): Uint8Array {
  return drain(diskNodesInSteps(bvh, triangles, mesh));
}

/** The same, a piece at a time. */
export function* diskNodesInSteps(
  bvh: BvhTopology,
  triangles: Uint32Array,
  mesh: Connectivity,
): Steps<Uint8Array> {
  const tree = new Ancestry(bvh);
  const nodeCount = bvh.child.length;
  const insideEdges = new Int32Array(nodeCount);
  const repeatedCorners = new Int32Array(nodeCount);
  const closedFans = new Int32Array(nodeCount);
  const bad = new Uint8Array(nodeCount);
  const joins = noteEdges(tree, triangles, mesh, insideEdges, bad);
  yield 0.3;
  yield* part(0.3, 0.8, noteVertices(tree, triangles, mesh, repeatedCorners, closedFans));

  const disks = new Uint8Array(nodeCount);
  const components = new Int32Array(nodeCount).fill(1);
  const sets = new DisjointSets(mesh.triangleCount);
  for (let node = nodeCount - 1; node >= 0; node--) {
    const child = bvh.child[node];
    if (child !== NO_CHILD) {
      insideEdges[node] += insideEdges[child] + insideEdges[child + 1];
      repeatedCorners[node] += repeatedCorners[child] + repeatedCorners[child + 1];
      closedFans[node] += closedFans[child] + closedFans[child + 1];
      bad[node] |= bad[child] | bad[child + 1];
      components[node] = components[child] + components[child + 1];
      for (let i = joins.start[node]; i < joins.start[node + 1]; i++) {
        const edge = joins.edges[i];
        const one = sets.smallestWith(mesh.edgeFaces[2 * edge]);
        const other = sets.smallestWith(mesh.edgeFaces[2 * edge + 1]);
        if (one === other) continue;
        sets.unite(one, other);
        components[node]--;
      }
    }
    const faces = child === NO_CHILD ? 1 : bvh.meta[node];
    const vertices = 3 * faces - repeatedCorners[node];
    const edges = 3 * faces - insideEdges[node];
    // Faces around a vertex, less the edges between them: open fans, and closed ones, which have as many of both.
    const fans = 3 * faces - 2 * insideEdges[node] + closedFans[node];
    const isDisk = components[node] === 1 && fans === vertices && vertices - edges + faces === 1;
    disks[node] = isDisk && bad[node] === 0 ? 1 : 0;
  }
  return disks;
}

/** Finds the lowest node that has two triangles: parents have lower indices than their children. */
class Ancestry {
  readonly parent: Uint32Array;
  /** Each triangle's leaf, and its place among the leaves in depth-first order. */
  readonly leaf: Uint32Array;
  readonly place: Uint32Array;

  constructor(bvh: BvhTopology) {
    this.parent = new Uint32Array(bvh.child.length);
    this.leaf = new Uint32Array((bvh.child.length + 1) / 2);
    this.place = new Uint32Array(this.leaf.length);
    this.#order(bvh);
    for (let node = 0; node < bvh.child.length; node++) {
      const child = bvh.child[node];
      if (child === NO_CHILD) {
        this.leaf[bvh.meta[node]] = node;
      } else {
        this.parent[child] = node;
        this.parent[child + 1] = node;
      }
    }
  }

  #order(bvh: BvhTopology): void {
    const pending = bvh.child.length > 0 ? [0] : [];
    for (let place = 0; pending.length > 0; ) {
      const node = pending.pop()!;
      if (bvh.child[node] === NO_CHILD) this.place[bvh.meta[node]] = place++;
      else pending.push(bvh.child[node] + 1, bvh.child[node]);
    }
  }

  nodeOf(s: number, t: number): number {
    return this.lowest(this.leaf[s], this.leaf[t]);
  }

  lowest(nodeA: number, nodeB: number): number {
    let a = nodeA;
    let b = nodeB;
    while (a !== b) {
      if (a > b) a = this.parent[a];
      else b = this.parent[b];
    }
    return a;
  }
}

/** Notes where edges come inside and what is wrong with them; returns the edges by the node where they do. */
function noteEdges(
  tree: Ancestry,
  triangles: Uint32Array,
  mesh: Connectivity,
  insideEdges: Int32Array,
  bad: Uint8Array,
): { start: Uint32Array; edges: Uint32Array } {
  const nodeOfEdge = new Uint32Array(mesh.edgeCount).fill(NONE);
  const start = new Uint32Array(insideEdges.length + 1);
  for (let edge = 0; edge < mesh.edgeCount; edge++) {
    const s = mesh.edgeFaces[2 * edge];
    const t = mesh.edgeFaces[2 * edge + 1];
    if (t === NONE) continue;
    const node = tree.nodeOf(s, t);
    nodeOfEdge[edge] = node;
    insideEdges[node]++;
    start[node + 1]++;
    if (runsForward(triangles, s, mesh, edge) === runsForward(triangles, t, mesh, edge)) bad[node] = 1;
  }
  for (let side = 0; side < mesh.triangleEdges.length; side++) {
    // three faces or more: no node with any of them will do
    if (mesh.edgeFaceCount[mesh.triangleEdges[side]] > 2) bad[tree.leaf[Math.floor(side / 3)]] = 1;
  }
  for (let node = 0; node < insideEdges.length; node++) start[node + 1] += start[node];
  const edges = new Uint32Array(start[insideEdges.length]);
  const place = start.slice();
  for (let edge = 0; edge < mesh.edgeCount; edge++) {
    if (nodeOfEdge[edge] !== NONE) edges[place[nodeOfEdge[edge]]++] = edge;
  }
  return { start, edges };
}

/** Whether a triangle runs along its edge from the smaller vertex to the larger. */
function runsForward(triangles: Uint32Array, triangle: number, mesh: Connectivity, edge: number): boolean {
  for (let k = 0; k < 3; k++) {
    if (mesh.triangleEdges[3 * triangle + k] === edge) {
      return triangles[3 * triangle + k] === mesh.edges[2 * edge];
    }
  }
  return false;
}

/** Notes where a vertex is met again, and where the faces around it close. */
function noteVertices(
  tree: Ancestry,
  triangles: Uint32Array,
  mesh: Connectivity,
  repeatedCorners: Int32Array,
  closedFans: Int32Array,
): Steps<void> {
  return inPieces(mesh.vertexCount, (from, to) => {
    for (let vertex = from; vertex < to; vertex++) {
      const first = mesh.vertexFaceStart[vertex];
      const end = mesh.vertexFaceStart[vertex + 1];
      // In depth-first order the leaves below a node are neighbours: those at the vertex join where neighbours do.
      const faces = mesh.vertexFaces.slice(first, end).sort((s, t) => tree.place[s] - tree.place[t]);
      for (let i = 1; i < faces.length; i++) repeatedCorners[tree.nodeOf(faces[i - 1], faces[i])]++;
      for (const face of faces) {
        const node = closedFanFrom(tree, triangles, mesh, vertex, face, faces.length);
        if (node !== NONE) closedFans[node]++;
      }
    }
  });
}

/** The lowest node with a whole closed fan around a vertex, asked of the fan's first face; NONE otherwise. */
function closedFanFrom(
  tree: Ancestry,
  triangles: Uint32Array,
  mesh: Connectivity,
  vertex: number,
  first: number,
  most: number,
): number {
  let node = tree.leaf[first];
  let face = first;
  for (let i = 0; i < most; i++) {
    const edge = edgeAfter(triangles, mesh, vertex, face);
    const next = mesh.edgeFaces[2 * edge] === face ? mesh.edgeFaces[2 * edge + 1] : mesh.edgeFaces[2 * edge];
    if (next === NONE || next < first) return NONE;
    if (next === first) return node;
    node = tree.lowest(node, tree.leaf[next]);
    face = next;
  }
  return NONE;
}

/** The edge that a face runs along from the vertex: consistently oriented faces are met one after the other. */
function edgeAfter(triangles: Uint32Array, mesh: Connectivity, vertex: number, face: number): number {
  for (let k = 0; k < 3; k++) {
    if (triangles[3 * face + k] === vertex) return mesh.triangleEdges[3 * face + k];
  }
  return NONE;
}
