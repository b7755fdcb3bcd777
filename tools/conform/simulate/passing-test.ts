import { DeformableCollider } from '../../../src/geometry/index.js';
import { type JoinedParts, selectMesh } from './joined-parts.js';

/**
 * Counts contacts while everything goes straight from one set of positions to the next: surfaces that pass through each other
 * between two instants, at which nothing is seen. By the exactly decided continuous tests, which the cloth step does not use.
 */
export class PassingTest {
  readonly #free: Moving | undefined;
  readonly #prescribed: Moving | undefined;

  constructor(positions: Float64Array, parts: JoinedParts) {
    this.#free = Moving.of(positions, parts, 0);
    this.#prescribed = Moving.of(positions, parts, 1);
  }

  /** How many contacts of free things with themselves and with prescribed ones there are on the way to `next`. */
  count(next: Float64Array): number {
    this.#free?.moveTo(next);
    this.#prescribed?.moveTo(next);
    if (this.#free === undefined) return 0;
    const among = this.#free.collider.contacts().count;
    return this.#prescribed === undefined
      ? among
      : among + this.#free.collider.contactsWith(this.#prescribed.collider).count;
  }

  dispose(): void {
    this.#free?.collider.dispose();
    this.#prescribed?.collider.dispose();
  }
}

class Moving {
  readonly collider: DeformableCollider;
  readonly #vertices: Uint32Array;

  static of(positions: Float64Array, parts: JoinedParts, which: 0 | 1): Moving | undefined {
    const { vertices, triangles } = selectMesh(parts, which);
    return triangles.length === 0 ? undefined : new Moving(positions, vertices, triangles);
  }

  private constructor(positions: Float64Array, vertices: Uint32Array, triangles: Uint32Array) {
    this.#vertices = vertices;
    this.collider = new DeformableCollider({ positions: this.#taken(positions), triangles });
  }

  moveTo(next: Float64Array): void {
    this.collider.update(this.#taken(next));
  }

  #taken(positions: Float64Array): Float64Array {
    const taken = new Float64Array(3 * this.#vertices.length);
    this.#vertices.forEach((v, i) => {
      taken.set(positions.subarray(3 * v, 3 * v + 3), 3 * i);
    });
    return taken;
  }
}
