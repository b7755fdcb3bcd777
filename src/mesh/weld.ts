import { checkOptions, checkType, shown } from '../check-options.js';
import { FirstContactError } from '../errors.js';
import { NONE } from '../kernels/layout/meshes.js';
import { mergeNearVertices } from './merge-vertices.js';
import { readMesh } from './read-mesh.js';
import { drain } from './steps.js';
import { TriangleTable } from './triangle-table.js';
import type { MeshArrays, MeshInput } from './types.js';
import { hasZeroArea } from './zero-area.js';

/** What `weldVertices` drops besides what it joins. */
export interface WeldOptions {
  /** Also drop triangles whose corners lie on one line. */
  readonly dropZeroArea?: boolean;
  /** Keep only the first of triangles with the same three vertices. */
  readonly dropDuplicates?: boolean;
}

/** A mesh whose vertices were joined or renumbered, and how. */
export interface WeldedMesh extends MeshArrays {
  /** For each vertex of the input its new index, or NONE (0xffffffff) where no triangle that stays uses it. */
  readonly newVertexOf: Uint32Array;
  /** For each triangle that stays its index in the input. */
  readonly oldTriangleOf: Uint32Array;
}

/** Below this a grid of that size would count cells beyond the range of doubles. */
const SMALLEST_TOLERANCE = 1e-290;

/**
 * Joins the seams of a mesh whose file repeats vertices (glTF does, for normals and texture coordinates). Vertices go
 * in ascending order, and each joins the first one kept before it that is within `tolerance` on every axis; with 0,
 * only equal ones (-0 equals 0). So no vertex moves by more than the tolerance, and a chain of close vertices does not
 * collapse. Triangles that lose a corner are dropped, then vertices that nobody uses; the rest keep their order.
 */
export function weldVertices(mesh: MeshInput, tolerance = 0, options: WeldOptions = {}): WeldedMesh {
  const isDistance = Number.isFinite(tolerance) && tolerance >= SMALLEST_TOLERANCE;
  if (tolerance !== 0 && !isDistance) {
    throw new FirstContactError(
      'BAD_SETTING',
      `The welding tolerance is ${shown(tolerance)}`,
      `Give 0 to join equal vertices, or a distance of at least ${SMALLEST_TOLERANCE}.`,
    );
  }
  checkOptions('weldVertices()', options, ['dropZeroArea', 'dropDuplicates']);
  checkType('dropZeroArea', options.dropZeroArea, 'boolean');
  checkType('dropDuplicates', options.dropDuplicates, 'boolean');
  const { positions, triangles } = drain(readMesh(mesh));
  const mergedInto = mergeNearVertices(positions, tolerance);
  return compact(
    positions,
    triangles.map((v) => mergedInto[v]),
    mergedInto,
    options,
  );
}

/** Drops the vertices that no triangle uses. Triangles stay as they are, apart from the new numbers. */
export function removeUnreferenced(mesh: MeshInput): WeldedMesh {
  const { positions, triangles } = drain(readMesh(mesh));
  const itself = new Uint32Array(positions.length / 3).map((_, v) => v);
  return compact(positions, triangles, itself, { keepRepeatedIndices: true });
}

interface CompactOptions extends WeldOptions {
  readonly keepRepeatedIndices?: boolean;
}

function compact(
  positions: Float64Array,
  merged: Uint32Array,
  mergedInto: Uint32Array,
  options: CompactOptions,
): WeldedMesh {
  const oldTriangleOf = trianglesThatStay(positions, merged, options);
  const { newNumber, count } = numberUsedVertices(merged, oldTriangleOf, mergedInto.length);

  const newPositions = new Float64Array(3 * count);
  for (let v = 0; v < newNumber.length; v++) {
    if (newNumber[v] === NONE) continue;
    for (let axis = 0; axis < 3; axis++) newPositions[3 * newNumber[v] + axis] = positions[3 * v + axis];
  }
  const newTriangles = new Uint32Array(3 * oldTriangleOf.length);
  for (let i = 0; i < newTriangles.length; i++) {
    newTriangles[i] = newNumber[merged[3 * oldTriangleOf[Math.floor(i / 3)] + (i % 3)]];
  }
  const newVertexOf = mergedInto.map((v) => newNumber[v]);
  return { positions: newPositions, triangles: newTriangles, newVertexOf, oldTriangleOf };
}

function trianglesThatStay(
  positions: Float64Array,
  merged: Uint32Array,
  options: CompactOptions,
): Uint32Array {
  const kept = new Uint32Array(merged.length / 3);
  const table = new TriangleTable(merged);
  let count = 0;
  for (let t = 0; t < kept.length; t++) {
    if (!options.keepRepeatedIndices && repeatsIndex(merged, t)) continue;
    if (options.dropZeroArea && hasZeroArea(positions, merged, t)) continue;
    if (options.dropDuplicates && table.earlierLike(t) !== NONE) continue;
    kept[count++] = t;
  }
  return kept.slice(0, count);
}

function repeatsIndex(triangles: Uint32Array, t: number): boolean {
  const a = triangles[3 * t];
  const b = triangles[3 * t + 1];
  const c = triangles[3 * t + 2];
  return a === b || b === c || c === a;
}

function numberUsedVertices(merged: Uint32Array, staying: Uint32Array, vertexCount: number) {
  const used = new Uint8Array(vertexCount);
  for (const t of staying) for (let k = 0; k < 3; k++) used[merged[3 * t + k]] = 1;
  const newNumber = new Uint32Array(vertexCount).fill(NONE);
  let count = 0;
  for (let v = 0; v < vertexCount; v++) if (used[v] === 1) newNumber[v] = count++;
  return { newNumber, count };
}
