import { EventList } from './event-list.js';
import { SortedOrder } from './sorted-order.js';

/** Values of `kind`: they touch since this step, they did before, they do not any more. */
export const CONTACT_BEGIN = 0;
/** They touched in the step before as well. */
export const CONTACT_PERSIST = 1;
/** They touched in the step before, and do not any more. */
export const CONTACT_END = 2;

/**
 * Which two things touch, and since when, one entry a pair: only the first `count` of each column are valid, and a column
 * may be another array after the next step. Sorted by `a`, then `b`, then `handleA`, then `handle`.
 */
export interface ContactEventColumns {
  /** How many entries are valid. */
  readonly count: number;
  /** CONTACT_BEGIN, CONTACT_PERSIST or CONTACT_END. */
  readonly kind: Uint8Array;
  /** Entities, the smaller id first. `b` is 0 for a collider of the backend's own, which `handle` names; both are where both are its own. */
  readonly a: Uint32Array;
  readonly b: Uint32Array;
  /** The handle of a collider of the backend's own, where `b` is 0. */
  readonly handle: Float64Array;
  /** And of the other one, where `a` is 0 as well: the smaller of the two. */
  readonly handleA: Float64Array;
  /** 1 where one of the two is a sensor: they overlap, and do nothing to each other. */
  readonly sensor: Uint8Array;
  /** What they pushed each other with in the step, along the normal, in newton seconds. 0 for deformables that nobody simulates. */
  readonly impulse: Float64Array;
  /** Three an entry: where they pushed hardest, and the unit normal there from a to b. NaN where nobody knows. */
  readonly points: Float64Array;
  readonly normals: Float64Array;
}

/** Takes who touches whom in a step, and tells what began, lasts and ended since the one before. */
export class ContactEvents implements ContactEventColumns {
  readonly #order = new SortedOrder();
  readonly #found = new EventList();
  #now = new EventList();
  #before = new EventList();

  get count(): number {
    return this.#now.count;
  }
  get kind(): Uint8Array {
    return this.#now.kind;
  }
  get a(): Uint32Array {
    return this.#now.a;
  }
  get b(): Uint32Array {
    return this.#now.b;
  }
  get handle(): Float64Array {
    return this.#now.handle;
  }
  get handleA(): Float64Array {
    return this.#now.handleA;
  }
  get sensor(): Uint8Array {
    return this.#now.sensor;
  }
  get impulse(): Float64Array {
    return this.#now.impulse;
  }
  get points(): Float64Array {
    return this.#now.points;
  }
  get normals(): Float64Array {
    return this.#now.normals;
  }

  /** The list as it is, for a snapshot. */
  get list(): EventList {
    return this.#now;
  }

  restore(list: EventList): void {
    this.#now = list;
  }

  begin(): void {
    this.#found.count = 0;
  }

  /** Notes a pair that touches. Its point and normal are unknown until `place`. */
  add(a: number, b: number, handle: number, sensor: boolean, impulse: number, handleA = 0): number {
    const found = this.#found;
    const i = found.append();
    const swapped = b !== 0 && b < a;
    found.a[i] = swapped ? b : a;
    found.b[i] = swapped ? a : b;
    found.handle[i] = handle;
    found.handleA[i] = handleA;
    found.sensor[i] = sensor ? 1 : 0;
    found.impulse[i] = impulse;
    found.points.fill(Number.NaN, 3 * i, 3 * i + 3);
    found.normals.fill(Number.NaN, 3 * i, 3 * i + 3);
    return i;
  }

  /** Where a pair touches, and the normal from its first entity, as it was added, to the other. */
  place(i: number, k: number, point: number, normal: number, swapped: boolean): void {
    this.#found.points[3 * i + k] = point;
    this.#found.normals[3 * i + k] = swapped ? -normal : normal;
  }

  /** The entity is no collider any more: what it touched ends with the step, whoever has its id then. */
  forget(entity: number): void {
    const { a, b, count, gone } = this.#now;
    for (let i = 0; i < count; i++) if (a[i] === entity || b[i] === entity) gone[i] = 1;
  }

  /** Makes the list of the step from what was added. `lasts`: whether two that did not push each other still touch. */
  finish(lasts: (a: number, b: number) => boolean): void {
    const before = this.#now;
    const now = this.#before;
    const found = this.#found;
    const order = this.#order.of(found);
    now.count = 0;
    let i = 0;
    let k = 0;
    for (;;) {
      while (i < before.count && before.kind[i] === CONTACT_END) i++;
      if (i === before.count && k === found.count) break;
      const side = i === before.count ? 1 : k === found.count ? -1 : before.order(i, found, order[k]);
      if (side === 0 && before.gone[i] === 0) now.take(found, order[k], CONTACT_PERSIST);
      else {
        if (side <= 0) this.#end(i, lasts);
        if (side >= 0) now.take(found, order[k], CONTACT_BEGIN);
      }
      if (side <= 0) i++;
      if (side >= 0) k++;
    }
    this.#now = now;
    this.#before = before;
  }

  /** Entry i of the step before was not added in this one. */
  #end(i: number, lasts: (a: number, b: number) => boolean): void {
    const { a, b, gone, sensor } = this.#now;
    const isKept = gone[i] === 0 && sensor[i] === 0 && lasts(a[i], b[i]);
    const to = this.#before.take(this.#now, i, isKept ? CONTACT_PERSIST : CONTACT_END);
    this.#before.impulse[to] = 0;
  }
}
