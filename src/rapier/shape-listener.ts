import type { RapierCollider } from './engine.js';

interface Heard {
  readonly collider: RapierCollider;
  readonly heard: RapierCollider['setShape'];
  /** One of the collider's own that its owner had put there. */
  readonly own: RapierCollider['setShape'] | undefined;
  wasGiven: boolean;
}

/**
 * Hears of `setShape`, of which Rapier does not tell. The shape's object says nothing, since it can be written to and set again, or be shared;
 * and to read all heights in each step takes longer than the step (256 x 256: 0.12 ms).
 */
export class ShapeListener {
  readonly #byHandle = new Map<number, Heard>();

  listen(collider: RapierCollider): void {
    const { setShape } = collider;
    const own = Object.hasOwn(collider, 'setShape') ? setShape : undefined;
    const heard = (shape: object) => {
      entry.wasGiven = true;
      setShape.call(collider, shape);
    };
    const entry: Heard = { collider, heard, own, wasGiven: false };
    collider.setShape = heard;
    this.#byHandle.set(collider.handle, entry);
  }

  /** Whether the collider was given a shape since it is listened to. */
  wasGiven(handle: number): boolean {
    return this.#byHandle.get(handle)?.wasGiven === true;
  }

  /** The collider is as it was before. */
  leave(handle: number): void {
    const entry = this.#byHandle.get(handle);
    this.#byHandle.delete(handle);
    // whoever has put another one there since keeps it
    if (entry === undefined || entry.collider.setShape !== entry.heard) return;
    if (entry.own === undefined) Reflect.deleteProperty(entry.collider, 'setShape');
    else entry.collider.setShape = entry.own;
  }

  clear(): void {
    for (const handle of this.#byHandle.keys()) this.leave(handle);
  }
}
