import type { VisibilityBackend } from './backend.js';
import type { ClusterPairs } from './cluster-pairs.js';
import { withoutCanaries } from './pass-writer.js';
import { Round } from './round.js';
import type { SweptClusters } from './swept-clusters.js';
import type { View } from './view.js';
import { BFV } from './visible-classes.js';

/** What a round of culling came to. */
export interface CullingResult {
  /** Why nothing was culled; undefined where the GPU answered. */
  readonly problem: string | undefined;
  readonly freed: number;
  readonly passes: number;
  readonly asks: number;
  readonly encodeMs: number;
}

/** How pairs are asked about. */
export interface PairFactsOptions {
  readonly views: readonly View[];
  /**
   * A group of each cluster; pairs within one are never free. What a cluster hangs together with covers the same pixels
   * at the same depths and would hide that it is in front of the rest, so who is asked and who is drawn are of different
   * groups: the objects, or patches of one. Undefined draws and asks all of them at once: fewer asks, that say less.
   */
  readonly groups: Uint32Array | undefined;
  /** Asks about whole objects first, and then about clusters of those that are left (Quick-CULLIDE 4.2). Off by default. */
  readonly startsWithObjects?: boolean;
  /** Asks what the processor knows the answer of as well (witnesses.ts), for comparison. Off by default. */
  readonly asksKnown?: boolean;
}

/**
 * Frees pairs of clusters by what hides what, a fact a pair and view: each view from both of its ends, its clusters from
 * the back to the front in each.
 */
export class PairFacts {
  /** NFV, FFV, SFV or BFV of each cluster in the view that shows most of it; of no use where it took no part. */
  classes = new Uint8Array(0);
  readonly #round = new Round();

  async cull(
    backend: VisibilityBackend,
    clusters: SweptClusters,
    pairs: ClusterPairs,
    { views, groups, startsWithObjects = false, asksKnown = false }: PairFactsOptions,
  ): Promise<CullingResult> {
    const before = pairs.apart.slice(0, pairs.count);
    this.classes = new Uint8Array(clusters.count).fill(BFV);
    const total = { freed: 0, passes: 0, asks: 0, encodeMs: 0 };
    const { level } = this.#round;
    for (const isOfObjects of startsWithObjects ? [true, false] : [false]) {
      if (isOfObjects) level.ofObjects(clusters, pairs);
      else level.ofClusters(clusters, pairs);
      const batch = this.#round.write(
        clusters,
        pairs,
        { views, groups: isOfObjects ? undefined : groups, asksKnown },
        backend.size,
      );
      let seen: readonly Uint8Array[] | undefined = [];
      if (batch.passes.length > 0) {
        total.passes += batch.passes.length;
        for (const { askCount } of batch.passes) total.asks += askCount;
        const answer = await backend.ask(batch);
        if (answer.state === 'answered') {
          total.encodeMs += answer.encodeMs;
          seen = withoutCanaries(batch.passes, answer.seen);
        }
        if (answer.state === 'unknown' || seen === undefined) {
          pairs.apart.set(before);
          const problem = answer.state === 'unknown' ? answer.reason : 'a canary failed';
          return { ...total, freed: 0, problem };
        }
      }
      if (!isOfObjects) this.#round.classify(views.length, seen, this.classes);
      total.freed += this.#round.free(pairs, seen);
    }
    return { ...total, problem: undefined };
  }
}
