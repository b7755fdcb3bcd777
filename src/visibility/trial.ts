/** Steps after a change whose time says little: facts are about the next step. */
const SETTLING = 2;
const COUNTED = 9;
/** Steps for which what was found is taken for true. */
const LASTING = 240;

/**
 * Whether a choice pays, found by trying: a few steps with it, as many without, and the one whose middle step took less for
 * some seconds; then it is tried anew. What a step finds is the same either way.
 */
export class Trial {
  /** What to do in the step that comes next. */
  isOn = true;
  readonly #took = { with: new Float64Array(COUNTED), without: new Float64Array(COUNTED) };
  #steps = 0;

  /** After each step. */
  note(milliseconds: number): void {
    const tried = SETTLING + COUNTED;
    const phase = Math.floor(this.#steps / tried);
    const place = (this.#steps % tried) - SETTLING;
    if (phase < 2 && place >= 0) this.#took[phase === 0 ? 'with' : 'without'][place] = milliseconds;
    this.#steps++;
    if (this.#steps === tried) this.isOn = false;
    else if (this.#steps === 2 * tried) this.isOn = middle(this.#took.with) < middle(this.#took.without);
    else if (this.#steps === 2 * tried + LASTING) {
      this.#steps = 0;
      this.isOn = true;
    }
  }
}

function middle(times: Float64Array): number {
  times.sort();
  return times[times.length >> 1];
}
