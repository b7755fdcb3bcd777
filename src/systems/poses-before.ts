import type { RigidBody } from '../components/index.js';
import { type Colliders, DEFORMABLE, RIGID } from './colliders.js';

/** What the stages of a step write of a rigid body, besides whether it sleeps. */
function columnsOf(body: RigidBody): readonly Float64Array[] {
  const { px, py, pz, qx, qy, qz, qw, vx, vy, vz, wx, wy, wz, idle } = body;
  return [px, py, pz, qx, qy, qz, qw, vx, vy, vz, wx, wy, wz, idle];
}

/**
 * Rigid bodies as they were before they moved in the step in progress: where deformables, whose turn comes later, cannot
 * make the step (memory has run out, say), the bodies have not made it either.
 */
export class PosesBefore {
  readonly #columns: readonly Float64Array[];
  readonly #asleep: Uint8Array;
  #entities = new Uint32Array(0);
  #numbers = new Float64Array(0);
  #slept = new Uint8Array(0);
  #count = 0;

  constructor(body: RigidBody) {
    this.#columns = columnsOf(body);
    this.#asleep = body.asleep;
  }

  /** At the beginning of a step. */
  forget(): void {
    this.#count = 0;
  }

  /** Before bodies move. Nothing is kept where they are the last that do. */
  keep(colliders: Colliders): void {
    this.#count = 0;
    if (!hasDeformables(colliders)) return;
    this.#reserve(colliders.count);
    for (let i = 0; i < colliders.count; i++) {
      const entity = colliders.order[i];
      if (colliders.kind[entity] !== RIGID) continue;
      const first = this.#count * this.#columns.length;
      for (let k = 0; k < this.#columns.length; k++) this.#numbers[first + k] = this.#columns[k][entity];
      this.#slept[this.#count] = this.#asleep[entity];
      this.#entities[this.#count++] = entity;
    }
  }

  /** After a step that failed. */
  putBack(colliders: Colliders): void {
    for (let i = 0; i < this.#count; i++) {
      const entity = this.#entities[i];
      if (colliders.kind[entity] !== RIGID) continue;
      const first = i * this.#columns.length;
      for (let k = 0; k < this.#columns.length; k++) this.#columns[k][entity] = this.#numbers[first + k];
      this.#asleep[entity] = this.#slept[i];
    }
    this.#count = 0;
  }

  #reserve(bodies: number): void {
    if (bodies <= this.#entities.length) return;
    const room = 2 * bodies;
    this.#entities = new Uint32Array(room);
    this.#numbers = new Float64Array(room * this.#columns.length);
    this.#slept = new Uint8Array(room);
  }
}

function hasDeformables({ count, kind, order }: Colliders): boolean {
  for (let i = 0; i < count; i++) if (kind[order[i]] === DEFORMABLE) return true;
  return false;
}
