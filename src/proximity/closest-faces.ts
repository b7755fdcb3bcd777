import {
  CLOSEST_DISTANCE,
  CLOSEST_POINT_A,
  CLOSEST_POINT_B,
  EXACT_SUM_BYTES,
  QUERY_FRAME_BYTES,
} from '../kernels/layout/elementary.js';
import type { Core } from '../memory/open.js';
import { StepBuffer } from '../memory/step-buffer.js';
import { type Closest, closestOfConvex } from './gjk.js';
import type { ProximityBody } from './proximity-body.js';

const RESULT_BYTES = 128;

/** More than a difference of coordinates loses, times another, as a share of it. */
const ROUNDING = 2 ** -48;

/** Closest points of a pair as weights of its corners, and where these were then. */
interface Kept {
  readonly weights: Float64Array;
  readonly cornersA: Float64Array;
  readonly cornersB: Float64Array;
}

/** The closest points of faces: of triangles by the kernel that knows how exact it is, of other polygons by GJK (Mezger 6.1). */
export class ClosestFaces {
  readonly closest: Closest = { distance: 0, a: new Float64Array(3), b: new Float64Array(3) };
  readonly #core: Core;
  readonly #a: ProximityBody;
  readonly #b: ProximityBody;
  readonly #buffer: StepBuffer;
  readonly #cornersA: Float64Array;
  readonly #cornersB: Float64Array;
  #kept = new Map<number, Kept>();
  #keptBefore = this.#kept;
  readonly #weights: Float64Array;
  readonly #direction = new Float64Array(3);
  #size = 0;

  constructor(core: Core, a: ProximityBody, b: ProximityBody) {
    this.#core = core;
    this.#a = a;
    this.#b = b;
    this.#cornersA = new Float64Array(3 * a.mesh.corners);
    this.#cornersB = new Float64Array(3 * b.mesh.corners);
    this.#weights = new Float64Array(a.mesh.corners + b.mesh.corners);
    this.#buffer = new StepBuffer(core.arena);
  }

  /** Before the pairs of a search: of those that the search before it did not look at nothing is known any more. */
  begin(): void {
    this.#keptBefore = this.#kept;
    this.#kept = new Map();
  }

