import { FirstContactError } from '../errors.js';
import { describe, refuseOtherKind } from './argument-kinds.js';

/** x y z of four points at two times. */
export const NUMBERS_A_QUERY = 24;

/** What a batch of elementary tests found, by query. Arrays may be longer than the batch. */
export interface ElementaryResults {
  /** 1 where the features touch, 0 where they are free of each other. */
  readonly contact: Uint8Array;
  /** 1 where floats could not decide and whole numbers had to. */
  readonly exact: Uint8Array;
  /** Never later than the true first contact, and earlier by at most timeWidth. Infinity where they are free. */
  readonly time: Float64Array;
  readonly timeWidth: Float64Array;
  /** Four a query. Vertex-face: 1, then the weights of f0, f1, f2. Edge-edge: of a0, a1, then of b0, b1. */
  readonly weights: Float64Array;
  /** Three a query: the unit normal, from the second feature to the side that the first comes from. */
  readonly normal: Float64Array;
}

/** What typed arrays hold in every engine, with four weights a query. */
const MOST_QUERIES = 2 ** 28;

/** Of each array of the results: its type, since a shorter one would round times to later ones, and numbers a query. */
const COLUMNS = {
  contact: ['Uint8Array', 1],
  exact: ['Uint8Array', 1],
  time: ['Float64Array', 1],
  timeWidth: ['Float64Array', 1],
  weights: ['Float64Array', 4],
  normal: ['Float64Array', 3],
} as const;

/** Room for the results of `queries` queries, to be handed to batches again and again. */
export function createElementaryResults(queries: number): ElementaryResults {
  if (!Number.isInteger(queries) || queries < 0 || queries > MOST_QUERIES) {
    throw new FirstContactError(
      'BAD_QUERY',
      `results for ${queries} queries were asked for`,
      `Ask for a whole number of queries, 0 to ${MOST_QUERIES}.`,
    );
  }
  return {
    contact: new Uint8Array(queries),
    exact: new Uint8Array(queries),
    time: new Float64Array(queries),
    timeWidth: new Float64Array(queries),
    weights: new Float64Array(queries * COLUMNS.weights[1]),
    normal: new Float64Array(queries * COLUMNS.normal[1]),
  };
}

/** The numbers of one query. */
export function checkedPoints(points: ArrayLike<number>): ArrayLike<number> {
  const length = (points as ArrayLike<number> | undefined)?.length;
  if (length !== NUMBERS_A_QUERY) {
    throw new FirstContactError(
      'BAD_QUERY',
      `a query has ${NUMBERS_A_QUERY} numbers, ${length === undefined ? 'this is no list' : `not ${length}`}`,
      'Give x y z of four points at t = 0, then of the same four at t = 1.',
    );
  }
  checkFinite(points);
  return points;
}

/** The numbers of a batch of queries. */
export function checkedBatch(points: Float64Array): Float64Array {
  refuseOtherKind('the list of queries', points, 'Float64Array');
  if (points.length % NUMBERS_A_QUERY !== 0) {
    throw new FirstContactError(
      'BAD_QUERY',
      `${points.length} numbers are no whole number of queries`,
      `Give ${NUMBERS_A_QUERY} numbers a query: x y z of four points at t = 0, then at t = 1.`,
      { index: Math.floor(points.length / NUMBERS_A_QUERY) },
    );
  }
  checkFinite(points);
  return points;
}

/** Arrays for `queries` queries: the caller's, if they have room, or new ones. */
export function checkedResults(out: ElementaryResults | undefined, queries: number): ElementaryResults {
  if (out === undefined) return createElementaryResults(queries);
  for (const name of Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]) {
    const [kind, width] = COLUMNS[name];
    const column = (out as Partial<ElementaryResults> | null)?.[name];
    refuseOtherKind(`out.${name}`, column, kind);
    const given = column?.length ?? 0;
    const needed = queries * width;
    if (given >= needed) continue;
    throw new FirstContactError(
      'BAD_QUERY',
      `out.${name} has ${given} elements, and ${queries} queries need ${needed}`,
      `Make it with createElementaryResults(${queries}).`,
    );
  }
  return out;
}

function checkFinite(points: ArrayLike<number>): void {
  for (let i = 0; i < points.length; i++) {
    if (Number.isFinite(points[i])) continue;
    const query = Math.floor(i / NUMBERS_A_QUERY);
    throw new FirstContactError(
      'NON_FINITE_QUERY',
      `number ${i % NUMBERS_A_QUERY} of query ${query} is ${describe(points[i])}`,
      'Every coordinate must be a finite number; any finite one is decided.',
      { index: query },
    );
  }
}
