import { existsSync, readFileSync } from 'node:fs';
import { SWEPT_VERTEX_BYTES } from '../src/kernels/layout.js';

/** One step of a mesh: swept vertices as the kernels read them, edges and triangles. */
export interface SweptScene {
  readonly swept: Float64Array;
  readonly edges: Int32Array;
  readonly triangles: Int32Array;
}

/** A `NAME.mesh` file (see the README beside it); undefined where it is missing. */
export function readSweptScene(path: string): SweptScene | undefined {
  if (!existsSync(path)) return undefined;
  const file = readFileSync(path);
  const bytes = file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength);
  const [vertices, edges, triangles] = new Int32Array(bytes, 0, 3) as unknown as [number, number, number];
  const positions = new Float64Array(bytes, 16, 6 * vertices);
  const swept = new Float64Array((vertices * SWEPT_VERTEX_BYTES) / 8);
  for (let i = 0; i < 3 * vertices; i++) {
    swept[2 * i] = positions[i]!;
    swept[2 * i + 1] = positions[3 * vertices + i]!;
  }
  const edgesAt = 16 + 48 * vertices;
  return {
    swept,
    edges: new Int32Array(bytes, edgesAt, 2 * edges),
    triangles: new Int32Array(bytes, edgesAt + 8 * edges, 3 * triangles),
  };
}

/** Queries as the batch kernels read them, and the two features that each is about. */
export interface FeaturePairs {
  readonly queries: Uint32Array;
  readonly features: Uint32Array;
}

/** Vertices and triangles whose swept boxes overlap and that share no vertex. */
export function vertexFacePairs({ swept, triangles }: SweptScene): FeaturePairs {
  const vertices = Int32Array.from({ length: swept.length / 6 }, (_, i) => i);
  return overlapping(swept, vertices, 1, triangles, 3, false);
}

/** Edges likewise. */
export function edgeEdgePairs({ swept, edges }: SweptScene): FeaturePairs {
  return overlapping(swept, edges, 2, edges, 2, true);
}

/** Sweep and prune along the axis in which the boxes are smallest for the scene. */
function overlapping(
  swept: Float64Array,
  a: Int32Array,
  cornersA: number,
  b: Int32Array,
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
    const [low, high] = [boxesA[i * 6 + axis]!, boxesA[i * 6 + 3 + axis]!];
    while (first < orderB.length && boxesB[orderB[first]! * 6 + axis]! < low - longest) first++;
    for (let at = first; at < orderB.length; at++) {
      const j = orderB[at]!;
      if (boxesB[j * 6 + axis]! > high) break;
      if (same && j <= i) continue;
      if (boxesB[j * 6 + 3 + axis]! < low) continue;
      if (boxesB[j * 6 + u]! > boxesA[i * 6 + 3 + u]! || boxesB[j * 6 + 3 + u]! < boxesA[i * 6 + u]!)
        continue;
      if (boxesB[j * 6 + v]! > boxesA[i * 6 + 3 + v]! || boxesB[j * 6 + 3 + v]! < boxesA[i * 6 + v]!)
        continue;
      if (!shareVertex(a, i, cornersA, b, j, cornersB)) found.push(i, j);
    }
  }
  const queries = new Uint32Array(found.length * 2);
  for (let q = 0; q < found.length; q += 2) {
    for (let k = 0; k < cornersA; k++) queries[q * 2 + k] = a[found[q]! * cornersA + k]!;
    for (let k = 0; k < cornersB; k++) queries[q * 2 + cornersA + k] = b[found[q + 1]! * cornersB + k]!;
  }
  return { queries, features: Uint32Array.from(found) };
}

/** Lowest x y z, highest x y z over both times. */
function boxesOf(swept: Float64Array, features: Int32Array, corners: number): Float64Array {
  const boxes = new Float64Array((features.length / corners) * 6);
  for (let i = 0; i < features.length / corners; i++) {
    for (let k = 0; k < 3; k++) {
      let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
      for (let c = 0; c < corners; c++) {
        const at = features[i * corners + c]! * 6 + 2 * k;
        low = Math.min(low, swept[at]!, swept[at + 1]!);
        high = Math.max(high, swept[at]!, swept[at + 1]!);
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
      low = Math.min(low, boxes[i + k]!);
      high = Math.max(high, boxes[i + 3 + k]!);
      sum += boxes[i + 3 + k]! - boxes[i + k]!;
    }
    return sum / (high - low);
  });
  return fill.indexOf(Math.min(...fill));
}

function sortedByStart(boxes: Float64Array, axis: number): Uint32Array {
  const order = Uint32Array.from({ length: boxes.length / 6 }, (_, i) => i);
  return order.sort((i, j) => boxes[i * 6 + axis]! - boxes[j * 6 + axis]!);
}

function longestAlong(boxes: Float64Array, axis: number): number {
  let longest = 0;
  for (let i = 0; i < boxes.length; i += 6)
    longest = Math.max(longest, boxes[i + 3 + axis]! - boxes[i + axis]!);
  return longest;
}

function shareVertex(a: Int32Array, i: number, cornersA: number, b: Int32Array, j: number, cornersB: number) {
  for (let k = 0; k < cornersA; k++) {
    for (let l = 0; l < cornersB; l++) if (a[i * cornersA + k] === b[j * cornersB + l]) return true;
  }
  return false;
}
