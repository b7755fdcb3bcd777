import { connect } from '../../../src/mesh/connectivity.js';
import { drain } from '../../../src/mesh/steps.js';
import { crosses } from './exact-crossing.js';

/** Where a vertex belongs, and whether it is prescribed as a whole: such things may meet each other and themselves. */
export interface Ownership {
  readonly prescribed: Uint8Array;
}

/**
 * Counts the pairs of an edge and a triangle that share no vertex and have a point in common, at one instant: two
 * surfaces meet exactly where an edge of one meets a face of the other. A uniform grid says which to look at.
 */
export class StaticTest {
  readonly #triangles: Uint32Array;
  readonly #edges: Uint32Array;
  readonly #prescribed: Uint8Array;
  readonly #seen: Int32Array;
  #next = new Int32Array(0);
  #face = new Int32Array(0);
  readonly #heads: Int32Array;

  constructor(triangles: Uint32Array, vertexCount: number, { prescribed }: Ownership) {
    this.#triangles = triangles;
    this.#edges = drain(connect(triangles, vertexCount)).edges;
    this.#prescribed = prescribed;
    this.#seen = new Int32Array(triangles.length / 3);
    this.#heads = new Int32Array(1 << 16);
  }

  /** How many such pairs there are at these positions. */
  count(points: Float64Array): number {
    const size = this.#cellSize(points);
    this.#fill(points, size);
    this.#seen.fill(-1);
    let found = 0;
    for (let edge = 0; edge < this.#edges.length / 2; edge++) found += this.#facesCrossed(points, size, edge);
    return found;
  }

  #cellSize(points: Float64Array): number {
    let sum = 0;
    const edges = this.#edges;
    for (let i = 0; i < edges.length; i += 2) {
      let most = 0;
      for (let k = 0; k < 3; k++)
        most = Math.max(most, Math.abs(points[3 * edges[i] + k] - points[3 * edges[i + 1] + k]));
      sum += most;
    }
    return (2 * sum) / edges.length || 1;
  }

  /** Each triangle in the list of every cell that its box touches. */
  #fill(points: Float64Array, size: number): void {
    const triangles = this.#triangles;
    this.#heads.fill(-1);
    let filled = 0;
    for (let t = 0; t < triangles.length / 3; t++) {
      const [a, b, c] = [3 * triangles[3 * t], 3 * triangles[3 * t + 1], 3 * triangles[3 * t + 2]];
      const low = (k: number) => Math.floor(Math.min(points[a + k], points[b + k], points[c + k]) / size);
      const high = (k: number) => Math.floor(Math.max(points[a + k], points[b + k], points[c + k]) / size);
      const [x0, x1, y0, y1, z0, z1] = [low(0), high(0), low(1), high(1), low(2), high(2)];
      for (let x = x0; x <= x1; x++) {
        for (let y = y0; y <= y1; y++) {
          for (let z = z0; z <= z1; z++) {
            if (filled === this.#next.length) this.#grow();
            const cell = this.#cell(x, y, z);
            this.#next[filled] = this.#heads[cell];
            this.#face[filled] = t;
            this.#heads[cell] = filled++;
          }
        }
      }
    }
  }

  #facesCrossed(points: Float64Array, size: number, edge: number): number {
    const p = this.#edges[2 * edge];
    const q = this.#edges[2 * edge + 1];
    const low = (k: number) => Math.floor(Math.min(points[3 * p + k], points[3 * q + k]) / size);
    const high = (k: number) => Math.floor(Math.max(points[3 * p + k], points[3 * q + k]) / size);
    let found = 0;
    const [x1, y1, z1] = [high(0), high(1), high(2)];
    for (let x = low(0); x <= x1; x++) {
      for (let y = low(1); y <= y1; y++) {
        for (let z = low(2); z <= z1; z++) {
          for (let at = this.#heads[this.#cell(x, y, z)]; at >= 0; at = this.#next[at]) {
            const t = this.#face[at];
            if (this.#seen[t] === edge) continue;
            this.#seen[t] = edge;
            found += this.#meets(points, p, q, t) ? 1 : 0;
          }
        }
      }
    }
    return found;
  }

  #meets(points: Float64Array, p: number, q: number, t: number): boolean {
    const a = this.#triangles[3 * t];
    const b = this.#triangles[3 * t + 1];
    const c = this.#triangles[3 * t + 2];
    if (p === a || p === b || p === c || q === a || q === b || q === c) return false;
    if (this.#prescribed[p] === 1 && this.#prescribed[a] === 1) return false;
    for (let k = 0; k < 3; k++) {
      const [u, v] = [points[3 * p + k], points[3 * q + k]];
      const [d, e, f] = [points[3 * a + k], points[3 * b + k], points[3 * c + k]];
      if (Math.max(u, v) < Math.min(d, e, f) || Math.min(u, v) > Math.max(d, e, f)) return false;
    }
    return crosses(points, p, q, a, b, c);
  }

  #cell(x: number, y: number, z: number): number {
    const hash = Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791);
    return (hash ^ (hash >>> 15)) & 0xffff;
  }

  #grow(): void {
    const length = Math.max(4096, 2 * this.#next.length);
    const [next, face] = [new Int32Array(length), new Int32Array(length)];
    next.set(this.#next);
    face.set(this.#face);
    this.#next = next;
    this.#face = face;
  }
}
