import { FirstContactError } from '../errors.js';
import { OURS } from './collider.js';
import { fallsThrough } from './contacts.js';
import type { RapierCollider, RapierWorld } from './engine.js';
import { HEIGHTFIELD, type Heightfields } from './heightfields.js';

/** Looks at colliders of Rapier's own where such may have been added. */
export class WatchedColliders {
  readonly #heightfields: Heightfields;
  #seen = -1;
  readonly #fields: RapierCollider[] = [];

  constructor(heightfields: Heightfields) {
    this.#heightfields = heightfields;
  }

  /** Before a step: heightfields get a mesh for our bodies to meet, and voxels, which these would fall through, are refused. */
  look(world: RapierWorld): void {
    if (world.colliders.len() === this.#seen) return;
    this.#fields.length = 0;
    world.forEachCollider(this.#lookAt);
    for (const field of this.#fields) this.#heightfields.add(field);
    this.#seen = world.colliders.len();
  }

  readonly #lookAt = (collider: RapierCollider): void => {
    if (collider.shapeType() === HEIGHTFIELD && !this.#heightfields.has(collider.handle))
      this.#fields.push(collider);
    if (!fallsThrough(collider, OURS)) return;
    throw new FirstContactError(
      'NOT_SUPPORTED',
      `Rapier's collider ${collider.handle} is made of voxels, and Rapier lets triangle meshes fall through these`,
      'Make a trimesh collider of it or, better, a fixed body of ours (addRigidBody); or leave bit 15 out of its collision filter.',
    );
  };
}
