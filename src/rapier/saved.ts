import { FirstContactError } from '../errors.js';
import type { Twin } from './heightfields.js';

/** An entity's body in Rapier. */
export interface SavedBody {
  readonly entity: number;
  readonly handle: number;
  /** Of its collider there; NO_COLLIDER where it has none. */
  readonly collider: number;
  /** The mesh that this one was made of: not the entity's any more where that broke, or got another mesh, since the last step. */
  readonly mesh: number;
}

/** In the place of a collider's handle. */
export const NO_COLLIDER = -1;

/** What a plugin's snapshot keeps of Rapier. */
export interface Saved {
  readonly gravity: readonly number[];
  readonly bodies: readonly SavedBody[];
  /** Numbers of contacts with what is Rapier's. */
  readonly contacts: readonly number[];
  readonly twins: readonly Twin[];
  /** Rapier's own. */
  readonly snapshot: Uint8Array;
}

const NUMBER = 8;
const COUNTS = 3;
const GRAVITY = 3;
const OF_BODY = 4;
const OF_TWIN = 2;

/**
 * Rapier's own snapshot behind f64: how many bodies, numbers of contacts and meshes of heightfields there are, gravity,
 * then four numbers of each body, the contacts', and both handles of each mesh.
 */
export function writeSaved({ gravity, bodies, contacts, twins, snapshot }: Saved): Uint8Array {
  const numbers = Float64Array.of(
    bodies.length,
    contacts.length,
    twins.length,
    ...gravity,
    ...bodies.flatMap(({ entity, handle, collider, mesh }) => [entity, handle, collider, mesh]),
    ...contacts,
    ...twins.flatMap(({ field, mesh }) => [field, mesh]),
  );
  const saved = new Uint8Array(numbers.byteLength + snapshot.length);
  saved.set(new Uint8Array(numbers.buffer));
  saved.set(snapshot, numbers.byteLength);
  return saved;
}

export function readSaved(saved: Uint8Array): Saved {
  // Rapier's handles are bit patterns that may be NaN: read them as bytes are, from an aligned copy.
  const copy = saved.slice();
  const whole = new Float64Array(copy.buffer, 0, Math.floor(copy.length / NUMBER));
  const [bodyCount, contactCount, twinCount] = whole;
  const bodiesAt = COUNTS + GRAVITY;
  const contactsAt = bodiesAt + OF_BODY * bodyCount;
  const twinsAt = contactsAt + contactCount;
  const end = twinsAt + OF_TWIN * twinCount;
  const gravity = [...whole.subarray(COUNTS, bodiesAt)];
  if (!(end <= whole.length) || !gravity.every(Number.isFinite)) throw cut(whole.length, end);
  const bodies = Array.from({ length: bodyCount }, (_, i): SavedBody => {
    const [entity, handle, collider, mesh] = whole.subarray(bodiesAt + OF_BODY * i);
    return { entity, handle, collider, mesh };
  });
  const twins = Array.from({ length: twinCount }, (_, i): Twin => {
    const [field, mesh] = whole.subarray(twinsAt + OF_TWIN * i);
    return { field, mesh };
  });
  return {
    gravity,
    bodies,
    contacts: [...whole.subarray(contactsAt, twinsAt)],
    twins,
    snapshot: copy.subarray(NUMBER * end),
  };
}

const cut = (there: number, wanted: number) =>
  new FirstContactError(
    'SNAPSHOT_CORRUPT',
    `Rapier's part of the snapshot has ${there} numbers of ${wanted}, or a gravity that is none`,
    'Take the snapshot anew; this one was changed after it was made.',
  );
