import type { MeshClusters } from './mesh-clusters.js';

// Culling within one mesh that misses nothing (where the paper's own, Quick-CULLIDE 3.2, does). Clusters that share a
// vertex touch, so no picture can part them: they are left to exact tests. All others are asked about, with the mesh cut
// into patches as if they were objects: a cluster is hidden only where it, and not some neighbour of its, borders on
// the patches that are drawn.

/** Each triangle as a cluster of its own, as the paper takes them. */
export function triangleClusters(triangles: Uint32Array): MeshClusters {
  const count = triangles.length / 3;
  const triangleStart = Uint32Array.from({ length: count + 1 }, (_, t) => t);
  return {
    count,
    vertexStart: triangleStart.map((t) => 3 * t),
    vertices: triangles,
    triangleStart,
    triangles: triangleStart,
  };
}

/** Patches that a mesh is cut into: neighbours in the tree, so that halves, quarters, ... are in one piece. */
const PATCHES = 16;

/** The patch of each cluster. */
export function patchesOf({ count }: MeshClusters, patches = PATCHES): Uint32Array {
  return Uint32Array.from({ length: count }, (_, k) => Math.floor((k * patches) / count));
}

/** Which clusters share a vertex: the test that other pairs pass. */
export class Neighbours {
  readonly #count: number;
  readonly #keys = new Set<number>();

  constructor({ count, vertexStart, vertices }: MeshClusters) {
    this.#count = count;
    const clustersOf = new Map<number, number[]>();
    for (let k = 0; k < count; k++) {
      for (let i = vertexStart[k]; i < vertexStart[k + 1]; i++) {
        const others = clustersOf.get(vertices[i]) ?? [];
        for (const other of others) this.#keys.add(other * count + k);
        others.push(k);
        clustersOf.set(vertices[i], others);
      }
    }
  }

  /** How many pairs there are. */
  get pairs(): number {
    return this.#keys.size;
  }

  has(a: number, b: number): boolean {
    return this.#keys.has(Math.min(a, b) * this.#count + Math.max(a, b));
  }
}
