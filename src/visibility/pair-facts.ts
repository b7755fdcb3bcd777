import type { VisibilityBackend } from './backend.js';
import type { ClusterPairs } from './cluster-pairs.js';
import { fitFrame, newFrame } from './frame.js';
import { ASKED, DRAWN, OrderedPass } from './ordered-pass.js';
import { Partners } from './partners.js';
import { PassWriter, withoutCanaries } from './pass-writer.js';
import type { SweptClusters } from './swept-clusters.js';
import type { View } from './view.js';

/** What a round of culling came to. */
export interface CullingResult {
  /** Why nothing was culled; undefined where the GPU answered. */
  readonly problem: string | undefined;
  readonly freed: number;
  readonly passes: number;
  readonly asks: number;
  readonly encodeMs: number;
}

/**
 * Frees pairs of clusters by what hides what, a fact a pair and view: each view from both of its ends, its clusters from
 * the back to the front in each.
 */
export class PairFacts {
  readonly #writer = new PassWriter();
  readonly #partners = new Partners();
  readonly #frame = newFrame();
  #passes: OrderedPass[] = [];

  async cull(
    backend: VisibilityBackend,
    clusters: SweptClusters,
    pairs: ClusterPairs,
    views: readonly View[],
  ): Promise<CullingResult> {
    const count = this.write(clusters, pairs, views, backend.size);
    const batch = this.#writer.batch();
    const asks = batch.passes.reduce((sum, { askCount }) => sum + askCount, 0);
    const answer = await backend.ask(batch);
    const facts = { passes: count, asks, freed: 0 };
    if (answer.state === 'unknown') return { ...facts, problem: answer.reason, encodeMs: 0 };
    const { encodeMs } = answer;
    const seen = withoutCanaries(batch.passes, answer.seen);
    if (seen === undefined) return { ...facts, problem: 'a canary failed', encodeMs };
    return { ...facts, freed: this.#free(pairs, seen), problem: undefined, encodeMs };
  }

  /** Writes the passes of all views; returns how many there are. */
  write(clusters: SweptClusters, pairs: ClusterPairs, views: readonly View[], size: number): number {
    this.#partners.collect(pairs, clusters.count);
    this.#writer.begin(size);
    let used = 0;
    for (const view of views) {
      fitFrame(this.#frame, view, clusters, this.#partners.takesPart, size);
      for (const isFromBehind of [false, true]) {
        const pass = this.#pass(used++, clusters.count);
        pass.role.fill(DRAWN | ASKED);
        pass.write(this.#writer, clusters, this.#partners, this.#frame, isFromBehind);
      }
    }
    return used;
  }

  #free(pairs: ClusterPairs, seen: readonly Uint8Array[]): number {
    const { a, b, isFree } = pairs;
    let freed = 0;
    for (let i = 0; i < pairs.count; i++) {
      if (isFree[i] !== 0) continue;
      if (!seen.some((answers, p) => this.#passes[p].separates(a[i], b[i], answers))) continue;
      isFree[i] = 1;
      freed++;
    }
    return freed;
  }

  #pass(index: number, clusterCount: number): OrderedPass {
    this.#passes[index] ??= new OrderedPass();
    this.#passes[index].resize(clusterCount);
    return this.#passes[index];
  }
}
