import type { RapierCollider, RapierWorld } from './engine.js';

/** ActiveEvents. */
export const COLLISION_EVENTS = 1;
export const FORCE_EVENTS = 2;

/** What a collider's owner wants to hear of it. */
interface Asked {
  collider: RapierCollider;
  events: number;
  threshold: number;
  /** Whether it still is so, in the step in progress. */
  isAsked: boolean;
}

/**
 * Which events the owners of colliders asked for. While a step is made, those colliders tell all forces: the mean over its sub-steps may
 * be more than somebody wants to hear of where none of them is, or less; and who touches whom is told with its impulse.
 */
export class AskedEvents {
  readonly #asked = new Map<number, Asked>();
  readonly #isOurs: (handle: number) => boolean;

  constructor(isOurs: (handle: number) => boolean) {
    this.#isOurs = isOurs;
  }

  /** Before the first sub-step. */
  begin(world: RapierWorld): void {
    for (const asked of this.#asked.values()) asked.isAsked = false;
    world.forEachCollider(this.#note);
    for (const [handle, { isAsked }] of this.#asked) if (!isAsked) this.#asked.delete(handle);
  }

  /** After the last one: colliders have what their owners gave them. */
  end(): void {
    for (const { collider, events, threshold } of this.#asked.values()) {
      if (!collider.isValid()) continue;
      if (tells(events)) collider.setActiveEvents(events);
      if (threshold !== 0) collider.setContactForceEventThreshold(threshold);
    }
  }

  clear(): void {
    this.#asked.clear();
  }

  /** The force that two colliders must exceed to be told of; infinite where nobody asked. */
  thresholdOf(a: number, b: number): number {
    return Math.min(this.#thresholdOf(a), this.#thresholdOf(b));
  }

  #thresholdOf(handle: number): number {
    const asked = this.#asked.get(handle);
    return asked !== undefined && (asked.events & FORCE_EVENTS) !== 0
      ? asked.threshold
      : Number.POSITIVE_INFINITY;
  }

  readonly #note = (collider: RapierCollider): void => {
    const events = collider.activeEvents();
    if (events === 0 || this.#isOurs(collider.handle)) return;
    const threshold = collider.contactForceEventThreshold();
    const known = this.#asked.get(collider.handle);
    if (known === undefined) this.#asked.set(collider.handle, { collider, events, threshold, isAsked: true });
    else {
      known.events = events;
      known.threshold = threshold;
      known.isAsked = true;
    }
    if (tells(events)) collider.setActiveEvents(COLLISION_EVENTS | FORCE_EVENTS);
    if (threshold !== 0) collider.setContactForceEventThreshold(0);
  };
}

/** Whether a collider tells of contacts alone, and is made to tell of their forces. */
const tells = (events: number): boolean => events === COLLISION_EVENTS;
