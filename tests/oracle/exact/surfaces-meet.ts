// Whether two placed triangle meshes have a point in common. Two triangles are apart where some direction separates
// them: a direction from a short list is enough for triangles in general, and any direction is a proof once the
// projections differ by more than their rounding. What no direction proves is decided over integers.
import { integersPerAxis } from './dyadic.js';
import { pointsOf, type Triangle, trianglesIntersect } from './static.js';

/** Triangles of placed vertices: x y z a vertex, three vertices a triangle. */
export interface PlacedSurface {
  readonly positions: Float64Array;
  readonly triangles: Uint32Array;
}

/** The mesh where a unit quaternion x y z w and a position put it, in f64. */
export function placed(
  { positions, triangles }: PlacedSurface,
  [x, y, z, w]: ArrayLike<number> & Iterable<number>,
  [px, py, pz]: ArrayLike<number> & Iterable<number>,
): PlacedSurface {
  const moved = new Float64Array(positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    const [a, b, c] = [positions[i], positions[i + 1], positions[i + 2]];
    const tx = 2 * (y * c - z * b);
    const ty = 2 * (z * a - x * c);
    const tz = 2 * (x * b - y * a);
    moved[i] = px + a + w * tx + y * tz - z * ty;
    moved[i + 1] = py + b + w * ty + z * tx - x * tz;
    moved[i + 2] = pz + c + w * tz + x * ty - y * tx;
  }
  return { positions: moved, triangles };
}

/** The first pair of triangles found to have a point in common, one of each surface. */
export function meetingTriangles(a: PlacedSurface, b: PlacedSurface): readonly [number, number] | undefined {
  const common = overlapOf(boundsOf(a.positions), boundsOf(b.positions));
  if (common === undefined) return undefined;
  const first = boxesWithin(a, common);
  const second = boxesWithin(b, common);
  let begin = 0;
  for (const box of first) {
    while (begin < second.length && second[begin].low[0] + second[begin].widest < box.low[0]) begin++;
    for (let i = begin; i < second.length && second[i].low[0] <= box.high[0]; i++) {
      const other = second[i];
      if (!boxesOverlap(box, other)) continue;
      if (trianglesMeet(a, box.triangle, b, other.triangle)) return [box.triangle, other.triangle];
    }
  }
  return undefined;
}

interface Box {
  readonly triangle: number;
  readonly low: readonly number[];
  readonly high: readonly number[];
  /** No box of this list is wider along x. */
  widest: number;
}

type Bounds = readonly [low: readonly number[], high: readonly number[]];

function boundsOf(points: ArrayLike<number>): Bounds {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i++) {
    low[i % 3] = Math.min(low[i % 3], points[i]);
    high[i % 3] = Math.max(high[i % 3], points[i]);
  }
  return [low, high];
}

function overlapOf([lowA, highA]: Bounds, [lowB, highB]: Bounds): Bounds | undefined {
  const low = lowA.map((value, i) => Math.max(value, lowB[i]));
  const high = highA.map((value, i) => Math.min(value, highB[i]));
  return low.some((value, i) => value > high[i]) ? undefined : [low, high];
}

const boxesOverlap = (a: Box, b: Box): boolean =>
  [0, 1, 2].every((i) => a.low[i] <= b.high[i] && b.low[i] <= a.high[i]);

function boxesWithin(surface: PlacedSurface, [low, high]: Bounds): Box[] {
  const found: Box[] = [];
  let widest = 0;
  for (let triangle = 0; triangle < surface.triangles.length / 3; triangle++) {
    const [least, most] = boundsOf(cornersOf(surface, triangle));
    if (!least.every((value, i) => value <= high[i] && most[i] >= low[i])) continue;
    widest = Math.max(widest, most[0] - least[0]);
    found.push({ triangle, low: least, high: most, widest: 0 });
  }
  for (const box of found) box.widest = widest;
  return found.sort((a, b) => a.low[0] - b.low[0]);
}

function cornersOf({ positions, triangles }: PlacedSurface, triangle: number): number[] {
  const corners: number[] = [];
  for (let i = 0; i < 3; i++) {
    const at = 3 * triangles[3 * triangle + i];
    corners.push(positions[at], positions[at + 1], positions[at + 2]);
  }
  return corners;
}

function trianglesMeet(a: PlacedSurface, i: number, b: PlacedSurface, j: number): boolean {
  const corners = [...cornersOf(a, i), ...cornersOf(b, j)];
  if (separatedByDirection(corners)) return false;
  const points = pointsOf(integersPerAxis(corners));
  return trianglesIntersect(
    points.slice(0, 3) as unknown as Triangle,
    points.slice(3) as unknown as Triangle,
  );
}

type Vector = readonly [number, number, number];

const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** Both normals, the cross products of edges, and for triangles in a plane its edges' normals. */
function separatedByDirection(corners: readonly number[]): boolean {
  const at = (i: number): Vector => [corners[3 * i], corners[3 * i + 1], corners[3 * i + 2]];
  const edge = (i: number, j: number): Vector => {
    const [p, q] = [at(i), at(j)];
    return [q[0] - p[0], q[1] - p[1], q[2] - p[2]];
  };
  const edgesA = [edge(0, 1), edge(1, 2), edge(2, 0)];
  const edgesB = [edge(3, 4), edge(4, 5), edge(5, 3)];
  const normalA = cross(edgesA[0], edgesA[1]);
  const normalB = cross(edgesB[0], edgesB[1]);
  if (separates(corners, normalA) || separates(corners, normalB)) return true;
  for (const e of edgesA) for (const f of edgesB) if (separates(corners, cross(e, f))) return true;
  return (
    edgesA.some((e) => separates(corners, cross(e, normalA))) ||
    edgesB.some((e) => separates(corners, cross(e, normalB)))
  );
}

/** Above the rounding of a difference, three products and two sums: each within 2^-53 of its size. */
const ROUNDING = 8 * 2 ** -53;

/** Whether the projections on `n` are certainly apart. No, where rounding or underflow could have made them so. */
function separates(corners: readonly number[], n: Vector): boolean {
  let [maxA, minA, maxB, minB, size] = [-Infinity, Infinity, -Infinity, Infinity, 0];
  for (let i = 0; i < 6; i++) {
    let sum = 0;
    let magnitude = 0;
    for (let axis = 0; axis < 3; axis++) {
      const product = n[axis] * (corners[3 * i + axis] - corners[axis]);
      sum += product;
      magnitude += Math.abs(product);
    }
    size = Math.max(size, magnitude);
    if (i < 3) [maxA, minA] = [Math.max(maxA, sum), Math.min(minA, sum)];
    else [maxB, minB] = [Math.max(maxB, sum), Math.min(minB, sum)];
  }
  const gap = Math.max(minB - maxA, minA - maxB);
  return gap > 2 * ROUNDING * size && gap > 1e-290;
}
