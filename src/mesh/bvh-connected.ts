import { NONE } from '../kernels/layout/meshes.js';
import { type BvhTopology, bvhNodeCount, halveAtMedian, NO_CHILD } from './bvh-build.js';
import type { CentroidKeys } from './centroids.js';
import type { Connectivity } from './connectivity.js';
import { countingSort } from './counting-sort.js';
import { drain } from './steps.js';

/** A round must leave at most this share of the clusters: each adds a level, and the tree's depth is bounded. */
const MOST_LEFT = 2 / 3;

/**
 * ICCD VI-A: a tree from the bottom up along the mesh's own edges, so that a node is a connected part of the mesh wherever it
 * can be, and may be skipped as a region. In each round every cluster is merged with the neighbour with which its box is the
 * smallest. What has no neighbour left (pieces of the mesh, the last clusters around a hub) is put together by place.
 */
export function buildConnectedBvh(
  swept: Float64Array,
  triangles: Uint32Array,
  mesh: Connectivity,
): BvhTopology {
  const clusters = new Clusters(swept, triangles);
  let open = Uint32Array.from({ length: mesh.triangleCount }, (_, triangle) => triangle);
  let links = innerEdges(mesh);
  for (;;) {
    const merged = mergeNeighbours(clusters, open, links);
    const stuck = merged.open.length > MOST_LEFT * open.length;
    ({ open, links } = merged);
    if (stuck) break;
  }
  if (open.length > 0) clusters.mergeByPlace(open);
  return clusters.laidOut(mesh.triangleCount);
}

/** Two triangles for each edge that has two: pairs that may be merged. */
function innerEdges({ edgeFaces, edgeCount }: Connectivity): Uint32Array {
  const links = new Uint32Array(2 * edgeCount);
  let filled = 0;
  for (let edge = 0; edge < edgeCount; edge++) {
    if (edgeFaces[2 * edge + 1] === NONE) continue;
    links[filled++] = edgeFaces[2 * edge];
    links[filled++] = edgeFaces[2 * edge + 1];
  }
  return links.subarray(0, filled);
}

/** One round. Those left over in the last round come first in `open`, and choose first. */
function mergeNeighbours(
  clusters: Clusters,
  open: Uint32Array,
  links: Uint32Array,
): { open: Uint32Array<ArrayBuffer>; links: Uint32Array } {
  const place = new Uint32Array(clusters.count);
  for (let i = 0; i < open.length; i++) place[open[i]] = i;
  const neighbours = drain(
    countingSort(
      links.map((cluster) => place[cluster]),
      open.length,
    ),
  );
  const mergedInto = new Uint32Array(open.length).fill(NONE);
  const left: number[] = [];
  const joined: number[] = [];
  for (let i = 0; i < open.length; i++) {
    if (mergedInto[i] !== NONE) continue;
    let best = NONE;
    let least = Number.POSITIVE_INFINITY;
    for (let n = neighbours.start[i]; n < neighbours.start[i + 1]; n++) {
      const other = place[links[neighbours.order[n] ^ 1]];
      if (mergedInto[other] !== NONE) continue;
      const size = clusters.sizeOfBoth(open[i], open[other]);
      if (size >= least) continue;
      least = size;
      best = other;
    }
    if (best === NONE) {
      left.push(open[i]);
      mergedInto[i] = open[i];
    } else {
      mergedInto[i] = clusters.merge(open[i], open[best]);
      mergedInto[best] = mergedInto[i];
      joined.push(mergedInto[i]);
    }
  }
  let kept = 0;
  for (let i = 0; i < links.length; i += 2) {
    const a = mergedInto[place[links[i]]];
    const b = mergedInto[place[links[i + 1]]];
    if (a === b) continue;
    links[kept++] = a;
    links[kept++] = b;
  }
  return { open: Uint32Array.from([...left, ...joined]), links: links.subarray(0, kept) };
}

