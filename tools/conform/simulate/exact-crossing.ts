import { integersPerAxis } from '../../../tests/oracle/exact/dyadic.js';
import { pointsOf, segmentIntersectsTriangle } from '../../../tests/oracle/exact/static.js';

/** What rounding can make of a determinant of differences, as a share of the sum of its terms' sizes (Shewchuk). */
const ERROR = 8 * 2 ** -53;

/**
 * Whether segment (p, q) meets triangle (a, b, c), all of them vertices of `points`: exact, in every degenerate case. Signs of
 * volumes decide where they are certain, and integers otherwise. Shares nothing with the kernels.
 */
export function crosses(
  points: Float64Array,
  p: number,
  q: number,
  a: number,
  b: number,
  c: number,
): boolean {
  const above = volumeSign(points, a, b, c, p);
  const below = volumeSign(points, a, b, c, q);
  if (above * below === 1) return false;
  const ab = volumeSign(points, p, q, a, b);
  const bc = volumeSign(points, p, q, b, c);
  if (ab * bc === -1) return false;
  const ca = volumeSign(points, p, q, c, a);
  if (bc * ca === -1 || ab * ca === -1) return false;
  if (above * below === -1 && ab * bc === 1 && bc * ca === 1) return true;
  const chosen = [p, q, a, b, c].flatMap((i) => [points[3 * i], points[3 * i + 1], points[3 * i + 2]]);
  const [s, t, u, v, w] = pointsOf(integersPerAxis(chosen));
  return segmentIntersectsTriangle([s, t], [u, v, w]);
}

/** -1 or 1 where the sign of the volume a, b, c, d is certain, and 0 otherwise. */
function volumeSign(points: Float64Array, a: number, b: number, c: number, d: number): number {
  const dx = points[3 * d];
  const dy = points[3 * d + 1];
  const dz = points[3 * d + 2];
  const ax = points[3 * a] - dx;
  const ay = points[3 * a + 1] - dy;
  const az = points[3 * a + 2] - dz;
  const bx = points[3 * b] - dx;
  const by = points[3 * b + 1] - dy;
  const bz = points[3 * b + 2] - dz;
  const cx = points[3 * c] - dx;
  const cy = points[3 * c + 1] - dy;
  const cz = points[3 * c + 2] - dz;
  const volume = az * (bx * cy - by * cx) + bz * (cx * ay - cy * ax) + cz * (ax * by - ay * bx);
  const size =
    Math.abs(az) * (Math.abs(bx * cy) + Math.abs(by * cx)) +
    Math.abs(bz) * (Math.abs(cx * ay) + Math.abs(cy * ax)) +
    Math.abs(cz) * (Math.abs(ax * by) + Math.abs(ay * bx));
  if (Math.abs(volume) > ERROR * size) return Math.sign(volume);
  return 0;
}
