import { coneOf, openCone, widenCone } from './cones.js';

/** More than rounding takes from a control vector, for each triangle of a fan, as a share of the same. */
const ROUNDING = 2 ** -46;

/**
 * Where faces look in a span of time (Mezger 5.1 asks it of an instant): a cone around all normals that a polygon has while its corners go on.
 * By Newell's sum, for polygons that are not quite flat too, which goes as the square of time: what it can be lies between the three
 * control vectors of that parabola.
 */
export class NormalsOverTime {
  /** Corners from the first one, and how they move against it in the span. */
  readonly #arms: Float64Array;
  readonly #moves: Float64Array;
  readonly #controls = new Float64Array(9);
  readonly #directions = new Float64Array(9);

  constructor(corners: number) {
    this.#arms = new Float64Array(3 * corners);
    this.#moves = new Float64Array(3 * corners);
  }

  /** Of the polygon whose corners are at these offsets; true as well where each corner is up to `slack` elsewhere. */
  coneOf(
    positions: Float64Array,
    speeds: Float64Array,
    offsets: readonly number[],
    dt: number,
    slack: number,
    cones: Float64Array,
    at: number,
  ): void {
    const reach = this.#read(positions, speeds, offsets, dt);
    const n = this.#controls.fill(0);
    for (let i = 1; i < offsets.length - 1; i++) {
      const [p, q] = [3 * i, 3 * i + 3];
      for (let k = 0; k < 3; k++) {
        const [u, v] = [(k + 1) % 3, (k + 2) % 3];
        n[k] += crossed(this.#arms, p, this.#arms, q, u, v);
        n[3 + k] +=
          crossed(this.#arms, p, this.#moves, q, u, v) + crossed(this.#moves, p, this.#arms, q, u, v);
        n[6 + k] += crossed(this.#moves, p, this.#moves, q, u, v);
      }
    }
    // from a + b t + c t t to a, a + b / 2, a + b + c
    for (let k = 0; k < 3; k++) {
      n[6 + k] += n[k] + n[3 + k];
      n[3 + k] = n[k] + n[3 + k] / 2;
    }
    // A triangle whose corners are up to `slack` elsewhere is turned by an angle whose sine is at most 2 slack / its least height, which is
    // 2 slack * its longest edge / the length of its normal: no edge is longer than twice the reach. Newell's sum of n > 3 corners changes
    // by at most (2 n - 2) reach * slack + n slack^2, which is less than this too wherever `slack` is less than a quarter of the reach; it is,
    // where the normal is longer than what it may be turned by.
    const turned = (offsets.length - 2) * (4 * reach * slack + ROUNDING * reach * reach);
    const least = this.#unit(cones, at);
    if (!(least > turned)) openCone(cones, at);
    else {
      const sin = turned / least;
      widenCone(cones, at, Math.sqrt(1 - sin * sin), sin);
    }
  }

  /** Returns how far a corner may be from the first one. */
  #read(positions: Float64Array, speeds: Float64Array, offsets: readonly number[], dt: number): number {
    let [arm, move] = [0, 0];
    for (let c = 0; c < offsets.length; c++) {
      let [a, m] = [0, 0];
      for (let k = 0; k < 3; k++) {
        const x = positions[offsets[c] + k] - positions[offsets[0] + k];
        const y = dt * (speeds[offsets[c] + k] - speeds[offsets[0] + k]);
        this.#arms[3 * c + k] = x;
        this.#moves[3 * c + k] = y;
        a += x * x;
        m += y * y;
      }
      arm = Math.max(arm, a);
      move = Math.max(move, m);
    }
    return Math.sqrt(arm) + Math.sqrt(move);
  }

  /** The cone of the three control vectors; returns the least that a normal has along its axis. */
  #unit(cones: Float64Array, at: number): number {
    const [n, directions] = [this.#controls, this.#directions];
    for (let i = 0; i < 9; i += 3) {
      const length = Math.sqrt(n[i] * n[i] + n[i + 1] * n[i + 1] + n[i + 2] * n[i + 2]);
      if (!(length > 0)) return 0;
      for (let k = i; k < i + 3; k++) directions[k] = n[k] / length;
    }
    coneOf(directions, CONTROLS, cones, at);
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < 9; i += 3) {
      least = Math.min(least, n[i] * cones[at] + n[i + 1] * cones[at + 1] + n[i + 2] * cones[at + 2]);
    }
    return least;
  }
}

const CONTROLS = [0, 3, 6];

/** The part u v of the cross product. */
function crossed(p: Float64Array, i: number, q: Float64Array, k: number, u: number, v: number): number {
  return p[i + u] * q[k + v] - p[i + v] * q[k + u];
}