/** Triangles and what they were merged into, each with its box. */
class Clusters {
  count: number;
  readonly #children: Uint32Array;
  readonly #inside: Uint32Array;
  /** Lowest x y z, highest x y z. */
  readonly #boxes: Float64Array;

  constructor(swept: Float64Array, triangles: Uint32Array) {
    this.count = triangles.length / 3;
    const most = bvhNodeCount(this.count);
    this.#children = new Uint32Array(2 * most);
    this.#inside = new Uint32Array(most).fill(1);
    this.#boxes = new Float64Array(6 * most);
    for (let t = 0; t < this.count; t++) {
      for (let k = 0; k < 3; k++) {
        let low = Number.POSITIVE_INFINITY;
        let high = Number.NEGATIVE_INFINITY;
        for (let corner = 3 * t; corner < 3 * t + 3; corner++) {
          const at = 6 * triangles[corner] + 2 * k;
          low = Math.min(low, swept[at], swept[at + 1]);
          high = Math.max(high, swept[at], swept[at + 1]);
        }
        this.#boxes[6 * t + k] = low;
        this.#boxes[6 * t + 3 + k] = high;
      }
    }
  }

  /** Half the surface of the box around two clusters: what the traversal's cost goes with. */
  sizeOfBoth(a: number, b: number): number {
    const x = this.#extent(a, b, 0);
    const y = this.#extent(a, b, 1);
    const z = this.#extent(a, b, 2);
    return x * y + y * z + z * x;
  }

  #extent(a: number, b: number, k: number): number {
    const boxes = this.#boxes;
    return (
      Math.max(boxes[6 * a + 3 + k], boxes[6 * b + 3 + k]) - Math.min(boxes[6 * a + k], boxes[6 * b + k])
    );
  }

  merge(a: number, b: number): number {
    const merged = this.count++;
    this.#children[2 * merged] = a;
    this.#children[2 * merged + 1] = b;
    this.#inside[merged] = this.#inside[a] + this.#inside[b];
    const boxes = this.#boxes;
    for (let k = 0; k < 3; k++) {
      boxes[6 * merged + k] = Math.min(boxes[6 * a + k], boxes[6 * b + k]);
      boxes[6 * merged + 3 + k] = Math.max(boxes[6 * a + 3 + k], boxes[6 * b + 3 + k]);
    }
    return merged;
  }

  mergeByPlace(open: Uint32Array): void {
    const middle = (k: number) =>
      Float32Array.from(open, (c) => this.#boxes[6 * c + k] + this.#boxes[6 * c + 3 + k]);
    this.#mergeRange({ x: middle(0), y: middle(1), z: middle(2), triangle: open }, 0, open.length);
  }

  #mergeRange(keys: CentroidKeys, begin: number, end: number): number {
    if (end - begin === 1) return keys.triangle[begin];
    const middle = halveAtMedian(keys, begin, end);
    return this.merge(this.#mergeRange(keys, begin, middle), this.#mergeRange(keys, middle, end));
  }

  /** The tree below the last cluster, depth first: siblings side by side, a node's descendants one range. */
  laidOut(triangleCount: number): BvhTopology {
    const nodeCount = bvhNodeCount(triangleCount);
    const bvh = { child: new Uint32Array(nodeCount), meta: new Uint32Array(nodeCount) };
    const pending = nodeCount === 0 ? [] : [0, this.count - 1];
    let free = 1;
    while (pending.length > 0) {
      const cluster = pending.pop()!;
      const node = pending.pop()!;
      if (cluster < triangleCount) {
        bvh.child[node] = NO_CHILD;
        bvh.meta[node] = cluster;
        continue;
      }
      bvh.child[node] = free;
      bvh.meta[node] = this.#inside[cluster];
      pending.push(free + 1, this.#children[2 * cluster + 1], free, this.#children[2 * cluster]);
      free += 2;
    }
    return bvh;
  }
}
