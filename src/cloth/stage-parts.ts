// Stages of a cloth step whose parts are independent of each other, so that two threads may take them: what each writes no other one reads.
import type { Hand } from '../crew/hand.js';
import type { CoreKernels } from '../memory/core.js';

export const CONSTRAINTS_FORWARD = 0;
export const CONSTRAINTS_BACKWARD = 1;
export const CONTACTS_FOUND = 2;
/** Of runs of blocks of vertices. */
export const MOVES_SUMMED = 3;
export const MOVES_MEASURED = 4;
export const TUBES_BOUND = 5;
export const ARRIVED = 6;
export const PREDICTED = 7;
export const STRAYS_MARKED = 8;
/** And how they are (SWEEP_...) is added to it. */
export const CONTACTS_SOLVED = 16;

/** Places of the job's arguments: the stage, the flat world, its first part and behind its last; where the worker writes lists, and until where. */
export const STAGE = 0;
export const WORLD = 1;
export const FIRST = 2;
export const END = 3;
export const OUT = 4;
export const FULL = 5;

/** Does one part. Lists go to `out`; returns where the next one goes. */
export function doPart(
  kernels: CoreKernels,
  stage: number,
  world: number,
  part: number,
  out: number,
  full: number,
): number {
  if (stage === CONTACTS_FOUND) return kernels.clothContacts(world, part, out, full);
  if (stage === CONSTRAINTS_FORWARD) kernels.clothConstraints(world, part, false);
  else if (stage === CONSTRAINTS_BACKWARD) kernels.clothConstraints(world, part, true);
  else if (stage === MOVES_SUMMED) kernels.clothSumMoves(world, part);
  else if (stage === MOVES_MEASURED) kernels.clothMeasureMoves(world, part);
  else if (stage === TUBES_BOUND) kernels.clothBoundTubes(world, part);
  else if (stage === ARRIVED) kernels.clothArrive(world, part);
  else if (stage === PREDICTED) kernels.clothPredict(world, part);
  else if (stage === STRAYS_MARKED) kernels.clothMarkStrays(world, part);
  else kernels.clothSolveContacts(world, part, stage - CONTACTS_SOLVED);
  return out;
}

/**
 * On the worker, from the last part on. It writes to what the step works on: where it is lost in between, the step is made again from
 * where it began, elsewhere (stages.ts).
 */
export function clothStage(hand: Hand): void {
  const { kernels } = hand;
  const stage = hand.argument(STAGE);
  const world = hand.argument(WORLD);
  const first = hand.argument(FIRST);
  const end = hand.argument(END);
  const full = hand.argument(FULL);
  let out = hand.argument(OUT);
  for (let part = end - 1; hand.takePart() < end - first; part--) {
    out = doPart(kernels, stage, world, part, out, full);
    hand.beat();
  }
}
