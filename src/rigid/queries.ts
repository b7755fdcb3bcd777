import { FirstContactError } from '../errors.js';
import { IMPACT_QUERY, IMPACT_STATE } from '../kernels/layout/answers.js';
import {
  BODY_BYTES,
  BODY_REACH,
  BODY_SPEED,
  MOST_NEAR,
  NEAR_BYTES,
  RIGID_CONTACT,
  RIGID_FAILED,
  RIGID_FREE,
  RIGID_INITIAL_OVERLAP,
  RIGID_QUERY_BYTES,
  RIGID_QUERY_ENDED_BY,
  RIGID_QUERY_NEAR_MARGIN,
  RIGID_QUERY_NEAR_TIME,
  RIGID_QUERY_NOISE,
  RIGID_QUERY_RESULT_PAIR,
  RIGID_QUERY_RESULT_TIME,
  RIGID_QUERY_RESULT_TOLERANCE,
  RIGID_QUERY_THICKNESS,
  RIGID_QUERY_UNTIL,
  RIGID_QUERY_VELOCITY,
} from '../kernels/layout/rigid-queries.js';
import type { BlockId } from '../memory/arena.js';
import type { Core } from '../memory/open.js';
import { StepBuffer } from '../memory/step-buffer.js';
import { DistinctPairs } from './distinct.js';
import { appendManifold } from './manifold.js';
import type { RigidMotion } from './motion.js';
import { NearPoints } from './near-points.js';
import { RigidQueryMemory } from './query-memory.js';
import { DEFAULT_TOLERANCE, defaultSettings, MARGIN, THICKNESS } from './settings.js';

export const FREE = RIGID_FREE;
export const CONTACT = RIGID_CONTACT;
export const INITIAL_OVERLAP = RIGID_INITIAL_OVERLAP;
export const FAILED = RIGID_FAILED;

/** Places in `certified`. */
export const CERTIFIED_TIME = 0;
export const CERTIFIED_TOLERANCE = 1;

/** C2A's w, for the first iterations: the paper uses 0.3 to 0.5. */
const CONTROL = 0.5;
/** More than rounding takes from what bounds a motion. */
const ROUND_UP = 1 + 1e-9;
/** Contact points closer together than this share of the smaller body are one. */
const MANIFOLD_SPACING = 1e-4;
/** Nor are pairs contact points that are farther apart than the closest by more than this share of it, whatever the tolerance. */
const MANIFOLD_DEPTH = 0.01;

/** What queries need of a surface: a mesh's RigidShape, or what is put together for one question. */
export interface RigidVolume {
  /** Half its size. */
  readonly radius: number;
  /** Where its boxes are: until a block moves. */
  readonly address: number;
  /** The block of its swept spheres, for what is not 'earliest-first'. */
  readonly swept: BlockId;
}

/** A millionth of the bodies' mean radius. */
export function defaultTolerance(a: RigidVolume, b: RigidVolume): number {
  return (DEFAULT_TOLERANCE * (a.radius + b.radius)) / 2;
}

/**
 * Queries between two rigid shapes, one at a time: `begin`, then any of the others. Nothing is validated, and after the
 * first of its size no query allocates. Results stay until the next query.
 */
export class RigidQueries {
  readonly memory: RigidQueryMemory;
  /** How the next query searches; `begin` reads it. */
  readonly settings = defaultSettings();
  /**
   * Of the last `timeOfContact`. CERTIFIED_TIME: the motion is certainly free of contact up to here. CERTIFIED_TOLERANCE: the one in force,
   * less than their distance where the bodies start closer than it.
   */
  readonly certified = new Float64Array(2);
  /** Of several pairs, the one whose contact is the first. */
  ended = 0;
  /** The pair that ended `timeOfContact` or `distance`: one entry. */
  readonly closest = new NearPoints();
  /** What `proximity` found: each pair of features once. */
  readonly points = new NearPoints();
  readonly #core: Core;
  readonly #records: StepBuffer;
  readonly #distinct = new DistinctPairs();
  /** A and B of each pair. */
  readonly #shapes: RigidVolume[] = [];
  readonly #isConservative: boolean[] = [];
  readonly #spacing = new Float64Array(1);

  constructor(core: Core) {
    this.#core = core;
    this.memory = new RigidQueryMemory(core.arena);
    this.#records = new StepBuffer(core.arena);
    this.closest.count = 1;
  }

