import {
  BLOCK_TRIANGLES,
  DOP_CHILD,
  DOP_HI03,
  DOP_LO03,
  DOP_META,
  DOP_NODE_BYTES,
  SWEPT_VERTEX_BYTES,
} from '../kernels/layout/meshes.js';
import {
  RIGID_CENTRE,
  RIGID_LEAF,
  RIGID_NODES,
  RIGID_RADIUS,
  RIGID_TRIANGLE_IDS,
  RIGID_TRIANGLES,
  WIDE_AXES,
  WIDE_BASE,
  WIDE_BYTES,
  WIDE_CENTRE,
  WIDE_COUNT,
  WIDE_HALF,
  WIDE_LINKS,
} from '../kernels/layout/rigid-meshes.js';
import { RIGID } from '../systems/colliders.js';
import type { StepContext } from '../systems/context.js';
import type { Mover } from './mover.js';

/** Takes a triangle near the way; returns the part of the way, 0 to 1, that is still of interest. */
export type Visit = (triangle: number, corners: Float64Array) => number;

/** What f64 loses between the world and a mesh's frame, as a share of the numbers in play. */
const LOST = 2 ** -46;
/** Axes of boxes are f32. */
const STRETCH = 1 + 2 ** -20;

/** Visits the triangles of a collider whose boxes the mover's way meets: rigid boxes or deformable slabs. */
export class TreeWalk {
  readonly #context: StepContext;
  readonly #corners = new Float64Array(9);
  readonly #from = new Float64Array(3);
  readonly #way = new Float64Array(3);
  readonly #matrix = new Float64Array(9);
  /** Of the mesh's box: its boxes and corners are relative to it. */
  readonly #centre = new Float64Array(3);
  #stack = new Uint32Array(256);

  constructor(context: StepContext) {
    this.#context = context;
  }

  visit(entity: number, mover: Mover, until: number, visit: Visit): void {
    if (this.#context.colliders.kind[entity] === RIGID) {
      if (this.isNear(entity, mover, until)) this.#rigid(entity, mover, until, visit);
    } else this.#deformable(entity, mover, until, visit);
  }

  /** Whether the way meets the ball around a rigid body's origin: nearly all of them are told apart by that. */
  isNear(entity: number, { middle, way, reach }: Mover, until: number): boolean {
    const { colliders, components, meshes } = this.#context;
    const { px, py, pz } = components.RigidBody;
    const x = px[entity] - middle[0];
    const y = py[entity] - middle[1];
    const z = pz[entity] - middle[2];
    const square = way[0] * way[0] + way[1] * way[1] + way[2] * way[2];
    const along = x * way[0] + y * way[1] + z * way[2];
    const time = square > 0 ? Math.min(until, Math.max(0, along / square)) : 0;
    const u = x - time * way[0];
    const v = y - time * way[1];
    const w = z - time * way[2];
    const size = Math.abs(middle[0]) + Math.abs(middle[1]) + Math.abs(middle[2]) + Math.sqrt(square);
    const far = (reach + meshes.record(colliders.mesh[entity]).radius + LOST * size) * STRETCH;
    return u * u + v * v + w * w <= far * far;
  }

