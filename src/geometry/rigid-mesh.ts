import { FirstContactError } from '../errors.js';
import { RIGID_CENTRE, RIGID_RADIUS, RIGID_TRIANGLE_COUNT } from '../kernels/layout.js';
import type { Arena, BlockId } from '../memory/arena.js';
import type { MeshInput } from '../mesh/index.js';
import { checkMesh } from '../mesh/index.js';
import { buildRigidBlock } from '../mesh/rigid-block.js';
import { buildSweptSpheres } from '../mesh/swept-spheres.js';
import { geometryCore } from './runtime.js';

/** A triangle soup ready for queries between moving rigid bodies. It holds memory of the kernels until disposed. */
export class RigidMesh {
  readonly #arena: Arena;
  readonly #block: BlockId;
  #swept: BlockId | undefined;
  readonly triangleCount: number;
  /** Half the size of the body: no vertex is farther than this from the centre of its bounding box. */
  readonly radius: number;

  /** The centre of its bounding box, in the body's frame. */
  readonly centre: readonly [number, number, number];

  /** @internal */
  constructor(arena: Arena, block: BlockId) {
    this.#arena = arena;
    this.#block = block;
    const at = arena.address(block);
    this.triangleCount = arena.u32[(at + RIGID_TRIANGLE_COUNT) >> 2];
    this.radius = arena.f64[(at + RIGID_RADIUS) >> 3];
    const centre = (at + RIGID_CENTRE) >> 3;
    this.centre = [arena.f64[centre], arena.f64[centre + 1], arena.f64[centre + 2]];
  }

  /** @internal */
  get block(): BlockId {
    if (this.#arena.has(this.#block)) return this.#block;
    throw new FirstContactError(
      'DISPOSED',
      'this rigid mesh was disposed of',
      'Keep it for as long as it is queried, or make it again.',
    );
  }

  /** @internal The swept spheres, made when C2A first asks for them. */
  get swept(): BlockId {
    this.#swept ??= buildSweptSpheres(this.#arena, this.block);
    return this.#swept;
  }

  /** Gives its memory back. Further queries with it throw. */
  dispose(): void {
    if (this.#arena.has(this.#block)) this.#arena.free(this.#block);
    if (this.#swept !== undefined) this.#arena.free(this.#swept);
    this.#swept = undefined;
  }

  [Symbol.dispose](): void {
    this.dispose();
  }
}

/**
 * Builds the hierarchy that rigid queries walk. Any soup of triangles will do: open, crossing itself, with needles.
 * The arrays are read once and not kept.
 *
 * @example
 * const box = rigidMesh(positions, triangles);
 */
export function rigidMesh(positions: MeshInput['positions'], triangles: MeshInput['triangles']): RigidMesh {
  const { arena } = geometryCore();
  const mesh = checkMesh({ positions, triangles }, 'rigid');
  return new RigidMesh(arena, buildRigidBlock(arena, mesh.positions, mesh.triangles));
}
