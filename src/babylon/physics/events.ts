import { CONTACT_BEGIN, CONTACT_END, type ContactEventColumns } from '../../systems/contact-events.js';
import { type BodyRecord, TELLS_ENDS, TELLS_TOUCHES } from './bodies.js';
import { Observers } from './observers.js';
import { DYNAMIC, type PhysicsBody, type Settable, STATIC, type VectorMaker } from './types.js';

/** Two bodies of which one touches the other, or has stopped to, as Babylon tells of them. */
export interface PairEvent {
  readonly collider: PhysicsBody;
  readonly collidedAgainst: PhysicsBody;
  readonly colliderIndex: number;
  readonly collidedAgainstIndex: number;
  /** A value of Babylon's PhysicsEventType. */
  readonly type: string;
}

export interface TouchEvent extends PairEvent {
  /** Where they pushed each other hardest, and the normal there from `collider` to `collidedAgainst`. */
  readonly point: Settable;
  readonly normal: Settable;
  /** Bodies never overlap: 0. */
  readonly distance: number;
  /** In newton seconds, in the whole step. */
  readonly impulse: number;
}

/** An entry of the contact events, with the bodies in Babylon's order. */
interface Entry {
  readonly first: BodyRecord;
  readonly second: BodyRecord;
  readonly i: number;
  /** The entry's normal points from its own first body: -1 where that is the second here. */
  readonly side: 1 | -1;
}

/**
 * Tells Babylon's listeners what the plugin's contact events say. As with Havok's plugin, what moves is named before what is
 * static, else what was made first; to the listeners of a body, that body is named first.
 */
export class CollisionEvents {
  readonly collisions = new Observers<TouchEvent>();
  readonly ends = new Observers<PairEvent>();
  readonly triggers = new Observers<PairEvent>();
  readonly #ofBody = new Map<BodyRecord, Observers<TouchEvent>>();
  readonly #endsOfBody = new Map<BodyRecord, Observers<PairEvent>>();

  ofBody(body: BodyRecord): Observers<TouchEvent> {
    return entryOf(this.#ofBody, body);
  }

  endsOfBody(body: BodyRecord): Observers<PairEvent> {
    return entryOf(this.#endsOfBody, body);
  }

  forget(body: BodyRecord): void {
    this.#ofBody.delete(body);
    this.#endsOfBody.delete(body);
  }

  clear(): void {
    for (const observers of [this.collisions, this.ends, this.triggers]) observers.clear();
    this.#ofBody.clear();
    this.#endsOfBody.clear();
  }

  /** Listeners may dispose of bodies: those that are told are looked up one by one. */
  tell(events: ContactEventColumns, bodies: ReadonlyMap<number, BodyRecord>, Vector: VectorMaker): void {
    for (let i = 0; i < events.count; i++) {
      const a = bodies.get(events.a[i]);
      const b = bodies.get(events.b[i]);
      if (a === undefined || b === undefined || a === b) continue;
      const entry = isNamedFirst(a, b)
        ? ({ first: a, second: b, i, side: 1 } as const)
        : ({ first: b, second: a, i, side: -1 } as const);
      if (events.sensor[i] === 1) this.#tellTrigger(entry, events.kind[i]);
      else if (events.kind[i] === CONTACT_END) this.#tellEnd(entry);
      else this.#tellTouch(entry, events, Vector);
    }
  }

  #tellTrigger({ first, second }: Entry, kind: number): void {
    if (kind === CONTACT_BEGIN) this.triggers.notifyObservers(pairEvent(first, second, 'TRIGGER_ENTERED'));
    if (kind === CONTACT_END) this.triggers.notifyObservers(pairEvent(first, second, 'TRIGGER_EXITED'));
  }

  #tellTouch({ first, second, i, side }: Entry, events: ContactEventColumns, Vector: VectorMaker): void {
    if (((first.events | second.events) & TELLS_TOUCHES) === 0) return;
    const isNew = events.kind[i] === CONTACT_BEGIN;
    if (!isNew && isCalm(first) && isCalm(second)) return;
    const type = isNew ? 'COLLISION_STARTED' : 'COLLISION_CONTINUED';
    const vector = (of: Float64Array, sign: number) =>
      new Vector(sign * of[3 * i], sign * of[3 * i + 1], sign * of[3 * i + 2]);
    const event = (a: BodyRecord, b: BodyRecord, sign: number): TouchEvent => ({
      ...pairEvent(a, b, type),
      point: vector(events.points, 1),
      normal: vector(events.normals, sign),
      distance: 0,
      impulse: events.impulse[i],
    });
    this.collisions.notifyObservers(event(first, second, side));
    this.#ofBody.get(first)?.notifyObservers(event(first, second, side));
    this.#ofBody.get(second)?.notifyObservers(event(second, first, -side));
  }

  #tellEnd({ first, second }: Entry): void {
    if (((first.events | second.events) & TELLS_ENDS) === 0) return;
    const type = 'COLLISION_FINISHED';
    this.ends.notifyObservers(pairEvent(first, second, type));
    this.#endsOfBody.get(first)?.notifyObservers(pairEvent(first, second, type));
    this.#endsOfBody.get(second)?.notifyObservers(pairEvent(second, first, type));
  }
}

function isNamedFirst(a: BodyRecord, b: BodyRecord): boolean {
  const isStatic = [a, b].map(({ motionType }) => motionType === STATIC);
  return isStatic[0] === isStatic[1] ? a.entity < b.entity : isStatic[1];
}

/** What sleeps on what sleeps or is not pushed goes on, and nobody is told of it. */
function isCalm(body: BodyRecord): boolean {
  return body.motionType !== DYNAMIC || body.isAsleep;
}

function entryOf<Event>(map: Map<BodyRecord, Observers<Event>>, body: BodyRecord): Observers<Event> {
  const found = map.get(body) ?? new Observers<Event>();
  map.set(body, found);
  return found;
}

function pairEvent(a: BodyRecord, b: BodyRecord, type: string): PairEvent {
  return {
    collider: a.owner,
    collidedAgainst: b.owner,
    colliderIndex: 0,
    collidedAgainstIndex: 0,
    type,
  };
}
