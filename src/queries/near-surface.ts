import { RIGID_RADIUS } from '../kernels/layout/rigid-meshes.js';
import type { Core } from '../memory/open.js';
import { StepBuffer } from '../memory/step-buffer.js';
import { rigidBlockBytes } from '../mesh/rigid-block.js';
import { drain } from '../mesh/steps.js';
import type { RigidVolume } from '../rigid/queries.js';
import type { Mover } from './mover.js';
import type { TreeWalk } from './tree-walk.js';

/**
 * The part of a deformable's surface near a mover's way, as it is now, as a rigid shape in the world: what meshes are
 * cast against. It is built for each question, from the triangles that the mover can reach.
 */
export class NearSurface implements RigidVolume {
  radius = 0;
  readonly swept = 0;
  readonly #core: Core;
  readonly #walk: TreeWalk;
  readonly #buffer: StepBuffer;
  /** Which triangle of the deformable each one is. */
  #triangles: number[] = [];

  constructor(core: Core, walk: TreeWalk) {
    this.#core = core;
    this.#walk = walk;
    this.#buffer = new StepBuffer(core.arena);
  }

  get address(): number {
    return this.#buffer.address;
  }

  /** The deformable's triangle for one of the shape's. */
  triangleOf(own: number): number {
    return this.#triangles[own];
  }

  /** False where the mover reaches no triangle. */
  take(entity: number, mover: Mover): boolean {
    const corners: number[] = [];
    this.#triangles = [];
    this.#walk.visit(entity, mover, 1, (triangle, at) => {
      this.#triangles.push(triangle);
      for (let k = 0; k < 9; k++) corners.push(at[k]);
      return 1;
    });
    if (corners.length === 0) return false;
    const indices = Uint32Array.from({ length: corners.length / 3 }, (_, i) => i);
    const bytes = drain(rigidBlockBytes(Float64Array.from(corners), indices));
    this.#buffer.ensure(bytes.length);
    const { address } = this;
    this.#core.arena.u8.set(bytes, address);
    this.radius = this.#core.arena.f64[(address + RIGID_RADIUS) >>> 3];
    return true;
  }
}
