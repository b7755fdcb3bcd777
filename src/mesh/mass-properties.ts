import { isClosedSurface } from './closed-surface.js';
import type { Connectivity } from './connectivity.js';
import { inPieces, part, type Steps } from './steps.js';

/** What a solid of uniform density has, for each kilogram of it. */
export interface MassProperties {
  /** Cubic metres; 0 where the mesh encloses none. */
  readonly volume: number;
  /** The centre of mass, in the mesh's frame. */
  readonly centre: readonly [x: number, y: number, z: number];
  /** About the centre of mass, for 1 kg: xx yy zz xy xz yz. */
  readonly inertia: readonly [number, number, number, number, number, number];
}

export const NO_SOLID: MassProperties = { volume: 0, centre: [0, 0, 0], inertia: [0, 0, 0, 0, 0, 0] };
/** A volume below this share of the box around it is rounding: the mesh is flat or folded onto itself. */
const SMALLEST_SHARE = 1e-12;

/**
 * Volume, centre and inertia of what a closed mesh encloses, as signed tetrahedra from the middle of its box; of an
 * open mesh, nothing. Vertices in one place count as one, so that meshes split along creases are closed. Whether
 * normals point out or in makes no difference.
 */
export function* massProperties(
  positions: Float64Array,
  triangles: Uint32Array,
  mesh: Connectivity,
): Steps<MassProperties> {
  if (!(yield* part(0, 0.5, isClosedSurface(positions, triangles, mesh)))) return NO_SOLID;
  const { middle, size } = boxOf(positions);
  const sums = new Float64Array(10);
  const adding = inPieces(triangles.length / 3, (from, to) => {
    for (let t = from; t < to; t++) addTetrahedron(sums, positions, triangles, 3 * t, middle);
  });
  yield* part(0.5, 1, adding);
  const volume = sums[0] / 6;
  if (!(Math.abs(volume) > SMALLEST_SHARE * size)) return NO_SOLID;
  const c = [1, 2, 3].map((i) => sums[i] / 24 / volume);
  // second moments about the centre, for 1 kg
  const m = (i: number, j: number, k: number) => sums[4 + k] / 120 / volume - c[i] * c[j];
  const [xx, yy, zz, xy, xz, yz] = [m(0, 0, 0), m(1, 1, 1), m(2, 2, 2), m(0, 1, 3), m(0, 2, 4), m(1, 2, 5)];
  return {
    volume: Math.abs(volume),
    centre: [c[0] + middle[0], c[1] + middle[1], c[2] + middle[2]],
    inertia: [yy + zz, xx + zz, xx + yy, -xy, -xz, -yz],
  };
}

function boxOf(positions: Float64Array): { middle: number[]; size: number } {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    low[i % 3] = Math.min(low[i % 3], positions[i]);
    high[i % 3] = Math.max(high[i % 3], positions[i]);
  }
  return {
    middle: low.map((x, k) => (x + high[k]) / 2),
    size: low.reduce((product, x, k) => product * (high[k] - x), 1),
  };
}

// For a tetrahedron (0, a, b, c) with d = det: volume d / 6, integral of x d / 24 (a + b + c), and of x y
// d / 120 (sum of x times sum of y + the three products).
function addTetrahedron(
  sums: Float64Array,
  positions: Float64Array,
  triangles: Uint32Array,
  t: number,
  [mx, my, mz]: readonly number[],
): void {
  const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
  const [ax, ay, az] = [positions[a] - mx, positions[a + 1] - my, positions[a + 2] - mz];
  const [bx, by, bz] = [positions[b] - mx, positions[b + 1] - my, positions[b + 2] - mz];
  const [cx, cy, cz] = [positions[c] - mx, positions[c + 1] - my, positions[c + 2] - mz];
  const d = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  const [sx, sy, sz] = [ax + bx + cx, ay + by + cy, az + bz + cz];
  sums[0] += d;
  sums[1] += d * sx;
  sums[2] += d * sy;
  sums[3] += d * sz;
  sums[4] += d * (sx * sx + ax * ax + bx * bx + cx * cx);
  sums[5] += d * (sy * sy + ay * ay + by * by + cy * cy);
  sums[6] += d * (sz * sz + az * az + bz * bz + cz * cz);
  sums[7] += d * (sx * sy + ax * ay + bx * by + cx * cy);
  sums[8] += d * (sx * sz + ax * az + bx * bz + cx * cz);
  sums[9] += d * (sy * sz + ay * az + by * bz + cy * cz);
}
