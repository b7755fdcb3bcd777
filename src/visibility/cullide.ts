import type { VisibilityBackend } from './backend.js';
import type { ClusterPairs } from './cluster-pairs.js';
import type { FootprintWriter } from './footprint-writer.js';
import { fitFrame, newFrame } from './frame.js';
import type { CullingResult } from './pair-facts.js';
import { PassWriter, withoutCanaries } from './pass-writer.js';
import type { SweptClusters } from './swept-clusters.js';
import type { View } from './view.js';
import { BFV, FFV, NFV, SFV } from './visible-classes.js';

export interface CullideOptions {
  readonly views: readonly View[];
  /**
   * Keeps the classes for later passes and views and skips what they make needless, Quick-CULLIDE 4.1; otherwise each
   * view begins anew and only what is visible twice in it is left out, as in CULLIDE.
   */
  readonly usesClasses: boolean;
  readonly footprint: FootprintWriter;
}

/**
 * The papers' potentially colliding set: clusters in one fixed order, drawn forwards and then backwards, and asked
 * whether they are in front of all that was drawn before. Its facts are about clusters, not about pairs.
 */
export class PotentiallyCollidingSet {
  /** NFV, FFV, SFV or BFV of each cluster; BFV ones are not in the set. */
  classes = new Uint8Array(0);
  readonly #writer = new PassWriter();
  readonly #frame = newFrame();
  #asked = new Uint32Array(0);

  async cull(
    backend: VisibilityBackend,
    clusters: SweptClusters,
    pairs: ClusterPairs,
    options: CullideOptions,
  ): Promise<CullingResult> {
    this.#begin(clusters, pairs);
    const total = { passes: 0, asks: 0, encodeMs: 0 };
    for (const view of options.views) {
      if (!options.usesClasses) this.#forgetClasses();
      for (const pass of [FFV, SFV]) {
        const asked = this.#write(clusters, view, pass, options, backend.size);
        const batch = this.#writer.batch();
        const answer = await backend.ask(batch);
        if (answer.state === 'unknown') return { ...total, freed: 0, problem: answer.reason };
        const seen = withoutCanaries(batch.passes, answer.seen);
        if (seen === undefined) return { ...total, freed: 0, problem: 'a canary failed' };
        for (let i = 0; i < asked; i++) if (seen[0][i] === 0) this.classes[this.#asked[i]] |= pass;
        total.passes++;
        total.asks += asked;
        total.encodeMs += answer.encodeMs;
      }
    }
    return { ...total, freed: this.#free(pairs, options.usesClasses), problem: undefined };
  }

  /** How many clusters may still collide. */
  size(): number {
    return this.classes.reduce((sum, found) => sum + (found === BFV ? 0 : 1), 0);
  }

  /** What has no partner takes no part: sweep and prune has shown that it collides with nothing. */
  #begin({ count }: SweptClusters, pairs: ClusterPairs): void {
    this.classes = new Uint8Array(count).fill(BFV);
    this.#asked = new Uint32Array(count);
    for (let i = 0; i < pairs.count; i++) {
      this.classes[pairs.a[i]] = NFV;
      this.classes[pairs.b[i]] = NFV;
    }
  }

  #forgetClasses(): void {
    for (let k = 0; k < this.classes.length; k++) if (this.classes[k] !== BFV) this.classes[k] = NFV;
  }

  /** Writes a view's first pass (FFV), forwards, or its second (SFV), backwards; returns how many it asks. */
  #write(
    clusters: SweptClusters,
    view: View,
    pass: number,
    { footprint, usesClasses }: CullideOptions,
    size: number,
  ): number {
    const { classes } = this;
    const writer = this.#writer;
    const takesPart = classes.map((found) => (found === BFV ? 0 : 1));
    fitFrame(this.#frame, view, clusters, takesPart, size);
    writer.begin(size);
    writer.beginPass();
    let asked = 0;
    for (let i = 0; i < clusters.count; i++) {
      const k = pass === FFV ? i : clusters.count - 1 - i;
      if (classes[k] === BFV) continue;
      const footprints = footprint(writer, clusters, k, this.#frame);
      const first = writer.footprintCount - footprints;
      // Visible in this pass already: it is not asked again. Visible in the other: what remains does not need it drawn.
      if (!usesClasses || (classes[k] & pass) === 0) {
        writer.ask(first, footprints);
        this.#asked[asked++] = k;
      }
      if (!usesClasses || (classes[k] & (BFV ^ pass)) === 0) writer.draw(first, footprints);
    }
    writer.endPass();
    return asked;
  }

  /** Pairs with a cluster that is out of the set, and, Lemma 2, pairs of one class. */
  #free({ a, b, apart, count }: ClusterPairs, usesClasses: boolean): number {
    const { classes } = this;
    let freed = 0;
    for (let i = 0; i < count; i++) {
      const [p, q] = [classes[a[i]], classes[b[i]]];
      const isOut = p === BFV || q === BFV;
      if (apart[i] !== 0 || !(isOut || (usesClasses && p === q && p !== NFV))) continue;
      apart[i] = 1;
      freed++;
    }
    return freed;
  }
}
