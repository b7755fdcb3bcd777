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
  RIGID_QUERY_TOLERANCE,
  RIGID_QUERY_TRIANGLE_TESTS,
  RIGID_QUERY_UNTIL,
} from '../kernels/layout.js';
import type { Arena, BlockId } from '../memory/arena.js';
import { StepBuffer } from '../memory/step-buffer.js';
import type { RigidMotion } from './motion.js';
import { type QuerySettings, TOLERANCE, UNTIL } from './settings.js';

type Vector = ArrayLike<number>;

/** What a query cost. */
export interface QueryCounts {
  readonly boxTests: number;
  readonly triangleTests: number;
  readonly iterations: number;
  readonly frontNodes: number;
  readonly heapPeak: number;
  readonly heapFull: number;
}

const ORIGIN = [0, 0, 0];

/** The memory of one rigid query at a time: input, scratch, results, and the heap behind them. */
export class RigidQueryMemory {
  readonly #arena: Arena;
  readonly #buffer: StepBuffer;

  constructor(arena: Arena) {
    this.#arena = arena;
    this.#buffer = new StepBuffer(arena);
  }

  get address(): number {
    return this.#buffer.address;
  }

  get heap(): number {
    return this.#buffer.address + RIGID_QUERY_BYTES;
  }

  free(): void {
    this.#buffer.free();
  }

  begin(settings: QuerySettings): void {
    this.#buffer.ensure(RIGID_QUERY_BYTES + (settings.maxPairs + FRONT_STACK) * PAIR_ENTRY_BYTES);
    this.#arena.f64[(this.address + RIGID_QUERY_TOLERANCE) >>> 3] = settings.fractions[TOLERANCE];
    this.#arena.f64[(this.address + RIGID_QUERY_UNTIL) >>> 3] = settings.fractions[UNTIL];
    this.#setWord(RIGID_QUERY_CAPACITY, settings.maxPairs);
    this.#setWord(RIGID_QUERY_POLICY, settings.passOpening ? POLICY_PASS_OPENING : 0);
    this.#setWord(RIGID_QUERY_MAX_STEPS, settings.maxSteps);
  }

  /** Body 0 is A, 1 is B. */
  setBody(body: 0 | 1, mesh: BlockId, motion: RigidMotion): void {
    const at = body * BODY_BYTES;
    this.#setWord(at + BODY_MESH, this.#arena.address(mesh));
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

  get counts(): QueryCounts {
    const at = (i: number) => this.word(RIGID_QUERY_BOX_TESTS + 4 * i);
    return {
      boxTests: at(0),
      triangleTests: at(1),
      iterations: at(2),
      frontNodes: at(3),
      heapPeak: at(4),
      heapFull: at(5),
    };
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
