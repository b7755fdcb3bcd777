import { NONE } from '../kernels/layout/meshes.js';
import type { NearPoints } from '../rigid/near-points.js';

/** A point or a direction: x, y, z. */
export type Point = [number, number, number];

/** A part of a mesh, by the numbers that the mesh was given with. */
export type RigidFeature =
  | { readonly kind: 'vertex'; readonly vertex: number }
  | { readonly kind: 'edge'; readonly vertices: readonly [number, number] }
  | { readonly kind: 'face'; readonly triangle: number };

/** Two features and where they are closest, in world coordinates. */
export interface NearPair {
  /** 0 where the triangles touch or cross. */
  readonly distance: number;
  /** The closest points. */
  readonly pointA: Point;
  readonly pointB: Point;
  /** Unit length, from A to B. */
  readonly normal: Point;
  /** The triangles that have them. */
  readonly triangleA: number;
  readonly triangleB: number;
  /** What of these triangles has them. */
  readonly featureA: RigidFeature;
  readonly featureB: RigidFeature;
}

export function nearPairs(points: NearPoints): NearPair[] {
  return Array.from({ length: points.count }, (_, i) => nearPair(points, i));
}

export function nearPair(points: NearPoints, i: number): NearPair {
  return {
    distance: points.distance[i],
    pointA: vectorAt(points.pointA, i),
    pointB: vectorAt(points.pointB, i),
    normal: vectorAt(points.normal, i),
    triangleA: points.triangleA[i],
    triangleB: points.triangleB[i],
    featureA: featureAt(points.featureA, i),
    featureB: featureAt(points.featureB, i),
  };
}

function vectorAt(numbers: Float64Array, i: number): Point {
  return [numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]];
}

function featureAt(features: Uint32Array, i: number): RigidFeature {
  const [first, second] = [features[2 * i], features[2 * i + 1]];
  if (second === NONE) return { kind: 'face', triangle: first };
  return first === second ? { kind: 'vertex', vertex: first } : { kind: 'edge', vertices: [first, second] };
}
