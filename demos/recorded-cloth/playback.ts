// Which step of a recording is shown, and how far the next one is: steps are played at their own pace, again and again.

/** Seconds that the last step stays, before the first one comes again. */
const REST = 0.8;

export class Playback {
  /** Steps since the beginning; between two of them where it is not whole. */
  at = 0;
  /** The share of the real time that it goes. */
  pace = 1;
  #dt = 1;
  #rested = 0;

  /** @param dt seconds a step */
  begin(dt: number): void {
    this.#dt = dt;
    this.show(0);
  }

  /** @param last the number of the last step that is there */
  advance(seconds: number, last: number): void {
    const next = this.at + (this.pace * seconds) / this.#dt;
    if (next < last) {
      this.at = next;
      this.#rested = 0;
      return;
    }
    this.at = last;
    this.#rested += seconds;
    if (this.#rested < REST) return;
    this.show(0);
  }

  show(step: number): void {
    this.at = step;
    this.#rested = 0;
  }
}
