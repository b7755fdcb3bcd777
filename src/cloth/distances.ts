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
  const vertices: number[] = [];
  const compliance: number[] = [];
  if (settings !== undefined) {
    const { edges, edgeFaces, edgeCount } = connectivity;
    for (let e = 0; e < edgeCount; e++) {
      vertices.push(edges[2 * e], edges[2 * e + 1]);
      compliance.push(settings.stretchCompliance);
    }
    for (let e = 0; e < edgeCount; e++) {
      if (edgeFaces[2 * e + 1] === NONE) continue;
      const across = (face: number) => cornerAcross(mesh.triangles, face, edges[2 * e], edges[2 * e + 1]);
      vertices.push(across(edgeFaces[2 * e]), across(edgeFaces[2 * e + 1]));
      compliance.push(settings.bendCompliance);
    }
  }
  return {
    count: compliance.length,
    vertices: Uint32Array.from(vertices),
    rest: Float64Array.from(compliance, (_, i) =>
      distanceBetween(mesh.positions, vertices[2 * i], vertices[2 * i + 1]),
    ),
    compliance: Float64Array.from(compliance),
  };
}

function cornerAcross(triangles: Uint32Array, face: number, a: number, b: number): number {
  const corners = triangles.subarray(3 * face, 3 * face + 3);
  return corners.find((corner) => corner !== a && corner !== b) as number;
}
