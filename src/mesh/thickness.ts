import {
  RIGID_LEAF,
  RIGID_NODES,
  RIGID_RADIUS,
  RIGID_TRIANGLE_COUNT,
  RIGID_TRIANGLES,
  WIDE_BASE,
  WIDE_BYTES,
  WIDE_CENTRE,
  WIDE_COUNT,
  WIDE_LINKS,
  WIDE_RADIUS,
} from '../kernels/layout/rigid-meshes.js';
import type { Arena, BlockId } from '../memory/arena.js';

/** Bounds of boxes are f32. */
const STRETCH = 1 + 2 ** -20;

/**
 * How thick a closed mesh is where it is thinnest: the shortest of the lines that go in at the middle of a triangle, at a
 * right angle, until they come out. What tapers to an edge is thinner there than between the middles of its triangles.
 */
export function thicknessOf(arena: Arena, block: BlockId): number {
  return new Probe(arena, arena.address(block)).thinnest();
}

class Probe {
  readonly #f32: Float32Array;
  readonly #f64: Float64Array;
  readonly #u32: Uint32Array;
  readonly #nodes: number;
  /** The first triangle's first number. */
  readonly #corners: number;
  readonly #count: number;
  readonly #from = new Float64Array(3);
  readonly #way = new Float64Array(3);
  readonly #stack: number[] = [];
  #least: number;

  constructor({ f32, f64, u32 }: Arena, at: number) {
    this.#f32 = f32;
    this.#f64 = f64;
    this.#u32 = u32;
    this.#nodes = at + u32[(at + RIGID_NODES) >>> 2];
    this.#corners = (at + u32[(at + RIGID_TRIANGLES) >>> 2]) >>> 3;
    this.#count = u32[(at + RIGID_TRIANGLE_COUNT) >>> 2];
    this.#least = 2 * f64[(at + RIGID_RADIUS) >>> 3];
  }

  thinnest(): number {
    const inwards = this.#facesOut() ? -1 : 1;
    for (let slot = 0; slot < this.#count; slot++) {
      if (this.#aim(this.#corners + 9 * slot, inwards)) this.#shorten(slot);
    }
    return this.#least;
  }

  #facesOut(): boolean {
    const f = this.#f64;
    let volume = 0;
    for (let i = this.#corners; i < this.#corners + 9 * this.#count; i += 9) {
      volume += f[i] * (f[i + 4] * f[i + 8] - f[i + 5] * f[i + 7]);
      volume += f[i + 1] * (f[i + 5] * f[i + 6] - f[i + 3] * f[i + 8]);
      volume += f[i + 2] * (f[i + 3] * f[i + 7] - f[i + 4] * f[i + 6]);
    }
    return volume > 0;
  }

  /** From a triangle's middle along its normal, to either side. False where it has none. */
  #aim(i: number, side: number): boolean {
    const f = this.#f64;
    const [ux, uy, uz] = [f[i + 3] - f[i], f[i + 4] - f[i + 1], f[i + 5] - f[i + 2]];
    const [vx, vy, vz] = [f[i + 6] - f[i], f[i + 7] - f[i + 1], f[i + 8] - f[i + 2]];
    const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const scale = side / Math.sqrt(x * x + y * y + z * z);
    if (!Number.isFinite(scale)) return false;
    this.#way.set([scale * x, scale * y, scale * z]);
    for (let k = 0; k < 3; k++) this.#from[k] = (f[i + k] + f[i + 3 + k] + f[i + 6 + k]) / 3;
    return true;
  }

  #shorten(own: number): void {
    const stack = this.#stack;
    stack.push(0);
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      const wide = this.#nodes + node * WIDE_BYTES;
      const count = this.#u32[(wide + WIDE_COUNT) >>> 2];
      for (let lane = 0; lane < count; lane++) {
        if (!this.#meetsBall(wide, lane)) continue;
        const link = this.#u32[(wide + WIDE_LINKS + 4 * lane) >>> 2];
        if (link < RIGID_LEAF) stack.push(link);
        else if (link - RIGID_LEAF !== own) this.#cross(this.#corners + 9 * (link - RIGID_LEAF));
      }
    }
  }

  #meetsBall(wide: number, lane: number): boolean {
    const at = (wide >>> 2) + lane;
    const base = (wide + WIDE_BASE) >>> 3;
    const [from, way] = [this.#from, this.#way];
    const x = this.#f64[base] + this.#f32[at + WIDE_CENTRE / 4] - from[0];
    const y = this.#f64[base + 1] + this.#f32[at + WIDE_CENTRE / 4 + 4] - from[1];
    const z = this.#f64[base + 2] + this.#f32[at + WIDE_CENTRE / 4 + 8] - from[2];
    const t = Math.min(this.#least, Math.max(0, x * way[0] + y * way[1] + z * way[2]));
    const [u, v, w] = [x - t * way[0], y - t * way[1], z - t * way[2]];
    const radius = this.#f32[at + WIDE_RADIUS / 4] * STRETCH;
    return u * u + v * v + w * w <= radius * radius;
  }

  /** Where the line meets a triangle sooner than all before (Moeller and Trumbore 1997). */
  #cross(i: number): void {
    const f = this.#f64;
    const [dx, dy, dz] = this.#way;
    const [ux, uy, uz] = [f[i + 3] - f[i], f[i + 4] - f[i + 1], f[i + 5] - f[i + 2]];
    const [vx, vy, vz] = [f[i + 6] - f[i], f[i + 7] - f[i + 1], f[i + 8] - f[i + 2]];
    const [px, py, pz] = [dy * vz - dz * vy, dz * vx - dx * vz, dx * vy - dy * vx];
    const scale = 1 / (ux * px + uy * py + uz * pz);
    const [sx, sy, sz] = [this.#from[0] - f[i], this.#from[1] - f[i + 1], this.#from[2] - f[i + 2]];
    const u = scale * (sx * px + sy * py + sz * pz);
    const [qx, qy, qz] = [sy * uz - sz * uy, sz * ux - sx * uz, sx * uy - sy * ux];
    const v = scale * (dx * qx + dy * qy + dz * qz);
    const t = scale * (vx * qx + vy * qy + vz * qz);
    if (u >= 0 && v >= 0 && u + v <= 1 && t > 0 && t < this.#least) this.#least = t;
  }
}
