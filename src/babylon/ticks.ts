/** Turns the time between frames into whole steps. */
export class Ticks {
  readonly step: number;
  #rest = 0;

  constructor(step: number) {
    this.step = step;
  }

  /** How far the time that is left over reaches into the next step; what is shown lags by one step for it. */
  get fraction(): number {
    return this.#rest / this.step;
  }

  /** How many steps fit into what is left over and `seconds` more. */
  take(seconds: number, most: number): number {
    this.#rest += seconds;
    // A display of 60 frames a second and steps of 1/60 s are meant to go together, whatever is rounded on the way.
    const fit = Math.floor(this.#rest / this.step + 1e-3);
    const steps = Math.min(most, fit);
    this.#rest = fit > most ? 0 : Math.max(0, this.#rest - steps * this.step);
    return steps;
  }
}