  #rigid(entity: number, mover: Mover, until: number, visit: Visit): void {
    const { core, meshes, colliders } = this.#context;
    const block = core.arena.address(meshes.shape(colliders.mesh[entity]).block);
    const { f32, f64, u32 } = core.arena;
    for (let k = 0; k < 3; k++) this.#centre[k] = f64[((block + RIGID_CENTRE) >>> 3) + k];
    this.#enter(entity, mover);
    const nodes = block + u32[(block + RIGID_NODES) >>> 2];
    const triangles = (block + u32[(block + RIGID_TRIANGLES) >>> 2]) >>> 3;
    const ids = (block + u32[(block + RIGID_TRIANGLE_IDS) >>> 2]) >>> 2;
    const reach = mover.reach * STRETCH + this.#lost(mover, f64[(block + RIGID_RADIUS) >>> 3]);
    let limit = until;
    let open = 1;
    this.#stack[0] = 0;
    while (open > 0) {
      const node = nodes + this.#stack[--open] * WIDE_BYTES;
      const count = u32[(node + WIDE_COUNT) >>> 2];
      for (let lane = 0; lane < count; lane++) {
        if (!this.#meetsBox(f32, f64, node, lane, reach, limit)) continue;
        const link = u32[(node + WIDE_LINKS + 4 * lane) >>> 2];
        if (link < RIGID_LEAF) open = this.#push(link, open);
        else {
          const slot = link - RIGID_LEAF;
          this.#place(entity, f64, triangles + 9 * slot);
          limit = Math.min(limit, visit(u32[ids + slot], this.#corners));
        }
      }
    }
  }

  #deformable(entity: number, mover: Mover, until: number, visit: Visit): void {
    const { core, meshes, colliders } = this.#context;
    const { arena } = core;
    const nodes = arena.address(colliders.nodes[entity]);
    const swept = arena.address(colliders.vertices[entity]) >>> 3;
    const block = arena.address(meshes.record(colliders.mesh[entity]).block);
    const { f32, f64, u32 } = arena;
    const triangles = (block + u32[(block + BLOCK_TRIANGLES) >>> 2]) >>> 2;
    for (let k = 0; k < 3; k++) {
      this.#from[k] = mover.middle[k];
      this.#way[k] = mover.way[k];
    }
    const reach = mover.reach + this.#lost(mover, 0);
    let limit = until;
    let open = 1;
    this.#stack[0] = 0;
    while (open > 0) {
      const node = nodes + this.#stack[--open] * DOP_NODE_BYTES;
      if (!this.#meetsSlabs(f32, node, reach, limit)) continue;
      const child = u32[(node + DOP_CHILD) >>> 2];
      if (child !== 0) open = this.#push(child + 1, this.#push(child, open));
      else {
        const triangle = u32[(node + DOP_META) >>> 2];
        for (let i = 0; i < 3; i++) {
          const vertex = swept + (u32[triangles + 3 * triangle + i] * SWEPT_VERTEX_BYTES) / 8;
          for (let k = 0; k < 3; k++) this.#corners[3 * i + k] = f64[vertex + 2 * k];
        }
        limit = Math.min(limit, visit(triangle, this.#corners));
      }
    }
  }

  #push(node: number, open: number): number {
    if (open === this.#stack.length) {
      const longer = new Uint32Array(2 * open);
      longer.set(this.#stack);
      this.#stack = longer;
    }
    this.#stack[open] = node;
    return open + 1;
  }

  /** The way in the mesh's frame, and the matrix back: columns of the rotation. */
  #enter(entity: number, mover: Mover): void {
    const { px, py, pz, qx, qy, qz, qw } = this.#context.components.RigidBody;
    const [a, b, c, d] = [qx[entity], qy[entity], qz[entity], qw[entity]];
    const size = 1 / Math.sqrt(a * a + b * b + c * c + d * d);
    const [x, y, z, w] = [a * size, b * size, c * size, d * size];
    const m = this.#matrix;
    m[0] = 1 - 2 * (y * y + z * z);
    m[1] = 2 * (x * y + z * w);
    m[2] = 2 * (x * z - y * w);
    m[3] = 2 * (x * y - z * w);
    m[4] = 1 - 2 * (x * x + z * z);
    m[5] = 2 * (y * z + x * w);
    m[6] = 2 * (x * z + y * w);
    m[7] = 2 * (y * z - x * w);
    m[8] = 1 - 2 * (x * x + y * y);
    const [u, v, t] = [
      mover.middle[0] - px[entity],
      mover.middle[1] - py[entity],
      mover.middle[2] - pz[entity],
    ];
    for (let k = 0; k < 3; k++) {
      this.#from[k] = m[3 * k] * u + m[3 * k + 1] * v + m[3 * k + 2] * t - this.#centre[k];
      this.#way[k] = m[3 * k] * mover.way[0] + m[3 * k + 1] * mover.way[1] + m[3 * k + 2] * mover.way[2];
    }
  }

  #lost({ middle, way, reach }: Mover, radius: number): number {
    let size = radius + reach;
    for (let k = 0; k < 3; k++) size += Math.abs(middle[k]) + Math.abs(way[k]) + Math.abs(this.#from[k]);
    return LOST * size;
  }

  /** Corners that two triangles share are the same bits in the world: no ray slips between them. */
  #place(entity: number, f64: Float64Array, from: number): void {
    const { px, py, pz } = this.#context.components.RigidBody;
    const m = this.#matrix;
    for (let i = 0; i < 9; i += 3) {
      const x = f64[from + i] + this.#centre[0];
      const y = f64[from + i + 1] + this.#centre[1];
      const z = f64[from + i + 2] + this.#centre[2];
      this.#corners[i] = px[entity] + (m[0] * x + m[3] * y + m[6] * z);
      this.#corners[i + 1] = py[entity] + (m[1] * x + m[4] * y + m[7] * z);
      this.#corners[i + 2] = pz[entity] + (m[2] * x + m[5] * y + m[8] * z);
    }
  }

  #meetsBox(
    f32: Float32Array,
    f64: Float64Array,
    node: number,
    lane: number,
    reach: number,
    until: number,
  ): boolean {
    const at = (node >>> 2) + lane;
    const base = (node + WIDE_BASE) >>> 3;
    const x = this.#from[0] - f64[base] - f32[at + WIDE_CENTRE / 4];
    const y = this.#from[1] - f64[base + 1] - f32[at + WIDE_CENTRE / 4 + 4];
    const z = this.#from[2] - f64[base + 2] - f32[at + WIDE_CENTRE / 4 + 8];
    let first = 0;
    let last = until;
    for (let k = 0; k < 3; k++) {
      const axis = at + WIDE_AXES / 4 + 12 * k;
      const [ax, ay, az] = [f32[axis], f32[axis + 4], f32[axis + 8]];
      const from = ax * x + ay * y + az * z;
      const rate = ax * this.#way[0] + ay * this.#way[1] + az * this.#way[2];
      const half = f32[at + WIDE_HALF / 4 + 4 * k] + reach;
      if (rate === 0) {
        if (from > half || from < -half) return false;
        continue;
      }
      const enter = (rate > 0 ? -half - from : half - from) / rate;
      const leave = (rate > 0 ? half - from : -half - from) / rate;
      first = Math.max(first, enter);
      last = Math.min(last, leave);
      if (first > last) return false;
    }
    return true;
  }

  #meetsSlabs(f32: Float32Array, node: number, reach: number, until: number): boolean {
    let first = 0;
    let last = until;
    for (let k = 0; k < 3; k++) {
      const low = f32[((node + DOP_LO03) >>> 2) + k] - reach - this.#from[k];
      const high = f32[((node + DOP_HI03) >>> 2) + k] + reach - this.#from[k];
      const rate = this.#way[k];
      if (rate === 0) {
        if (low > 0 || high < 0) return false;
        continue;
      }
      first = Math.max(first, (rate > 0 ? low : high) / rate);
      last = Math.min(last, (rate > 0 ? high : low) / rate);
      if (first > last) return false;
    }
    return true;
  }
}