  /** What moves, and how. */
  begin(a: RigidVolume, motionA: RigidMotion, b: RigidVolume, motionB: RigidMotion): void {
    this.reserve(1);
    this.place(0, a, motionA, b, motionB);
  }

  /** Room for several pairs, whose first contact `timeOfContact` then finds. Each needs a `place`. */
  reserve(pairs: number): void {
    this.memory.reserve(pairs, this.settings.maxPairs);
  }

  /** What moves, and how, in one of the pairs; with the settings as they are now. */
  place(pair: number, a: RigidVolume, motionA: RigidMotion, b: RigidVolume, motionB: RigidMotion): void {
    const { memory, settings } = this;
    const usesSpheres = settings.method !== 'earliest-first';
    // Before any address is asked for: where they are built first, blocks may move.
    const sweptA = usesSpheres ? a.swept : 0;
    const sweptB = usesSpheres ? b.swept : 0;
    memory.select(pair);
    this.ended = pair;
    memory.begin(settings);
    memory.setBody(0, a.address, motionA);
    memory.setBody(1, b.address, motionB);
    if (usesSpheres) memory.setSwept(sweptA, sweptB, settings.method === 'c2a' ? CONTROL : 1);
    this.#isConservative[pair] = usesSpheres;
    this.#shapes[2 * pair] = a;
    this.#shapes[2 * pair + 1] = b;
  }

  /**
   * The first time of contact: a state. Where it is a contact or an overlap, `closest` is where. With several pairs it is
   * the first of all, by earliest-first advancement, and `ended` is the pair. A single one may be known to begin at least `gap` apart.
   */
  timeOfContact(gap = 0): number {
    const { memory } = this;
    if (this.settings.method !== 'earliest-first' || memory.count === 1)
      return this.timeOfContactOf(this.ended, gap);
    const state = this.#core.kernels.earliestFirst(memory.first, memory.count, memory.heap);
    return this.#readContact(this.#core.arena.u32[(memory.first + RIGID_QUERY_ENDED_BY) >>> 2], state);
  }

  /** Whether a pair that was placed is asked by conservative advancement. */
  isConservative(pair: number): boolean {
    return this.#isConservative[pair];
  }

  /** Whether one of the pairs, which begin at least `gap` apart, moves too little to use that up. */
  staysApart(pair: number, gap: number): boolean {
    if (!(gap > 0)) return false;
    this.memory.select(pair);
    this.#core.kernels.beginAdvancement(this.memory.address);
    const x = this.#number(RIGID_QUERY_VELOCITY);
    const y = this.#number(RIGID_QUERY_VELOCITY + 8);
    const z = this.#number(RIGID_QUERY_VELOCITY + 16);
    const turnA = Math.abs(this.#number(BODY_SPEED)) * this.#number(BODY_REACH);
    const turnB = Math.abs(this.#number(BODY_BYTES + BODY_SPEED)) * this.#number(BODY_BYTES + BODY_REACH);
    const closer = (Math.sqrt(x * x + y * y + z * z) + turnA + turnB) * ROUND_UP;
    const touching = this.#number(RIGID_QUERY_RESULT_TOLERANCE) + this.#number(RIGID_QUERY_THICKNESS);
    return gap - closer > touching + this.#number(RIGID_QUERY_NOISE);
  }

  /** Of the selected query. */
  #number(offset: number): number {
    return this.#core.arena.f64[(this.memory.address + offset) >>> 3];
  }

  /** The first time of contact of one of the pairs, for itself. */
  timeOfContactOf(pair: number, gap = 0): number {
    const { arena, kernels } = this.#core;
    const { memory } = this;
    memory.select(pair);
    if (this.staysApart(pair, gap)) {
      const until = arena.f64[(memory.address + RIGID_QUERY_UNTIL) >>> 3];
      arena.f64[(memory.address + RIGID_QUERY_RESULT_TIME) >>> 3] = until;
      return this.#readContact(pair, FREE);
    }
    const state = this.#isConservative[pair]
      ? kernels.conservativeAdvancement(memory.address, memory.heap)
      : kernels.earliestFirst(memory.address, 1, memory.heap);
    return this.#readContact(pair, state);
  }

  /** The same, out of IMPACT_BYTES that another thread may have written (`impact-jobs.ts`). */
  takeContact(pair: number, answer: number): number {
    const { arena } = this.#core;
    const from = answer + IMPACT_QUERY;
    this.memory.select(pair);
    arena.u8.copyWithin(this.memory.address, from, from + RIGID_QUERY_BYTES);
    return this.#readContact(pair, arena.u32[(answer + IMPACT_STATE) >>> 2]);
  }

  #readContact(pair: number, state: number): number {
    const { arena } = this.#core;
    this.ended = pair;
    this.memory.select(pair);
    const { address } = this.memory;
    this.certified[CERTIFIED_TIME] = arena.f64[(address + RIGID_QUERY_RESULT_TIME) >>> 3];
    this.certified[CERTIFIED_TOLERANCE] = arena.f64[(address + RIGID_QUERY_RESULT_TOLERANCE) >>> 3];
    if (state === CONTACT || state === INITIAL_OVERLAP) {
      this.closest.read(0, arena, address + RIGID_QUERY_RESULT_PAIR);
    }
    return state;
  }

