import type { SweptObject, SweptScene } from '../../scenes/swept/index.js';
import type { VisibilityBackend } from '../../src/visibility/backend.js';
import { ClusterPairs, SweepAndPrune } from '../../src/visibility/cluster-pairs.js';
import { PotentiallyCollidingSet } from '../../src/visibility/cullide.js';
import { clusterMesh, type MeshClusters } from '../../src/visibility/mesh-clusters.js';
import { type CullingResult, PairFacts } from '../../src/visibility/pair-facts.js';
import { lossyFootprint } from '../../src/visibility/raw-triangles.js';
import { Neighbours, patchesOf } from '../../src/visibility/self-pairs.js';
import { CLUSTER_TRIANGLES } from '../../src/visibility/swept-clusters.js';
import type { View } from '../../src/visibility/view.js';
import { type SweptInput, sweptInput } from './swept-input.js';
import { forEachTouchingPair } from './touching.js';

/** One mesh and the pairs of its clusters that share no vertex. */
export interface SelfInput extends SweptInput {
  readonly cut: MeshClusters;
  readonly neighbours: Neighbours;
}

export function selfInput(mesh: SweptObject, clusterTriangles = CLUSTER_TRIANGLES): SelfInput {
  const input = sweptInput([mesh], clusterTriangles);
  const cut = clusterMesh(mesh.start, mesh.triangles, clusterTriangles);
  const neighbours = new Neighbours(cut);
  const pairs = new ClusterPairs();
  new SweepAndPrune().findWithin(input.clusters, (p, q) => !neighbours.has(p, q), pairs);
  return { ...input, pairs, cut, neighbours };
}

/** Pairs that touch and are no neighbours, as first * count + second. */
export function touchingWithin(mesh: SweptObject, { cut, neighbours }: SelfInput): Set<number> {
  const scene: SweptScene = Array.from({ length: cut.count }, (_, k) => partOf(mesh, cut, k));
  const clusterOf = scene.flatMap(({ triangles }, k) =>
    Array.from({ length: triangles.length / 3 }, () => k),
  );
  const touching = new Set<number>();
  forEachTouchingPair(scene, (a, b) => {
    const [p, q] = [clusterOf[a], clusterOf[b]];
    if (!neighbours.has(p, q)) touching.add(Math.min(p, q) * cut.count + Math.max(p, q));
  });
  return touching;
}

/** A cluster as an object of its own. */
function partOf(mesh: SweptObject, cut: MeshClusters, cluster: number): SweptObject {
  const vertices = [...cut.vertices.subarray(cut.vertexStart[cluster], cut.vertexStart[cluster + 1])];
  const own = cut.triangles.subarray(cut.triangleStart[cluster], cut.triangleStart[cluster + 1]);
  const triangles = [...own].flatMap((t) =>
    [...mesh.triangles.subarray(3 * t, 3 * t + 3)].map((v) => vertices.indexOf(v)),
  );
  const points = (all: Float64Array) =>
    Float64Array.from(vertices.flatMap((v) => [...all.subarray(3 * v, 3 * v + 3)]));
  return { triangles: Uint32Array.from(triangles), start: points(mesh.start), end: points(mesh.end) };
}

/** Patches against patches, or, LOSSY, the paper's own (Quick-CULLIDE 3.2). */
export function cullWithin(
  input: SelfInput,
  pairs: ClusterPairs,
  backend: VisibilityBackend,
  method: 'patches' | 'paper',
  views: readonly View[],
): Promise<CullingResult> {
  const { clusters, cut, raw } = input;
  if (method === 'patches') {
    return new PairFacts().cull(backend, clusters, pairs, { views, groups: patchesOf(cut) });
  }
  const options = { views, usesClasses: true, footprint: lossyFootprint(raw, true) };
  return new PotentiallyCollidingSet().cull(backend, clusters, pairs, options);
}
