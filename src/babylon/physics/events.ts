import { IMPACT_FREE, type Impacts } from '../../systems/impacts.js';
import type { BodyRecord } from './bodies.js';
import { Observers } from './observers.js';
import type { PhysicsBody, Settable, VectorMaker } from './types.js';
import { unsupported } from './unsupported.js';

/** Two bodies that touch, as Babylon tells of them. */
export interface PairEvent {
  readonly collider: PhysicsBody;
  readonly collidedAgainst: PhysicsBody;
  readonly colliderIndex: number;
  readonly collidedAgainstIndex: number;
  /** A value of Babylon's PhysicsEventType. */
  readonly type: string;
}

export interface TouchEvent extends PairEvent {
  readonly point: Settable;
  /** From `collider` to `collidedAgainst`. */
  readonly normal: Settable;
  readonly distance: number;
  /** Not known: throws. */
  readonly impulse: number;
}

interface Touch {
  readonly a: BodyRecord;
  readonly b: BodyRecord;
  step: number;
}

/** Follows which bodies touch from step to step, and tells of it. */
export class ContactEvents {
  readonly collisions = new Observers<TouchEvent>();
  readonly ends = new Observers<PairEvent>();
  readonly triggers = new Observers<PairEvent>();
  readonly #ofBody = new Map<BodyRecord, Observers<TouchEvent>>();
  readonly #endsOfBody = new Map<BodyRecord, Observers<PairEvent>>();
  readonly #touches = new Map<number, Touch>();

  ofBody(body: BodyRecord): Observers<TouchEvent> {
    return entryOf(this.#ofBody, body);
  }

  endsOfBody(body: BodyRecord): Observers<PairEvent> {
    return entryOf(this.#endsOfBody, body);
  }

  /** A body that is gone does not part from anybody. */
  forget(body: BodyRecord): void {
    this.#ofBody.delete(body);
    this.#endsOfBody.delete(body);
    for (const [key, { a, b }] of this.#touches) if (a === body || b === body) this.#touches.delete(key);
  }

  /** After a step: tells who began to touch, who still does, and who does not any more. */
  tell(
    impacts: Readonly<Impacts>,
    bodies: ReadonlyMap<number, BodyRecord>,
    step: number,
    Vector: VectorMaker,
  ): void {
    for (let i = 0; i < impacts.count; i++) {
      if (impacts.state[i] === IMPACT_FREE || impacts.pointCount[i] === 0) continue;
      const a = bodies.get(impacts.a[i]);
      const b = bodies.get(impacts.b[i]);
      if (a === undefined || b === undefined) continue;
      const key = keyOf(a, b);
      const before = this.#touches.get(key);
      if (before === undefined) this.#touches.set(key, { a, b, step });
      else before.step = step;
      if (a.shape?.isTrigger || b.shape?.isTrigger) {
        if (before === undefined) this.triggers.notifyObservers(pairEvent(a, b, 'TRIGGER_ENTERED'));
      } else this.#tellTouch(a, b, before !== undefined, touchOf(impacts, i, Vector));
    }
    for (const [key, { a, b, step: last }] of this.#touches) {
      if (last === step) continue;
      this.#touches.delete(key);
      this.#tellEnd(a, b);
    }
  }

  #tellTouch(a: BodyRecord, b: BodyRecord, isOld: boolean, at: Omit<TouchEvent, keyof PairEvent>): void {
    if (!a.tellsStarts && !b.tellsStarts) return;
    const event = Object.assign(at, pairEvent(a, b, isOld ? 'COLLISION_CONTINUED' : 'COLLISION_STARTED'));
    this.collisions.notifyObservers(event);
    for (const body of [a, b]) if (body.tellsStarts) this.#ofBody.get(body)?.notifyObservers(event);
  }

  #tellEnd(a: BodyRecord, b: BodyRecord): void {
    if (a.shape?.isTrigger || b.shape?.isTrigger) {
      this.triggers.notifyObservers(pairEvent(a, b, 'TRIGGER_EXITED'));
      return;
    }
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

/** Entities are below 2^24. */
function keyOf(a: BodyRecord, b: BodyRecord): number {
  return Math.min(a.entity, b.entity) * 2 ** 24 + Math.max(a.entity, b.entity);
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

function touchOf(
  impacts: Readonly<Impacts>,
  i: number,
  Vector: VectorMaker,
): Omit<TouchEvent, keyof PairEvent> {
  const { pointA, normal, distance } = impacts.points;
  const k = impacts.firstPoint[i];
  const vector = (from: Float64Array) => new Vector(from[3 * k], from[3 * k + 1], from[3 * k + 2]);
  return {
    point: vector(pointA),
    normal: vector(normal),
    distance: distance[k],
    get impulse(): number {
      throw unsupported('impulse of a contact', 'Compare velocities before and after the step.');
    },
  };
}
