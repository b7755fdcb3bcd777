import { type ErrorCode, FirstContactError } from '../errors.js';
import type { MeshLimits } from './limits.js';
import type { MeshInput } from './types.js';

/** Positions ready to be checked, and indices in a type that still shows what was wrong with them. */
export interface InputCopy {
  readonly positions: Float64Array;
  readonly indices: Uint32Array | Uint16Array | Int32Array | Float64Array;
}

export const POSITION_KINDS = ['Float32Array', 'Float64Array', 'Array'];
export const INDEX_KINDS = ['Uint32Array', 'Uint16Array', 'Int32Array', 'Array'];

/**
 * Copies the user's arrays at once, not in slices: what the user does to them afterwards (writes, transfers, a
 * WebAssembly memory that grows) cannot reach a build that is under way.
 */
export function copyInput(input: MeshInput, limits: Required<MeshLimits>): InputCopy {
  const { positions, triangles } = (input ?? {}) as MeshInput;
  refuseOtherKinds('positions', positions, POSITION_KINDS);
  refuseOtherKinds('triangles', triangles, INDEX_KINDS);
  refuseDetached('positions', positions);
  refuseDetached('triangles', triangles);
  refuseBadLength('positions', positions.length, 'vertices', limits.vertices, 'TOO_MANY_VERTICES');
  refuseBadLength('triangles', triangles.length, 'triangles', limits.triangles, 'TOO_MANY_TRIANGLES');
  return { positions: copyPositions(positions), indices: copyIndices(triangles) };
}

function copyPositions(positions: MeshInput['positions']): Float64Array {
  return Array.isArray(positions)
    ? copyNumbers('positions', positions)
    : new Float64Array(positions as Float64Array);
}

function copyIndices(triangles: MeshInput['triangles']): InputCopy['indices'] {
  switch (kindOf(triangles)) {
    case 'Uint32Array':
      return new Uint32Array(triangles);
    case 'Uint16Array':
      return new Uint16Array(triangles);
    case 'Int32Array':
      return new Int32Array(triangles);
    default:
      return copyNumbers('triangles', triangles);
  }
}

function copyNumbers(name: string, numbers: ArrayLike<number>): Float64Array {
  const copy = new Float64Array(numbers.length);
  for (let i = 0; i < copy.length; i++) {
    const value: unknown = numbers[i];
    if (typeof value !== 'number') {
      throw new FirstContactError(
        'WRONG_ARRAY_TYPE',
        `${name}[${i}] is ${notANumber(value)}`,
        `Fill ${name} with numbers only.`,
        { index: i },
      );
    }
    copy[i] = value;
  }
  return copy;
}

// What is in an object is not shown: some cannot be made a string.
function notANumber(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  return typeof value === 'object' ? 'an object' : `a ${typeof value} (${String(value)})`;
}

/** The name of an array's type, also for one that comes from another realm (an iframe), where instanceof says no. */
function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'Array';
  if (ArrayBuffer.isView(value)) return Object.prototype.toString.call(value).slice(8, -1);
  return value === null ? 'null' : typeof value;
}

export function refuseOtherKinds(name: string, value: unknown, kinds: readonly string[]): void {
  const kind = kindOf(value);
  if (kinds.includes(kind)) return;
  throw new FirstContactError(
    'WRONG_ARRAY_TYPE',
    `${name} is ${kind === 'undefined' ? 'missing' : `of type ${kind}`}`,
    `Give ${listOf(kinds)}.`,
  );
}

/** 'a Float32Array or a plain array of numbers' */
function listOf(kinds: readonly string[]): string {
  const names = kinds.map((kind) => {
    if (kind === 'Array') return 'a plain array of numbers';
    return `${kind.startsWith('I') ? 'an' : 'a'} ${kind}`;
  });
  return `${names.slice(0, -1).join(', ')} or ${names[names.length - 1]}`;
}

export function refuseDetached(name: string, value: ArrayLike<number>): void {
  if (value.length > 0 || !ArrayBuffer.isView(value) || !isDetached(value.buffer)) return;
  throw new FirstContactError(
    'DETACHED_BUFFER',
    `The buffer of ${name} is detached: it was transferred to a worker, or its WebAssembly memory has grown`,
    'Take a new view of the memory, or copy the array with slice() before it is transferred.',
  );
}

function isDetached(buffer: ArrayBufferLike): boolean {
  const { detached } = buffer as { detached?: boolean };
  if (detached !== undefined) return detached;
  // Node 20 has no `detached`. There, a detached buffer is one that admits no view.
  try {
    new Uint8Array(buffer);
    return false;
  } catch {
    return true;
  }
}

function refuseBadLength(name: string, length: number, things: string, limit: number, code: ErrorCode): void {
  if (length === 0) {
    throw new FirstContactError(
      'EMPTY_MESH',
      `${name} has length 0`,
      `A mesh needs at least one triangle and its three vertices: fill ${name}, or leave this mesh out.`,
    );
  }
  if (length % 3 !== 0) {
    throw new FirstContactError(
      'LENGTH_NOT_MULTIPLE_OF_3',
      `${name} has length ${length}, which is ${length % 3} more than a multiple of 3`,
      name === 'positions'
        ? 'Give x, y and z of each vertex, and nothing else.'
        : 'Give three vertex indices a triangle; cut quads and polygons into triangles first.',
    );
  }
  if (length / 3 > limit) {
    throw new FirstContactError(
      code,
      `${name} holds ${length / 3} ${things}; the limit is ${limit}`,
      'Split the mesh into several, or simplify it.',
    );
  }
}
