import type { SweptScene } from '../../scenes/swept/index.js';
import type { VisibilityBackend } from '../../src/visibility/backend.js';
import type { ClusterPairs } from '../../src/visibility/cluster-pairs.js';
import { PotentiallyCollidingSet } from '../../src/visibility/cullide.js';
import { conservativeFootprint } from '../../src/visibility/footprint-writer.js';
import { type CullingResult, PairFacts } from '../../src/visibility/pair-facts.js';
import { lossyFootprint } from '../../src/visibility/raw-triangles.js';
import type { View } from '../../src/visibility/view.js';
import { openPairs, type SweptInput } from './swept-input.js';
import { forEachTouchingPair } from './touching.js';

/**
 * How pairs are culled: as a step does, first objects and then clusters; clusters at once; the same with what is known asked
 * as well; with all clusters drawn and asked together; the papers' sets of clusters; and those, Quick-CULLIDE's and CULLIDE's,
 * with the papers' raw triangles, which lose contacts.
 */
export const METHODS = [
  'step',
  'split',
  'all-asks',
  'pairs',
  'quick-cullide',
  'cullide',
  'raw',
  'raw-cullide',
] as const;
export type Method = (typeof METHODS)[number];

export interface Culled extends CullingResult {
  readonly pairs: ClusterPairs;
  readonly totalMs: number;
}

export async function cullScene(
  input: SweptInput,
  backend: VisibilityBackend,
  method: Method,
  views: readonly View[],
): Promise<Culled> {
  const pairs = openPairs(input);
  const start = performance.now();
  const result = await cullPairs(input, pairs, backend, method, views);
  return { ...result, pairs, totalMs: performance.now() - start };
}

function cullPairs(
  { clusters, raw }: SweptInput,
  pairs: ClusterPairs,
  backend: VisibilityBackend,
  method: Method,
  views: readonly View[],
): Promise<CullingResult> {
  if (method === 'step' || method === 'split' || method === 'all-asks' || method === 'pairs') {
    const groups = method === 'pairs' ? undefined : clusters.object;
    const [startsWithObjects, asksKnown] = [method === 'step', method === 'all-asks'];
    return new PairFacts().cull(backend, clusters, pairs, { views, groups, startsWithObjects, asksKnown });
  }
  const isRaw = method === 'raw' || method === 'raw-cullide';
  const footprint = isRaw ? lossyFootprint(raw, false) : conservativeFootprint;
  const options = { views, usesClasses: method === 'raw' || method === 'quick-cullide', footprint };
  return new PotentiallyCollidingSet().cull(backend, clusters, pairs, options);
}

/** Which pairs of clusters have triangles that touch, as `pairKey`s. */
export function touchingClusters(scene: SweptScene, { clusterOf, clusters }: SweptInput): Set<number> {
  const touching = new Set<number>();
  forEachTouchingPair(scene, (a, b) => touching.add(pairKey(clusterOf[a], clusterOf[b], clusters.count)));
  return touching;
}

export function pairKey(a: number, b: number, count: number): number {
  return Math.min(a, b) * count + Math.max(a, b);
}

/** Pairs that touch and are not among those left, be it that the boxes or that the pictures took them away. */
export function missedPairs(
  touching: ReadonlySet<number>,
  pairs: ClusterPairs,
  clusterCount: number,
): number {
  let kept = 0;
  for (let i = 0; i < pairs.count; i++) {
    if (pairs.apart[i] === 0 && touching.has(pairKey(pairs.a[i], pairs.b[i], clusterCount))) kept++;
  }
  return touching.size - kept;
}
