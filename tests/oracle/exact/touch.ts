// Whether a vertex touches a face, or two edges touch, as a function of the signs of polynomials at one moment. The
// caller promises that the four points are coplanar at that moment; everything else is decided here.
import type { SignAt } from './earliest.js';
import { cross, difference, type Vector } from './motion.js';
import type { Polynomial } from './polynomial.js';

/** What decides whether a point lies on a closed segment. */
interface OnSegment {
  /** (end - start) x (point - start). Component k is also the orientation of the three points seen along axis k. */
  readonly turn: Vector;
  readonly fromStart: Vector;
  readonly fromEnd: Vector;
}

function onSegment(point: Vector, start: Vector, end: Vector): OnSegment {
  const fromStart = difference(point, start);
  return { turn: cross(difference(end, start), fromStart), fromStart, fromEnd: difference(point, end) };
}

/** On the line, and between the ends on every axis: right for a segment of zero length too. */
function isOn(s: OnSegment, sign: SignAt): boolean {
  return (
    s.turn.every((p) => sign(p) === 0) &&
    [0, 1, 2].every((axis) => sign(s.fromStart[axis]) * sign(s.fromEnd[axis]) <= 0)
  );
}

/** All polynomials that one question consults, and how their signs decide it. */
export interface Touch {
  /** Normal of the face, or cross product of the two edges. */
  readonly normal: Vector;
  readonly consulted: () => Polynomial[];
  readonly holds: (sign: SignAt) => boolean;
}

const consultedBy = (normal: Vector, tests: readonly OnSegment[]): Polynomial[] => [
  ...normal,
  ...tests.flatMap((s) => [...s.turn, ...s.fromStart, ...s.fromEnd]),
];

/** An axis along which the configuration keeps its shape when it is looked at, or -1 when the normal vanishes. */
const viewAxis = (normal: Vector, sign: SignAt): number => normal.findIndex((p) => sign(p) !== 0);

export function vertexFaceTouch(normal: Vector, [v, f0, f1, f2]: readonly Vector[]): Touch {
  const edges = [onSegment(v, f0, f1), onSegment(v, f1, f2), onSegment(v, f2, f0)];
  return {
    normal,
    consulted: () => consultedBy(normal, edges),
    holds(sign) {
      const axis = viewAxis(normal, sign);
      // A face without area is the union of its edges.
      if (axis < 0) return edges.some((edge) => isOn(edge, sign));
      const outside = -sign(normal[axis]);
      return edges.every((edge) => sign(edge.turn[axis]) !== outside);
    },
  };
}

export function edgeEdgeTouch(normal: Vector, [a0, a1, b0, b1]: readonly Vector[]): Touch {
  const bOnA = [onSegment(b0, a0, a1), onSegment(b1, a0, a1)];
  const aOnB = [onSegment(a0, b0, b1), onSegment(a1, b0, b1)];
  return {
    normal,
    consulted: () => consultedBy(normal, [...bOnA, ...aOnB]),
    holds(sign) {
      const axis = viewAxis(normal, sign);
      // Parallel segments, or one without length, touch at an end of one of them or not at all.
      if (axis < 0) return [...bOnA, ...aOnB].some((end) => isOn(end, sign));
      const crosses = ([p, q]: readonly OnSegment[]): boolean => sign(p.turn[axis]) * sign(q.turn[axis]) <= 0;
      return crosses(bOnA) && crosses(aOnB);
    },
  };
}
