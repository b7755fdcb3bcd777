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

/** Closest points of a pair as weights of its corners, and how far its faces may have moved against each other since. */
interface Kept {
  readonly weights: Float64Array;
  moved: number;
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
  readonly #kept = new Map<number, Kept>();
  readonly #weights: Float64Array;

  constructor(core: Core, a: ProximityBody, b: ProximityBody) {
    this.#core = core;
    this.#a = a;
    this.#b = b;
    this.#cornersA = new Float64Array(3 * a.mesh.corners);
    this.#cornersB = new Float64Array(3 * b.mesh.corners);
    this.#weights = new Float64Array(a.mesh.corners + b.mesh.corners);
    this.#buffer = new StepBuffer(core.arena);
  }

  /** True where the points of before were used: they are at most `reuse` farther apart than the closest ones. */
  look(faceA: number, faceB: number, budget: number, reuse: number): boolean {
    read(this.#a, faceA, this.#cornersA);
    read(this.#b, faceB, this.#cornersB);
    const key = faceA * 2 ** 26 + faceB;
    const kept = reuse > 0 ? this.#kept.get(key) : undefined;
    if (kept !== undefined && kept.moved + budget <= reuse / 2) {
      kept.moved += budget;
      this.#place(kept.weights);
      return true;
    }
    this.#measure();
    this.#weigh();
    if (reuse > 0) this.#kept.set(key, { weights: this.#weights.slice(), moved: 0 });
    return false;
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
      closestOfConvex(this.#cornersA, this.#cornersB, closest);
      return;
    }
    this.#buffer.ensure(EXACT_SUM_BYTES + RESULT_BYTES + QUERY_FRAME_BYTES + 144);
    const { arena, kernels } = this.#core;
    const exactSum = this.#buffer.address;
    const result = exactSum + EXACT_SUM_BYTES;
    const frame = result + RESULT_BYTES;
    const input = frame + QUERY_FRAME_BYTES;
    arena.f64.set(this.#cornersA, input / 8);
    arena.f64.set(this.#cornersB, input / 8 + 9);
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
      squared += (a[k] - b[k]) ** 2;
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

/** Weights of a polygon's corners that make a point of it: those of the triangle around its first corner that it is closest to. */
function weightsOf(corners: Float64Array, point: Float64Array, out: Float64Array, at: number): void {
  const n = corners.length / 3;
  let least = Number.POSITIVE_INFINITY;
  for (let c = 2; c < n; c++) {
    const [s, t] = inTriangle(corners, 3 * (c - 1), 3 * c, point);
    const outside = Math.max(0, -s, -t, s + t - 1);
    if (outside >= least) continue;
    least = outside;
    out.fill(0, at, at + n);
    out[at] = 1 - s - t;
    out[at + c - 1] = s;
    out[at + c] = t;
  }
}

function inTriangle(c: Float64Array, i: number, j: number, p: Float64Array): [number, number] {
  let [uu, uv, vv, pu, pv] = [0, 0, 0, 0, 0];
  for (let k = 0; k < 3; k++) {
    const [u, v, w] = [c[i + k] - c[k], c[j + k] - c[k], p[k] - c[k]];
    uu += u * u;
    uv += u * v;
    vv += v * v;
    pu += w * u;
    pv += w * v;
  }
  const determinant = uu * vv - uv * uv;
  return determinant > 0 ? [(pu * vv - pv * uv) / determinant, (pv * uu - pu * uv) / determinant] : [0, 0];
}
