// Exact answers by brute force over BigInt, for tests only. It shares nothing with the kernels: no formula, no code.
// Everything is asked of one question: how far is the origin from the convex hull of a few points? For two sets the
// points are the differences of their corners (Minkowski). The closest point of a hull is inside a simplex of its
// points whose projection of the origin has no negative barycentric coordinate (Caratheodory), so all are tried.

export type Point = readonly [bigint, bigint, bigint];

/** Doubles as integers: times 2^1074, exactly. */
const UNIT = 1074n;

export function toInteger(x: number): bigint {
  if (!Number.isFinite(x)) throw new Error(`not finite: ${x}`);
  const bits = new BigUint64Array(new Float64Array([x]).buffer)[0];
  const exponent = (bits >> 52n) & 0x7ffn;
  const fraction = bits & 0xfffffffffffffn;
  const magnitude = exponent === 0n ? fraction : (fraction | 0x10000000000000n) << (exponent - 1n);
  return x < 0 ? -magnitude : magnitude;
}

/** Points as integers with a common power of two taken out; `unit` is the exponent of what remains. */
export function toPoints(numbers: ArrayLike<number>): { points: Point[]; unit: bigint } {
  const integers = Array.from(numbers, toInteger);
  let shift = UNIT;
  for (const value of integers) {
    while (shift > 0n && value & ((1n << shift) - 1n)) shift -= shift > 32n ? 32n : 1n;
  }
  const points: Point[] = [];
  for (let i = 0; i < integers.length; i += 3) {
    points.push([integers[i] >> shift, integers[i + 1] >> shift, integers[i + 2] >> shift]);
  }
  return { points, unit: shift - UNIT };
}

export const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const dot = (a: Point, b: Point): bigint => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const sign = (x: bigint): -1 | 0 | 1 => (x > 0n ? 1 : x < 0n ? -1 : 0);

/** Sign of det(b - a, c - a, d - a). */
export function side([a, b, c, d]: readonly Point[]): -1 | 0 | 1 {
  return sign(dot(cross(minus(b!, a!), minus(c!, a!)), minus(d!, a!)));
}

/** A squared distance: top / bottom, times 4^unit. */
export interface Square {
  readonly top: bigint;
  readonly bottom: bigint;
}

export function differences(a: readonly Point[], b: readonly Point[]): Point[] {
  return a.flatMap((p) => b.map((q) => minus(p, q)));
}

/** Whether the origin is in the hull. */
export function hullHasOrigin(points: readonly Point[]): boolean {
  return hullDistance(points).top === 0n || subsets(points, 4).some(tetrahedronHasOrigin);
}

/** Squared distance of the origin from the hull's simplices of up to three points; 0 inside of a solid hull too. */
export function squaredDistance(points: readonly Point[]): Square {
  return hullHasOrigin(points) ? { top: 0n, bottom: 1n } : hullDistance(points);
}

function hullDistance(points: readonly Point[]): Square {
  let best: Square | undefined;
  for (const count of [1, 2, 3]) {
    for (const subset of subsets(points, count)) {
      const square = projection(subset);
      if (square && (!best || square.top * best.bottom < best.top * square.bottom)) best = square;
    }
  }
  return best!;
}

/** Squared distance of the origin to the simplex's plane, if it projects into the simplex. */
function projection(simplex: readonly Point[]): Square | undefined {
  const [a, b, c] = simplex;
  if (!b) return { top: dot(a!, a!), bottom: 1n };
  const u = minus(b, a!);
  if (!c) {
    const length = dot(u, u);
    const along = -dot(a!, u);
    if (length === 0n || along < 0n || along > length) return undefined;
    return { top: dot(a!, a!) * length - along * along, bottom: length };
  }
  const v = minus(c, a!);
  const normal = cross(u, v);
  const area = dot(normal, normal);
  if (area === 0n) return undefined;
  const toOrigin: Point = [-a![0], -a![1], -a![2]];
  const onB = dot(cross(toOrigin, v), normal);
  const onC = dot(cross(u, toOrigin), normal);
  if (onB < 0n || onC < 0n || onB + onC > area) return undefined;
  const height = dot(normal, a!);
  return { top: height * height, bottom: area };
}