  /** The distance where the motions begin, into `closest`: FREE, or INITIAL_OVERLAP where the bodies touch or cross. */
  distance(): number {
    const { kernels, arena } = this.#core;
    const { address, heap } = this.memory;
    const state = kernels.distanceAtStart(address, heap);
    this.closest.read(0, arena, address + RIGID_QUERY_RESULT_PAIR);
    return state;
  }

  /** Whether the bodies have a point in common where the motions begin; `exactSum` is EXACT_SUM_BYTES of scratch. Needs the file 'exact'. */
  meet(exactSum: number): boolean {
    return this.#core.kernels.meshesMeet(this.memory.address, this.memory.heap, exactSum) !== 0;
  }

  /** All pairs of features within the margin where the motions begin, into `points`. Returns how many there are. */
  proximity(): number {
    const { kernels, arena } = this.#core;
    const { address } = this.memory;
    kernels.beginAdvancement(address);
    arena.f64[(address + RIGID_QUERY_NEAR_TIME) >>> 3] = 0;
    arena.f64[(address + RIGID_QUERY_NEAR_MARGIN) >>> 3] = this.settings.fractions[MARGIN];
    return this.#near();
  }

  /**
   * After a contact or an overlap: appends all contact points within tolerance at that time, at most 32, and corrects
   * `closest` where another pair came closer than the one that ended the query. Returns how many there are. Of bodies that are
   * far apart for their size, contact points are where they are about as close as anywhere.
   */
  manifold(into: NearPoints): number {
    const { f64 } = this.#core.arena;
    const { certified, closest } = this;
    const { address } = this.memory;
    const a = this.#shapes[2 * this.ended];
    const b = this.#shapes[2 * this.ended + 1];
    const size = Math.min(a.radius, b.radius);
    const touching = certified[CERTIFIED_TOLERANCE] + this.settings.fractions[THICKNESS];
    let margin = Math.max(touching, closest.distance[0]);
    if (margin > MANIFOLD_DEPTH * size) {
      this.#findClosest(certified[CERTIFIED_TIME]);
      const depth = MANIFOLD_DEPTH * size;
      margin = Math.min(margin, closest.distance[0] + depth * Math.min(1, depth / closest.distance[0]));
    }
    f64[(address + RIGID_QUERY_NEAR_TIME) >>> 3] = certified[CERTIFIED_TIME];
    f64[(address + RIGID_QUERY_NEAR_MARGIN) >>> 3] = margin;
    this.#near();
    this.#spacing[0] = MANIFOLD_SPACING * size;
    const first = into.count;
    const count = appendManifold(this.points, this.#spacing, into);
    if (count > 0 && into.distance[first] < closest.distance[0]) closest.copy(0, into, first);
    return count;
  }

  #findClosest(time: number): void {
    const { arena, kernels } = this.#core;
    const { address, heap } = this.memory;
    kernels.distanceAtTime(address, heap, time);
    this.closest.read(0, arena, address + RIGID_QUERY_RESULT_PAIR);
  }

  #near(): number {
    const count = this.#records.runUntilItFits(NEAR_BYTES, this.#listNear);
    this.#distinct.read(this.#core.arena, this.#records.address, count, this.points);
    return this.points.count;
  }

  readonly #listNear = (address: number, capacity: number): number => {
    const found = this.#core.kernels.nearFeatures(this.memory.address, this.memory.heap, address, capacity);
    if (found <= MOST_NEAR) return found;
    throw new FirstContactError(
      'OUT_OF_MEMORY',
      `More than ${MOST_NEAR} pairs of features are within the margin`,
      'Ask with a smaller margin, or for parts of the meshes.',
    );
  };
}
