import { FIRST_BODY, type Kind, SECOND_BODY } from '../../../tests/oracle/exact/query.js';

/** More than what rounding adds to a sum of three products, as a share of the largest of them. */
const SLACK = 2 ** -46;

/** Lines through the centre of a cube and its corners, edges and faces. */
const LINES = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
  [1, 1, 0],
  [1, 0, 1],
  [0, 1, 1],
  [1, -1, 0],
  [1, 0, -1],
  [0, 1, -1],
  [1, 1, 1],
  [1, 1, -1],
  [1, -1, 1],
  [-1, 1, 1],
] as const;

/**
 * Whether doubles show that two features do not meet in the step, by more than they can be wrong: one is beyond the other along a line at
 * both ends, or their four points are never in one plane. What they do not show is left to exact arithmetic.
 */
export function isCertainlyApart(kind: Kind, points: Float64Array): boolean {
  for (const [x, y, z] of LINES) if (areApartAlong(kind, points, x, y, z)) return true;
  return isNeverFlat(points);
}

function areApartAlong(kind: Kind, points: Float64Array, x: number, y: number, z: number): boolean {
  let largest = 0;
  const along = (i: number) => {
    const [p, q, r] = [x * points[3 * i], y * points[3 * i + 1], z * points[3 * i + 2]];
    largest = Math.max(largest, Math.abs(p), Math.abs(q), Math.abs(r));
    return p + q + r;
  };
  let above = Number.POSITIVE_INFINITY;
  let below = Number.POSITIVE_INFINITY;
  for (const at of [0, 4]) {
    const first = FIRST_BODY[kind].map((i) => along(i + at));
    const second = SECOND_BODY[kind].map((i) => along(i + at));
    above = Math.min(above, Math.min(...first) - Math.max(...second));
    below = Math.min(below, Math.min(...second) - Math.max(...first));
  }
  return Math.max(above, below) > 8 * largest * SLACK;
}

/** The volume of the four points is a cubic of time: it has no root where all its Bernstein coefficients have one sign. */
function isNeverFlat(points: Float64Array): boolean {
  let largest = 0;
  const arm = (i: number, at: number) =>
    [0, 1, 2].map((k) => {
      const difference = points[at + 3 * i + k] - points[at + k];
      largest = Math.max(largest, Math.abs(difference));
      return difference;
    });
  const a = [arm(1, 0), arm(1, 12)];
  const b = [arm(2, 0), arm(2, 12)];
  const c = [arm(3, 0), arm(3, 12)];
  const volume = (i: number, j: number, k: number) => determinant(a[i], b[j], c[k]);
  const coefficients = [
    volume(0, 0, 0),
    volume(1, 0, 0) + volume(0, 1, 0) + volume(0, 0, 1),
    volume(1, 1, 0) + volume(1, 0, 1) + volume(0, 1, 1),
    volume(1, 1, 1),
  ];
  const least = 64 * largest ** 3 * SLACK;
  return coefficients.every((each) => each > least) || coefficients.every((each) => each < -least);
}

function determinant(a: readonly number[], b: readonly number[], c: readonly number[]): number {
  return (
    a[0] * (b[1] * c[2] - b[2] * c[1]) +
    a[1] * (b[2] * c[0] - b[0] * c[2]) +
    a[2] * (b[0] * c[1] - b[1] * c[0])
  );
}
