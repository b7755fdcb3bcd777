import type { MeshClusters } from './mesh-clusters.js';
import type { SweptClusters } from './swept-clusters.js';

/** The corners' places of one body, at the start and at the end of its motion. */
export interface MovingPoints {
  /** x y z a vertex. */
  readonly start: Float64Array;
  readonly end: Float64Array;
  /** How far the way may leave the straight one between them, a vertex, and half the thickness. */
  readonly reach: Float64Array;
}

/** Adds a body's clusters. */
export function addBody(
  clusters: SweptClusters,
  object: number,
  mesh: MeshClusters,
  triangles: Uint32Array,
  { start, end, reach }: MovingPoints,
): void {
  for (let k = 0; k < mesh.count; k++) {
    let most = 0;
    for (let i = mesh.vertexStart[k]; i < mesh.vertexStart[k + 1]; i++) {
      const v = mesh.vertices[i];
      clusters.addPoint(start[v * 3], start[v * 3 + 1], start[v * 3 + 2]);
      clusters.addPoint(end[v * 3], end[v * 3 + 1], end[v * 3 + 2]);
      most = Math.max(most, reach[v]);
    }
    let x = 0;
    let y = 0;
    let z = 0;
    for (let i = mesh.triangleStart[k]; i < mesh.triangleStart[k + 1]; i++) {
      const t = mesh.triangles[i] * 3;
      const a = triangles[t] * 3;
      const b = triangles[t + 1] * 3;
      const c = triangles[t + 2] * 3;
      const ux = start[b] - start[a];
      const uy = start[b + 1] - start[a + 1];
      const uz = start[b + 2] - start[a + 2];
      const vx = start[c] - start[a];
      const vy = start[c + 1] - start[a + 1];
      const vz = start[c + 2] - start[a + 2];
      x += uy * vz - uz * vy;
      y += uz * vx - ux * vz;
      z += ux * vy - uy * vx;
    }
    clusters.endCluster(object, most, x, y, z);
  }
}
