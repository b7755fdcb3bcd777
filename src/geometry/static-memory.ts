import { FirstContactError } from '../errors.js';
import { EXACT_SUM_BYTES, QUERY_FRAME_BYTES } from '../kernels/layout/elementary.js';
import type { CoreKernels } from '../memory/core.js';
import { StepBuffer } from '../memory/step-buffer.js';
import { describe } from './argument-kinds.js';
import { geometryCore } from './runtime.js';

const RESULT_BYTES = 128;
const LARGEST_COORDINATE = 2 ** 500;

/** Where the kernels find what a query hands them. Addresses, valid until the next query. */
export interface QueryMemory {
  readonly kernels: CoreKernels;
  /** Scratch of the exact predicates. */
  readonly exactSum: number;
  /** For results other than the returned one. */
  readonly result: number;
  /** Scratch of queries that work in their own frame. */
  readonly frame: number;
  readonly input: number;
}

let buffer: StepBuffer | undefined;

/** Room for a query of `bytes`. It grows with the largest query and then stays. */
export function queryMemory(bytes: number): QueryMemory {
  const { arena, kernels } = geometryCore();
  buffer ??= new StepBuffer(arena);
  buffer.ensure(EXACT_SUM_BYTES + RESULT_BYTES + QUERY_FRAME_BYTES + bytes);
  const exactSum = buffer.address;
  const result = exactSum + EXACT_SUM_BYTES;
  const frame = result + RESULT_BYTES;
  return { kernels, exactSum, result, frame, input: frame + QUERY_FRAME_BYTES };
}

/** The points of one query, refused where they are not `length` finite numbers, copied to where kernels read them. */
export function handOver(points: ArrayLike<number>, length: number, what: string): QueryMemory {
  checkPoints(points, length, what);
  const memory = queryMemory(length * 8);
  geometryCore().arena.f64.set(points, memory.input >> 3);
  return memory;
}

/**
 * The same for queries that compute with lengths: squares of what they are given must be finite. No scene comes near
 * 2^500; the exact predicates take all finite numbers.
 */
export function handOverLengths(points: ArrayLike<number>, length: number, what: string): QueryMemory {
  const memory = handOver(points, length, what);
  for (let index = 0; index < length; index++) {
    if (Math.abs(points[index]) <= LARGEST_COORDINATE) continue;
    throw new FirstContactError(
      'BAD_QUERY',
      `number ${index} is ${points[index]}, beyond 2^500`,
      'Scale the query: answers scale with it.',
      { index },
    );
  }
  return memory;
}

/** The doubles that a kernel wrote to `memory.result`. */
export function resultNumbers(memory: QueryMemory): Float64Array {
  return geometryCore().arena.f64.subarray(memory.result >> 3, (memory.result + RESULT_BYTES) >> 3);
}

function checkPoints(points: ArrayLike<number>, length: number, what: string): void {
  const given = (points as ArrayLike<number> | null | undefined)?.length;
  if (given !== length) {
    throw new FirstContactError(
      'BAD_QUERY',
      given === undefined
        ? `the list of points is ${describe(points)}`
        : `${given} numbers were given where ${length} are needed`,
      `Hand over ${what}.`,
    );
  }
  checkFinite(points, 'NON_FINITE_QUERY');
}

export function checkFinite(
  numbers: ArrayLike<number>,
  code: 'NON_FINITE_QUERY' | 'NON_FINITE_POSITION',
): void {
  for (let index = 0; index < numbers.length; index++) {
    if (Number.isFinite(numbers[index])) continue;
    throw new FirstContactError(
      code,
      `number ${index} is ${describe(numbers[index])}`,
      'Hand over finite numbers only.',
      { index },
    );
  }
}
