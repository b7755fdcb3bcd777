import {
  NEAR_DISTANCE,
  NEAR_FEATURE_A,
  NEAR_FEATURE_B,
  NEAR_NORMAL,
  NEAR_POINT_A,
  NEAR_POINT_B,
  NEAR_TRIANGLE_A,
  NEAR_TRIANGLE_B,
} from '../kernels/layout/rigid-queries.js';
import type { Arena } from '../memory/arena.js';
import { exchangeFields } from '../memory/exchange.js';
import { longer } from '../memory/longer.js';

const SMALLEST = 32;
const FIELDS = [
  'count',
  ...(['distance', 'pointA', 'pointB', 'normal'] as const),
  ...(['triangleA', 'triangleB', 'featureA', 'featureB'] as const),
] as const;

/**
 * Pairs of features and where they are closest, in columns that grow and are used again. Vectors are three numbers a
 * pair, in the world. A feature is two: a vertex twice, an edge as its smaller and its larger vertex, or a triangle and
 * NONE.
 */
export class NearPoints {
  /** How many there are. */
  count = 0;
  /** 0 where the triangles touch or cross. */
  distance = new Float64Array(SMALLEST);
  /** The closest points, in the world. */
  pointA = new Float64Array(3 * SMALLEST);
  pointB = new Float64Array(3 * SMALLEST);
  /** Unit length, from A to B. */
  normal = new Float64Array(3 * SMALLEST);
  /** The triangles that have them. */
  triangleA = new Uint32Array(SMALLEST);
  triangleB = new Uint32Array(SMALLEST);
  /** The features that have them, two numbers each. */
  featureA = new Uint32Array(2 * SMALLEST);
  featureB = new Uint32Array(2 * SMALLEST);

  /** Becomes what another list is, which becomes empty with the room that this one has. */
  exchange(other: NearPoints): void {
    exchangeFields(this, other, FIELDS);
    other.count = 0;
  }

  /** Forgets them all. */
  clear(): void {
    this.count = 0;
  }

  /** Makes room for one more at the end, and returns its index. */
  append(): number {
    if (this.count === this.distance.length) this.#grow();
    return this.count++;
  }

  /** One that stands for no pair, at the end: infinitely far apart, and all else 0. */
  appendNone(): void {
    const i = this.append();
    this.distance[i] = Number.POSITIVE_INFINITY;
    this.pointA.fill(0, 3 * i, 3 * i + 3);
    this.pointB.fill(0, 3 * i, 3 * i + 3);
    this.normal.fill(0, 3 * i, 3 * i + 3);
    this.featureA.fill(0, 2 * i, 2 * i + 2);
    this.featureB.fill(0, 2 * i, 2 * i + 2);
    this.triangleA[i] = 0;
    this.triangleB[i] = 0;
  }

  /** Entry `i` becomes what the NEAR record at `address` says. */
  read(i: number, { f64, u32 }: Arena, address: number): void {
    const numbers = address >>> 3;
    const words = address >>> 2;
    this.distance[i] = f64[numbers + NEAR_DISTANCE / 8];
    for (let k = 0; k < 3; k++) {
      this.pointA[3 * i + k] = f64[numbers + NEAR_POINT_A / 8 + k];
      this.pointB[3 * i + k] = f64[numbers + NEAR_POINT_B / 8 + k];
      this.normal[3 * i + k] = f64[numbers + NEAR_NORMAL / 8 + k];
    }
    this.triangleA[i] = u32[words + NEAR_TRIANGLE_A / 4];
    this.triangleB[i] = u32[words + NEAR_TRIANGLE_B / 4];
    for (let k = 0; k < 2; k++) {
      this.featureA[2 * i + k] = u32[words + NEAR_FEATURE_A / 4 + k];
      this.featureB[2 * i + k] = u32[words + NEAR_FEATURE_B / 4 + k];
    }
  }

  /** Entry `i` becomes entry `j` of another list. */
  copy(i: number, from: NearPoints, j: number): void {
    this.distance[i] = from.distance[j];
    this.triangleA[i] = from.triangleA[j];
    this.triangleB[i] = from.triangleB[j];
    for (let k = 0; k < 3; k++) {
      this.pointA[3 * i + k] = from.pointA[3 * j + k];
      this.pointB[3 * i + k] = from.pointB[3 * j + k];
      this.normal[3 * i + k] = from.normal[3 * j + k];
    }
    for (let k = 0; k < 2; k++) {
      this.featureA[2 * i + k] = from.featureA[2 * j + k];
      this.featureB[2 * i + k] = from.featureB[2 * j + k];
    }
  }

  #grow(): void {
    const { distance, pointA, pointB, normal, triangleA, triangleB, featureA, featureB } = this;
    Object.assign(this, {
      distance: longer(distance),
      pointA: longer(pointA),
      pointB: longer(pointB),
      normal: longer(normal),
      triangleA: longer(triangleA),
      triangleB: longer(triangleB),
      featureA: longer(featureA),
      featureB: longer(featureB),
    });
  }
}
