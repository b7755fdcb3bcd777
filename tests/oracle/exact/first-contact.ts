// Whether, and exactly when, an elementary query first touches.
//
// The set of contact times is closed. While the four points are not coplanar there is no contact, so a contact time is
// a root of the coplanarity cubic, or the cubic is identically zero and everything happens in planes (`earliest`).
import { type AlgebraicTime, rootsInUnitInterval } from './algebraic-time.js';
import { integersPerAxis, type Rational } from './dyadic.js';
import { earliest } from './earliest.js';
import { cross, difference, dot, movingPoints } from './motion.js';
import { FIRST_BODY, type Kind, type Points, SECOND_BODY } from './query.js';
import { edgeEdgeTouch, type Touch, vertexFaceTouch } from './touch.js';

export type FirstContact =
  | { readonly contact: false }
  | { readonly contact: true; readonly time: AlgebraicTime; readonly lo: Rational; readonly hi: Rational };

export interface Options {
  /** lo and hi are no further apart than this. */
  readonly width?: Rational;
  /** Only to test the shortcut: leave it out. */
  readonly shortcut?: boolean;
}

const DEFAULT_WIDTH: Rational = { num: 1n, den: 1n << 64n };

/** The exact first contact time, or undefined when the query never touches. */
export function firstContactTime(kind: Kind, points: Points, shortcut = true): AlgebraicTime | undefined {
  if (points.length !== 24) throw new RangeError(`a query has 24 numbers, not ${points.length}`);
  if (shortcut && separatedOnAnAxis(kind, points)) return undefined;
  const [p, q, r, s] = movingPoints(integersPerAxis(points));
  const normal =
    kind === 'vf' ? cross(difference(r, q), difference(s, q)) : cross(difference(q, p), difference(s, r));
  const coplanarity = dot(normal, difference(kind === 'vf' ? p : r, kind === 'vf' ? q : p));
  const touchOf = (): Touch => (kind === 'vf' ? vertexFaceTouch : edgeEdgeTouch)(normal, [p, q, r, s]);
  if (coplanarity.length === 0) {
    const touch = touchOf();
    return earliest(touch.consulted(), touch.holds);
  }
  const roots = rootsInUnitInterval(coplanarity);
  if (roots.length === 0) return undefined;
  const touch = touchOf();
  return roots.find((root) => touch.holds((poly) => root.signOf(poly)));
}

export function firstContact(kind: Kind, points: Points, options: Options = {}): FirstContact {
  const time = firstContactTime(kind, points, options.shortcut ?? true);
  if (time === undefined) return { contact: false };
  time.narrowTo(options.width ?? DEFAULT_WIDTH);
  return { contact: true, time, ...time.bracket() };
}

/** Truth, without the time. */
export const touches = (kind: Kind, points: Points): boolean => firstContactTime(kind, points) !== undefined;

/** Exactly: there is no contact before t (there may be one at t). */
export const certainNotBefore = (first: FirstContact, t: number): boolean =>
  !first.contact || first.time.compareToNumber(t) >= 0;

/** Exactly: there is no contact up to t, t included. */
export const certainAfter = (first: FirstContact, t: number): boolean =>
  !first.contact || first.time.compareToNumber(t) > 0;

/**
 * One body is strictly above the other on an axis at both ends of the step. Differences of coordinates are linear in
 * time, so they stay positive in between; comparing f64 numbers is exact.
 */
function separatedOnAnAxis(kind: Kind, points: Points): boolean {
  for (let axis = 0; axis < 3; axis++) {
    let above = true;
    let below = true;
    for (const i of FIRST_BODY[kind]) {
      for (const j of SECOND_BODY[kind]) {
        const first = 3 * i + axis;
        const second = 3 * j + axis;
        above &&= points[first] > points[second] && points[first + 12] > points[second + 12];
        below &&= points[first] < points[second] && points[first + 12] < points[second + 12];
      }
    }
    if (above || below) return true;
  }
  return false;
}
