// On which side of a plane or a line a point lies, exactly, for all finite doubles. Points are addresses of x y z.
import { addProduct, clearSum, signOfSum } from './exact-sum';

const U: f64 = 1.1102230246251565e-16; // 2^-53
/** More than what underflow can add to a sum of products of two: each loses at most 2^-1075. */
const TINY: f64 = 8.0948e-320; // about 2^-1060

/**
 * Sign of det(b - a, c - a, d - a): 1 where d is on the side of (b - a) x (c - a), 0 where the four are coplanar.
 *
 * The filter: a product of three differences has 3 + 1 roundings, the subtraction of the minor 1, the multiplication
 * 1, the first of the two sums 1, and the last does not change the sign: 7 u of the sum of absolute values, 8 u with
 * the rounding of that sum. Overflow makes the bound infinite or the determinant NaN, and both fail the comparison.
 */
export function orientation3(a: usize, b: usize, c: usize, d: usize): i32 {
  const ux = x(b) - x(a);
  const uy = y(b) - y(a);
  const uz = z(b) - z(a);
  const vx = x(c) - x(a);
  const vy = y(c) - y(a);
  const vz = z(c) - z(a);
  const wx = x(d) - x(a);
  const wy = y(d) - y(a);
  const wz = z(d) - z(a);
  const yz = uy * vz;
  const zy = uz * vy;
  const zx = uz * vx;
  const xz = ux * vz;
  const xy = ux * vy;
  const yx = uy * vx;
  const determinant = wx * (yz - zy) + wy * (zx - xz) + wz * (xy - yx);
  const sum = abs(wx) * (abs(yz) + abs(zy)) + abs(wy) * (abs(zx) + abs(xz)) + abs(wz) * (abs(xy) + abs(yx));
  const bound = 8 * U * sum + TINY * (1 + abs(wx) + abs(wy) + abs(wz));
  if (determinant > bound) return 1;
  if (determinant < -bound) return -1;
  if (exactDifferences(a, b) && exactDifferences(a, c) && exactDifferences(a, d)) {
    clearSum();
    addDeterminant(ux, uy, uz, vx, vy, vz, wx, wy, wz, false);
    return signOfSum();
  }
  return exactOrientation3(a, b, c, d);
}

/** det(b, c, d) - det(a, c, d) + det(a, b, d) - det(a, b, c), the determinant above without differences. */
function exactOrientation3(a: usize, b: usize, c: usize, d: usize): i32 {
  clearSum();
  addDeterminant(x(b), y(b), z(b), x(c), y(c), z(c), x(d), y(d), z(d), false);
  addDeterminant(x(a), y(a), z(a), x(c), y(c), z(c), x(d), y(d), z(d), true);
  addDeterminant(x(a), y(a), z(a), x(b), y(b), z(b), x(d), y(d), z(d), false);
  addDeterminant(x(a), y(a), z(a), x(b), y(b), z(b), x(c), y(c), z(c), true);
  return signOfSum();
}

/**
 * Sign of det(b - a, c - a) in the plane of two coordinates, given as byte offsets: 1 where a, b, c turn left.
 * 2 differences and a product are 3 u of either product; the subtraction does not change the sign.
 */
export function orientation2(a: usize, b: usize, c: usize, first: usize, second: usize): i32 {
  const ax = load<f64>(a + first);
  const ay = load<f64>(a + second);
  const bx = load<f64>(b + first);
  const by = load<f64>(b + second);
  const cx = load<f64>(c + first);
  const cy = load<f64>(c + second);
  const left = (bx - ax) * (cy - ay);
  const right = (by - ay) * (cx - ax);
  const determinant = left - right;
  const bound = 4 * U * (abs(left) + abs(right)) + TINY;
  if (determinant > bound) return 1;
  if (determinant < -bound) return -1;
  clearSum();
  addProduct(bx, cy, 1, false);
  addProduct(bx, ay, 1, true);
  addProduct(ax, cy, 1, true);
  addProduct(by, cx, 1, true);
  addProduct(by, ax, 1, false);
  addProduct(ay, cx, 1, false);
  return signOfSum();
}

function addDeterminant(
  ax: f64,
  ay: f64,
  az: f64,
  bx: f64,
  by: f64,
  bz: f64,
  cx: f64,
  cy: f64,
  cz: f64,
  subtract: bool,
): void {
  addProduct(ax, by, cz, subtract);
  addProduct(ay, bz, cx, subtract);
  addProduct(az, bx, cy, subtract);
  addProduct(az, by, cx, !subtract);
  addProduct(ay, bx, cz, !subtract);
  addProduct(ax, bz, cy, !subtract);
}

function exactDifferences(a: usize, b: usize): bool {
  return differenceIsExact(x(b), x(a)) && differenceIsExact(y(b), y(a)) && differenceIsExact(z(b), z(a));
}

/** Knuth's error-free difference: its second part is 0. NaN, after an overflow, is not. */
function differenceIsExact(p: f64, q: f64): bool {
  const difference = p - q;
  const back = p - difference;
  return p - (difference + back) + (back - q) === 0;
}

function x(point: usize): f64 {
  return load<f64>(point);
}

function y(point: usize): f64 {
  return load<f64>(point, 8);
}

function z(point: usize): f64 {
  return load<f64>(point, 16);
}
