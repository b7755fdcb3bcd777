/**
 * What went wrong, as a word that code can compare. A code is never renamed; new ones are added.
 */
export type ErrorCode =
  // meshes
  | 'EMPTY_MESH'
  | 'WRONG_ARRAY_TYPE'
  | 'DETACHED_BUFFER'
  | 'LENGTH_NOT_MULTIPLE_OF_3'
  | 'NON_FINITE_POSITION'
  | 'COLLAPSED_MESH'
  | 'FORCE_TOO_LARGE'
  | 'POSITION_TOO_LARGE'
  | 'INDEX_NOT_INTEGER'
  | 'INDEX_OUT_OF_RANGE'
  | 'TOO_MANY_VERTICES'
  | 'TOO_MANY_TRIANGLES'
  | 'REPEATED_INDEX'
  | 'ZERO_AREA'
  | 'DUPLICATE_TRIANGLE'
  | 'UNREFERENCED_VERTEX'
  | 'TOO_MANY_FACES_AT_EDGE'
  | 'MIXED_WINDING'
  | 'START_END_LENGTH'
  | 'BUILD_UNFINISHED'
  // entities and settings
  | 'UNKNOWN_ENTITY'
  | 'STALE_ENTITY'
  | 'STALE_MESH'
  | 'WORLD_FULL'
  | 'ALREADY_A_COLLIDER'
  | 'NOT_A_COLLIDER'
  | 'BAD_SETTING'
  | 'NON_UNIT_QUATERNION'
  | 'NON_FINITE_VALUE'
  | 'NEGATIVE_THICKNESS'
  | 'NON_POSITIVE_MASS'
  | 'OPEN_MESH'
  | 'BAD_INERTIA'
  | 'OVERLAP'
  // stepping, memory and snapshots
  | 'BAD_DT'
  | 'DISPOSED'
  | 'WORLD_RESET'
  | 'STEP_IN_PROGRESS'
  | 'STALE_BLOCK'
  | 'OUT_OF_MEMORY'
  | 'NO_WASM_SIMD'
  | 'CORE_NOT_LOADED'
  | 'PART_NOT_LOADED'
  | 'BACKEND_NOT_READY'
  | 'BACKEND_IN_USE'
  | 'BODY_LOST'
  | 'WORKER_LOST'
  | 'NOT_SUPPORTED'
  | 'SNAPSHOT_TRUNCATED'
  | 'SNAPSHOT_VERSION'
  | 'SNAPSHOT_CORRUPT'
  | 'SNAPSHOT_MISMATCH'
  // cuts
  | 'CUT_BLOCKED'
  | 'PIECES_TOUCH'
  // elementary queries
  | 'NON_FINITE_QUERY'
  | 'BAD_QUERY';

/** Where it went wrong. Only what applies is set. */
export interface ErrorPlace {
  /** The bitECS entity that the call was about. */
  readonly entity?: number;
  /** The index of the offending element: a vertex, a triangle, a byte, as the message says. */
  readonly index?: number;
}

/**
 * Every error this package throws on bad input. `code` says what, `entity` and `index` say where, and the message
 * ends with what to do about it. A call that throws has changed nothing.
 */
export class FirstContactError extends Error {
  override readonly name = 'FirstContactError';
  /** What went wrong. */
  readonly code: ErrorCode;
  /** The entity that the call was about, where it was about one. */
  readonly entity: number | undefined;
  /** Which vertex, triangle, byte or number, as the message says. */
  readonly index: number | undefined;
  /** What to do about it: one sentence. */
  readonly remedy: string;

  constructor(code: ErrorCode, problem: string, remedy: string, place: ErrorPlace = {}) {
    const entity = typeof place.entity === 'number' ? place.entity : undefined;
    const where = entity === undefined ? '' : ` (entity ${entity})`;
    super(`${code}: ${problem}${where}. ${remedy}`);
    this.code = code;
    this.remedy = remedy;
    this.entity = entity;
    this.index = place.index;
  }
}

/** What tells a report where nobody listens. */
export function warn(report: FirstContactError): void {
  console.warn(`first-contact: ${report.message}`);
}

/** The same error, told for an entity: mesh code knows indices, the plugin knows whose mesh it is. */
export function aboutEntity(error: unknown, entity: number): unknown {
  if (!(error instanceof FirstContactError) || error.entity !== undefined) return error;
  return retold(error, problemOf(error), { entity, index: error.index });
}

/** The first of several errors, which says for how many others something is wrong too. */
export function amongOthers([first, ...others]: readonly FirstContactError[]): FirstContactError {
  if (others.length === 0) return first;
  const entities = others.map(({ entity }) => entity).filter((entity) => entity !== undefined);
  const few = entities.slice(0, 3).join(', ');
  const problem = `${problemOf(first)}, and ${others.length} others are refused too: ${few}${others.length > 3 ? ', ...' : ''}`;
  return retold(first, problem, { entity: first.entity, index: first.index });
}

/** The same error with the name that its user knows the entity by. */
export function namedError(error: FirstContactError, name: string): FirstContactError {
  return retold(error, `${problemOf(error)}, of ${name}`, error);
}

/** What went wrong, without code, entity and remedy. */
function problemOf({ code, entity, message, remedy }: FirstContactError): string {
  const told = message.slice(code.length + 2, message.length - remedy.length - 2);
  const where = ` (entity ${entity})`;
  return entity !== undefined && told.endsWith(where) ? told.slice(0, -where.length) : told;
}

function retold(
  { code, remedy }: FirstContactError,
  problem: string,
  { entity, index }: { entity: number | undefined; index: number | undefined },
): FirstContactError {
  return new FirstContactError(code, problem, remedy, {
    ...(entity === undefined ? {} : { entity }),
    ...(index === undefined ? {} : { index }),
  });
}
