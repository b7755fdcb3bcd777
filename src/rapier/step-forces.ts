import type { AskedEvents } from './asked-events.js';
import type { RapierForce, RapierVector } from './engine.js';

/** Forces between two colliders, as Rapier's own object tells of them: those of sub-steps are added up, and divided when the step ends. */
class StepForce implements RapierForce {
  #a = 0;
  #b = 0;
  #total = 0;
  #most = 0;
  #strongest = 0;
  readonly #sum: RapierVector = { x: 0, y: 0, z: 0 };
  readonly #direction: RapierVector = { x: 0, y: 0, z: 0 };
  readonly #vector: RapierVector = { x: 0, y: 0, z: 0 };

  begin(force: RapierForce): void {
    this.#a = force.collider1();
    this.#b = force.collider2();
    this.#total = 0;
    this.#most = 0;
    this.#strongest = Number.NEGATIVE_INFINITY;
    copy(this.#sum, 0, 0, 0);
    this.add(force);
  }

  isBetween(a: number, b: number): boolean {
    return this.#a === a && this.#b === b;
  }

  add(force: RapierForce): void {
    const most = force.maxForceMagnitude();
    this.#total += force.totalForceMagnitude();
    this.#most += most;
    const { x, y, z } = force.totalForce(this.#vector);
    copy(this.#sum, this.#sum.x + x, this.#sum.y + y, this.#sum.z + z);
    if (most <= this.#strongest) return;
    this.#strongest = most;
    force.maxForceDirection(this.#direction);
  }

  divide(count: number): void {
    this.#total /= count;
    this.#most /= count;
    copy(this.#sum, this.#sum.x / count, this.#sum.y / count, this.#sum.z / count);
  }

  collider1(): number {
    return this.#a;
  }

  collider2(): number {
    return this.#b;
  }

  totalForce(target: RapierVector = { x: 0, y: 0, z: 0 }): RapierVector {
    return copy(target, this.#sum.x, this.#sum.y, this.#sum.z);
  }

  totalForceMagnitude(): number {
    return this.#total;
  }

  /** In the sub-step with the largest. */
  maxForceDirection(target: RapierVector = { x: 0, y: 0, z: 0 }): RapierVector {
    return copy(target, this.#direction.x, this.#direction.y, this.#direction.z);
  }

  maxForceMagnitude(): number {
    return this.#most;
  }

  /** Nothing of it is on Rapier's side. */
  free(): void {}
}

/** Forces between colliders over a step: the mean of its sub-steps, so that their impulse is that of one step as long. */
export class StepForces {
  readonly #asked: AskedEvents;
  /** Objects that are used again: the first `given` of `count` were given out, and those from `first` on are of the step in progress. */
  readonly #forces: StepForce[] = [];
  #given = 0;
  #count = 0;
  #first = 0;
  /** Where the one after the last that was found is: sub-steps tell them in the same order. */
  #next = 0;

  constructor(asked: AskedEvents) {
    this.#asked = asked;
  }

  clear(): void {
    this.#given = 0;
    this.#count = 0;
    this.#first = 0;
  }

  /** As it is. */
  keep(force: RapierForce): void {
    this.#append().begin(force);
    this.#first = this.#count;
  }

  add(force: RapierForce): void {
    const a = force.collider1();
    const b = force.collider2();
    if (this.#asked.thresholdOf(a, b) === Number.POSITIVE_INFINITY) return;
    const of = this.#count - this.#first;
    for (let i = 0; i < of; i++) {
      const at = this.#first + ((this.#next + i) % of);
      if (!this.#forces[at].isBetween(a, b)) continue;
      this.#forces[at].add(force);
      this.#next = at - this.#first + 1;
      return;
    }
    this.#append().begin(force);
    this.#next = 0;
  }

  /** The step ends: what is not more than its owners want to hear of is left out. */
  finish(subSteps: number): void {
    const found = this.#count;
    this.#count = this.#first;
    for (let i = this.#first; i < found; i++) {
      const force = this.#forces[i];
      force.divide(subSteps);
      const threshold = this.#asked.thresholdOf(force.collider1(), force.collider2());
      if (!(force.totalForceMagnitude() > threshold)) continue;
      this.#forces[i] = this.#forces[this.#count];
      this.#forces[this.#count++] = force;
    }
    this.#first = this.#count;
    this.#next = 0;
  }

  /** What is left where a visit throws is given to the next one. */
  give(visit: (force: RapierForce) => void): void {
    while (this.#given < this.#count) visit(this.#forces[this.#given++]);
    this.clear();
  }

  #append(): StepForce {
    if (this.#count === this.#forces.length) this.#forces.push(new StepForce());
    return this.#forces[this.#count++];
  }
}

function copy(to: RapierVector, x: number, y: number, z: number): RapierVector {
  to.x = x;
  to.y = y;
  to.z = z;
  return to;
}
