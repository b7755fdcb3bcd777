// Pieces of a search for pairs of features that two threads look through ahead. Addresses.
import { answerListed, LIST, LIST_COUNT } from '../crew/answers.js';
import type { Hand } from '../crew/hand.js';
import {
  ANSWER_ABOUT,
  ANSWER_SIZE,
  PIECE_ANSWER_COUNT,
  PIECE_ANSWER_PAIRS,
} from '../kernels/layout/answers.js';
import { CLOTH_PAIR_BYTES } from '../kernels/layout/cloth.js';
import type { CoreKernels } from '../memory/core.js';

/** Places of the job's arguments, behind what is listed: the flat world, and what the worker searches with. */
export const WORLD = 2;
export const SCRATCH = 3;

/** No answer is larger: a piece with more pairs is left to the pass in order. */
export const MOST_PIECE_BYTES = 1 << 18;
/** One pair more than may be kept has room. */
const MOST_PAIRS = Math.floor((MOST_PIECE_BYTES - PIECE_ANSWER_PAIRS) / CLOTH_PAIR_BYTES) - 1;

interface PieceCore {
  readonly kernels: CoreKernels;
  readonly arena: { readonly u32: Uint32Array };
}

export function clothPieces(hand: Hand): void {
  const world = hand.argument(WORLD);
  const scratch = hand.argument(SCRATCH);
  hand.output.begin();
  answerListed(hand, hand.argument(LIST), hand.argument(LIST_COUNT), MOST_PIECE_BYTES, (piece, out) =>
    answerPiece(hand, world, scratch, piece, out),
  );
  hand.output.end();
}

/** The pairs of a piece, to `out`; returns how many bytes that takes, 0 where they are too many. */
export function answerPiece(
  { arena, kernels }: PieceCore,
  world: number,
  scratch: number,
  piece: number,
  out: number,
): number {
  const found = kernels.clothSearchPiece(world, piece, out + PIECE_ANSWER_PAIRS, MOST_PAIRS, scratch);
  if (found > MOST_PAIRS) return 0;
  const size = PIECE_ANSWER_PAIRS + found * CLOTH_PAIR_BYTES;
  const { u32 } = arena;
  u32[(out + ANSWER_ABOUT) >>> 2] = piece;
  u32[(out + PIECE_ANSWER_COUNT) >>> 2] = found;
  u32[(out + ANSWER_SIZE) >>> 2] = size;
  return size;
}
