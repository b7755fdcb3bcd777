import { checkOptions, shown } from '../check-options.js';
import { ClothWorld } from '../cloth/cloth-world.js';
import type { ClothPart } from '../cloth/part.js';
import { resolveMotion } from '../cloth/resolve-motion.js';
import { FirstContactError } from '../errors.js';
import { INDEX_KINDS, refuseOtherKinds } from '../mesh/input-arrays.js';
import type { MeshInput } from '../mesh/types.js';
import { checkMesh } from '../mesh/validate.js';
import { checkedNext } from './deformable-arguments.js';
import { geometryCore } from './runtime.js';

/** How a `MotionResolver` keeps surfaces apart. */
export interface ResolverOptions {
  /** The distance that surfaces keep; a quarter of the mean edge by default. */
  readonly thickness?: number;
  readonly friction?: number;
  /** Vertices that are prescribed: they go where they are told, or are held and reported, and are never pushed. */
  readonly pins?: readonly number[];
}

/** What `resolve` came to. */
export interface SafePositions {
  /** x y z a vertex, free of intersection if the previous ones were: also after rounding to f32. */
  readonly positions: Float64Array;
  /** Whether a prescribed vertex had to be held. */
  readonly blocked: boolean;
  /** Vertices that are not where they were proposed to be, and how often one was cut back by a separating plane. */
  readonly changed: number;
  readonly stepBacks: number;
  /** Whether so many vertices were in one place or line, or went so far, that the rest of the way was not looked through: nothing makes it. */
  readonly crowded: boolean;
}

/**
 * For users with a solver of their own: takes where vertices were and where the solver wants them, and gives positions on the
 * way there that never meet. Impulses first, along the closest directions and with friction; whatever they leave is held
 * back by separating planes. The work is bounded, so that it always ends.
 *
 * @example
 * import { initGeometry, MotionResolver } from 'first-contact/geometry';
 * await initGeometry();
 * const before = [0, 0, 0, 1, 0, 0, 0, 0, 1, 0.2, 0.1, 0.2, 1.2, 0.1, 0.2, 0.2, 0.1, 1.2];
 * const resolver = new MotionResolver({ positions: before, triangles: [0, 2, 1, 3, 5, 4] });
 * const wanted = before.map((value, i) => (i > 9 && i % 3 === 1 ? -0.1 : value)); // through the other triangle
 * const { positions, blocked } = resolver.resolve(before, wanted);
 * console.log(positions[10] > 0, blocked); // true false
 */
export class MotionResolver {
  readonly #world: ClothWorld;
  readonly #part: ClothPart;

  constructor(input: MeshInput, options: ResolverOptions = {}) {
    const core = geometryCore();
    checkOptions('MotionResolver', options, ['thickness', 'friction', 'pins']);
    const { thickness = 0, friction = 0.5, pins = [] } = options;
    const mesh = checkMesh(input, 'rigid');
    for (const [name, value] of Object.entries({ thickness, friction })) checkNotNegative(name, value);
    checkPins(pins, mesh.positions.length / 3);
    this.#world = new ClothWorld(core);
    this.#part = this.#world.add({
      kind: 'cloth',
      mesh,
      pins,
      isFree: true,
      settings: { thickness, friction, gravity: [0, 0, 0], damping: 0 },
    });
  }

  /** `previous` must be free of intersection; features that meet there stay where they are. */
  resolve(previous: ArrayLike<number>, proposed: ArrayLike<number>): SafePositions {
    const part = this.#part;
    checkedNext(previous, part.vertexCount);
    checkedNext(proposed, part.vertexCount);
    part.positions.set(previous);
    const { positions, ...counts } = resolveMotion(this.#world, [{ part, proposed }]);
    return { positions: positions[0], ...counts };
  }

  /** Gives its memory back. */
  dispose(): void {
    this.#world.dispose();
  }
}

function checkNotNegative(name: string, value: number): void {
  if (value >= 0 && Number.isFinite(value)) return;
  throw new FirstContactError('BAD_SETTING', `${name} is ${shown(value)}`, 'Use a finite number, 0 or more.');
}

function checkPins(pins: readonly number[], vertexCount: number): void {
  refuseOtherKinds('pins', pins, INDEX_KINDS);
  pins.forEach((pin, index) => {
    if (Number.isInteger(pin) && pin >= 0 && pin < vertexCount) return;
    throw new FirstContactError(
      'INDEX_OUT_OF_RANGE',
      `pins[${index}] is ${shown(pin)}, and there are ${vertexCount} vertices`,
      'Pin vertices of the mesh, numbered from 0.',
      { index },
    );
  });
}
