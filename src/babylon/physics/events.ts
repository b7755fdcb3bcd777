import { CONTACT_BEGIN, CONTACT_END, type ContactEventColumns } from '../../systems/contact-events.js';
import type { BodyRecord } from './bodies.js';
import { Observers } from './observers.js';
import type { PhysicsBody, Settable, VectorMaker } from './types.js';

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

/** Tells Babylon's listeners what the plugin's contact events say. */
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

  /** Listeners may dispose of bodies: those that are told are looked up one by one. */
  tell(events: ContactEventColumns, bodies: ReadonlyMap<number, BodyRecord>, Vector: VectorMaker): void {
    for (let i = 0; i < events.count; i++) {
      const a = bodies.get(events.a[i]);
      const b = bodies.get(events.b[i]);
      if (a === undefined || b === undefined) continue;
      if (events.sensor[i] === 1) this.#tellTrigger(a, b, events.kind[i]);
      else if (events.kind[i] === CONTACT_END) this.#tellEnd(a, b);
      else this.#tellTouch(a, b, events, i, Vector);
    }
  }

  #tellTrigger(a: BodyRecord, b: BodyRecord, kind: number): void {
    if (kind === CONTACT_BEGIN) this.triggers.notifyObservers(pairEvent(a, b, 'TRIGGER_ENTERED'));
    if (kind === CONTACT_END) this.triggers.notifyObservers(pairEvent(a, b, 'TRIGGER_EXITED'));
  }

  #tellTouch(
    a: BodyRecord,
    b: BodyRecord,
    events: ContactEventColumns,
    i: number,
    Vector: VectorMaker,
  ): void {
    if (!a.tellsStarts && !b.tellsStarts) return;
    const vector = (of: Float64Array) => new Vector(of[3 * i], of[3 * i + 1], of[3 * i + 2]);
    const isNew = events.kind[i] === CONTACT_BEGIN;
    const event: TouchEvent = {
      ...pairEvent(a, b, isNew ? 'COLLISION_STARTED' : 'COLLISION_CONTINUED'),
      point: vector(events.points),
      normal: vector(events.normals),
      distance: 0,
      impulse: events.impulse[i],
    };
    this.collisions.notifyObservers(event);
    for (const body of [a, b]) if (body.tellsStarts) this.#ofBody.get(body)?.notifyObservers(event);
  }

  #tellEnd(a: BodyRecord, b: BodyRecord): void {
    if (!a.tellsEnds && !b.tellsEnds) return;
    const event = pairEvent(a, b, 'COLLISION_FINISHED');
    this.ends.notifyObservers(event);
    for (const body of [a, b]) if (body.tellsEnds) this.#endsOfBody.get(body)?.notifyObservers(event);
  }
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
