/**
 * ICCD VI-B: a tree is made anew when its nodes are so many times as large in sum as after its build, and by as much more than
 * its leaves are: a motion or a thickness that makes all of them larger is no reason.
 */
export const WORN = 1.6;
/** Making a tree anew that shrinks it by less does not pay: large motions make every tree large. */
const WORTHWHILE = 1.1;
/** Steps for which a tree is left alone after it was made anew, where that helped and where not. */
const AFTER_SUCCESS = 4;
const AFTER_FAILURE = 60;

/** Whether the nodes have grown by more than the leaves make them: `wear` is their growth since the build. */
export function hasOutgrownLeaves(wear: number, freshLeaves: number, leaves: number): boolean {
  return wear * freshLeaves > WORN * leaves;
}

/** For how many steps a tree is left alone that had one size and has another since it was made anew. */
export function stepsOfRest(before: number, after: number): number {
  return after * WORTHWHILE < before ? AFTER_SUCCESS : AFTER_FAILURE;
}

/** For how many steps one is left alone that turned out not to be worn. */
export const REST_OF_SOUND = AFTER_SUCCESS;
