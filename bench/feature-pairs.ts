import { existsSync } from 'node:fs';
import { sweptVertices } from '../src/mesh/swept.js';
import { readSceneFile } from '../tools/conform/scene-file.js';

/** One step of a mesh: swept vertices as the kernels read them, edges and triangles. */
export interface SweptScene {
  readonly swept: Float64Array;
  readonly edges: Uint32Array;
  readonly triangles: Uint32Array;
}

/** A `NAME.mesh` file (see the README beside it); undefined where it is missing. */
export function readSweptScene(path: string): SweptScene | undefined {
  if (!existsSync(path)) return undefined;
  const { start, end, edges, triangles } = readSceneFile(path);
  return { swept: sweptVertices(start, end), edges, triangles };
}

/** Queries as the batch kernels read them, and the two features that each is about. */
export interface FeaturePairs {
  readonly queries: Uint32Array;
  readonly features: Uint32Array;
}

/** Vertices and triangles whose swept boxes overlap and that share no vertex. */
export function vertexFacePairs({ swept, triangles }: SweptScene): FeaturePairs {
  const vertices = Uint32Array.from({ length: swept.length / 6 }, (_, i) => i);
  return overlapping(swept, vertices, 1, triangles, 3, false);
}

/** Edges likewise. */
export function edgeEdgePairs({ swept, edges }: SweptScene): FeaturePairs {
  return overlapping(swept, edges, 2, edges, 2, true);
}

/** Sweep and prune along the axis in which the boxes are smallest for the scene. */
function overlapping(
  swept: Float64Array,
  a: Uint32Array,
  cornersA: number,
  b: Uint32Array,
  cornersB: number,
  same: boolean,
): FeaturePairs {
  const boxesA = boxesOf(swept, a, cornersA);
  const boxesB = same ? boxesA : boxesOf(swept, b, cornersB);
  const axis = sparsestAxis(boxesB);
  const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
  const orderA = sortedByStart(boxesA, axis);
  const orderB = sortedByStart(boxesB, axis);
  const longest = longestAlong(boxesB, axis);
  const found: number[] = [];
  let first = 0;
  for (const i of orderA) {
    const [low, high] = [boxesA[i * 6 + axis], boxesA[i * 6 + 3 + axis]];
    while (first < orderB.length && boxesB[orderB[first] * 6 + axis] < low - longest) first++;
    for (let at = first; at < orderB.length; at++) {
      const j = orderB[at];
      if (boxesB[j * 6 + axis] > high) break;
      if (same && j <= i) continue;
      if (boxesB[j * 6 + 3 + axis] < low) continue;
      if (boxesB[j * 6 + u] > boxesA[i * 6 + 3 + u] || boxesB[j * 6 + 3 + u] < boxesA[i * 6 + u]) continue;
      if (boxesB[j * 6 + v] > boxesA[i * 6 + 3 + v] || boxesB[j * 6 + 3 + v] < boxesA[i * 6 + v]) continue;
      if (!shareVertex(a, i, cornersA, b, j, cornersB)) found.push(i, j);
    }
  }
  const queries = new Uint32Array(found.length * 2);
  for (let q = 0; q < found.length; q += 2) {
    for (let k = 0; k < cornersA; k++) queries[q * 2 + k] = a[found[q] * cornersA + k];
    for (let k = 0; k < cornersB; k++) queries[q * 2 + cornersA + k] = b[found[q + 1] * cornersB + k];
  }
  return { queries, features: Uint32Array.from(found) };
}

/** Lowest x y z, highest x y z over both times. */
function boxesOf(swept: Float64Array, features: Uint32Array, corners: number): Float64Array {
  const boxes = new Float64Array((features.length / corners) * 6);
  for (let i = 0; i < features.length / corners; i++) {
    for (let k = 0; k < 3; k++) {
      let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
      for (let c = 0; c < corners; c++) {
        const at = features[i * corners + c] * 6 + 2 * k;
        low = Math.min(low, swept[at], swept[at + 1]);
        high = Math.max(high, swept[at], swept[at + 1]);
      }
      boxes[i * 6 + k] = low;
      boxes[i * 6 + 3 + k] = high;
    }
  }
  return boxes;
}

function sparsestAxis(boxes: Float64Array): number {
  const fill = [0, 1, 2].map((k) => {
    let [low, high, sum] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
    for (let i = 0; i < boxes.length; i += 6) {
      low = Math.min(low, boxes[i + k]);
      high = Math.max(high, boxes[i + 3 + k]);
      sum += boxes[i + 3 + k] - boxes[i + k];
    }
    return sum / (high - low);
  });
  return fill.indexOf(Math.min(...fill));
}

function sortedByStart(boxes: Float64Array, axis: number): Uint32Array {
  const order = Uint32Array.from({ length: boxes.length / 6 }, (_, i) => i);
  return order.sort((i, j) => boxes[i * 6 + axis] - boxes[j * 6 + axis]);
}

function longestAlong(boxes: Float64Array, axis: number): number {
  let longest = 0;
  for (let i = 0; i < boxes.length; i += 6)
    longest = Math.max(longest, boxes[i + 3 + axis] - boxes[i + axis]);
  return longest;
}

function shareVertex(
  a: Uint32Array,
  i: number,
  cornersA: number,
  b: Uint32Array,
  j: number,
  cornersB: number,
) {
  for (let k = 0; k < cornersA; k++) {
    for (let l = 0; l < cornersB; l++) if (a[i * cornersA + k] === b[j * cornersB + l]) return true;
  }
  return false;
}
