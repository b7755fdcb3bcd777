import { FirstContactError } from '../errors.js';
import { RIGID_TRIANGLE_COUNT } from '../kernels/layout/rigid-meshes.js';
import type { Arena } from '../memory/arena.js';
import type { MeshInput } from '../mesh/index.js';
import { checkMesh } from '../mesh/index.js';
import { buildRigidBlock } from '../mesh/rigid-block.js';
import { RigidShape } from '../mesh/rigid-shape.js';
import { describe } from './argument-kinds.js';
import { geometryCore } from './runtime.js';

/** A triangle soup ready for queries between moving rigid bodies. It holds memory of the kernels until disposed. */
export class RigidMesh {
  /** How many triangles it has. */
  readonly triangleCount: number;
  /** Half the size of the body: no vertex is farther than this from the centre of its bounding box. */
  readonly radius: number;
  /** The centre of its bounding box, in the body's frame. */
  readonly centre: readonly [number, number, number];
  #shape: RigidShape | undefined;

  /** @internal */
  constructor(arena: Arena, shape: RigidShape) {
    this.#shape = shape;
    this.triangleCount = arena.u32[(arena.address(shape.block) + RIGID_TRIANGLE_COUNT) >>> 2];
    this.radius = shape.radius;
    this.centre = shape.centre;
  }

  /** @internal */
  get shape(): RigidShape {
    if (this.#shape !== undefined) return this.#shape;
    throw new FirstContactError(
      'DISPOSED',
      'this rigid mesh was disposed of',
      'Keep it for as long as it is queried, or make it again.',
    );
  }

  /** Gives its memory back. Further queries with it throw. */
  dispose(): void {
    this.#shape?.free();
    this.#shape = undefined;
  }

  /** `dispose`, for `using`. */
  [Symbol.dispose](): void {
    this.dispose();
  }
}

/** The shape of what should be a mesh. */
export function shapeOf(mesh: RigidMesh, which: string): RigidShape {
  if (mesh instanceof RigidMesh) return mesh.shape;
  throw new FirstContactError('BAD_QUERY', `${which} is ${describe(mesh)}`, 'Give what rigidMesh() made.');
}

/**
 * Builds the hierarchy that rigid queries walk. Any soup of triangles will do: open, crossing itself, with needles.
 * The arrays are read once and not kept.
 *
 * @example
 * import { initGeometry, rigidMesh } from 'first-contact/geometry';
 * await initGeometry();
 * const pyramid = rigidMesh([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]);
 * console.log(pyramid.triangleCount); // 4
 */
export function rigidMesh(positions: MeshInput['positions'], triangles: MeshInput['triangles']): RigidMesh {
  const { arena } = geometryCore();
  const mesh = checkMesh({ positions, triangles }, 'rigid');
  return new RigidMesh(arena, new RigidShape(arena, buildRigidBlock(arena, mesh.positions, mesh.triangles)));
}
