/** Two closest points, and how far they are apart. */
export interface Closest {
  distance: number;
  readonly a: Float64Array;
  readonly b: Float64Array;
}

const ROUNDS = 64;
/** Progress that is rounding, as a share of the squared distance. */
const DONE = 1e-13;
/** What the points may be farther apart than the hulls certainly are: of the distance, and of the largest coordinate. */
const CERTAIN = 1e-10;
const CERTAIN_OF_LARGEST = 2 ** -48;

const simplex = new Float64Array(4 * 9);
const weights = new Float64Array(4);
const nearest = new Float64Array(3);

/**
 * The closest points of two convex polygons, or of any convex hulls of points: x y z each (Gilbert, Johnson and Keerthi). Distance 0 where they meet.
 * False where rounding left it uncertain whether any are closer.
 */
export function closestOfConvex(p: ArrayLike<number>, q: ArrayLike<number>, out: Closest): boolean {
  let count = 0;
  let squared = Number.POSITIVE_INFINITY;
  for (let k = 0; k < 3; k++) nearest[k] = p[k] - q[k];
  for (let round = 0; round < ROUNDS; round++) {
    addSupport(p, q, count);
    const at = 9 * count;
    const length = squareOf(nearest);
    const along = nearest[0] * simplex[at] + nearest[1] * simplex[at + 1] + nearest[2] * simplex[at + 2];
    if (round > 0 && (length - along <= DONE * length || isKnown(count))) break;
    count = reduce(count + 1);
    const now = squareOf(nearest);
    if (count === 4 || now === 0 || now >= squared) break;
    squared = now;
  }
  out.a.fill(0);
  out.b.fill(0);
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 3; k++) {
      out.a[k] += weights[i] * simplex[9 * i + 3 + k];
      out.b[k] += weights[i] * simplex[9 * i + 6 + k];
    }
  }
  const distance = Math.sqrt(squareOf(nearest));
  out.distance = distance;
  let largest = 0;
  for (let i = 0; i < p.length; i++) largest = Math.max(largest, Math.abs(p[i]));
  for (let i = 0; i < q.length; i++) largest = Math.max(largest, Math.abs(q[i]));
  const room = CERTAIN * distance + CERTAIN_OF_LARGEST * largest;
  return count === 4
    ? areOneInside(out, room)
    : distance <= room || distance - between(p, q) / distance <= room;
}

/** Whether the points that the corners of a tetrahedron around the origin make are one, and in both hulls. */
function areOneInside({ a, b }: Closest, room: number): boolean {
  const gap = Math.sqrt(squareOf([a[0] - b[0], a[1] - b[1], a[2] - b[2]]));
  return gap <= room && weights.every((weight) => weight >= -CERTAIN);
}

/** What lies between the hulls along `nearest`, times its length: never more than they are apart. */
function between(p: ArrayLike<number>, q: ArrayLike<number>): number {
  const [a, b] = [farthest(p, -1), farthest(q, 1)];
  let along = 0;
  for (let k = 0; k < 3; k++) along += nearest[k] * (p[a + k] - q[b + k]);
  return along;
}

/** The corner of the difference that lies farthest towards the origin. */
function addSupport(p: ArrayLike<number>, q: ArrayLike<number>, i: number): void {
  const a = farthest(p, -1);
  const b = farthest(q, 1);
  for (let k = 0; k < 3; k++) {
    simplex[9 * i + k] = p[a + k] - q[b + k];
    simplex[9 * i + 3 + k] = p[a + k];
    simplex[9 * i + 6 + k] = q[b + k];
  }
}

function farthest(points: ArrayLike<number>, sign: number): number {
  let best = 0;
  let most = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < points.length; i += 3) {
    const along = sign * (nearest[0] * points[i] + nearest[1] * points[i + 1] + nearest[2] * points[i + 2]);
    if (along <= most) continue;
    most = along;
    best = i;
  }
  return best;
}

function isKnown(count: number): boolean {
  for (let i = 0; i < count; i++) {
    let same = true;
    for (let k = 0; k < 3; k++) same &&= simplex[9 * i + k] === simplex[9 * count + k];
    if (same) return true;
  }
  return false;
}

const FACES = [
  [0, 1, 2, 3],
  [0, 1, 3, 2],
  [0, 2, 3, 1],
  [1, 2, 3, 0],
];
const best = new Float64Array(4);
const chosen: number[] = [];

