import { CONTACT_DETAILS_BYTES, CONTACT_NORMAL_OFFSET } from '../kernels/layout/elementary.js';
import { FOUND_A, FOUND_B, FOUND_BYTES, FOUND_KIND, FOUND_TIME } from '../kernels/layout/search.js';
import type { Arena } from '../memory/arena.js';
import { exchangeFields } from '../memory/exchange.js';

/**
 * The contacts of the last step, a column each. Only the first `count` of each column are valid; a column may be another
 * array after the next step. They are in the order of their bodies, then of kind and features.
 */
export interface ContactColumns {
  /** How many contacts are valid. */
  readonly count: number;
  /** VERTEX_FACE, FACE_VERTEX or EDGE_EDGE. */
  readonly kind: Uint8Array;
  /** Entities: the one that became a collider first, and the other; the same where a deformable touches itself. */
  readonly a: Uint32Array;
  readonly b: Uint32Array;
  /** A vertex, face or edge of each one's mesh. Edges are numbered in the order of (larger, smaller) vertex. */
  readonly featureA: Uint32Array;
  readonly featureB: Uint32Array;
  /** In [0, 1]: never later than the true first contact. Of simulated cloth: where the first sub-step began in which they pushed. */
  readonly time: Float64Array;
  /** Four a contact: 1 and the weights of the face's corners, or of both edges' ends. */
  readonly weights: Float64Array;
  /** Three a contact: unit normals from b to the side that a comes from. */
  readonly normals: Float64Array;
  /** What the two were pushed apart with in the step, newton seconds; 0 where nobody pushes: but for simulated cloth. */
  readonly impulse: Float64Array;
  /**
   * Numbers of contacts, those of an entity one after the other: where they begin and how many they are is in its
   * columns of Contacts. A contact of two entities is there twice.
   */
  readonly byEntity: Uint32Array;
}

const SMALLEST = 64;
const FIELDS = [
  'count',
  ...(['kind', 'a', 'b', 'featureA', 'featureB'] as const),
  ...(['time', 'weights', 'normals', 'impulse', 'byEntity'] as const),
] as const;

/** The list, to be filled. It grows; no contact is lost. */
export class ContactList implements ContactColumns {
  count = 0;
  kind = new Uint8Array(SMALLEST);
  a = new Uint32Array(SMALLEST);
  b = new Uint32Array(SMALLEST);
  featureA = new Uint32Array(SMALLEST);
  featureB = new Uint32Array(SMALLEST);
  time = new Float64Array(SMALLEST);
  weights = new Float64Array(4 * SMALLEST);
  normals = new Float64Array(3 * SMALLEST);
  impulse = new Float64Array(SMALLEST);
  byEntity = new Uint32Array(2 * SMALLEST);

  clear(): void {
    this.count = 0;
  }

  /** Takes contacts of two bodies, FOUND_BYTES each; their details are written later. */
  append(arena: Arena, bodies: { a: number; b: number }, found: number, count: number): void {
    this.makeRoom(this.count + count);
    const { u32, f64 } = arena;
    for (let i = 0; i < count; i++) {
      const to = this.count + i;
      const at = found + i * FOUND_BYTES;
      this.kind[to] = u32[(at + FOUND_KIND) / 4];
      this.a[to] = bodies.a;
      this.b[to] = bodies.b;
      this.featureA[to] = u32[(at + FOUND_A) / 4];
      this.featureB[to] = u32[(at + FOUND_B) / 4];
      this.time[to] = f64[(at + FOUND_TIME) / 8];
      this.impulse[to] = 0;
    }
    this.count += count;
  }

  /** Takes the details of contacts from `first` on, CONTACT_DETAILS_BYTES each. */
  writeDetails({ f64 }: Arena, first: number, details: number, count: number): void {
    for (let i = 0; i < count; i++) {
      const to = first + i;
      const detail = (details + i * CONTACT_DETAILS_BYTES) / 8;
      for (let k = 0; k < 4; k++) this.weights[4 * to + k] = f64[detail + k];
      for (let k = 0; k < 3; k++) this.normals[3 * to + k] = f64[detail + CONTACT_NORMAL_OFFSET / 8 + k];
    }
  }

  /**
   * Takes the contacts of another list in, which is in order as this one is. `place`: where each entity stands among the colliders. No
   * two bodies are in both.
   */
  merge(other: ContactList, place: ReadonlyMap<number, number>): void {
    const own = this.count;
    this.makeRoom(own + other.count);
    // from the end, so that nothing is written over before it was moved
    let i = own - 1;
    let k = other.count - 1;
    for (let to = own + other.count - 1; k >= 0; to--) {
      const isOwn = i >= 0 && comesBehind(this, i, other, k, place);
      this.#take(to, isOwn ? this : other, isOwn ? i-- : k--);
    }
    this.count = own + other.count;
  }

  #take(to: number, from: ContactList, i: number): void {
    this.kind[to] = from.kind[i];
    this.a[to] = from.a[i];
    this.b[to] = from.b[i];
    this.featureA[to] = from.featureA[i];
    this.featureB[to] = from.featureB[i];
    this.time[to] = from.time[i];
    this.impulse[to] = from.impulse[i];
    for (let c = 0; c < 4; c++) this.weights[4 * to + c] = from.weights[4 * i + c];
    for (let c = 0; c < 3; c++) this.normals[3 * to + c] = from.normals[3 * i + c];
  }

  /** Becomes what another list is, which becomes empty with the room that this one has. */
  exchange(other: ContactList): void {
    exchangeFields(this, other, FIELDS);
    other.count = 0;
  }

  /** Becomes what another list is. */
  copy(other: ContactList): void {
    Object.assign(this, other);
  }

  /** Makes room for so many contacts, and keeps what there is. */
  makeRoom(count: number): void {
    if (count <= this.time.length) return;
    const room = 2 * count;
    this.kind = grown(this.kind, new Uint8Array(room));
    this.a = grown(this.a, new Uint32Array(room));
    this.b = grown(this.b, new Uint32Array(room));
    this.featureA = grown(this.featureA, new Uint32Array(room));
    this.featureB = grown(this.featureB, new Uint32Array(room));
    this.time = grown(this.time, new Float64Array(room));
    this.weights = grown(this.weights, new Float64Array(4 * room));
    this.normals = grown(this.normals, new Float64Array(3 * room));
    this.impulse = grown(this.impulse, new Float64Array(room));
    this.byEntity = grown(this.byEntity, new Uint32Array(2 * room));
  }
}

function comesBehind(
  list: ContactList,
  i: number,
  other: ContactList,
  k: number,
  place: ReadonlyMap<number, number>,
): boolean {
  const first = (place.get(list.a[i]) ?? 0) - (place.get(other.a[k]) ?? 0);
  return first > 0 || (first === 0 && (place.get(list.b[i]) ?? 0) > (place.get(other.b[k]) ?? 0));
}

function grown<Values extends { set(values: Values): void }>(values: Values, room: Values): Values {
  room.set(values);
  return room;
}
