import {
  CONTACT_BIT,
  CONTACT_DETAILS_BYTES,
  CONTACT_NORMAL_OFFSET,
  CONTACT_RECORD_BYTES,
  DECIDED_EXACTLY,
  QUERY_BYTES,
  STAGE_COUNTERS,
} from '../kernels/layout/elementary.js';
import { SWEPT_VERTEX_BYTES } from '../kernels/layout/meshes.js';
import type { Arena } from '../memory/arena.js';
import type { Core } from '../memory/open.js';
import { StepBuffer } from '../memory/step-buffer.js';
import {
  checkedBatch,
  checkedPoints,
  checkedResults,
  type ElementaryResults,
  NUMBERS_A_QUERY,
} from './elementary-arguments.js';
import { geometryCore } from './runtime.js';

/** The features do not touch at any time in [0,1]. That is certain: it was decided exactly. */
export interface ElementaryFree {
  /** Tells the two results apart. */
  readonly state: 'free';
  /** Whether floats could not decide and whole numbers had to. */
  readonly exact: boolean;
}

/** The features touch at some time in [0,1]. That is certain as well. */
export interface ElementaryContact {
  /** Tells the two results apart. */
  readonly state: 'contact';
  /** Never later than the true first contact, and earlier by at most `timeWidth`; 0 where they touch at the start. */
  readonly time: number;
  /** At most 1e-8. */
  readonly timeWidth: number;
  /** Vertex-face: weights of f0, f1, f2, sum 1. Edge-edge: of a0, a1, sum 1, then of b0, b1, sum 1. */
  readonly barycentric: readonly number[];
  /** Unit length, from the face (the second edge) to the side that the vertex (the first edge) comes from. */
  readonly normal: readonly [number, number, number];
  /** Whether floats could not decide and whole numbers had to. */
  readonly exact: boolean;
}

/** What became of an elementary test: decided exactly, either way. */
export type ElementaryResult = ElementaryFree | ElementaryContact;

/** Queries handed to the kernels at a time, so that a large batch needs no large memory. */
const CHUNK = 1024;
const POINTS = 4;
const SWEPT_BYTES = CHUNK * POINTS * SWEPT_VERTEX_BYTES;
const RECORDS_AT = SWEPT_BYTES + CHUNK * QUERY_BYTES;
const DETAILS_AT = RECORDS_AT + CHUNK * CONTACT_RECORD_BYTES;
const COUNTERS_AT = DETAILS_AT + CONTACT_DETAILS_BYTES;
const STATES_AT = COUNTERS_AT + STAGE_COUNTERS * 4;
const WORKSPACE_BYTES = STATES_AT + CHUNK;

let workspace: StepBuffer | undefined;

/**
 * Whether a vertex meets a triangle while all four points move linearly, boundaries and t = 0 and 1 included. Decided
 * exactly, for any finite numbers.
 *
 * @param points x y z of v, f0, f1, f2 at t = 0, then of the same at t = 1: 24 numbers.
 *
 * @example
 * import { initGeometry, vertexFaceContact } from 'first-contact/geometry';
 * await initGeometry();
 * const result = vertexFaceContact([
 *   0.2, 0.2, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0,
 *   0.2, 0.2, -1, 0, 0, 0, 1, 0, 0, 0, 1, 0,
 * ]);
 * if (result.state === 'contact') console.log(result.time.toFixed(3), result.barycentric.join()); // 0.500 0.6,0.2,0.2
 */
export function vertexFaceContact(points: ArrayLike<number>): ElementaryResult {
  return single(points, false);
}

/**
 * Whether two edges meet while their ends move linearly; as `vertexFaceContact`.
 *
 * @param points x y z of a0, a1, b0, b1 at t = 0, then of the same at t = 1: 24 numbers.
 */
export function edgeEdgeContact(points: ArrayLike<number>): ElementaryResult {
  return single(points, true);
}

/**
 * Many vertex-face queries, 24 numbers each. Results go to `out`, which must have room for them, or to new arrays.
 */
export function vertexFaceContacts(points: Float64Array, out?: ElementaryResults): ElementaryResults {
  return batch(points, false, out);
}

/** Many edge-edge queries, 24 numbers each. */
export function edgeEdgeContacts(points: Float64Array, out?: ElementaryResults): ElementaryResults {
  return batch(points, true, out);
}

