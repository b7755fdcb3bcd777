/**
 * Work in small pieces. It yields the share that is done (0 to 1) after each piece, so that whoever drives it may let
 * the page breathe there. Driven to the end in one go or in slices, the same code runs.
 */
export type Steps<Result> = Generator<number, Result, void>;

/** Elements a piece: at the slowest (an exact zero-area decision, about 3 microseconds) a piece still takes under 8 ms. */
const PIECE = 2048;

/**
 * Calls `work(from, to)` until `count` elements are done. The loop over elements is in `work`, a plain function:
 * compilers do those best.
 */
export function* inPieces(count: number, work: (from: number, to: number) => void): Steps<void> {
  for (let from = 0; from < count; from += PIECE) {
    const to = Math.min(from + PIECE, count);
    work(from, to);
    yield to / count;
  }
}

/** The same work, told as the part from `from` to `to` of something larger. */
export function* part<Result>(from: number, to: number, steps: Steps<Result>): Steps<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    yield from + (to - from) * step.value;
  }
}

/** One after the other, each an equal part. */
export function* inTurn(...passes: Steps<void>[]): Steps<void> {
  for (let i = 0; i < passes.length; i++) {
    yield* part(i / passes.length, (i + 1) / passes.length, passes[i]);
  }
}

/** Runs to the end without a pause. */
export function drain<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
