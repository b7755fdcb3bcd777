import type { VisibilityBatch } from './backend.js';
import type { ClusterPairs } from './cluster-pairs.js';
import { Level } from './level.js';
import { ASKED, DRAWN, OrderedPass } from './ordered-pass.js';
import { PassWriter } from './pass-writer.js';
import { Sight } from './sight.js';
import type { SweptClusters } from './swept-clusters.js';
import type { View } from './view.js';
import { BFV, FFV, NFV, SFV } from './visible-classes.js';
import { markWitnesses } from './witnesses.js';

/** What a round asks, and how. */
export interface RoundOptions {
  readonly views: readonly View[];
  /** A group of each item, those of different groups drawn and asked apart (PairFactsOptions). */
  readonly groups: Uint32Array | undefined;
  /** Asks what the processor knows the answer of as well. */
  readonly asksKnown: boolean;
}

/** The passes of all views over the items of a level, and what their answers say. */
export class Round {
  readonly level = new Level();
  readonly #writer = new PassWriter();
  readonly #sight = new Sight();
  readonly #passes: OrderedPass[] = [];
  /** The number of each pass among those that asked something. */
  readonly #written: number[] = [];
  #passCount = 0;
  #writtenCount = 0;
  #marks = new Uint8Array(0);
  readonly #notes = { hasWitness: new Uint8Array(0), split: new Uint32Array(0) };

  /** Writes the passes that have something to ask about the level's pairs. */
  write(
    clusters: SweptClusters,
    pairs: ClusterPairs,
    { views, groups, asksKnown }: RoundOptions,
    size: number,
  ): VisibilityBatch {
    const { level } = this;
    this.#makeRoom(pairs.count);
    this.#writer.begin(size);
    this.#passCount = 0;
    this.#writtenCount = 0;
    const splits = this.#split(groups);
    for (const view of views) {
      this.#sight.look(view, clusters, level, size);
      if (asksKnown) this.#marks.fill(0);
      else markWitnesses(this.#sight, level, pairs, size, this.#marks);
      level.anyOf(this.#marks, pairs, this.#notes.hasWitness);
      for (const split of splits) {
        this.#writePass(split, false);
        this.#writePass(split, true);
      }
    }
    return this.#writer.batch();
  }

  /** Frees pairs by answers, those of each pass that asked something; returns how many. */
  free(pairs: ClusterPairs, seen: readonly Uint8Array[]): number {
    const separated = (a: number, b: number) => {
      for (let p = 0; p < this.#passCount; p++)
        if (this.#passes[p].separates(a, b, this.#answersOf(p, seen))) return true;
      return false;
    };
    return this.level.free(separated, pairs);
  }

  /**
   * Classes of the items in the view that shows most of each: fully visible, one way or the other, where nothing that was
   * drawn before it in that way had it behind.
   */
  classify(views: number, seen: readonly Uint8Array[], classes: Uint8Array): void {
    const { itemCount, partners } = this.level;
    for (let k = 0; k < itemCount; k++) if (partners.has(k)) classes[k] = NFV;
    const inView = new Uint8Array(itemCount);
    const passes = this.#passCount / views;
    for (let view = 0; view < views; view++) {
      inView.fill(BFV);
      for (let p = view * passes; p < (view + 1) * passes; p++) {
        const found = (p - view * passes) % 2 === 0 ? FFV : SFV;
        for (let k = 0; k < itemCount; k++)
          if (this.#passes[p].isSeen(k, this.#answersOf(p, seen))) inView[k] &= ~found;
      }
      // what two views show of it, one way each, is not fully visible in either
      for (let k = 0; k < itemCount; k++) {
        if (partners.has(k) && (inView[k] === BFV || classes[k] === NFV)) classes[k] = inView[k];
      }
    }
  }

  #answersOf(pass: number, seen: readonly Uint8Array[]): Uint8Array {
    const written = this.#written[pass];
    return written === NOT_WRITTEN ? NO_ANSWERS : seen[written];
  }

  #makeRoom(pairCount: number): void {
    if (this.#marks.length >= pairCount) return;
    this.#marks = new Uint8Array(2 * pairCount);
    this.#notes.hasWitness = new Uint8Array(2 * pairCount);
    this.#notes.split = new Uint32Array(2 * pairCount);
  }

  /**
   * A split parts groups by a bit of their numbers, and serves both ways around. A pair is asked about in one that parts it:
   * in all that do, it took 1.6 to 2.8 times as many asks to free 1 to 15 % more (docs/gpu.md).
   */
  #split(groups: Uint32Array | undefined): Split[] {
    const { a, b, pairCount } = this.level;
    if (groups === undefined) {
      this.#notes.split.fill(0, 0, pairCount);
      return [EVERY_ITEM];
    }
    const numbers = groupNumbers(groups, this.level);
    let all = 0;
    for (let pair = 0; pair < pairCount; pair++) {
      const differ = numbers[a[pair]] ^ numbers[b[pair]];
      const lowest = differ & -differ;
      this.#notes.split[pair] = lowest;
      all |= lowest;
    }
    const splits: Split[] = [];
    for (let bit = 1; bit <= all; bit *= 2) {
      if ((all & bit) !== 0) splits.push({ numbers, bit, isTurned: false }, { numbers, bit, isTurned: true });
    }
    return splits;
  }

  #writePass({ bit, numbers, isTurned }: Split, isFromBehind: boolean): void {
    const { level } = this;
    this.#passes[this.#passCount] ??= new OrderedPass();
    const pass = this.#passes[this.#passCount];
    pass.resize(level.itemCount);
    for (let r = 0; r < this.#sight.count; r++) {
      const item = this.#sight.order[r];
      const isOn = (numbers[item] & bit) !== 0;
      pass.role[item] = bit === 0 ? DRAWN | ASKED : isOn === isTurned ? DRAWN : ASKED;
    }
    const isWritten = pass.write(this.#writer, level, this.#sight, isFromBehind, this.#notes, bit);
    this.#written[this.#passCount++] = isWritten ? this.#writtenCount++ : NOT_WRITTEN;
  }
}

const NOT_WRITTEN = -1;
const NO_ANSWERS = new Uint8Array(0);

/** Who is drawn and who is asked: by a bit of the groups' numbers, or all of them where that is 0. */
interface Split {
  readonly numbers: Uint32Array;
  readonly bit: number;
  readonly isTurned: boolean;
}

const EVERY_ITEM: Split = { numbers: new Uint32Array(0), bit: 0, isTurned: false };

/** The groups of items that have partners, numbered from 0 on. */
function groupNumbers(groups: Uint32Array, { itemCount, partners }: Level): Uint32Array {
  const present = new Set<number>();
  for (let k = 0; k < itemCount; k++) if (partners.has(k)) present.add(groups[k]);
  const number = new Map([...present].sort((a, b) => a - b).map((group, i) => [group, i]));
  const numbers = new Uint32Array(itemCount);
  for (let k = 0; k < itemCount; k++) numbers[k] = number.get(groups[k]) ?? 0;
  return numbers;
}
