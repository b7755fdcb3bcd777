import { COLLIDER_SENSOR } from '../components/constants.js';
import type { ContactSink } from '../systems/rigid-backend.js';
import type {
  RapierCollider,
  RapierEventQueue,
  RapierForce,
  RapierManifold,
  RapierModule,
  RapierVector,
  RapierWorld,
} from './engine.js';

/** One of our colliders touches one of Rapier's own. */
interface Pair {
  readonly entity: number;
  readonly ours: number;
  readonly other: number;
  /** That of the other one, or of what it stands for: kept, since that may be gone when the contact ends. */
  readonly told: number;
  /** Impulses of the step, and where they are closest when it ends. */
  impulse: number;
  readonly point: Float64Array;
  readonly normal: Float64Array;
  /** They do not touch any more; they did in this step. */
  ended: boolean;
}

/** What a snapshot has of each. */
const NUMBERS = 4;

function pairOf(entity: number, ours: number, other: number, told: number): Pair {
  const unknown = () => new Float64Array(3).fill(Number.NaN);
  return { entity, ours, other, told, impulse: 0, point: unknown(), normal: unknown(), ended: false };
}

interface Located {
  readonly pair: Pair;
  readonly ours: RapierCollider;
  readonly other: RapierCollider;
  least: number;
}

/** Who of ours touches what Rapier has of its own: Rapier tells of the beginning and the end, and how hard they push between. */
export class RapierContacts {
  readonly #queue: RapierEventQueue;
  readonly #originalOf: (handle: number) => number;
  readonly #settings: { readonly collider: Uint8Array };
  #world: RapierWorld;
  readonly #entityOf = new Map<number, number>();
  #pairs: Pair[] = [];
  #located: Located | undefined;
  #seconds = 0;
  readonly #vector: RapierVector = { x: 0, y: 0, z: 0 };

  /** `originalOf` names the collider of the owner's that one of the backend's own stands for. */
  constructor(
    module: RapierModule,
    world: RapierWorld,
    settings: { readonly collider: Uint8Array },
    originalOf: (handle: number) => number,
  ) {
    this.#originalOf = originalOf;
    this.#queue = new module.EventQueue(true);
    this.#world = world;
    this.#settings = settings;
  }

  get queue(): RapierEventQueue {
    return this.#queue;
  }

  free(): void {
    this.#queue.free();
  }

  enter(collider: number, entity: number): void {
    this.#entityOf.set(collider, entity);
  }

  leave(collider: number): void {
    this.#entityOf.delete(collider);
    this.#pairs = this.#pairs.filter((pair) => pair.ours !== collider);
  }

  /** Numbers for a snapshot: entity, our collider, the other one and what is told of it, of every pair. */
  save(): number[] {
    return this.#pairs.flatMap(({ entity, ours, other, told }) => [entity, ours, other, told]);
  }

  restore(world: RapierWorld, saved: readonly number[]): void {
    this.#world = world;
    this.#queue.clear();
    this.#entityOf.clear();
    this.#pairs = [];
    for (let i = 0; i < saved.length; i += NUMBERS)
      this.#pairs.push(pairOf(saved[i], saved[i + 1], saved[i + 2], saved[i + 3]));
  }

  /** After each sub-step, of so many seconds. */
  take(seconds: number): void {
    this.#seconds = seconds;
    this.#queue.drainCollisionEvents(this.#note);
    this.#queue.drainContactForceEvents(this.#addForce);
  }

  /** After the last one: tells of all, and forgets what has ended. */
  tell(out: ContactSink): void {
    for (const pair of this.#pairs) {
      if (pair.ended && this.#isTakenOver(pair)) continue;
      const isSensor =
        this.#settings.collider[pair.entity] === COLLIDER_SENSOR ||
        this.#world.getCollider(pair.other)?.isSensor() === true;
      if (!isSensor && !pair.ended) this.#locate(pair);
      const at = out.add(pair.entity, 0, pair.told, isSensor, isSensor ? 0 : pair.impulse);
      for (let k = 0; k < 3; k++) out.place(at, k, pair.point[k], pair.normal[k], false);
      pair.impulse = 0;
    }
    if (this.#pairs.some(({ ended }) => ended)) this.#pairs = this.#pairs.filter(({ ended }) => !ended);
  }

  /** Whether the entity touches what the other one stood for by what stands for it now. */
  #isTakenOver({ entity, told }: Pair): boolean {
    return this.#pairs.some((pair) => pair.entity === entity && pair.told === told && !pair.ended);
  }

  readonly #note = (a: number, b: number, isBegin: boolean): void => {
    const ours = this.#entityOf.has(a) ? a : b;
    const entity = this.#entityOf.get(ours);
    if (entity === undefined) return;
    const other = ours === a ? b : a;
    const known = this.#pairs.find((pair) => pair.ours === ours && pair.other === other);
    if (known !== undefined) known.ended = !isBegin;
    else if (isBegin) this.#pairs.push(pairOf(entity, ours, other, this.#originalOf(other)));
  };

  readonly #addForce = (event: RapierForce): void => {
    const a = event.collider1();
    const b = event.collider2();
    for (const pair of this.#pairs) {
      const isIt = (pair.ours === a && pair.other === b) || (pair.ours === b && pair.other === a);
      if (isIt) pair.impulse += this.#seconds * event.totalForceMagnitude();
    }
  };

  /** Where the two are closest now. */
  #locate(pair: Pair): void {
    const ours = this.#world.getCollider(pair.ours);
    const other = this.#world.getCollider(pair.other);
    if (ours === null || other === null) return;
    this.#located = { pair, ours, other, least: Number.POSITIVE_INFINITY };
    this.#world.contactPair(ours, other, this.#takeClosest);
  }

  /** `isFlipped`: the manifold's first collider is the other one. */
  readonly #takeClosest = (manifold: RapierManifold, isFlipped: boolean): void => {
    const at = this.#located as Located;
    const first = isFlipped ? at.other : at.ours;
    for (let i = 0; i < manifold.numContacts(); i++) {
      const point = manifold.localContactPoint1(i, this.#vector);
      if (point === null || manifold.contactDist(i) >= at.least) continue;
      at.least = manifold.contactDist(i);
      writePlaced(first, point, at.pair.point);
      const { x, y, z } = manifold.normal();
      at.pair.normal.set(isFlipped ? [-x, -y, -z] : [x, y, z]);
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
