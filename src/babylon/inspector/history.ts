import type { CollisionPlugin } from '../../plugin.js';

interface Noted {
  readonly state: Uint8Array<ArrayBuffer>;
  readonly undo: (() => void) | undefined;
}

/** Snapshots from before the last steps, so that they can be taken back. */
export class History {
  readonly #plugin: CollisionPlugin;
  readonly #most: number;
  readonly #remember: (() => () => void) | undefined;
  readonly #frames: Noted[] = [];

  /**
   * @param most how many steps can be taken back
   * @param remember notes what is beside the plugin, and returns what makes it so again
   */
  constructor(plugin: CollisionPlugin, most: number, remember?: () => () => void) {
    this.#plugin = plugin;
    this.#most = most;
    this.#remember = remember;
  }

  get length(): number {
    return this.#frames.length;
  }

  note(): void {
    if (this.#most === 0) return;
    this.#frames.push({ state: this.#plugin.snapshot(), undo: this.#remember?.() });
    if (this.#frames.length > this.#most) this.#frames.shift();
  }

  /** Makes the plugin what it was before the last step. False where nothing is left. */
  back(): boolean {
    const frame = this.#frames.pop();
    if (frame === undefined) return false;
    this.#plugin.restore(frame.state);
    frame.undo?.();
    return true;
  }

  /** Nothing can be taken back any more: somebody made another world. */
  forget(): void {
    this.#frames.length = 0;
  }

  /** The state before the last step: what `npm run conform -- replay` takes. */
  get last(): Uint8Array<ArrayBuffer> | undefined {
    return this.#frames.at(-1)?.state;
  }
}
