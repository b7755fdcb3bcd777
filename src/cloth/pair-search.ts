import * as C from '../kernels/layout/cloth.js';
import type { Core } from '../memory/open.js';
import type { FlatMemory } from './flat-memory.js';
import type { SharedPairs } from './shared-pairs.js';

/**
 * Nothing that has a shape has so many pairs: of eight scenes, a knot and a heap of tape among them, the most had 23 a vertex. What has
 * collapsed has as many as features times features, gigabytes of them.
 */
const MANY_PAIRS = 2 ** 19;
const MANY_A_VERTEX = 64;

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
  /** False looks for all pairs, however many. */
  isBounded = true;

  constructor(core: Core, memory: FlatMemory, shared: SharedPairs | undefined) {
    this.#core = core;
    this.#memory = memory;
    this.#shared = shared;
  }

  /** All pairs anew. False where there are more than there may be: the list has the first of them. */
  all(): boolean {
    this.#core.kernels.clothBeginDetection(this.#memory.world);
    return this.#find(false);
  }

  /** The pairs of vertices that have new tubes take the place of those that they had. False where there was no room for all. */
  ofStrays(): boolean {
    this.#core.kernels.clothBeginStrays(this.#memory.world);
    return this.#find(true);
  }

  #find(ofStrays: boolean): boolean {
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
    const most = this.isBounded
      ? MANY_PAIRS + MANY_A_VERTEX * memory.word(C.CLOTH_VERTEX_COUNT)
      : Number.POSITIVE_INFINITY;
    for (;;) {
      const before = memory.word(C.CLOTH_PAIR_COUNT);
      const room = memory.word(C.CLOTH_PAIR_CAPACITY) - before;
      const end = memory.array(C.CLOTH_PAIRS) + before * C.CLOTH_PAIR_BYTES;
      const found =
        this.#shared?.take(piece, end, room) ??
        kernels.clothSearchPiece(memory.world, piece, end, room, memory.array(C.CLOTH_SCRATCH));
      if (found === 0) return true;
      if (before + found > most) {
        // counted, so that it can be said whose they are
        kernels.clothTakePairs(memory.world, piece, found);
        return false;
      }
      if (found <= room) return kernels.clothTakePairs(memory.world, piece, found) !== 0;
      memory.makeRoomForPairs(2 * (before + found));
    }
  }
}
