/** Until code is compiled, and until all buffers have their size. */
const COMPILING_SHARE = 0.15;
const WARM_UP_SHARE = 0.25;

/** What memory in use grows by after the warm-up, scene by scene. */
export class Growth {
  readonly #whenCompiled: () => void;
  #isCompiling = true;
  #warm = 0;
  #most: number | undefined;

  constructor(whenCompiled: () => void) {
    this.#whenCompiled = whenCompiled;
  }

  /** After a scene: the bytes in use, and the share of the time that is over. */
  note(bytes: number, share: number): void {
    if (this.#isCompiling) {
      this.#isCompiling = share < COMPILING_SHARE;
      if (!this.#isCompiling) this.#whenCompiled();
    } else if (share < WARM_UP_SHARE || this.#warm === 0) this.#warm = Math.max(this.#warm, bytes);
    else this.#most = Math.max(this.#most ?? 0, bytes);
  }

  get warmBytes(): number {
    return this.#warm;
  }

  /** Null where no scene ended after the warm-up: nothing was measured. */
  get bytes(): number | null {
    return this.#most === undefined ? null : Math.max(0, this.#most - this.#warm);
  }
}
