import type { VisibilityBackend } from './backend.js';
import { ClusterPairs, SweepAndPrune } from './cluster-pairs.js';
import type { SweptClusters } from './swept-clusters.js';
import { Trial } from './trial.js';

/**
 * Sweep and prune by who is to do it: the processor, the backend's GPU, or whichever took less time. The pairs are the same,
 * in the same order; where the GPU cannot, the processor does.
 */
export class ChosenSweep {
  readonly #processor = new SweepAndPrune();
  readonly #all = new ClusterPairs();
  readonly #trial = new Trial();

  /** Fills `pairs` with the pairs of clusters whose boxes touch and that `mayTouch` admits, by their objects. */
  async find(
    { findPairs, sweep = 'processor' }: Pick<VisibilityBackend, 'findPairs' | 'sweep'>,
    clusters: SweptClusters,
    mayTouch: (a: number, b: number) => boolean,
    pairs: ClusterPairs,
  ): Promise<void> {
    const isTried = findPairs !== undefined && sweep === 'automatic';
    const start = isTried ? performance.now() : 0;
    const isOnGpu = findPairs !== undefined && (isTried ? this.#trial.isOn : sweep === 'gpu');
    if (isOnGpu && (await findPairs(clusters, this.#all))) admit(this.#all, clusters, mayTouch, pairs);
    else this.#processor.find(clusters, mayTouch, pairs);
    if (isTried) this.#trial.note(performance.now() - start);
  }
}

function admit(
  all: ClusterPairs,
  { object }: SweptClusters,
  mayTouch: (a: number, b: number) => boolean,
  pairs: ClusterPairs,
): void {
  pairs.clear();
  for (let i = 0; i < all.count; i++) {
    const [a, b] = [all.a[i], all.b[i]];
    if (mayTouch(object[a], object[b])) pairs.add(a, b);
  }
}
