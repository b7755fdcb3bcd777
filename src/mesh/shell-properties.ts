import type { MassProperties } from './mass-properties.js';
import type { MeshArrays } from './types.js';

/** What an even shell on some triangles has for each kilogram of it; square metres in the place of the volume. */
export function shellProperties({ positions, triangles }: MeshArrays): MassProperties {
  const sums = new Float64Array(10);
  const p = new Float64Array(9);
  for (let t = 0; t < triangles.length; t += 3) {
    for (let i = 0; i < 9; i++) p[i] = positions[3 * triangles[t + Math.floor(i / 3)] + (i % 3)];
    addTriangle(sums, p);
  }
  const area = sums[0];
  const centre = [sums[1] / area, sums[2] / area, sums[3] / area] as const;
  const moment = (i: number, j: number, at: number) => sums[at] / area - centre[i] * centre[j];
  const [xx, yy, zz] = [moment(0, 0, 4), moment(1, 1, 5), moment(2, 2, 6)];
  return {
    volume: area,
    centre,
    inertia: [yy + zz, xx + zz, xx + yy, -moment(0, 1, 7), -moment(0, 2, 8), -moment(1, 2, 9)],
  };
}

/** The integral of x y over a triangle is area / 12 (the sum of x times the sum of y + the three products). */
function addTriangle(sums: Float64Array, p: Float64Array): void {
  const [ux, uy, uz] = [p[3] - p[0], p[4] - p[1], p[5] - p[2]];
  const [vx, vy, vz] = [p[6] - p[0], p[7] - p[1], p[8] - p[2]];
  const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const area = Math.sqrt(nx * nx + ny * ny + nz * nz) / 2;
  const sum = (k: number) => p[k] + p[3 + k] + p[6 + k];
  const second = (i: number, j: number) =>
    (area / 12) * (sum(i) * sum(j) + p[i] * p[j] + p[3 + i] * p[3 + j] + p[6 + i] * p[6 + j]);
  sums[0] += area;
  for (let k = 0; k < 3; k++) {
    sums[1 + k] += (area / 3) * sum(k);
    sums[4 + k] += second(k, k);
  }
  sums[7] += second(0, 1);
  sums[8] += second(0, 2);
  sums[9] += second(1, 2);
}
