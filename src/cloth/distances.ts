import { NONE } from '../kernels/layout/meshes.js';
import type { Connectivity } from '../mesh/connectivity.js';
import type { MeshArrays } from '../mesh/types.js';
import { distanceBetween } from './measures.js';
import type { ClothSettings } from './settings.js';

/** Distances that a cloth keeps: two vertices, rest length and compliance each. */
export interface Distances {
  readonly count: number;
  readonly vertices: Uint32Array;
  readonly rest: Float64Array;
  readonly compliance: Float64Array;
}

/** Every edge, which is stretch and shear, and for each inner edge the two corners across it, which is bending. */
export function distanceConstraints(
  mesh: MeshArrays,
  connectivity: Connectivity,
  settings: ClothSettings | undefined,
): Distances {
  if (settings === undefined) return NO_DISTANCES;
  const { triangles, positions } = mesh;
  const { edges, edgeFaces, edgeCount } = connectivity;
  const ends = edges.subarray(0, 2 * edgeCount);
  let count = edgeCount;
  for (let e = 0; e < edgeCount; e++) if (edgeFaces[2 * e + 1] !== NONE) count++;
  const vertices = new Uint32Array(2 * count);
  vertices.set(ends);
  let filled = ends.length;
  for (let side = 0; side < ends.length; side += 2) {
    if (edgeFaces[side + 1] === NONE) continue;
    for (let k = side; k < side + 2; k++)
      vertices[filled++] = cornerAcross(triangles, edgeFaces[k], ends[side], ends[side + 1]);
  }
  const rest = new Float64Array(count);
  for (let i = 0; i < count; i++) rest[i] = distanceBetween(positions, vertices[2 * i], vertices[2 * i + 1]);
  const compliance = new Float64Array(count).fill(settings.stretchCompliance, 0, edgeCount);
  return { count, vertices, rest, compliance: compliance.fill(settings.bendCompliance, edgeCount) };
}

const NO_DISTANCES: Distances = {
  count: 0,
  vertices: new Uint32Array(0),
  rest: new Float64Array(0),
  compliance: new Float64Array(0),
};

function cornerAcross(triangles: Uint32Array, face: number, a: number, b: number): number {
  for (let corner = 3 * face; corner < 3 * face + 2; corner++) {
    if (triangles[corner] !== a && triangles[corner] !== b) return triangles[corner];
  }
  return triangles[3 * face + 2];
}
