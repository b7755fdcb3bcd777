import type { CollisionPlugin } from '../../plugin.js';

/** Snapshots from before the last steps, so that they can be taken back. */
export class History {
  readonly #plugin: CollisionPlugin;
  readonly #most: number;
  readonly #frames: Uint8Array<ArrayBuffer>[] = [];

  /** @param most how many steps can be taken back */
  constructor(plugin: CollisionPlugin, most: number) {
    this.#plugin = plugin;
    this.#most = most;
  }

  get length(): number {
    return this.#frames.length;
  }

  note(): void {
    if (this.#most === 0) return;
    this.#frames.push(this.#plugin.snapshot());
    if (this.#frames.length > this.#most) this.#frames.shift();
  }

  /** Makes the plugin what it was before the last step. False where nothing is left. */
  back(): boolean {
    const frame = this.#frames.pop();
    if (frame === undefined) return false;
    this.#plugin.restore(frame);
    return true;
  }

  /** Nothing can be taken back any more: somebody made another world. */
  forget(): void {
    this.#frames.length = 0;
  }

  /** The state before the last step: what `npm run conform -- replay` takes. */
  get last(): Uint8Array<ArrayBuffer> | undefined {
    return this.#frames.at(-1);
  }
}