/** Keeps the part of the simplex that is closest to the origin, which becomes `nearest`; 4: the origin is inside. */
function reduce(count: number): number {
  if (count === 4 && isInside()) {
    barycentric4();
    nearest.fill(0);
    return 4;
  }
  let least = Number.POSITIVE_INFINITY;
  const consider = (corners: readonly number[], w: readonly number[]) => {
    let squared = 0;
    for (let k = 0; k < 3; k++) {
      const x = corners.reduce((sum, corner, i) => sum + w[i] * simplex[9 * corner + k], 0);
      squared += x * x;
    }
    if (squared >= least) return;
    least = squared;
    chosen.length = 0;
    corners.forEach((corner, i) => {
      if (w[i] <= 0) return;
      best[chosen.length] = w[i];
      chosen.push(corner);
    });
  };
  for (let i = 0; i < count; i++) consider([i], [1]);
  for (let i = 0; i < count; i++) for (let j = i + 1; j < count; j++) onSegment(i, j, consider);
  if (count >= 3) for (const [i, j, k] of count === 3 ? [FACES[0]] : FACES) inTriangle(i, j, k, consider);
  const kept = chosen.map((corner) => simplex.slice(9 * corner, 9 * corner + 9));
  kept.forEach((corner, i) => {
    simplex.set(corner, 9 * i);
    weights[i] = best[i];
  });
  nearest.fill(0);
  for (let i = 0; i < kept.length; i++)
    for (let k = 0; k < 3; k++) nearest[k] += weights[i] * simplex[9 * i + k];
  return kept.length;
}

type Consider = (corners: readonly number[], weights: readonly number[]) => void;

function product(i: number, j: number): number {
  return (
    simplex[9 * i] * simplex[9 * j] +
    simplex[9 * i + 1] * simplex[9 * j + 1] +
    simplex[9 * i + 2] * simplex[9 * j + 2]
  );
}

function onSegment(i: number, j: number, consider: Consider): void {
  const [ii, ij, jj] = [product(i, i), product(i, j), product(j, j)];
  const length = ii - 2 * ij + jj;
  const share = (ii - ij) / length;
  if (share > 0 && share < 1) consider([i, j], [1 - share, share]);
}

function inTriangle(i: number, j: number, k: number, consider: Consider): void {
  const [ii, ij, ik] = [product(i, i), product(i, j), product(i, k)];
  const [jj, jk, kk] = [product(j, j), product(j, k), product(k, k)];
  const [uu, uv, vv] = [jj - 2 * ij + ii, jk - ij - ik + ii, kk - 2 * ik + ii];
  const [u, v] = [ii - ij, ii - ik];
  const determinant = uu * vv - uv * uv;
  if (!(determinant > 0)) return;
  const [s, t] = [(u * vv - v * uv) / determinant, (v * uu - u * uv) / determinant];
  if (s > 0 && t > 0 && s + t < 1) consider([i, j, k], [1 - s - t, s, t]);
}

/** The sign of the volume of the origin and a face, times that of the tetrahedron. */
function sameSide([i, j, k, l]: readonly number[]): boolean {
  const n = [0, 1, 2].map((x) => {
    const [y, z] = [(x + 1) % 3, (x + 2) % 3];
    const u = (a: number, axis: number) => simplex[9 * a + axis] - simplex[9 * i + axis];
    return u(j, y) * u(k, z) - u(j, z) * u(k, y);
  });
  const side = (a: number, origin: number) =>
    n.reduce((sum, x, axis) => sum + x * (origin * simplex[9 * a + axis] - simplex[9 * i + axis]), 0);
  return side(l, 1) * side(l, 0) > 0;
}

function isInside(): boolean {
  return FACES.every(sameSide);
}

function barycentric4(): void {
  const volume = (a: number, b: number, c: number) => {
    const [p, q, r] = [9 * a, 9 * b, 9 * c];
    return (
      simplex[p] * (simplex[q + 1] * simplex[r + 2] - simplex[q + 2] * simplex[r + 1]) +
      simplex[p + 1] * (simplex[q + 2] * simplex[r] - simplex[q] * simplex[r + 2]) +
      simplex[p + 2] * (simplex[q] * simplex[r + 1] - simplex[q + 1] * simplex[r])
    );
  };
  const parts = [volume(1, 2, 3), -volume(0, 2, 3), volume(0, 1, 3), -volume(0, 1, 2)];
  const sum = parts[0] + parts[1] + parts[2] + parts[3];
  for (let i = 0; i < 4; i++) weights[i] = parts[i] / sum;
}

function squareOf(v: ArrayLike<number>): number {
  return v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
}
