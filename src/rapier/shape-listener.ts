import type { RapierCollider } from './engine.js';
import { override } from './override.js';

interface Heard {
  readonly leave: () => void;
  wasGiven: boolean;
}

/**
 * Hears of `setShape`, of which Rapier does not tell. The shape's object says nothing, since it can be written to and set again, or be shared;
 * and to read all heights in each step takes longer than the step (256 x 256: 0.12 ms).
 */
export class ShapeListener {
  readonly #byHandle = new Map<number, Heard>();

  listen(collider: RapierCollider): void {
    const leave = override(collider, 'setShape', (setShape) => (shape) => {
      heard.wasGiven = true;
      setShape.call(collider, shape);
    });
    const heard: Heard = { leave, wasGiven: false };
    this.#byHandle.set(collider.handle, heard);
  }

  /** Whether the collider was given a shape since it is listened to. */
  wasGiven(handle: number): boolean {
    return this.#byHandle.get(handle)?.wasGiven === true;
  }

  /** The collider is as it was before. */
  leave(handle: number): void {
    const heard = this.#byHandle.get(handle);
    this.#byHandle.delete(handle);
    heard?.leave();
  }

  clear(): void {
    for (const handle of this.#byHandle.keys()) this.leave(handle);
  }
}
