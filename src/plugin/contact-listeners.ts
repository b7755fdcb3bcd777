import { checkOptions, checkType, shown } from '../check-options.js';
import { MOTION_FIXED } from '../components/constants.js';
import { FirstContactError } from '../errors.js';
import { DEFORMABLE, RIGID } from '../systems/colliders.js';
import type { StepContext } from '../systems/context.js';

/** Two things that touch, as a listener is shown them: one object for all calls. Copy what is to be kept. */
export interface ContactEvent {
  /** Entities, the smaller id first, or the one that the listener asked about first. `b` is 0 for what is no entity; both are where neither is one. */
  readonly a: number;
  readonly b: number;
  /** Rapier's collider, where `b` is 0. */
  readonly handle: number;
  /** Rapier's other collider, where `a` is 0 too: the smaller handle. */
  readonly handleA: number;
  /** Whether one of the two is a sensor. */
  readonly isSensor: boolean;
  /** Newton seconds along the normal, of the whole step. */
  readonly impulse: number;
  /** Where they push hardest, and the unit normal from a to b. NaN where nobody knows. */
  readonly point: Float64Array;
  readonly normal: Float64Array;
}

/** What is called when two things begin to touch, go on touching, and end. */
export interface ContactListener {
  /** Contacts of this entity alone, shown as its own: it is `a`. */
  readonly entity?: number;
  /** In the step in which they begin to touch. */
  begin?(event: ContactEvent): void;
  /** Each step after the first, while one of the two is awake. */
  persist?(event: ContactEvent): void;
  /** In the first step in which they do not touch any more. */
  end?(event: ContactEvent): void;
}

const NAMES = ['entity', 'begin', 'persist', 'end'];
/** By CONTACT_BEGIN, CONTACT_PERSIST and CONTACT_END. */
const CALLS = ['begin', 'persist', 'end'] as const;

/** Tells of contacts after a step, in the order of the list. */
export class ContactListeners {
  readonly #listeners = new Set<ContactListener>();
  readonly #event = {
    a: 0,
    b: 0,
    handle: 0,
    handleA: 0,
    isSensor: false,
    impulse: 0,
    point: new Float64Array(3),
    normal: new Float64Array(3),
  };

  /** Returns what takes the listener away again. */
  add(listener: ContactListener): () => void {
    checkListener(listener);
    const own = { ...listener };
    this.#listeners.add(own);
    return () => {
      this.#listeners.delete(own);
    };
  }

  clear(): void {
    this.#listeners.clear();
  }

  /** All listeners hear all of it, whatever one of them throws; the first error is told afterwards. */
  tell(context: StepContext): void {
    if (this.#listeners.size === 0) return;
    const { events } = context;
    let failed = false;
    let error: unknown;
    for (let i = 0; i < events.count; i++) {
      const call = CALLS[events.kind[i]];
      if (call === 'persist' && isAtRest(context, i)) continue;
      for (const listener of this.#listeners) {
        if (listener[call] === undefined || !this.#show(context, i, listener.entity)) continue;
        try {
          listener[call]?.(this.#event);
        } catch (thrown) {
          if (!failed) error = thrown;
          failed = true;
        }
      }
    }
    if (failed) throw error;
  }

  /** Fills the event; false where it is not about the entity. */
  #show({ events }: StepContext, i: number, entity: number | undefined): boolean {
    const swapped = entity !== undefined && events.a[i] !== entity;
    if (swapped && (events.b[i] !== entity || entity === 0)) return false;
    const event = this.#event;
    event.a = swapped ? events.b[i] : events.a[i];
    event.b = swapped ? events.a[i] : events.b[i];
    event.handle = events.handle[i];
    event.handleA = events.handleA[i];
    event.isSensor = events.sensor[i] === 1;
    event.impulse = events.impulse[i];
    for (let k = 0; k < 3; k++) {
      event.point[k] = events.points[3 * i + k];
      event.normal[k] = swapped ? -events.normals[3 * i + k] : events.normals[3 * i + k];
    }
    return true;
  }
}

function checkListener(listener: ContactListener): void {
  checkOptions('onContact()', listener, NAMES);
  for (const call of CALLS) checkType(call, listener[call], 'function');
  const { entity } = listener;
  if (entity !== undefined && !(Number.isInteger(entity) && entity > 0)) {
    throw new FirstContactError(
      'UNKNOWN_ENTITY',
      `The entity of onContact() is ${shown(entity)}`,
      'Give an entity, or leave it out to hear of all.',
    );
  }
}

/** Nothing happens between bodies and cloths that sleep, or do not move at all. */
function isAtRest(context: StepContext, i: number): boolean {
  const { a, b, handle, handleA } = context.events;
  return rests(context, a[i], handleA[i]) && rests(context, b[i], handle[i]);
}

/** Entity 0: a collider of the backend's own, by its handle. */
function rests({ backend, colliders, components }: StepContext, entity: number, handle: number): boolean {
  if (entity === 0) return backend.isAtRest?.(handle) ?? true;
  if (colliders.kind[entity] === DEFORMABLE) return components.Cloth.asleep[entity] === 1;
  const { asleep, motion } = components.RigidBody;
  return colliders.kind[entity] === RIGID && (asleep[entity] === 1 || motion[entity] === MOTION_FIXED);
}
