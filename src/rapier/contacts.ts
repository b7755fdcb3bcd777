import { COLLIDER_SENSOR } from '../components/constants.js';
import type { ContactSink } from '../systems/rigid-backend.js';
import { COLLISION_EVENTS } from './asked-events.js';
import { isAtRest } from './at-rest.js';
import { ContactPairs, type Pair } from './contact-pairs.js';
import type {
  RapierCollider,
  RapierEventQueue,
  RapierForce,
  RapierManifold,
  RapierVector,
  RapierWorld,
} from './engine.js';

/** Hears what two colliders of the owner's do to each other. */
interface Listener {
  note(a: number, b: number, isBegin: boolean): void;
  noteForce(force: RapierForce): void;
}

/** Who touches what Rapier has of its own, ours or another one of these: Rapier tells of the beginning and the end, and how hard they push between. */
export class RapierContacts {
  readonly #queue: RapierEventQueue;
  readonly #originalOf: (handle: number) => number;
  readonly #settings: { readonly collider: Uint8Array };
  readonly #owner: Listener | undefined;
  #world: RapierWorld;
  readonly #entityOf = new Map<number, number>();
  readonly #pairs = new ContactPairs();
  /** That began in the last sub-step. */
  readonly #begun: Pair[] = [];
  /** Entities that something of Rapier's pushed in the last sub-step. */
  readonly #pushed = new Set<number>();
  #seconds = 0;
  #out: ContactSink | undefined;
  /** Of the pair that is looked at: its first collider and the other one, how close they are, and how many points push. */
  #first: RapierCollider | undefined;
  #second: RapierCollider | undefined;
  #pair: Pair | undefined;
  #least = 0;
  #active = 0;
  readonly #vector: RapierVector = { x: 0, y: 0, z: 0 };

  /** `originalOf` names the collider of the owner's that one of the backend's own stands for. */
  constructor(
    queue: RapierEventQueue,
    world: RapierWorld,
    settings: { readonly collider: Uint8Array },
    originalOf: (handle: number) => number,
    owner: Listener | undefined,
  ) {
    this.#originalOf = originalOf;
    this.#queue = queue;
    this.#world = world;
    this.#settings = settings;
    this.#owner = owner;
  }

  isOurs(collider: number): boolean {
    return this.#entityOf.has(collider);
  }

  enter(collider: number, entity: number): void {
    this.#entityOf.set(collider, entity);
  }

  leave(collider: number): void {
    this.#entityOf.delete(collider);
    this.#pairs.deleteAll(collider);
  }

