import { FirstContactError } from '../errors.js';
import { OURS } from './collider.js';
import { fallsThrough, isVoxels } from './contacts.js';
import type { RapierCollider, RapierWorld } from './engine.js';
import { HEIGHTFIELD, type Heightfields } from './heightfields.js';

/** So many more handles than colliders are remembered before those of removed ones are forgotten. */
const FORGOTTEN = 256;

/** Looks at each collider of Rapier's own once, in the first step that it is there. */
export class WatchedColliders {
  readonly #heightfields: Heightfields;
  /** Handles: how many there are does not tell, since one may come for another. */
  readonly #seen = new Set<number>();
  readonly #fields: RapierCollider[] = [];
  #voxels: RapierCollider[] = [];

  constructor(heightfields: Heightfields) {
    this.#heightfields = heightfields;
  }

  /** Before a step: heightfields get a mesh for our bodies to meet, and voxels, which these would fall through, are refused. */
  look(world: RapierWorld): void {
    if (this.#seen.size > world.colliders.len() + FORGOTTEN) this.forget();
    this.#fields.length = 0;
    world.forEachCollider(this.#lookAt);
    for (const field of this.#fields) this.#heightfields.add(field);
    if (this.#voxels.length > 0) this.#refuseVoxels();
  }

  /** All are looked at anew: of another world, handles are those of other colliders. */
  forget(): void {
    this.#seen.clear();
    this.#voxels.length = 0;
  }

  readonly #lookAt = (collider: RapierCollider): void => {
    if (this.#seen.has(collider.handle)) return;
    this.#seen.add(collider.handle);
    if (collider.shapeType() === HEIGHTFIELD && !this.#heightfields.has(collider.handle))
      this.#fields.push(collider);
    if (isVoxels(collider)) this.#voxels.push(collider);
  };

  /** In each step: whom they are to meet may change. */
  #refuseVoxels(): void {
    this.#voxels = this.#voxels.filter((collider) => collider.isValid());
    const met = this.#voxels.find((collider) => fallsThrough(collider, OURS));
    if (met === undefined) return;
    throw new FirstContactError(
      'NOT_SUPPORTED',
      `Rapier's collider ${met.handle} is made of voxels, and Rapier lets triangle meshes fall through these`,
      'Make a trimesh collider of it or, better, a fixed body of ours (addRigidBody); or leave bit 15 out of its collision filter.',
    );
  }
}
