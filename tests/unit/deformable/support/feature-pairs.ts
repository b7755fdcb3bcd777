import type { Connectivity } from '../../../../src/mesh/connectivity.js';
import { connect } from '../../../../src/mesh/connectivity.js';
import { drain } from '../../../../src/mesh/steps.js';
import type { MovingMesh } from './meshes.js';

/** The brute-force sibling of everything that avoids tests: all pairs of features without a vertex in common. */
export interface FeaturePairs {
  readonly vertexFace: readonly (readonly [number, number])[];
  readonly edgeEdge: readonly (readonly [number, number])[];
}

export function connectivityOf(mesh: MovingMesh): Connectivity {
  return drain(connect(mesh.triangles, mesh.start.length / 3));
}

export function allFeaturePairs(mesh: MovingMesh): FeaturePairs {
  const { edges, edgeCount, vertexCount } = connectivityOf(mesh);
  const vertexFace: [number, number][] = [];
  for (let v = 0; v < vertexCount; v++) {
    if (!mesh.triangles.includes(v)) continue;
    for (let f = 0; f < mesh.triangles.length / 3; f++) {
      if (!mesh.triangles.subarray(3 * f, 3 * f + 3).includes(v)) vertexFace.push([v, f]);
    }
  }
  const edgeEdge: [number, number][] = [];
  for (let a = 0; a < edgeCount; a++) {
    for (let b = a + 1; b < edgeCount; b++) {
      const ends = [edges[2 * a], edges[2 * a + 1], edges[2 * b], edges[2 * b + 1]];
      if (new Set(ends).size === 4) edgeEdge.push([a, b]);
    }
  }
  return { vertexFace, edgeEdge };
}

/** Pairs as sorted text, each as often as it is there: what a comparison shows is what is missing or double. */
export function pairTexts(kind: string, pairs: Iterable<readonly [number, number]>): string[] {
  return [...pairs].map(([a, b]) => `${kind} ${a} ${b}`).sort();
}
