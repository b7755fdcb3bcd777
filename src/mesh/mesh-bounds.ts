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
