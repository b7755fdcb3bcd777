import { FirstContactError } from '../errors.js';
import { copyInput, type InputCopy } from './input-arrays.js';
import { limitsOf, type MeshLimits } from './limits.js';
import { inPieces, part, type Steps } from './steps.js';
import type { MeshArrays, MeshInput } from './types.js';

/**
 * Copies a mesh and refuses what makes no sense for any use. The copy is taken by this call; the checks run on it,
 * step by step, so that nobody changes a value between its check and its use.
 */
export function readMesh(input: MeshInput, limits?: MeshLimits): Steps<MeshArrays> {
  const bounds = limitsOf(limits);
  return checkCopy(copyInput(input, bounds), bounds.position);
}

function* checkCopy({ positions, indices }: InputCopy, limit: number): Steps<MeshArrays> {
  yield* part(
    0,
    0.5,
    inPieces(positions.length, (from, to) => checkPositions(positions, from, to, limit)),
  );
  const triangles = new Uint32Array(indices.length);
  const vertexCount = positions.length / 3;
  yield* part(
    0.5,
    1,
    inPieces(indices.length, (from, to) => takeIndices(indices, triangles, from, to, vertexCount)),
  );
  return { positions, triangles };
}

/** Both uses: a triangle that names a vertex twice is a segment or a point, and has no three edges. */
export function* refuseRepeatedIndices({ triangles }: MeshArrays): Steps<void> {
  yield* inPieces(triangles.length / 3, (from, to) => {
    for (let t = from; t < to; t++) {
      const a = triangles[3 * t];
      const b = triangles[3 * t + 1];
      const c = triangles[3 * t + 2];
      if (a !== b && b !== c && c !== a) continue;
      throw new FirstContactError(
        'REPEATED_INDEX',
        `Triangle ${t} names vertex ${a === b ? a : c} twice: its indices are ${a}, ${b}, ${c}`,
        'Remove it: weldVertices() does, and keeps a map to the triangles that stay.',
        { index: t },
      );
    }
  });
}

function checkPositions(positions: Float64Array, from: number, to: number, limit: number): void {
  for (let i = from; i < to; i++) {
    // False for NaN too.
    if (Math.abs(positions[i]) <= limit) continue;
    throw badPosition(i, positions[i], limit);
  }
}

function badPosition(i: number, value: number, limit: number): FirstContactError {
  const vertex = Math.floor(i / 3);
  const what = `Vertex ${vertex} has ${'xyz'[i % 3]} = ${value} (positions[${i}])`;
  if (Number.isFinite(value)) {
    return new FirstContactError(
      'POSITION_TOO_LARGE',
      `${what}; the largest magnitude is ${limit}`,
      'Move the mesh towards the origin, or scale it down.',
      { index: vertex },
    );
  }
  return new FirstContactError(
    'NON_FINITE_POSITION',
    what,
    'Look for a division by zero or a missing value in what made the positions.',
    { index: vertex },
  );
}

function takeIndices(
  indices: InputCopy['indices'],
  triangles: Uint32Array,
  from: number,
  to: number,
  vertexCount: number,
): void {
  for (let i = from; i < to; i++) {
    const index = indices[i];
    if (index >= 0 && index < vertexCount && Math.floor(index) === index) {
      triangles[i] = index;
    } else {
      throw badIndex(i, index, vertexCount);
    }
  }
}

function badIndex(i: number, index: number, vertexCount: number): FirstContactError {
  const triangle = Math.floor(i / 3);
  const what = `Triangle ${triangle} names vertex ${index} (triangles[${i}])`;
  if (!Number.isInteger(index)) {
    return new FirstContactError(
      'INDEX_NOT_INTEGER',
      `${what}, which is not a whole number`,
      'Give vertex indices, not coordinates.',
      { index: triangle },
    );
  }
  return new FirstContactError(
    'INDEX_OUT_OF_RANGE',
    `${what}, but the ${vertexCount} vertices are numbered 0 to ${vertexCount - 1}`,
    index === vertexCount
      ? 'Subtract 1 from every index if the file counts from 1, as OBJ files do.'
      : 'Check that positions and triangles belong to the same mesh, and that positions has three numbers a vertex.',
    { index: triangle },
  );
}