function tetrahedronHasOrigin([a, b, c, d]: readonly Point[]): boolean {
  const origin: Point = [0n, 0n, 0n];
  const volume = side([a!, b!, c!, d!]);
  if (volume === 0) return false;
  return (
    side([origin, b!, c!, d!]) * volume >= 0 &&
    side([a!, origin, c!, d!]) * volume >= 0 &&
    side([a!, b!, origin, d!]) * volume >= 0 &&
    side([a!, b!, c!, origin]) * volume >= 0
  );
}

function subsets<T>(items: readonly T[], count: number, from = 0): T[][] {
  if (count === 0) return [[]];
  const all: T[][] = [];
  for (let i = from; i + count <= items.length; i++) {
    for (const rest of subsets(items, count - 1, i + 1)) all.push([items[i], ...rest]);
  }
  return all;
}

/** Largest integer whose square is at most n. */
function integerRoot(n: bigint): bigint {
  if (n < 2n) return n;
  let root = 1n << BigInt((n.toString(2).length + 1) >> 1);
  for (;;) {
    const better = (root + n / root) >> 1n;
    if (better >= root) return root;
    root = better;
  }
}

/** How far a distance is from the true one, in units of `error`: exact but for the last step. */
export function distanceMiss(square: Square, unit: bigint, distance: number, error: number): number {
  const extra = 64n; // bits below 2^-1074
  const trueSquare = (square.top << (2n * (unit + UNIT + extra))) / square.bottom;
  const miss = (toInteger(distance) << extra) - integerRoot(trueSquare);
  return Number((miss * 1000000n) / (toInteger(error) << extra)) / 1000000;
}

/** Points of two instants, at a double time between them, exactly. */
export function pointsAt(numbers: ArrayLike<number>, time: number): { points: Point[]; unit: bigint } {
  const { points, unit } = toPoints(numbers);
  let step = toInteger(time);
  let halvings = UNIT;
  while (halvings > 0n && !(step & 1n)) {
    step >>= 1n;
    halvings--;
  }
  const half = points.length / 2;
  const moved = points.slice(0, half).map((start, i) => {
    const end = points[half + i];
    const at = (k: 0 | 1 | 2) => (start[k] << halvings) + step * (end[k] - start[k]);
    return [at(0), at(1), at(2)] as const;
  });
  return { points: moved, unit: unit - halvings };
}

/** Sign of squared distance minus the square of a length, exactly. */
export function compareWithLength(square: Square, unit: bigint, length: number): -1 | 0 | 1 {
  const exponent = 2n * (unit + UNIT);
  const wanted = toInteger(length) ** 2n * square.bottom;
  return exponent >= 0n ? sign((square.top << exponent) - wanted) : sign(square.top - (wanted << -exponent));
}

/** Four points on Bezier curves, at a double time, exactly: de Casteljau with a common denominator. */
export function curvePointsAt(numbers: ArrayLike<number>, time: number): { points: Point[]; unit: bigint } {
  const { points, unit } = toPoints(numbers);
  let step = toInteger(time);
  let halvings = UNIT;
  while (halvings > 0n && !(step & 1n)) {
    step >>= 1n;
    halvings--;
  }
  const degree = points.length / 4 - 1;
  const rest = (1n << halvings) - step;
  let groups = Array.from({ length: degree + 1 }, (_, k) => points.slice(4 * k, 4 * k + 4));
  while (groups.length > 1) {
    groups = groups.slice(1).map((later, k) =>
      later.map((q, i) => {
        const p = groups[k][i];
        return [p[0] * rest + q[0] * step, p[1] * rest + q[1] * step, p[2] * rest + q[2] * step] as const;
      }),
    );
  }
  return { points: groups[0], unit: unit - halvings * BigInt(degree) };
}
