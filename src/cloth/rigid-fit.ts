/** A shape turned and moved, without stretching it, to where it is closest to some points (Horn's quaternion). */
export function fittedTo(shape: Float64Array, points: Float64Array): Float64Array {
  const from = middleOf(shape);
  const to = middleOf(points);
  const s = new Float64Array(9);
  for (let v = 0; v < shape.length; v += 3) {
    for (let i = 0; i < 9; i++) {
      s[i] += (shape[v + Math.floor(i / 3)] - from[Math.floor(i / 3)]) * (points[v + (i % 3)] - to[i % 3]);
    }
  }
  const [x, y, z, w] = rotationOf(s);
  const out = new Float64Array(shape.length);
  for (let v = 0; v < shape.length; v += 3) {
    const [a, b, c] = [shape[v] - from[0], shape[v + 1] - from[1], shape[v + 2] - from[2]];
    const [p, q, r] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
    out[v] = to[0] + a + w * p + y * r - z * q;
    out[v + 1] = to[1] + b + w * q + z * p - x * r;
    out[v + 2] = to[2] + c + w * r + x * q - y * p;
  }
  return out;
}

function middleOf(points: Float64Array): number[] {
  const middle = [0, 0, 0];
  for (let i = 0; i < points.length; i++) middle[i % 3] += (3 * points[i]) / points.length;
  return middle;
}

const ROUNDS = 200;

/** The eigenvector of the largest eigenvalue of Horn's matrix, by powers of it with all eigenvalues made positive. */
function rotationOf([xx, xy, xz, yx, yy, yz, zx, zy, zz]: Float64Array): number[] {
  const size = Math.abs(xx) + Math.abs(yy) + Math.abs(zz) + Math.abs(xy) + Math.abs(xz) + Math.abs(yx);
  const shift = 2 * (size + Math.abs(yz) + Math.abs(zx) + Math.abs(zy));
  const rows = [
    [shift + xx - yy - zz, xy + yx, zx + xz, yz - zy],
    [xy + yx, shift - xx + yy - zz, yz + zy, zx - xz],
    [zx + xz, yz + zy, shift - xx - yy + zz, xy - yx],
    [yz - zy, zx - xz, xy - yx, shift + xx + yy + zz],
  ];
  let q = [0.1, 0.2, 0.3, 1];
  for (let round = 0; round < ROUNDS; round++) {
    const next = rows.map((row) => row.reduce((sum, value, i) => sum + value * q[i], 0));
    const length = Math.sqrt(next.reduce((sum, value) => sum + value * value, 0));
    if (!(length > 0)) return [0, 0, 0, 1];
    q = next.map((value) => value / length);
  }
  return q;
}
