import { eigenvectors } from '../mesh/symmetric-eigen.js';
import type { RapierRotation, RapierVector } from './engine.js';

const matrix = /* @__PURE__ */ new Float64Array(6);
const axes = /* @__PURE__ */ new Float64Array(9);

export interface PrincipalInertia {
  readonly moments: RapierVector;
  /** From the principal axes to the body's frame. */
  readonly frame: RapierRotation;
}

/** Rapier takes inertia as moments about principal axes; ours is xx yy zz xy xz yz, from `at` on. */
export function principalInertia(inertia: Float64Array, at: number): PrincipalInertia {
  const [xx, yy, zz, xy, xz, yz] = inertia.subarray(at, at + 6);
  matrix.set([xx, xy, xz, yy, yz, zz]);
  eigenvectors(matrix, axes);
  const about = (i: number) => {
    const [x, y, z] = axes.subarray(3 * i, 3 * i + 3);
    return xx * x * x + yy * y * y + zz * z * z + 2 * (xy * x * y + xz * x * z + yz * y * z);
  };
  return { moments: { x: about(0), y: about(1), z: about(2) }, frame: rotationOf(axes) };
}

/** The quaternion of a rotation's columns, from the largest of its four squares: nothing cancels. */
function rotationOf([xx, yx, zx, xy, yy, zy, xz, yz, zz]: Float64Array): RapierRotation {
  const rows = [
    [1 + xx - yy - zz, xy + yx, xz + zx, zy - yz],
    [xy + yx, 1 - xx + yy - zz, yz + zy, xz - zx],
    [xz + zx, yz + zy, 1 - xx - yy + zz, yx - xy],
    [zy - yz, xz - zx, yx - xy, 1 + xx + yy + zz],
  ];
  const largest = [1, 2, 3].reduce((best, i) => (rows[i][i] > rows[best][best] ? i : best), 0);
  const [x, y, z, w] = rows[largest];
  const length = Math.sqrt(x * x + y * y + z * z + w * w);
  return { x: x / length, y: y / length, z: z / length, w: w / length };
}
