import type { VisibilityBackend } from './backend.js';
import type { ClusterPairs } from './cluster-pairs.js';
import { ASKED, DRAWN, OrderedPass } from './ordered-pass.js';
import { Partners } from './partners.js';
import { PassWriter, withoutCanaries } from './pass-writer.js';
import { Sight } from './sight.js';
import type { SweptClusters } from './swept-clusters.js';
import type { View } from './view.js';
import { BFV, FFV, NFV, SFV } from './visible-classes.js';

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
}

/**
 * Frees pairs of clusters by what hides what, a fact a pair and view: each view from both of its ends, its clusters from
 * the back to the front in each.
 */
export class PairFacts {
  /** NFV, FFV, SFV or BFV of each cluster in the view that shows most of it; of no use where it took no part. */
  classes = new Uint8Array(0);
  readonly #writer = new PassWriter();
  readonly #partners = new Partners();
  readonly #sight = new Sight();
  #passes: OrderedPass[] = [];

  async cull(
    backend: VisibilityBackend,
    clusters: SweptClusters,
    pairs: ClusterPairs,
    options: PairFactsOptions,
  ): Promise<CullingResult> {
    const count = this.write(clusters, pairs, options, backend.size);
    const batch = this.#writer.batch();
    const asks = batch.passes.reduce((sum, { askCount }) => sum + askCount, 0);
    const answer = await backend.ask(batch);
    const facts = { passes: count, asks, freed: 0 };
    if (answer.state === 'unknown') return { ...facts, problem: answer.reason, encodeMs: 0 };
    const { encodeMs } = answer;
    const seen = withoutCanaries(batch.passes, answer.seen);
    if (seen === undefined) return { ...facts, problem: 'a canary failed', encodeMs };
    this.#classify(options.views.length, clusters.count, seen);
    return { ...facts, freed: this.#free(pairs, seen), problem: undefined, encodeMs };
  }

  /** Writes the passes of all views; returns how many there are. */
  write(
    clusters: SweptClusters,
    pairs: ClusterPairs,
    { views, groups }: PairFactsOptions,
    size: number,
  ): number {
    this.#partners.collect(pairs, clusters.count);
    this.#writer.begin(size);
    const { takesPart } = this.#partners;
    const roles = groups === undefined ? [ALL] : splitRoles(groups, takesPart);
    let used = 0;
    for (const view of views) {
      this.#sight.look(view, clusters, takesPart, size);
      for (const roleOf of roles) {
        for (const isFromBehind of [false, true]) {
          const pass = this.#pass(used, clusters.count);
          for (let k = 0; k < clusters.count; k++) pass.role[k] = takesPart[k] === 0 ? 0 : roleOf(k);
          pass.write(this.#writer, this.#partners, this.#sight, isFromBehind);
          used++;
        }
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

  /** A cluster is fully visible in a view, one way or the other, where no ask about it in that way saw it behind another. */
  #classify(views: number, clusterCount: number, seen: readonly Uint8Array[]): void {
    this.classes = new Uint8Array(clusterCount);
    const inView = new Uint8Array(clusterCount);
    const passes = seen.length / views;
    for (let view = 0; view < views; view++) {
      inView.fill(BFV);
      for (let p = view * passes; p < (view + 1) * passes; p++) {
        const { ask } = this.#passes[p];
        const found = (p - view * passes) % 2 === 0 ? FFV : SFV;
        for (let k = 0; k < clusterCount; k++) {
          if (ask[k] >= 0 && seen[p][ask[k]] !== 0) inView[k] &= ~found;
        }
      }
      // what two views show of it, one way each, is not fully visible in either
      for (let k = 0; k < clusterCount; k++) {
        if (inView[k] === BFV || this.classes[k] === NFV) this.classes[k] = inView[k];
      }
    }
  }

  #pass(index: number, clusterCount: number): OrderedPass {
    this.#passes[index] ??= new OrderedPass();
    this.#passes[index].resize(clusterCount);
    return this.#passes[index];
  }
}

type RoleOf = (cluster: number) => number;

const ALL: RoleOf = () => DRAWN | ASKED;

/** Any two groups are on different sides of some split, a bit of their numbers. Each split serves both ways around. */
function splitRoles(groups: Uint32Array, takesPart: Uint8Array): RoleOf[] {
  const numbers = denseNumbers(groups, takesPart);
  const most = numbers.reduce((a, b) => Math.max(a, b), 0);
  const roles: RoleOf[] = [];
  for (let bit = 1; bit <= most; bit *= 2) {
    roles.push(
      (k) => ((numbers[k] & bit) === 0 ? DRAWN : ASKED),
      (k) => ((numbers[k] & bit) === 0 ? ASKED : DRAWN),
    );
  }
  return roles;
}

/** The groups of the clusters that take part, numbered from 0 on in their order. */
function denseNumbers(groups: Uint32Array, takesPart: Uint8Array): Uint32Array {
  const present = new Set<number>();
  for (let k = 0; k < takesPart.length; k++) if (takesPart[k] !== 0) present.add(groups[k]);
  const number = new Map([...present].sort((a, b) => a - b).map((group, i) => [group, i]));
  return Uint32Array.from(takesPart, (_, k) => number.get(groups[k]) ?? 0);
}
