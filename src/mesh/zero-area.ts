import { allCollinear } from './exact-collinear.js';

/** Below this, products of differences come near the range where doubles lose digits; scaling up is exact. */
const SMALL = 2 ** -300;
const SCALE_UP = 2 ** 600;
/** Above the rounding of two differences, two products and their difference: 4 u would do (Shewchuk 1997, A of orient2d). */
const RELATIVE_ERROR = 2 ** -50;
/** Above what a product can lose to underflow, and below every product that matters after scaling. */
const UNDERFLOW = 2 ** -1000;

/**
 * Whether triangle t is exactly degenerate: its corners, taken as the doubles they are, lie on one line. A sliver of any
 * thinness is not. The exact test runs only where rounding could hide the answer.
 */
export function hasZeroArea(positions: Float64Array, triangles: Uint32Array, t: number): boolean {
  const a = 3 * triangles[3 * t];
  const b = 3 * triangles[3 * t + 1];
  const c = 3 * triangles[3 * t + 2];
  const ux = positions[b] - positions[a];
  const uy = positions[b + 1] - positions[a + 1];
  const uz = positions[b + 2] - positions[a + 2];
  const vx = positions[c] - positions[a];
  const vy = positions[c + 1] - positions[a + 1];
  const vz = positions[c + 2] - positions[a + 2];
  if (certainlyTurns(ux, uy, vx, vy) || certainlyTurns(uy, uz, vy, vz) || certainlyTurns(uz, ux, vz, vx)) {
    return false;
  }
  return allCollinear(positions, a, b, c);
}

/** Whether u x v is not zero in this plane, beyond all rounding. */
function certainlyTurns(u0: number, u1: number, v0: number, v1: number): boolean {
  const largest = Math.max(Math.abs(u0), Math.abs(u1), Math.abs(v0), Math.abs(v1));
  const scale = largest < SMALL ? SCALE_UP : 1;
  const left = u0 * scale * (v1 * scale);
  const right = u1 * scale * (v0 * scale);
  return Math.abs(left - right) > RELATIVE_ERROR * (Math.abs(left) + Math.abs(right)) + UNDERFLOW;
}
