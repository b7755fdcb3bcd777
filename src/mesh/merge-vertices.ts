import { NONE } from '../kernels/layout/meshes.js';
import { hashOf, tableSizeFor } from './bit-hash.js';

/**
 * For each vertex the one it joins: the first kept before it that is within `tolerance` on every axis, or itself.
 * Kept vertices are chained by grid cell. A hash that puts two cells into one chain costs time, never a result: what
 * counts is the comparison of positions. A cell is two tolerances wide, so a chain holds few of them.
 */
export function mergeNearVertices(positions: Float64Array, tolerance: number): Uint32Array {
  const vertexCount = positions.length / 3;
  const mergedInto = new Uint32Array(vertexCount);
  const grid = new CellChains(positions, tolerance);
  for (let v = 0; v < vertexCount; v++) {
    const found = grid.firstNear(v);
    mergedInto[v] = found === NONE ? v : found;
    if (found === NONE) grid.keep(v);
  }
  return mergedInto;
}

class CellChains {
  private readonly heads: Uint32Array;
  private readonly next: Uint32Array;
  private readonly low = new Float64Array(3);
  private readonly high = new Float64Array(3);
  private readonly cells = new Float64Array(3);
  private readonly cellBits = new Uint32Array(this.cells.buffer);

  constructor(
    private readonly positions: Float64Array,
    private readonly tolerance: number,
  ) {
    const vertexCount = positions.length / 3;
    this.heads = new Uint32Array(tableSizeFor(vertexCount)).fill(NONE);
    this.next = new Uint32Array(vertexCount);
  }

  keep(v: number): void {
    const chain = this.chainOf(
      this.cellOf(this.positions[3 * v]),
      this.cellOf(this.positions[3 * v + 1]),
      this.cellOf(this.positions[3 * v + 2]),
    );
    this.next[v] = this.heads[chain];
    this.heads[chain] = v;
  }

  /**
   * The range of positions is computed first, and cells from its ends: rounding is monotone, so every position in the
   * range is in one of the cells from the low end's to the high end's, whatever the magnitudes.
   */
  firstNear(v: number): number {
    for (let axis = 0; axis < 3; axis++) {
      this.low[axis] = this.positions[3 * v + axis] - this.tolerance;
      this.high[axis] = this.positions[3 * v + axis] + this.tolerance;
    }
    const [x, y, z] = [this.cellOf(this.low[0]), this.cellOf(this.low[1]), this.cellOf(this.low[2])];
    // Counted as differences: beyond 2^53 adding 1 to a cell changes nothing.
    const countX = this.cellOf(this.high[0]) - x;
    const countY = this.cellOf(this.high[1]) - y;
    const countZ = this.cellOf(this.high[2]) - z;
    let first = NONE;
    for (let i = 0; i <= countX; i++) {
      for (let j = 0; j <= countY; j++) {
        for (let k = 0; k <= countZ; k++) {
          first = Math.min(first, this.firstInChain(this.chainOf(x + i, y + j, z + k)));
        }
      }
    }
    return first;
  }

  private firstInChain(chain: number): number {
    let first = NONE;
    for (let v = this.heads[chain]; v !== NONE; v = this.next[v]) {
      if (v < first && this.isInRange(v)) first = v;
    }
    return first;
  }

  private isInRange(v: number): boolean {
    const { positions, low, high } = this;
    for (let axis = 0; axis < 3; axis++) {
      const value = positions[3 * v + axis];
      if (value < low[axis] || value > high[axis]) return false;
    }
    return true;
  }

  private cellOf(value: number): number {
    return this.tolerance === 0 ? value : Math.floor(value / (2 * this.tolerance));
  }

  private chainOf(x: number, y: number, z: number): number {
    // Adding 0 makes 0 of -0: equal cells must have equal bits.
    this.cells[0] = x + 0;
    this.cells[1] = y + 0;
    this.cells[2] = z + 0;
    const bits = this.cellBits;
    const low = hashOf(bits[0], bits[2], bits[4]);
    return hashOf(low, bits[1] ^ Math.imul(bits[3], 0x9e3779b1), bits[5]) & (this.heads.length - 1);
  }
}
