import {
  DOP_CHILD,
  DOP_HI03,
  DOP_HI47,
  DOP_LO8,
  DOP_LO03,
  DOP_LO47,
  DOP_META,
  DOP_NEGATED_HI8,
  DOP_NODE_BYTES,
} from '../kernels/layout/meshes.js';
import type { Arena } from '../memory/arena.js';
import { longer } from '../memory/longer.js';

const AXES = 9;
/** A motion of length 1 goes no farther than this along any of the axes: four of them are x + y and the like. */
const MOST_ALONG_AN_AXIS = Math.SQRT2;
/** More than rounding takes away of a sum of two coordinates, as a share of them. */
const ROUNDING = 2 ** -50;

/** Finds the faces of a deformable whose boxes are near a triangle. */
export class NearFaces {
  readonly #low = new Float64Array(AXES);
  readonly #high = new Float64Array(AXES);
  #stack = new Uint32Array(64);

  /** Tells the faces, until one does not pass. `corners`: x y z each; `nodes`: the address of the tree. */
  each(
    { f32, u32 }: Arena,
    nodes: number,
    corners: Float64Array,
    reach: number,
    passes: (face: number) => boolean,
  ): boolean {
    this.#bound(corners, reach);
    this.#stack[0] = 0;
    for (let open = 1; open > 0; ) {
      const at = nodes + this.#stack[--open] * DOP_NODE_BYTES;
      if (!this.#overlaps(f32, at)) continue;
      const child = u32[(at + DOP_CHILD) / 4];
      if (child === 0) {
        if (!passes(u32[(at + DOP_META) / 4])) return false;
        continue;
      }
      if (open + 2 > this.#stack.length) this.#stack = longer(this.#stack);
      this.#stack[open++] = child;
      this.#stack[open++] = child + 1;
    }
    return true;
  }

  #bound(corners: Float64Array, reach: number): void {
    this.#low.fill(Number.POSITIVE_INFINITY);
    this.#high.fill(Number.NEGATIVE_INFINITY);
    let largest = 0;
    for (let c = 0; c < 9; c += 3) {
      const [x, y, z] = [corners[c], corners[c + 1], corners[c + 2]];
      largest = Math.max(largest, Math.abs(x), Math.abs(y), Math.abs(z));
      this.#include(0, x);
      this.#include(1, y);
      this.#include(2, z);
      this.#include(3, x + y);
      this.#include(4, x + z);
      this.#include(5, y + z);
      this.#include(6, x - y);
      this.#include(7, x - z);
      this.#include(8, y - z);
    }
    const wider = MOST_ALONG_AN_AXIS * reach + ROUNDING * largest;
    for (let axis = 0; axis < AXES; axis++) {
      this.#low[axis] -= wider;
      this.#high[axis] += wider;
    }
  }

  #include(axis: number, value: number): void {
    if (value < this.#low[axis]) this.#low[axis] = value;
    if (value > this.#high[axis]) this.#high[axis] = value;
  }

  #overlaps(f32: Float32Array, node: number): boolean {
    const [low, high] = [this.#low, this.#high];
    for (let axis = 0; axis < 4; axis++) {
      if (f32[(node + DOP_LO03) / 4 + axis] > high[axis] || f32[(node + DOP_HI03) / 4 + axis] < low[axis])
        return false;
    }
    for (let axis = 4; axis < 8; axis++) {
      if (
        f32[(node + DOP_LO47) / 4 + axis - 4] > high[axis] ||
        f32[(node + DOP_HI47) / 4 + axis - 4] < low[axis]
      )
        return false;
    }
    return f32[(node + DOP_LO8) / 4] <= high[8] && -f32[(node + DOP_NEGATED_HI8) / 4] >= low[8];
  }
}
