import { COLLIDER_OFF, COLLIDER_SENSOR } from '../components/constants.js';
import type { CollisionSettings } from '../components/index.js';
import type { RapierCollider } from './engine.js';

/** Rapier's last group: whoever is in it is ours, and no two of ours meet in Rapier. */
export const OURS = 0x8000;
const OTHERS = 0x7fff;

/** CoefficientCombineRule by COMBINE_*. Rapier has no root of the product: its average, which is its default, is in the place. */
const RAPIER_RULE = [0, 0, 0, 1, 2, 3, 0, 2];

/** A body's mesh, for what Rapier has of its own: primitives, queries, sensors. */
export class MeshCollider {
  readonly #collider: RapierCollider | undefined;
  #mask = -1;
  #friction = Number.NaN;
  #restitution = Number.NaN;
  #use = -1;
  #rules = -1;

  get handle(): number | undefined {
    return this.#collider?.handle;
  }

  /** Whether it is among the world's colliders. */
  get isThere(): boolean {
    return this.#collider?.isValid() === true;
  }

  constructor(collider: RapierCollider | undefined) {
    this.#collider = collider;
  }

  /** Tells Rapier of the entity's settings where they changed. */
  update(settings: CollisionSettings, entity: number): void {
    const collider = this.#collider;
    if (collider === undefined) return;
    const mask = settings.mask[entity];
    const friction = settings.friction[entity];
    const restitution = settings.restitution[entity];
    const use = settings.collider[entity];
    const rules = settings.frictionRule[entity] + 16 * settings.restitutionRule[entity];
    const isSame =
      mask === this.#mask &&
      friction === this.#friction &&
      restitution === this.#restitution &&
      use === this.#use &&
      rules === this.#rules;
    // what its owner took out of the world stays out: Rapier dies of being told about it
    if (isSame || !collider.isValid()) return;
    if (mask !== this.#mask) collider.setCollisionGroups(((OURS << 16) | (mask & OTHERS)) >>> 0);
    if (friction !== this.#friction) collider.setFriction(friction);
    if (restitution !== this.#restitution) collider.setRestitution(restitution);
    if (use !== this.#use) {
      collider.setSensor(use === COLLIDER_SENSOR);
      collider.setEnabled(use !== COLLIDER_OFF);
    }
    if (rules !== this.#rules) {
      collider.setFrictionCombineRule(RAPIER_RULE[rules % 16]);
      collider.setRestitutionCombineRule(RAPIER_RULE[Math.floor(rules / 16)]);
    }
    this.#rules = rules;
    this.#mask = mask;
    this.#friction = friction;
    this.#restitution = restitution;
    this.#use = use;
  }
}
