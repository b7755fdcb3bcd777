import type { Connectivity } from '../mesh/connectivity.js';

/**
 * Which of its corners (bits 0-2) and edges (bits 3-5) each triangle represents: the first triangle at a vertex or an
 * edge represents it, so that every pair of features is tested by one pair of triangles.
 */
export function ownedFeatures(triangles: Uint32Array, mesh: Connectivity): Uint8Array {
  const { vertexFaces, vertexFaceStart, edgeFaces, triangleEdges, triangleCount } = mesh;
  const owned = new Uint8Array(triangleCount);
  for (let t = 0; t < triangleCount; t++) {
    for (let k = 0; k < 3; k++) {
      if (vertexFaces[vertexFaceStart[triangles[3 * t + k]]] === t) owned[t] |= 1 << k;
      if (edgeFaces[2 * triangleEdges[3 * t + k]] === t) owned[t] |= 8 << k;
    }
  }
  return owned;
}