  /** True where the points of before were used: they are at most `reuse` farther apart than the closest ones. */
  look(faceA: number, faceB: number, reuse: number): boolean {
    read(this.#a, faceA, this.#cornersA);
    read(this.#b, faceB, this.#cornersB);
    const key = faceA * 2 ** 26 + faceB;
    const kept = reuse > 0 ? this.#keptBefore.get(key) : undefined;
    if (kept !== undefined && this.#movedSince(kept) <= reuse / 2) {
      this.#kept.set(key, kept);
      this.#place(kept.weights);
      return true;
    }
    this.#measure();
    this.#weigh();
    if (reuse > 0) {
      const [cornersA, cornersB] = [this.#cornersA.slice(), this.#cornersB.slice()];
      this.#kept.set(key, { weights: this.#weights.slice(), cornersA, cornersB });
    }
    return false;
  }

  /**
   * Whether the faces are or may come within a distance while they go on for `dt`. What lies between them along a direction is never more
   * than they are apart, whichever direction it is, and as a function of time it is least at an end.
   */
  mayComeWithin(distance: number, faceA: number, faceB: number, dt: number): boolean {
    if (this.closest.distance <= distance) return true;
    const { a, b } = this.closest;
    for (let k = 0; k < 3; k++) this.#direction[k] = (a[k] - b[k]) / this.closest.distance;
    for (let time = 0; ; time = dt) {
      const least = -this.#mostAlong(this.#a, faceA, this.#cornersA, time, -1);
      const size = this.#size;
      const most = this.#mostAlong(this.#b, faceB, this.#cornersB, time, 1);
      if (least - most - ROUNDING * (size + this.#size) <= distance) return true;
      if (time === dt) return false;
    }
  }

  /** How far a face comes along the direction, from the first corner of the other one; its size is left in `#size`. */
  #mostAlong(body: ProximityBody, face: number, corners: Float64Array, time: number, sign: number): number {
    let most = Number.NEGATIVE_INFINITY;
    this.#size = 0;
    for (let c = 0; 3 * c < corners.length; c++) {
      let along = 0;
      for (let k = 0; k < 3; k++) {
        const way = corners[3 * c + k] - this.#cornersB[k] + time * speedAt(body, face, c, k);
        along += this.#direction[k] * way;
        this.#size += Math.abs(way);
      }
      most = Math.max(most, sign * along);
    }
    return most;
  }

  /** How far the faces went against each other: less what the first corner of the one went, which changes no distance. */
  #movedSince(kept: Kept): number {
    const way = (now: Float64Array, then: Float64Array) => {
      let most = 0;
      for (let i = 0; i < now.length; i += 3) {
        let squared = 0;
        for (let k = 0; k < 3; k++) {
          const common = this.#cornersA[k] - kept.cornersA[k];
          const along = now[i + k] - then[i + k] - common;
          squared += along * along;
        }
        most = Math.max(most, squared);
      }
      return Math.sqrt(most);
    };
    return way(this.#cornersA, kept.cornersA) + way(this.#cornersB, kept.cornersB);
  }

  /** The distance of the two points after some time, as they are carried by their faces: what candidates are sorted by (7). */
  expectedAfter(faceA: number, faceB: number, dt: number): number {
    const n = this.#a.mesh.corners;
    let squared = 0;
    for (let k = 0; k < 3; k++) {
      let x = this.closest.a[k] - this.closest.b[k];
      for (let c = 0; c < n; c++) x += dt * this.#weights[c] * speedAt(this.#a, faceA, c, k);
      for (let c = 0; c < this.#b.mesh.corners; c++)
        x -= dt * this.#weights[n + c] * speedAt(this.#b, faceB, c, k);
      squared += x * x;
    }
    return Math.sqrt(squared);
  }

  #measure(): void {
    const { closest } = this;
    if (this.#cornersA.length !== 9 || this.#cornersB.length !== 9) {
      if (!closestOfConvex(this.#cornersA, this.#cornersB, closest)) this.#measureByTriangles();
      return;
    }
    this.#measureTriangles(this.#cornersA, this.#cornersB);
  }

  /** Of polygons of which GJK is not certain, slivers for example: by the triangles of their corners, all of which they are. */
  #measureByTriangles(): void {
    const { closest } = this;
    const [a, b] = [closest.a.slice(), closest.b.slice()];
    let least = Number.POSITIVE_INFINITY;
    for (const p of trianglesOf(this.#cornersA)) {
      for (const q of trianglesOf(this.#cornersB)) {
        this.#measureTriangles(p, q);
        if (closest.distance >= least) continue;
        least = closest.distance;
        a.set(closest.a);
        b.set(closest.b);
      }
    }
    closest.distance = least;
    closest.a.set(a);
    closest.b.set(b);
  }

  #measureTriangles(p: Float64Array, q: Float64Array): void {
    const { closest } = this;
    this.#buffer.ensure(EXACT_SUM_BYTES + RESULT_BYTES + QUERY_FRAME_BYTES + 144);
    const { arena, kernels } = this.#core;
    const exactSum = this.#buffer.address;
    const result = exactSum + EXACT_SUM_BYTES;
    const frame = result + RESULT_BYTES;
    const input = frame + QUERY_FRAME_BYTES;
    arena.f64.set(p, input / 8);
    arena.f64.set(q, input / 8 + 9);
    kernels.staticTriangleDistance(input, result, exactSum, frame);
    closest.distance = arena.f64[(result + CLOSEST_DISTANCE) / 8];
    for (let k = 0; k < 3; k++) {
      closest.a[k] = arena.f64[(result + CLOSEST_POINT_A) / 8 + k];
      closest.b[k] = arena.f64[(result + CLOSEST_POINT_B) / 8 + k];
    }
  }

  #weigh(): void {
    const n = this.#a.mesh.corners;
    weightsOf(this.#cornersA, this.closest.a, this.#weights, 0);
    weightsOf(this.#cornersB, this.closest.b, this.#weights, n);
  }

  #place(weights: Float64Array): void {
    this.#weights.set(weights);
    const n = this.#a.mesh.corners;
    const { a, b } = this.closest;
    let squared = 0;
    for (let k = 0; k < 3; k++) {
      a[k] = b[k] = 0;
      for (let c = 0; c < n; c++) a[k] += weights[c] * this.#cornersA[3 * c + k];
      for (let c = 0; 3 * c < this.#cornersB.length; c++) b[k] += weights[n + c] * this.#cornersB[3 * c + k];
      squared += (a[k] - b[k]) * (a[k] - b[k]);
    }
    this.closest.distance = Math.sqrt(squared);
  }
}

function read({ mesh, positions }: ProximityBody, face: number, out: Float64Array): void {
  for (let c = 0; c < mesh.corners; c++) {
    const v = 3 * mesh.faces[mesh.corners * face + c];
    for (let k = 0; k < 3; k++) out[3 * c + k] = positions[v + k];
  }
}

function speedAt({ mesh, speeds }: ProximityBody, face: number, corner: number, k: number): number {
  return speeds[3 * mesh.faces[mesh.corners * face + corner] + k];
}

/** Every triangle of a polygon's corners, which together are the whole of it, and of a warped one its hull. */
function trianglesOf(corners: Float64Array): Float64Array[] {
  const triangles: Float64Array[] = [];
  for (let k = 6; k < corners.length; k += 3) {
    for (let j = 3; j < k; j += 3) {
      for (let i = 0; i < j; i += 3) {
        triangles.push(Float64Array.of(...[i, j, k].flatMap((c) => [...corners.subarray(c, c + 3)])));
      }
    }
  }
  return triangles;
}

/**
 * Weights of a polygon's corners that make a point of it: those of the edge or triangle of corners that make the nearest. A sliver's own
 * weights are lost in rounding, and an edge of it makes the point as well.
 */
function weightsOf(corners: Float64Array, point: Float64Array, out: Float64Array, at: number): void {
  const n = corners.length / 3;
  let least = Number.POSITIVE_INFINITY;
  const consider = (i: number, j: number, k: number, s: number, t: number) => {
    const r = 1 - s - t;
    if (!(r >= 0 && s >= 0 && t >= 0)) return;
    let squared = 0;
    for (let x = 0; x < 3; x++) {
      const along = r * corners[i + x] + s * corners[j + x] + t * corners[k + x] - point[x];
      squared += along * along;
    }
    if (squared >= least) return;
    least = squared;
    out.fill(0, at, at + n);
    out[at + i / 3] += r;
    out[at + j / 3] += s;
    out[at + k / 3] += t;
  };
  for (let j = 3; j < 3 * n; j += 3) {
    for (let i = 0; i < j; i += 3) {
      consider(i, j, j, onEdge(corners, i, j, point), 0);
      for (let k = j + 3; k < 3 * n; k += 3) consider(i, j, k, ...inTriangle(corners, i, j, k, point));
    }
  }
}

function onEdge(c: Float64Array, i: number, j: number, p: Float64Array): number {
  let [length, along] = [0, 0];
  for (let k = 0; k < 3; k++) {
    const side = c[j + k] - c[i + k];
    length += side * side;
    along += (p[k] - c[i + k]) * side;
  }
  return length > 0 ? Math.min(1, Math.max(0, along / length)) : 0;
}

/** By areas: the determinant of products of sides would lose the square of how thin a needle is. */
function inTriangle(c: Float64Array, i: number, j: number, l: number, p: Float64Array): [number, number] {
  let [whole, first, second] = [0, 0, 0];
  for (let k = 0; k < 3; k++) {
    const [x, y] = [(k + 1) % 3, (k + 2) % 3];
    const [ux, uy] = [c[j + x] - c[i + x], c[j + y] - c[i + y]];
    const [vx, vy] = [c[l + x] - c[i + x], c[l + y] - c[i + y]];
    const [wx, wy] = [p[x] - c[i + x], p[y] - c[i + y]];
    const normal = ux * vy - uy * vx;
    whole += normal * normal;
    first += normal * (wx * vy - wy * vx);
    second += normal * (ux * wy - uy * wx);
  }
  return [first / whole, second / whole];
}
