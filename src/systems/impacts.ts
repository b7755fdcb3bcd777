import {
  RIGID_CONTACT,
  RIGID_FAILED,
  RIGID_FREE,
  RIGID_INITIAL_OVERLAP,
} from '../kernels/layout/rigid-queries.js';
import { exchangeFields } from '../memory/exchange.js';
import { longer } from '../memory/longer.js';
import { NearPoints } from '../rigid/near-points.js';

/** The whole motion is certified free of contact. */
export const IMPACT_FREE = RIGID_FREE;
/** Contact at `time`, at most tolerance / closing speed before the surfaces touch. */
export const IMPACT_CONTACT = RIGID_CONTACT;
/** The bodies touch or cross where the step begins, or are within tolerance where that is to be reported. */
export const IMPACT_INITIAL_OVERLAP = RIGID_INITIAL_OVERLAP;
/** The query gave up; the motion is certified free up to `time`. */
export const IMPACT_FAILED = RIGID_FAILED;

const SMALLEST = 64;
const FIELDS = ['count', 'a', 'b', 'state', 'time', 'tolerance', 'firstPoint', 'pointCount'] as const;

/**
 * What the pairs of rigid bodies of a step do to each other, in columns that grow and are used again: ask for them anew
 * after each step. Pairs are in the order of the broad phase.
 */
export class Impacts {
  /** How many pairs there are. */
  count = 0;
  /** Entities: the one that became a collider first, and the other. */
  a = new Uint32Array(SMALLEST);
  b = new Uint32Array(SMALLEST);
  /** IMPACT_*. */
  state = new Uint8Array(SMALLEST);
  /** 0 to 1 within the step. */
  time = new Float64Array(SMALLEST);
  /** The tolerance in force, a distance: smaller than asked for where the bodies start closer than it. */
  tolerance = new Float64Array(SMALLEST);
  /** Range of each impact's contact points in `points`: at most 32, the closest first. Empty where there is no contact. */
  firstPoint = new Uint32Array(SMALLEST);
  pointCount = new Uint32Array(SMALLEST);
  /** Where they are closest, an entry an impact. Where there is no contact, its distance is Infinity. */
  readonly closest = new NearPoints();
  readonly points = new NearPoints();

  /** Becomes what another list is, which becomes empty with the room that this one has. */
  exchange(other: Impacts): void {
    exchangeFields(this, other, FIELDS);
    this.closest.exchange(other.closest);
    this.points.exchange(other.points);
    other.count = 0;
  }

  /** Forgets them all. */
  clear(): void {
    this.count = 0;
    this.closest.clear();
    this.points.clear();
  }

  /** Makes room for one more, and returns its index. */
  append(a: number, b: number, state: number): number {
    if (this.count === this.a.length) this.#grow();
    const i = this.count++;
    this.a[i] = a;
    this.b[i] = b;
    this.state[i] = state;
    this.firstPoint[i] = this.points.count;
    this.pointCount[i] = 0;
    this.closest.appendNone();
    return i;
  }

  #grow(): void {
    const { a, b, state, time, tolerance, firstPoint, pointCount } = this;
    Object.assign(this, {
      a: longer(a),
      b: longer(b),
      state: longer(state),
      time: longer(time),
      tolerance: longer(tolerance),
      firstPoint: longer(firstPoint),
      pointCount: longer(pointCount),
    });
  }
}
