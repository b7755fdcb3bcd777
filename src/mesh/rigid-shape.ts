import { RIGID_CENTRE, RIGID_RADIUS } from '../kernels/layout/rigid-meshes.js';
import type { Arena, BlockId } from '../memory/arena.js';
import { buildSweptSpheres } from './swept-spheres.js';

/** What rigid queries need of a mesh: its block of oriented boxes, and swept spheres where C2A asked for them. */
export class RigidShape {
  readonly block: BlockId;
  /** Half the size of the body: no vertex is farther than this from the centre of its bounding box. */
  readonly radius: number;
  /** The centre of its bounding box, in the body's frame. */
  readonly centre: readonly [number, number, number];
  readonly #arena: Arena;
  #swept: BlockId;
  /** Of the closed mesh where it is thinnest; undefined until somebody works it out. */
  thickness: number | undefined;

  constructor(arena: Arena, block: BlockId, swept: BlockId = 0) {
    this.#arena = arena;
    this.block = block;
    this.#swept = swept;
    const at = arena.address(block);
    const centre = (at + RIGID_CENTRE) >>> 3;
    this.radius = arena.f64[(at + RIGID_RADIUS) >>> 3];
    this.centre = [arena.f64[centre], arena.f64[centre + 1], arena.f64[centre + 2]];
  }

  /** Where the boxes are: until a block moves. */
  get address(): number {
    return this.#arena.address(this.block);
  }

  /** The swept spheres, made when they are first asked for: that moves blocks. */
  get swept(): BlockId {
    if (this.#swept === 0) this.#swept = buildSweptSpheres(this.#arena, this.block);
    return this.#swept;
  }

  /** The swept spheres' block, or 0 where nobody has asked for them yet. */
  get sweptIfBuilt(): BlockId {
    return this.#swept;
  }

  free(): void {
    this.#arena.free(this.block);
    if (this.#swept !== 0) this.#arena.free(this.#swept);
  }
}
