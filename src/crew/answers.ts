/** Places of a job's first arguments: where what is asked is listed, and how many. */
export const LIST = 0;
export const LIST_COUNT = 1;

/** A thread that answers questions ahead, each on its own, into room of its own. */
export interface Answerer {
  readonly arena: { readonly u32: Uint32Array };
  /** `used` of `bytes` from `address` on have answers. */
  readonly output: { readonly address: number; readonly bytes: number; used: number };
  /** The next question that nobody has begun. */
  takePart(): number;
  /** One more is done. */
  beat(): void;
}

/**
 * Answers what is listed (u32 each), part by part, while there is room for `most` bytes; `answer` returns how many it wrote. What
 * finds no room is left to whoever goes through the answers in order, and so is what a lost thread took.
 */
export function answerListed(
  who: Answerer,
  list: number,
  count: number,
  most: number,
  answer: (index: number, out: number) => number,
): void {
  const { output } = who;
  for (let part = who.takePart(); part < count; part = who.takePart()) {
    if (output.used + most > output.bytes) return;
    output.used += answer(who.arena.u32[(list >>> 2) + part], output.address + output.used);
    who.beat();
  }
}
