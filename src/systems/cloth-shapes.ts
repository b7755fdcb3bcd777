import type { ClothPart } from '../cloth/part.js';

/** How many numbers decide what a part is made of, besides its pins: where one of them changes, the part is made anew. */
export const MADE_OF = 26;
/** Where among them the mesh's serial is (an id may come again, after a restore, for another mesh), */
export const MESH_SERIAL = 0;
/** and the number of the body that it is a piece of. */
export const GLUE = 25;
/** What a shape is made of: the mesh, and the centre that a pushed body turns about. */
const SHAPE = [MESH_SERIAL, 16, 17, 18];

/** A part, and all that it was made of: two with the same numbers and pins are the same. */
export interface MadePart {
  readonly part: ClothPart;
  /** As `describe` gave them. */
  readonly made: Float64Array;
  readonly pins: readonly number[];
}

/** A part of each shape, so that what is built of a shape alone is built once, however many have it and whatever else of them changes. */
export class KnownShapes {
  readonly #ofMesh = new Map<number, MadePart[]>();

  constructor(parts: Iterable<MadePart>) {
    for (const part of parts) this.note(part);
  }

  note(part: MadePart): void {
    if (this.alike(part.made) !== undefined) return;
    const others = this.#ofMesh.get(part.made[MESH_SERIAL]);
    if (others === undefined) this.#ofMesh.set(part.made[MESH_SERIAL], [part]);
    else others.push(part);
  }

  /** One with the same mesh about the same centre. */
  alike(made: Float64Array): MadePart | undefined {
    return this.#ofMesh
      .get(made[MESH_SERIAL])
      ?.find((other) => SHAPE.every((i) => other.made[i] === made[i]));
  }
}