  /** Those that touch in a world that its owner has stepped already: of them Rapier tells nothing but the end. */
  findBegun(): void {
    this.#world.forEachCollider((collider) => {
      if ((collider.activeEvents() & COLLISION_EVENTS) === 0) return;
      const note = (other: RapierCollider) => {
        if (this.#touch(collider, other)) this.#noteOwn(collider.handle, other.handle, true);
      };
      this.#world.contactPairsWith(collider, note);
      this.#world.intersectionPairsWith(collider, note);
    });
  }

  save(): number[] {
    return this.#pairs.save();
  }

  restore(world: RapierWorld, saved: readonly number[]): void {
    this.#world = world;
    this.#queue.clear();
    this.#entityOf.clear();
    this.#pairs.restore(saved);
  }

  /** After each sub-step, of so many seconds. */
  take(seconds: number): void {
    this.#seconds = seconds;
    this.#pushed.clear();
    this.#begun.length = 0;
    this.#queue.drainCollisionEvents(this.#note);
    this.#queue.drainContactForceEvents(this.#addForce);
    // who leaves before the step ends is seen where it touched
    for (const pair of this.#begun) if (!pair.ended) this.#look(pair, this.#isSensor(pair));
  }

  /** Whether what Rapier has of its own pushed the entity in the last sub-step. */
  wasPushed(entity: number): boolean {
    return this.#pushed.has(entity);
  }

  /** After the last one: tells of all, and forgets what has ended. */
  tell(out: ContactSink): void {
    this.#out = out;
    this.#pairs.forEach(this.#tellOf);
    this.#pairs.forEach((pair) => {
      if (pair.ended) this.#pairs.delete(pair);
    });
  }

  readonly #tellOf = (pair: Pair): void => {
    const { entity, first, told } = pair;
    if (pair.ended && entity !== 0 && this.#pairs.isTold(pair)) return;
    const isSensor = this.#isSensor(pair);
    if (!pair.ended && !this.#look(pair, isSensor)) return;
    const handleA = entity === 0 ? first : 0;
    const out = this.#out as ContactSink;
    const at = out.add(entity, 0, told, isSensor, isSensor ? 0 : pair.impulse, handleA);
    for (let k = 0; k < 3; k++) out.place(at, k, pair.point[k], pair.normal[k], false);
    pair.impulse = 0;
  };

  #isSensor({ entity, first, second }: Pair): boolean {
    const { collider } = this.#settings;
    const world = this.#world;
    return (
      (entity === 0 ? world.getCollider(first)?.isSensor() === true : collider[entity] === COLLIDER_SENSOR) ||
      world.getCollider(second)?.isSensor() === true
    );
  }

  /**
   * Finds where the two are closest now. False where they do not touch after all: of two colliders of Rapier's own that nobody asked
   * about any more Rapier does not tell the end.
   */
  #look(pair: Pair, isSensor: boolean): boolean {
    const first = this.#world.getCollider(pair.first);
    const second = this.#world.getCollider(pair.second);
    if (first === null || second === null) {
      pair.ended = pair.entity === 0;
      return !pair.ended;
    }
    const rests = pair.entity === 0 && isAtRest(first) && isAtRest(second);
    if (rests && pair.rested) return true;
    pair.rested = rests;
    const touch = isSensor ? this.#world.intersectionPair(first, second) : this.#locate(first, second, pair);
    pair.ended = pair.entity === 0 && !touch;
    return !pair.ended;
  }

  #touch(first: RapierCollider, second: RapierCollider): boolean {
    return this.#world.intersectionPair(first, second) || this.#locate(first, second, undefined);
  }

  readonly #note = (a: number, b: number, isBegin: boolean): void => {
    const isFirst = this.#entityOf.has(a);
    const entity = this.#entityOf.get(isFirst ? a : b);
    if (entity !== undefined) this.#notePair(entity, isFirst ? a : b, isFirst ? b : a, isBegin);
    else {
      this.#owner?.note(a, b, isBegin);
      this.#noteOwn(a, b, isBegin);
    }
  };

  /** Two of Rapier's own, in either order. */
  #noteOwn(a: number, b: number, isBegin: boolean): void {
    this.#notePair(0, Math.min(a, b), Math.max(a, b), isBegin);
  }

  #notePair(entity: number, first: number, second: number, isBegin: boolean): void {
    const known = this.#pairs.get(first, second);
    if (known !== undefined) known.ended = !isBegin;
    else if (isBegin) this.#begun.push(this.#pairs.add(entity, first, second, this.#originalOf(second)));
  }

  readonly #addForce = (event: RapierForce): void => {
    const a = event.collider1();
    const b = event.collider2();
    const ours = this.#entityOf.has(a) ? a : b;
    const entity = this.#entityOf.get(ours);
    if (entity !== undefined) this.#pushed.add(entity);
    else this.#owner?.noteForce(event);
    const first = entity === undefined ? Math.min(a, b) : ours;
    const pair = this.#pairs.get(first, first === a ? b : a);
    if (pair !== undefined) pair.impulse += this.#seconds * event.totalForceMagnitude();
  };

  /** Finds where two are closest, for a pair or nobody. Whether any of their points push. */
  #locate(first: RapierCollider, second: RapierCollider, pair: Pair | undefined): boolean {
    this.#first = first;
    this.#second = second;
    this.#pair = pair;
    this.#least = Number.POSITIVE_INFINITY;
    this.#active = 0;
    this.#world.contactPair(first, second, this.#takeClosest);
    return this.#active > 0;
  }

  /** `isFlipped`: the manifold's first collider is the second one. */
  readonly #takeClosest = (manifold: RapierManifold, isFlipped: boolean): void => {
    this.#active += manifold.numSolverContacts();
    if (this.#pair === undefined) return;
    const { point, normal } = this.#pair;
    const first = (isFlipped ? this.#second : this.#first) as RapierCollider;
    for (let i = 0; i < manifold.numContacts(); i++) {
      const local = manifold.localContactPoint1(i, this.#vector);
      if (local === null || manifold.contactDist(i) >= this.#least) continue;
      this.#least = manifold.contactDist(i);
      writePlaced(first, local, point);
      const { x, y, z } = manifold.normal();
      normal.set(isFlipped ? [-x, -y, -z] : [x, y, z]);
    }
  };
}

/** A point of a collider's own frame, in the world. */
function writePlaced(collider: RapierCollider, p: RapierVector, out: Float64Array): void {
  const { x, y, z, w } = collider.rotation();
  const t = collider.translation();
  const u = 2 * (y * p.z - z * p.y);
  const v = 2 * (z * p.x - x * p.z);
  const s = 2 * (x * p.y - y * p.x);
  out[0] = t.x + p.x + w * u + y * s - z * v;
  out[1] = t.y + p.y + w * v + z * u - x * s;
  out[2] = t.z + p.z + w * s + x * v - y * u;
}
