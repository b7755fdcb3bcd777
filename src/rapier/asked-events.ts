import type { RapierCollider, RapierWorld } from './engine.js';

/** ActiveEvents. */
export const COLLISION_EVENTS = 1;
export const FORCE_EVENTS = 2;

/** What a collider's owner wants to hear of it. */
interface Asked {
  collider: RapierCollider;
  events: number;
  threshold: number;
}

/**
 * Which events the owners of colliders asked for. While a step is made, those colliders tell all forces: the mean over its sub-steps may
 * be more than somebody wants to hear of where none of them is, or less; and who touches whom is told with its impulse.
 */
export class AskedEvents {
  /** In the order of the world, whatever was asked when: Rapier's snapshots say in which order colliders were written to. */
  readonly #asked = new Map<number, Asked>();
  /** Objects that are used again. */
  readonly #spare: Asked[] = [];
  readonly #isOurs: (handle: number) => boolean;

  constructor(isOurs: (handle: number) => boolean) {
    this.#isOurs = isOurs;
  }

  /** Before the first sub-step. */
  begin(world: RapierWorld): void {
    this.clear();
    world.forEachCollider(this.#note);
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
    for (const asked of this.#asked.values()) this.#spare.push(asked);
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
    const asked = this.#spare.pop() ?? { collider, events, threshold };
    asked.collider = collider;
    asked.events = events;
    asked.threshold = threshold;
    this.#asked.set(collider.handle, asked);
    if (tells(events)) collider.setActiveEvents(COLLISION_EVENTS | FORCE_EVENTS);
    if (threshold !== 0) collider.setContactForceEventThreshold(0);
  };
}

/** Whether a collider tells of contacts alone, and is made to tell of their forces. */
const tells = (events: number): boolean => events === COLLISION_EVENTS;
