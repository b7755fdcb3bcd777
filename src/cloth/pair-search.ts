import * as C from '../kernels/layout/cloth.js';
import type { Core } from '../memory/open.js';
import { crowdedBy } from './crowded.js';
import type { FlatMemory } from './flat-memory.js';
import type { SharedPairs } from './shared-pairs.js';

/**
 * Fills the list of pairs whose tubes come near each other, piece by piece in their order. Where two threads have looked through some
 * pieces ahead, what they found is taken from there: the list is the same.
 */
export class PairSearch {
  readonly #core: Core;
  readonly #memory: FlatMemory;
  readonly #shared: SharedPairs | undefined;
  /** Of the last search for all, and for those of strays. */
  readonly #pairsAPiece = [0, 0];
  /** The number of the cloth for which the last search ended, which is near more features than there may be; or -1. */
  crowded = -1;

  constructor(core: Core, memory: FlatMemory, shared: SharedPairs | undefined) {
    this.#core = core;
    this.#memory = memory;
    this.#shared = shared;
  }

  /** All pairs anew; where a cloth is near too many features, the first of them. */
  all(): void {
    this.#core.kernels.clothBeginDetection(this.#memory.world);
    this.#find(false);
  }

  /** The pairs of vertices that have new tubes take the place of those that they had. False where there was no room for all. */
  ofStrays(): boolean {
    this.#core.kernels.clothBeginStrays(this.#memory.world);
    return this.#find(true);
  }

  #find(ofStrays: boolean): boolean {
    this.crowded = -1;
    const pieces = this.#takeApart(ofStrays);
    const before = this.#memory.word(C.CLOTH_PAIR_COUNT);
    const usual = ofStrays ? 1 : 0;
    this.#shared?.find(this.#memory, pieces, this.#pairsAPiece[usual]);
    for (let piece = 0; piece < pieces; piece++) if (!this.#search(piece)) return false;
    if (pieces > 0) this.#pairsAPiece[usual] = (this.#memory.word(C.CLOTH_PAIR_COUNT) - before) / pieces;
    return true;
  }

  #takeApart(ofStrays: boolean): number {
    const memory = this.#memory;
    for (;;) {
      const pieces = this.#core.kernels.clothPieces(memory.world, ofStrays);
      if (pieces <= memory.word(C.CLOTH_PIECE_CAPACITY)) return pieces;
      memory.makeRoomForPieces(pieces);
    }
  }

  #search(piece: number): boolean {
    const memory = this.#memory;
    const { kernels } = this.#core;
    for (;;) {
      const before = memory.word(C.CLOTH_PAIR_COUNT);
      const room = memory.word(C.CLOTH_PAIR_CAPACITY) - before;
      const end = memory.array(C.CLOTH_PAIRS) + before * C.CLOTH_PAIR_BYTES;
      const found =
        this.#shared?.take(piece, end, room) ??
        kernels.clothSearchPiece(memory.world, piece, end, room, memory.array(C.CLOTH_SCRATCH));
      if (found === 0) return true;
      this.crowded = crowdedBy(this.#core.arena, memory, piece, found);
      if (this.crowded >= 0) return false;
      if (found <= room) return kernels.clothTakePairs(memory.world, piece, found) !== 0;
      memory.makeRoomForPairs(2 * (before + found));
    }
  }
}
