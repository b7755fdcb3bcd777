import { FirstContactError } from '../errors.js';
import { refuseOtherKind } from './argument-kinds.js';
import { geometryCore } from './runtime.js';
import { checkFinite, handOver, queryMemory } from './static-memory.js';

/** Of what stands still. `intersecting`: the closed sets have a point in common, be it one corner. */
export interface StaticIntersection {
  /** Decided exactly. */
  readonly state: 'separate' | 'intersecting';
}

/**
 * Whether two triangles have a point in common. Exact, for all finite doubles, in every degenerate case: coplanar,
 * touching in a point or along an edge, triangles that are edges or points.
 *
 * @param points the corners of one triangle, then of the other: 18 numbers.
 */
export function triangleTriangleIntersect(points: ArrayLike<number>): boolean {
  const memory = handOver(points, 18, 'three corners of either triangle as x, y, z');
  return memory.kernels.staticTrianglesMeet(memory.input, memory.exactSum) !== 0;
}

/** The same as a state. */
export function triangleTriangleIntersection(points: ArrayLike<number>): StaticIntersection {
  return intersectionOf(triangleTriangleIntersect(points));
}

/**
 * Whether an edge and a face have a point in common: the elementary test of discrete collision detection
 * (R-Triangles, 1). Exact, as `triangleTriangleIntersect` is.
 *
 * @param points the edge's two ends, then the face's three corners: 15 numbers.
 */
export function edgeFaceIntersect(points: ArrayLike<number>): boolean {
  const memory = handOver(points, 15, 'two ends of the edge, then three corners of the face, as x, y, z');
  return memory.kernels.staticEdgeMeetsFace(memory.input, memory.exactSum) !== 0;
}

/** The same as a state. */
export function edgeFaceIntersection(points: ArrayLike<number>): StaticIntersection {
  return intersectionOf(edgeFaceIntersect(points));
}

/**
 * Which of many pairs of triangles have a point in common: indices into the pairs, ascending. Pairs that share
 * vertices always do; leaving them out is the caller's choice.
 *
 * @param positions x, y, z a vertex.
 * @param triangles three vertices each.
 * @param pairs two triangles each.
 */
export function intersectingTrianglePairs(
  positions: Float64Array,
  triangles: Uint32Array,
  pairs: Uint32Array,
): Uint32Array {
  return meetingPairs(positions, triangles, 3, triangles, pairs);
}

/**
 * Which of many pairs of an edge and a face have a point in common: indices into the pairs, ascending.
 *
 * @param positions x, y, z a vertex.
 * @param edges two vertices each.
 * @param triangles three vertices each.
 * @param pairs an edge and a triangle each.
 */
export function intersectingEdgeFacePairs(
  positions: Float64Array,
  edges: Uint32Array,
  triangles: Uint32Array,
  pairs: Uint32Array,
): Uint32Array {
  return meetingPairs(positions, edges, 2, triangles, pairs);
}

export function intersectionOf(intersects: boolean): StaticIntersection {
  return { state: intersects ? 'intersecting' : 'separate' };
}

function meetingPairs(
  positions: Float64Array,
  elements: Uint32Array,
  corners: 2 | 3,
  triangles: Uint32Array,
  pairs: Uint32Array,
): Uint32Array {
  const elementName = corners === 2 ? 'edges' : 'triangles';
  refuseOtherKind('positions', positions, 'Float64Array');
  refuseOtherKind(elementName, elements, 'Uint32Array');
  refuseOtherKind('triangles', triangles, 'Uint32Array');
  refuseOtherKind('pairs', pairs, 'Uint32Array');
  const vertexCount = positions.length / 3;
  checkMultiple(positions, 3, 'positions');
  checkMultiple(elements, corners, elementName);
  checkMultiple(triangles, 3, 'triangles');
  checkMultiple(pairs, 2, 'pairs');
  checkFinite(positions, 'NON_FINITE_POSITION');
  checkIndices(elementName, elements, [vertexCount]);
  checkIndices('triangles', triangles, [vertexCount]);
  checkIndices('pairs', pairs, [elements.length / corners, triangles.length / 3]);

  const pairCount = pairs.length / 2;
  const bytes = positions.byteLength + elements.byteLength + triangles.byteLength + pairs.byteLength;
  const { kernels, exactSum, input } = queryMemory(bytes + 4 * pairCount);
  const { f64, u32 } = geometryCore().arena;
  f64.set(positions, input >> 3);
  const elementsAt = input + positions.byteLength;
  const trianglesAt = elementsAt + elements.byteLength;
  const pairsAt = trianglesAt + triangles.byteLength;
  const foundAt = pairsAt + pairs.byteLength;
  u32.set(elements, elementsAt >> 2);
  u32.set(triangles, trianglesAt >> 2);
  u32.set(pairs, pairsAt >> 2);
  const found = kernels.staticMeetingPairs(
    input,
    elementsAt,
    corners,
    trianglesAt,
    pairsAt,
    pairCount,
    foundAt,
    pairCount,
    exactSum,
  );
  return u32.slice(foundAt >> 2, (foundAt >> 2) + found);
}

function checkMultiple(list: ArrayLike<number>, of: number, name: string): void {
  if (list.length % of === 0) return;
  throw new FirstContactError(
    'BAD_QUERY',
    `${name} has ${list.length} numbers, which is not a multiple of ${of}`,
    `Hand over ${of} numbers for each.`,
  );
}

/** The numbers stay below the limits, which take turns. */
function checkIndices(name: string, list: Uint32Array, limits: readonly number[]): void {
  for (let index = 0; index < list.length; index++) {
    const limit = limits[index % limits.length];
    if (list[index] < limit) continue;
    throw new FirstContactError(
      'INDEX_OUT_OF_RANGE',
      `number ${index} of ${name} names element ${list[index]} of ${limit}`,
      'Use indices below the count.',
      { index },
    );
  }
}
