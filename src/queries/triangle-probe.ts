import {
  CLOSEST_DISTANCE,
  CLOSEST_ERROR,
  CLOSEST_POINT_A,
  CLOSEST_POINT_B,
  EXACT_SUM_BYTES,
  QUERY_FRAME_BYTES,
} from '../kernels/layout/elementary.js';
import type { Core } from '../memory/open.js';
import { StepBuffer } from '../memory/step-buffer.js';
import type { Mover } from './mover.js';

const RESULT_BYTES = 128;
const TRIANGLE_BYTES = 72;
const NUMBERS = TRIANGLE_BYTES / 8;
/** Newton's steps converge in a few; grazing ones are given up early, which is never late. */
const MAX_ROUNDS = 60;
/** What is left of a distance when a cast ends, as a share of the way. */
const ENOUGH = 2 ** -44;

/** One triangle in the world against what moves. Distances and crossings are decided by the exact kernels. */
export class TriangleProbe {
  readonly point = new Float64Array(3);
  readonly normal = new Float64Array(3);
  /** How far the last distance may be off. */
  #error = 0;
  readonly #core: Core;
  readonly #buffer: StepBuffer;

  constructor(core: Core) {
    this.#core = core;
    this.#buffer = new StepBuffer(core.arena);
  }

  /** Before a walk: memory that grew on the way would leave it with views of nothing. */
  prepare(): void {
    this.#buffer.ensure(EXACT_SUM_BYTES + RESULT_BYTES + QUERY_FRAME_BYTES + 2 * TRIANGLE_BYTES);
  }

  /** The address of the moving line as a triangle with two equal corners, and behind it of the triangle. */
  #input(): number {
    return this.#buffer.address + EXACT_SUM_BYTES + RESULT_BYTES + QUERY_FRAME_BYTES;
  }

  /** Whether the way of a point meets the triangle: exact, shared edges and corners included. */
  crosses(mover: Mover, corners: Float64Array): boolean {
    const input = this.#input();
    const { f64 } = this.#core.arena;
    const at = input / 8;
    for (let k = 0; k < 3; k++) {
      f64[at + k] = mover.a[k];
      f64[at + 3 + k] = mover.a[k] + mover.way[k];
      f64[at + 6 + k] = f64[at + 3 + k];
    }
    f64.set(corners, at + NUMBERS);
    return this.#core.kernels.staticTrianglesMeet(input, this.#buffer.address) !== 0;
  }

  /** The distance of line and triangle at a time; `point` is on the triangle, `normal` away from it. */
  distance(mover: Mover, corners: Float64Array, time: number): number {
    const input = this.#input();
    const { f64 } = this.#core.arena;
    mover.writeAt(time, f64, input / 8);
    f64.set(corners, input / 8 + NUMBERS);
    const exactSum = this.#buffer.address;
    const result = exactSum + EXACT_SUM_BYTES;
    this.#core.kernels.staticTriangleDistance(input, result, exactSum, result + RESULT_BYTES);
    const distance = f64[(result + CLOSEST_DISTANCE) / 8];
    this.#error = f64[(result + CLOSEST_ERROR) / 8];
    for (let k = 0; k < 3; k++) {
      this.point[k] = f64[(result + CLOSEST_POINT_B) / 8 + k];
      this.normal[k] = (f64[(result + CLOSEST_POINT_A) / 8 + k] - this.point[k]) / distance;
    }
    if (!(distance > this.#error)) this.#facing(mover, corners);
    return distance;
  }

  /**
   * The first time, up to `until`, at which line and triangle are as close as the radius; Infinity where there is none. The
   * distance is convex along a straight way, so that each step to where its tangent says stays before the contact. What
   * begins within the radius is met at once, where it comes closer, and not at all where it does not.
   */
  castTime(mover: Mover, corners: Float64Array, until: number): number {
    const { normal } = this;
    const enough = ENOUGH * lengthOf(mover);
    let time = 0;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const gap = this.distance(mover, corners, time) - mover.radius;
      const rate = -(mover.way[0] * normal[0] + mover.way[1] * normal[1] + mover.way[2] * normal[2]);
      const isThere = gap <= this.#error + enough;
      // Past the first round, one that rounding took a little too far is there as well.
      if (isThere && (rate > 0 || round > 0)) return time;
      if (!(rate > 0)) return Number.POSITIVE_INFINITY;
      time += gap / rate;
      if (time > until) return Number.POSITIVE_INFINITY;
    }
    return time;
  }

  /** Where a point crosses the triangle: the closest points are one there, and the normal is the triangle's own. */
  crossingTime(mover: Mover, corners: Float64Array, until: number): number {
    const time = this.castTime(mover, corners, until);
    this.#facing(mover, corners);
    return time;
  }

  /** The triangle's own normal, against the way. */
  #facing(mover: Mover, c: Float64Array): void {
    const { normal } = this;
    const [ux, uy, uz] = [c[3] - c[0], c[4] - c[1], c[5] - c[2]];
    const [vx, vy, vz] = [c[6] - c[0], c[7] - c[1], c[8] - c[2]];
    normal[0] = uy * vz - uz * vy;
    normal[1] = uz * vx - ux * vz;
    normal[2] = ux * vy - uy * vx;
    const length = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    const along = normal[0] * mover.way[0] + normal[1] * mover.way[1] + normal[2] * mover.way[2];
    for (let k = 0; k < 3; k++) normal[k] /= along > 0 ? -length : length;
  }
}

/** A bound on the length of the way. */
function lengthOf({ way }: Mover): number {
  return Math.abs(way[0]) + Math.abs(way[1]) + Math.abs(way[2]);
}
