import type { Connectivity } from '../mesh/connectivity.js';
import type { MeshArrays } from '../mesh/types.js';

export function distanceBetween(positions: Float64Array, a: number, b: number): number {
  const x = positions[3 * a] - positions[3 * b];
  const y = positions[3 * a + 1] - positions[3 * b + 1];
  const z = positions[3 * a + 2] - positions[3 * b + 2];
  return Math.sqrt(x * x + y * y + z * z);
}

export function meanEdge({ positions }: MeshArrays, { edges, edgeCount }: Connectivity): number {
  let sum = 0;
  for (let e = 0; e < edgeCount; e++) sum += distanceBetween(positions, edges[2 * e], edges[2 * e + 1]);
  return edgeCount === 0 ? 0 : sum / edgeCount;
}

function triangleArea(positions: Float64Array, a: number, b: number, c: number): number {
  const [ux, uy, uz] = difference(positions, b, a);
  const [vx, vy, vz] = difference(positions, c, a);
  const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  return Math.sqrt(x * x + y * y + z * z) / 2;
}

function difference(positions: Float64Array, a: number, b: number): [number, number, number] {
  return [
    positions[3 * a] - positions[3 * b],
    positions[3 * a + 1] - positions[3 * b + 1],
    positions[3 * a + 2] - positions[3 * b + 2],
  ];
}

/** A third of each triangle's mass at each of its corners. */
export function lumpedMasses({ positions, triangles }: MeshArrays, density: number): Float64Array {
  const masses = new Float64Array(positions.length / 3);
  for (let i = 0; i < triangles.length; i += 3) {
    const area = triangleArea(positions, triangles[i], triangles[i + 1], triangles[i + 2]);
    for (let k = 0; k < 3; k++) masses[triangles[i + k]] += (density * area) / 3;
  }
  return masses;
}

/** The least altitude of each vertex' triangles: nothing of its own surface that it is not part of is nearer at rest. */
export function altitudes({ positions, triangles }: MeshArrays): Float64Array {
  const least = new Float64Array(positions.length / 3).fill(Number.POSITIVE_INFINITY);
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [triangles[i], triangles[i + 1], triangles[i + 2]];
    const longest = Math.max(
      distanceBetween(positions, a, b),
      distanceBetween(positions, b, c),
      distanceBetween(positions, c, a),
    );
    const altitude = longest > 0 ? (2 * triangleArea(positions, a, b, c)) / longest : 0;
    for (let k = i; k < i + 3; k++) least[triangles[k]] = Math.min(least[triangles[k]], altitude);
  }
  return least;
}

/** What a closed surface encloses; its normals point outward. */
export function enclosedVolume({ positions, triangles }: MeshArrays): number {
  let volume = 0;
  for (let i = 0; i < triangles.length; i += 3) {
    const [ux, uy, uz] = difference(positions, triangles[i], triangles[0]);
    const [vx, vy, vz] = difference(positions, triangles[i + 1], triangles[0]);
    const [wx, wy, wz] = difference(positions, triangles[i + 2], triangles[0]);
    volume += (ux * (vy * wz - vz * wy) + uy * (vz * wx - vx * wz) + uz * (vx * wy - vy * wx)) / 6;
  }
  return volume;
}