function single(points: ArrayLike<number>, edges: boolean): ElementaryResult {
  const results = run(checkedPoints(points), edges, checkedResults(undefined, 1));
  const exact = results.exact[0] === 1;
  if (results.contact[0] === 0) return { state: 'free', exact };
  return {
    state: 'contact',
    time: results.time[0],
    timeWidth: results.timeWidth[0],
    barycentric: [...results.weights.subarray(edges ? 0 : 1)],
    normal: [results.normal[0], results.normal[1], results.normal[2]],
    exact,
  };
}

function batch(points: Float64Array, edges: boolean, out: ElementaryResults | undefined): ElementaryResults {
  const checked = checkedBatch(points);
  return run(checked, edges, checkedResults(out, checked.length / NUMBERS_A_QUERY));
}

function run(points: ArrayLike<number>, edges: boolean, results: ElementaryResults): ElementaryResults {
  const core = geometryCore();
  workspace ??= new StepBuffer(core.arena);
  workspace.ensure(WORKSPACE_BYTES);
  const count = points.length / NUMBERS_A_QUERY;
  results.time.fill(Number.POSITIVE_INFINITY, 0, count);
  results.timeWidth.fill(0, 0, count);
  results.weights.fill(0, 0, count * 4);
  results.normal.fill(0, 0, count * 3);
  for (let first = 0; first < count; first += CHUNK) {
    runChunk(core, workspace.address, points, first, Math.min(CHUNK, count - first), edges, results);
  }
  return results;
}

function runChunk(
  core: Core,
  address: number,
  points: ArrayLike<number>,
  first: number,
  count: number,
  edges: boolean,
  results: ElementaryResults,
): void {
  const { kernels, arena } = core;
  writeQueries(arena, address, points, first, count);
  const kernel = edges ? kernels.edgeEdgeContacts : kernels.vertexFaceContacts;
  const records = address + RECORDS_AT;
  const states = address + STATES_AT;
  const found = kernel(address, address + SWEPT_BYTES, count, records, count, address + COUNTERS_AT, states);
  for (let i = 0; i < count; i++) {
    const state = arena.u8[states + i];
    results.contact[first + i] = state & CONTACT_BIT;
    results.exact[first + i] = (state & DECIDED_EXACTLY) === DECIDED_EXACTLY ? 1 : 0;
  }
  for (let i = 0; i < found; i++) {
    readContact(core, address, records + i * CONTACT_RECORD_BYTES, first, edges, results);
  }
}

/** x y z of four points at both times becomes four swept vertices; query i is about vertices 4 i to 4 i + 3. */
function writeQueries(
  arena: Arena,
  address: number,
  points: ArrayLike<number>,
  first: number,
  count: number,
): void {
  const { f64, u32 } = arena;
  let to = address >> 3;
  for (let query = first; query < first + count; query++) {
    const from = query * NUMBERS_A_QUERY;
    for (let k = 0; k < NUMBERS_A_QUERY / 2; k++) {
      f64[to++] = points[from + k];
      f64[to++] = points[from + k + NUMBERS_A_QUERY / 2];
    }
  }
  const queries = (address + SWEPT_BYTES) >> 2;
  for (let i = 0; i < count * POINTS; i++) u32[queries + i] = i;
}

function readContact(
  core: Core,
  address: number,
  record: number,
  first: number,
  edges: boolean,
  results: ElementaryResults,
): void {
  const { f64, u32 } = core.arena;
  const inChunk = u32[record >> 2];
  const query = first + inChunk;
  const time = f64[(record >> 3) + 1];
  results.time[query] = time;
  results.timeWidth[query] = f64[(record >> 3) + 2];
  const point = address + inChunk * POINTS * SWEPT_VERTEX_BYTES;
  const details = address + DETAILS_AT;
  core.kernels.contactDetails(
    point,
    point + SWEPT_VERTEX_BYTES,
    point + 2 * SWEPT_VERTEX_BYTES,
    point + 3 * SWEPT_VERTEX_BYTES,
    edges,
    time,
    false,
    details,
  );
  const weights = details >> 3;
  const normal = (details + CONTACT_NORMAL_OFFSET) >> 3;
  for (let k = 0; k < 4; k++) results.weights[query * 4 + k] = f64[weights + k];
  for (let k = 0; k < 3; k++) results.normal[query * 3 + k] = f64[normal + k];
}
