import { FirstContactError } from '../errors.js';
import { OURS } from './collider.js';
import type { RapierCollider, RapierWorld } from './engine.js';
import { HEIGHTFIELD, type Heightfields } from './heightfields.js';

/** Rapier's ShapeType of voxels. */
const VOXELS = 18;

/** Looks at all colliders before each step: any may come, go, or be given another shape. */
export class WatchedColliders {
  readonly #heightfields: Heightfields;
  readonly #fields: RapierCollider[] = [];
  #voxels: RapierCollider | undefined;

  constructor(heightfields: Heightfields) {
    this.#heightfields = heightfields;
  }

  /** Before a step: heightfields get a mesh for our bodies to meet, and voxels, which these would fall through, are refused. */
  look(world: RapierWorld): void {
    this.#fields.length = 0;
    this.#voxels = undefined;
    world.forEachCollider(this.#lookAt);
    if (this.#voxels !== undefined) throw voxelsMet(this.#voxels);
    for (const field of this.#fields) this.#heightfields.add(field);
  }

  readonly #lookAt = (collider: RapierCollider): void => {
    const type = collider.shapeType();
    if (type === HEIGHTFIELD && !this.#heightfields.has(collider.handle)) this.#fields.push(collider);
    else if (type === VOXELS && isMet(collider)) this.#voxels ??= collider;
  };
}

/** Whether a collider is to meet ours. */
function isMet(collider: RapierCollider): boolean {
  return collider.isEnabled() && !collider.isSensor() && (collider.collisionGroups() & OURS) !== 0;
}

const voxelsMet = ({ handle }: RapierCollider) =>
  new FirstContactError(
    'NOT_SUPPORTED',
    `Rapier's collider ${handle} is made of voxels, and Rapier lets triangle meshes fall through these`,
    'Make a trimesh collider of it or, better, a fixed body of ours (addRigidBody); or leave bit 15 out of its collision filter.',
  );
