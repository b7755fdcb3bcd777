import type { ClothPart } from '../cloth/part.js';

/** Where the centre that a pushed body turns about stands in what a part is made of. */
const CENTRE = [16, 17, 18];

/** A part, and the numbers that it was made of (`describe`). */
export interface MadePart {
  readonly part: ClothPart;
  readonly mesh: number;
  readonly made: Float64Array;
}

/** A part of each shape, so that what is built of a shape alone is built once, however many have it and whatever else of them changes. */
export class KnownShapes {
  readonly #ofMesh = new Map<number, MadePart[]>();

  constructor(parts: Iterable<MadePart>) {
    for (const part of parts) this.note(part);
  }

  note(part: MadePart): void {
    if (this.alike(part.mesh, part.made) !== undefined) return;
    const others = this.#ofMesh.get(part.mesh);
    if (others === undefined) this.#ofMesh.set(part.mesh, [part]);
    else others.push(part);
  }

  /** One with the same mesh about the same centre. */
  alike(mesh: number, made: Float64Array): ClothPart | undefined {
    const others = this.#ofMesh.get(mesh);
    return others?.find((other) => CENTRE.every((i) => other.made[i] === made[i]))?.part;
  }
}
