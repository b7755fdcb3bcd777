import {
  BODY_BYTES,
  BODY_MESH,
  BODY_MODE,
  BODY_PIVOT,
  BODY_POSITION0,
  BODY_POSITION1,
  BODY_ROTATION0,
  BODY_ROTATION1,
  FRONT_STACK,
  PAIR_ENTRY_BYTES,
  POLICY_PASS_OPENING,
  RIGID_QUERY_BOX_TESTS,
  RIGID_QUERY_BYTES,
  RIGID_QUERY_CAPACITY,
  RIGID_QUERY_CONTROL,
  RIGID_QUERY_MAX_STEPS,
  RIGID_QUERY_POLICY,
  RIGID_QUERY_SWEPT,
  RIGID_QUERY_THICKNESS,
  RIGID_QUERY_TOLERANCE,
  RIGID_QUERY_TRIANGLE_TESTS,
  RIGID_QUERY_UNTIL,
} from '../kernels/layout/rigid-queries.js';
import type { Arena, BlockId } from '../memory/arena.js';
import { StepBuffer } from '../memory/step-buffer.js';
import type { RigidMotion } from './motion.js';
import { type QuerySettings, THICKNESS, TOLERANCE, UNTIL } from './settings.js';

type Vector = ArrayLike<number>;

/** What a query cost. */
export interface QueryCounts {
  /** Pairs of boxes or swept spheres. */
  readonly boxTests: number;
  /** Pairs of triangles. */
  readonly triangleTests: number;
  /** Steps of the advancement. */
  readonly iterations: number;
  /** Pairs of volumes at which a search of the front stopped, summed; of earliest-first, the most that waited. */
  readonly frontNodes: number;
  /** The most pairs that waited at a time. */
  readonly heapPeak: number;
  /** How often the room for them was short. */
  readonly heapFull: number;
}

const ORIGIN = [0, 0, 0];

/**
 * The memory of rigid queries that are asked together: input, scratch and results of each, and the heap behind them. One
 * of them is selected; the others are reached by selecting them.
 */
export class RigidQueryMemory {
  readonly #arena: Arena;
  readonly #buffer: StepBuffer;
  #count = 1;
  #selected = 0;

  constructor(arena: Arena) {
    this.#arena = arena;
    this.#buffer = new StepBuffer(arena);
  }

  get count(): number {
    return this.#count;
  }

  /** Where the first query is. */
  get first(): number {
    return this.#buffer.address;
  }

  /** Where the selected query is. */
  get address(): number {
    return this.#buffer.address + this.#selected * RIGID_QUERY_BYTES;
  }

  get heap(): number {
    return this.#buffer.address + this.#count * RIGID_QUERY_BYTES;
  }

  free(): void {
    this.#buffer.free();
  }

  /** Room for so many queries, and for `maxPairs` of boxes that wait; each query needs one of them. */
  reserve(count: number, maxPairs: number): void {
    this.#buffer.ensure(count * RIGID_QUERY_BYTES + (maxPairs + FRONT_STACK) * PAIR_ENTRY_BYTES);
    this.#count = count;
    this.#selected = 0;
  }

  select(query: number): void {
    this.#selected = query;
  }

  begin(settings: QuerySettings): void {
    this.#arena.f64[(this.address + RIGID_QUERY_TOLERANCE) >>> 3] = settings.fractions[TOLERANCE];
    this.#arena.f64[(this.address + RIGID_QUERY_UNTIL) >>> 3] = settings.fractions[UNTIL];
    this.#arena.f64[(this.address + RIGID_QUERY_THICKNESS) >>> 3] = settings.fractions[THICKNESS];
    this.#setWord(RIGID_QUERY_CAPACITY, settings.maxPairs);
    this.#setWord(RIGID_QUERY_POLICY, settings.passOpening ? POLICY_PASS_OPENING : 0);
    this.#setWord(RIGID_QUERY_MAX_STEPS, settings.maxSteps);
  }

  /** Body 0 is A, 1 is B; `mesh` is the address of its boxes. */
  setBody(body: 0 | 1, mesh: number, motion: RigidMotion): void {
    const at = body * BODY_BYTES;
    this.#setWord(at + BODY_MESH, mesh);
    this.#setNumbers(at + BODY_POSITION0, motion.start.position, 3);
    this.#setQuaternion(at + BODY_ROTATION0, motion.start.rotation);
    this.#setNumbers(at + BODY_PIVOT, motion.pivot ?? ORIGIN, 3);
    if ('end' in motion) {
      this.#setWord(at + BODY_MODE, 0);
      this.#setNumbers(at + BODY_POSITION1, motion.end.position, 3);
      this.#setQuaternion(at + BODY_ROTATION1, motion.end.rotation);
    } else {
      this.#setWord(at + BODY_MODE, 1);
      this.#setNumbers(at + BODY_POSITION1, motion.linear, 3);
      this.#setNumbers(at + BODY_ROTATION1, motion.angular, 3);
    }
  }

  /** For C2A: the swept spheres of both meshes and its w. */
  setSwept(a: BlockId, b: BlockId, control: number): void {
    this.#setWord(RIGID_QUERY_SWEPT, this.#arena.address(a));
    this.#setWord(RIGID_QUERY_SWEPT + 4, this.#arena.address(b));
    this.#arena.f64[(this.address + RIGID_QUERY_CONTROL) >>> 3] = control;
  }

  word(offset: number): number {
    return this.#arena.u32[(this.address + offset) >>> 2];
  }

  get boxTests(): number {
    return this.word(RIGID_QUERY_BOX_TESTS);
  }

  get triangleTests(): number {
    return this.word(RIGID_QUERY_TRIANGLE_TESTS);
  }

  /** Of all queries together. */
  get counts(): QueryCounts {
    const sums = [0, 0, 0, 0, 0, 0];
    for (let i = 0; i < this.#count; i++) {
      const first = (this.first + i * RIGID_QUERY_BYTES + RIGID_QUERY_BOX_TESTS) >>> 2;
      sums.forEach((sum, k) => {
        sums[k] = sum + this.#arena.u32[first + k];
      });
    }
    const [boxTests, triangleTests, iterations, frontNodes, heapPeak, heapFull] = sums;
    return { boxTests, triangleTests, iterations, frontNodes, heapPeak, heapFull };
  }

  #setWord(offset: number, value: number): void {
    this.#arena.u32[(this.address + offset) >>> 2] = value;
  }

  #setNumbers(offset: number, values: Vector, count: number): void {
    const start = (this.address + offset) >>> 3;
    for (let i = 0; i < count; i++) this.#arena.f64[start + i] = values[i];
  }

  // Normalised here: kernels take unit quaternions, and a caller's is a few units of rounding off.
  #setQuaternion(offset: number, q: Vector): void {
    const length = Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    const start = (this.address + offset) >>> 3;
    for (let i = 0; i < 4; i++) this.#arena.f64[start + i] = q[i] / length;
  }
}
