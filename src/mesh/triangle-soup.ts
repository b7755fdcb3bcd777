/** A triangle soup ready for building: corners relative to the box centre, nine numbers a triangle. */
export interface TriangleSoup {
  readonly count: number;
  readonly centre: readonly [number, number, number];
  /** No corner is farther than this from the centre. */
  readonly radius: number;
  readonly corners: Float64Array;
  /** Per triangle ten sums: weight, first moments, second moments xx xy xz yy yz zz. */
  readonly moments: Float64Array;
}

export const MOMENTS = 10;

/** Numbers that may stand for positions. */
export type Positions = Float32Array | Float64Array;

export function readSoup(positions: Positions, triangles: Uint32Array): TriangleSoup {
  const count = triangles.length / 3;
  const centre = boxCentre(positions, triangles);
  const corners = new Float64Array(9 * count);
  for (let i = 0; i < triangles.length; i++) {
    const v = 3 * triangles[i];
    corners[3 * i] = positions[v] - centre[0];
    corners[3 * i + 1] = positions[v + 1] - centre[1];
    corners[3 * i + 2] = positions[v + 2] - centre[2];
  }
  return { count, centre, radius: largestLength(corners), corners, moments: momentsOf(corners, count) };
}

function boxCentre(positions: Positions, triangles: Uint32Array): [number, number, number] {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < triangles.length; i++) {
    for (let k = 0; k < 3; k++) {
      const x = positions[3 * triangles[i] + k];
      if (x < low[k]) low[k] = x;
      if (x > high[k]) high[k] = x;
    }
  }
  return [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2];
}

function largestLength(corners: Float64Array): number {
  let squared = 0;
  for (let i = 0; i < corners.length; i += 3) {
    const x = corners[i];
    const y = corners[i + 1];
    const z = corners[i + 2];
    squared = Math.max(squared, x * x + y * y + z * z);
  }
  return Math.sqrt(squared) * (1 + 1e-12);
}

/** Needles and points have no area, and still a direction and a place: they get a share by their longest edge. */
const WEIGHT_BY_LENGTH = 0.01;

// Second moments of the surface, after Gottschalk's thesis: area / 12 * (9 m m^T + sum of p p^T), m the centroid.
function momentsOf(corners: Float64Array, count: number): Float64Array {
  const moments = new Float64Array(MOMENTS * count);
  for (let t = 0; t < count; t++) {
    const c = 9 * t;
    const ax = corners[c];
    const ay = corners[c + 1];
    const az = corners[c + 2];
    const bx = corners[c + 3];
    const by = corners[c + 4];
    const bz = corners[c + 5];
    const cx = corners[c + 6];
    const cy = corners[c + 7];
    const cz = corners[c + 8];
    const w = triangleWeight(bx - ax, by - ay, bz - az, cx - ax, cy - ay, cz - az);
    const x = (ax + bx + cx) / 3;
    const y = (ay + by + cy) / 3;
    const z = (az + bz + cz) / 3;
    const f = w / 12;
    const m = MOMENTS * t;
    moments[m] = w;
    moments[m + 1] = w * x;
    moments[m + 2] = w * y;
    moments[m + 3] = w * z;
    moments[m + 4] = f * (9 * x * x + ax * ax + bx * bx + cx * cx);
    moments[m + 5] = f * (9 * x * y + ax * ay + bx * by + cx * cy);
    moments[m + 6] = f * (9 * x * z + ax * az + bx * bz + cx * cz);
    moments[m + 7] = f * (9 * y * y + ay * ay + by * by + cy * cy);
    moments[m + 8] = f * (9 * y * z + ay * az + by * bz + cy * cz);
    moments[m + 9] = f * (9 * z * z + az * az + bz * bz + cz * cz);
  }
  return moments;
}

function triangleWeight(ux: number, uy: number, uz: number, vx: number, vy: number, vz: number): number {
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const uu = ux * ux + uy * uy + uz * uz;
  const vv = vx * vx + vy * vy + vz * vz;
  return Math.sqrt(nx * nx + ny * ny + nz * nz) / 2 + WEIGHT_BY_LENGTH * Math.max(uu, vv);
}
