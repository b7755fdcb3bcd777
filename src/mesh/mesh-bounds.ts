import type { Connectivity } from './connectivity.js';
import { inPieces, type Steps } from './steps.js';

/** Smallest x, y, z, then largest. Stray vertices that no triangle uses are left out: they cannot touch anything. */
export function* meshBounds(positions: Float64Array, mesh: Connectivity): Steps<Float64Array> {
  const { vertexCount, vertexFaceStart } = mesh;
  const bounds = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  yield* inPieces(vertexCount, (from, to) => {
    for (let v = from; v < to; v++) {
      if (vertexFaceStart[v] === vertexFaceStart[v + 1]) continue;
      for (let axis = 0; axis < 3; axis++) {
        const value = positions[3 * v + axis];
        bounds[axis] = Math.min(bounds[axis], value);
        bounds[3 + axis] = Math.max(bounds[3 + axis], value);
      }
    }
  });
  return bounds;
}

/** Largest distance of a vertex from the origin, rounded up. */
export function radiusOf(positions: Float64Array): number {
  let unit = 0;
  for (let i = 0; i < positions.length; i++) unit = Math.max(unit, Math.abs(positions[i]));
  if (unit === 0) return 0;
  // In units of the largest coordinate: the square of a small one would vanish.
  let largest = 0;
  for (let i = 0; i < positions.length; i += 3) {
    const x = positions[i] / unit;
    const y = positions[i + 1] / unit;
    const z = positions[i + 2] / unit;
    largest = Math.max(largest, x * x + y * y + z * z);
  }
  return Math.sqrt(largest) * unit * (1 + 8 * Number.EPSILON);
}
