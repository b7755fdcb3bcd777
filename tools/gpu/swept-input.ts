import type { SweptScene } from '../../scenes/swept/index.js';
import { ClusterPairs, SweepAndPrune } from '../../src/visibility/cluster-pairs.js';
import { addBody } from '../../src/visibility/gather.js';
import { clusterMesh } from '../../src/visibility/mesh-clusters.js';
import { addRawTriangles, RawTriangles } from '../../src/visibility/raw-triangles.js';
import { CLUSTER_TRIANGLES, SweptClusters } from '../../src/visibility/swept-clusters.js';

/** A scene as the culling takes it in. Triangles are numbered through the objects. */
export interface SweptInput {
  readonly clusters: SweptClusters;
  /** Clusters whose boxes touch, of different objects. */
  readonly pairs: ClusterPairs;
  /** Pairs of clusters of different objects, whether or not they are close. */
  readonly allPairs: number;
  readonly sweepMs: number;
  /** Where each object's triangles begin, and where the last one's end. */
  readonly firstTriangle: readonly number[];
  /** The cluster of each triangle. */
  readonly clusterOf: Uint32Array;
  /** Triangles as they are at the end of the step, in the order of the clusters. */
  readonly raw: RawTriangles;
}

export function sweptInput(scene: SweptScene, clusterTriangles = CLUSTER_TRIANGLES): SweptInput {
  const clusters = new SweptClusters();
  const raw = new RawTriangles();
  const firstTriangle = [0];
  for (const { triangles } of scene) firstTriangle.push((firstTriangle.at(-1) ?? 0) + triangles.length / 3);
  const clusterOf = new Uint32Array(firstTriangle.at(-1) ?? 0);
  const sizes: number[] = [];
  scene.forEach(({ triangles, start, end }, object) => {
    const cut = clusterMesh(start, triangles, clusterTriangles);
    const before = clusters.count;
    sizes.push(cut.count);
    addBody(clusters, object, cut, triangles, { start, end, reach: new Float64Array(start.length / 3) });
    addRawTriangles(raw, cut, triangles, end);
    for (let k = 0; k < cut.count; k++) {
      for (let i = cut.triangleStart[k]; i < cut.triangleStart[k + 1]; i++) {
        clusterOf[firstTriangle[object] + cut.triangles[i]] = before + k;
      }
    }
  });
  const pairs = new ClusterPairs();
  const from = performance.now();
  new SweepAndPrune().find(clusters, () => true, pairs);
  const sweepMs = performance.now() - from;
  return { clusters, pairs, allPairs: pairsBetween(sizes), sweepMs, firstTriangle, clusterOf, raw };
}

/** The pairs again, all of them open. */
export function openPairs({ pairs }: SweptInput): ClusterPairs {
  const open = new ClusterPairs();
  for (let i = 0; i < pairs.count; i++) open.add(pairs.a[i], pairs.b[i]);
  return open;
}

function pairsBetween(sizes: readonly number[]): number {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  return sizes.reduce((sum, size) => sum - size * size, total * total) / 2;
}
