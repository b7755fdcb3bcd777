import {
  CLOSEST_DISTANCE,
  CLOSEST_ERROR,
  CLOSEST_FEATURE_A,
  CLOSEST_FEATURE_B,
  CLOSEST_POINT_A,
  CLOSEST_POINT_B,
  CLOSEST_SQUARED,
  FEATURE_EDGE,
  FEATURE_FACE,
} from '../kernels/layout/elementary.js';
import { handOverLengths, type QueryMemory, resultNumbers } from './static-memory.js';

/** A point: x, y, z. */
export type Vector = readonly [x: number, y: number, z: number];

/** Where a closest point lies: `vertex` i, `edge` i from corner i to the next one, or inside of the `face`. */
export interface Feature {
  /** What of the triangle or edge. */
  readonly kind: 'vertex' | 'edge' | 'face';
  /** Which corner or edge of it; 0 for the face. */
  readonly index: number;
}

/** How far two features are apart, and where. */
export interface StaticDistance {
  /** Decided exactly. */
  readonly state: 'separate' | 'intersecting';
  /** 0 exactly where the state is `intersecting`; else within `error` of the true distance. */
  readonly distance: number;
  /** The square of it. */
  readonly squaredDistance: number;
  /**
   * Bound of |distance - true distance|: 2^-48 of the largest coordinate difference to the first point (of 2^-1000 at least), more only for a
   * common point of thin needles that cross at a tiny angle. The points are this close to their features, and rounded
   * once more to their coordinates.
   */
  readonly error: number;
  /** The closest points. Where the state is `intersecting`, one common point, within `error` of both. */
  readonly pointA: Vector;
  readonly pointB: Vector;
  /** Where the closest points lie. */
  readonly featureA: Feature;
  readonly featureB: Feature;
}

/**
 * Distance and closest points of two triangles, which may be degenerate.
 *
 * @param points the corners of one triangle, then of the other: 18 numbers up to 2^500.
 */
export function triangleTriangleDistance(points: ArrayLike<number>): StaticDistance {
  const memory = handOverLengths(points, 18, 'three corners of either triangle as x, y, z');
  const { kernels, input, result, exactSum, frame } = memory;
  return readDistance(memory, kernels.staticTriangleDistance(input, result, exactSum, frame));
}

/**
 * Distance and closest points of a point and a triangle, which may be degenerate.
 *
 * @param points the point, then the corners: 12 numbers up to 2^500.
 */
export function pointTriangleDistance(points: ArrayLike<number>): StaticDistance {
  const memory = handOverLengths(points, 12, 'the point and three corners as x, y, z');
  const { kernels, input, result, exactSum, frame } = memory;
  return readDistance(memory, kernels.staticPointFaceDistance(input, result, exactSum, frame));
}

/**
 * Distance and closest points of two edges, which may be points.
 *
 * @param points two ends of one edge, then of the other: 12 numbers up to 2^500.
 */
export function edgeEdgeDistance(points: ArrayLike<number>): StaticDistance {
  const memory = handOverLengths(points, 12, 'two ends of either edge as x, y, z');
  const { kernels, input, result, exactSum, frame } = memory;
  return readDistance(memory, kernels.staticEdgeDistance(input, result, exactSum, frame));
}

function readDistance(memory: QueryMemory, meets: number): StaticDistance {
  const numbers = resultNumbers(memory);
  const number = (offset: number) => numbers[offset >> 3];
  const vector = (offset: number): Vector => [number(offset), number(offset + 8), number(offset + 16)];
  return {
    state: meets === 0 ? 'separate' : 'intersecting',
    distance: number(CLOSEST_DISTANCE),
    squaredDistance: number(CLOSEST_SQUARED),
    error: number(CLOSEST_ERROR),
    pointA: vector(CLOSEST_POINT_A),
    pointB: vector(CLOSEST_POINT_B),
    featureA: featureOf(number(CLOSEST_FEATURE_A)),
    featureB: featureOf(number(CLOSEST_FEATURE_B)),
  };
}

function featureOf(code: number): Feature {
  if (code === FEATURE_FACE) return { kind: 'face', index: 0 };
  return code < FEATURE_EDGE ? { kind: 'vertex', index: code } : { kind: 'edge', index: code - FEATURE_EDGE };
}
