import { FirstContactError } from '../errors.js';
import {
  CONTACT_DISTANCE,
  CONTACT_FOUND,
  CONTACT_FREE,
  CONTACT_TIME,
  CONTACT_TOLERANCE,
} from '../kernels/layout/elementary.js';
import { checkDegree, type PathDegree } from './curved-contact.js';
import { handOverLengths, type QueryMemory, resultNumbers } from './static-memory.js';

/** What became of a test with a thickness. */
export type ThickContact =
  | {
      /** The distance stays above the thickness all the time: proven. */
      readonly state: 'free';
    }
  | {
      readonly state: 'contact';
      /** Before this time the distance is above the thickness: proven. The true contact is never earlier. */
      readonly time: number;
      /** The distance at that time. */
      readonly distance: number;
      /** The distance at that time is at most the thickness and this. */
      readonly tolerance: number;
      /** False where the bound on the work was reached first: then the distance may be above that, and `time` is as
       *  far as freedom from contact is proven. */
      readonly certain: boolean;
    };

/**
 * Whether and when a vertex and a face come as close as `thickness`, on straight paths or on Bezier curves of degree 2 or 3.
 * Conservative: it misses no contact and its time is never late. It may report a contact that stays off by up to
 * `tolerance`: 2^-10 of the thickness, or 2^-40 of the size of the query (of 2^-1000 at least) where that is more.
 *
 * For thickness 0 on straight paths use the exact tests: they decide; this one then reports what comes within its tolerance.
 *
 * @param points v, f0, f1, f2 at t = 0, then at t = 1: 24 numbers up to 2^500. On curves: their first control points, then
 * their next ones, and so on; 12 (degree + 1) numbers.
 */
export function vertexFaceThickContact(
  points: ArrayLike<number>,
  thickness: number,
  degree: PathDegree = 1,
): ThickContact {
  const memory = handOverPaths(points, thickness, degree, 'v, f0, f1, f2');
  const { kernels, input, result, frame } = memory;
  return readContact(memory, kernels.thickVertexFace(input, degree, thickness, result, frame));
}

/**
 * The same for two edges.
 *
 * @param points a0, a1, b0, b1 at t = 0, then at t = 1, or for each control point: see `vertexFaceThickContact`.
 */
export function edgeEdgeThickContact(
  points: ArrayLike<number>,
  thickness: number,
  degree: PathDegree = 1,
): ThickContact {
  const memory = handOverPaths(points, thickness, degree, 'a0, a1, b0, b1');
  const { kernels, input, result, frame } = memory;
  return readContact(memory, kernels.thickEdgeEdge(input, degree, thickness, result, frame));
}

function handOverPaths(
  points: ArrayLike<number>,
  thickness: number,
  degree: PathDegree,
  what: string,
): QueryMemory {
  checkThickness(thickness);
  checkDegree(degree);
  const times = degree === 1 ? 'at t = 0 and again at t = 1, as x, y, z' : 'for each control index';
  return handOverLengths(points, 12 * (degree + 1), `${what} ${times}`);
}

function readContact(memory: QueryMemory, state: number): ThickContact {
  if (state === CONTACT_FREE) return { state: 'free' };
  const numbers = resultNumbers(memory);
  return {
    state: 'contact',
    time: numbers[CONTACT_TIME >> 3],
    distance: numbers[CONTACT_DISTANCE >> 3],
    tolerance: numbers[CONTACT_TOLERANCE >> 3],
    certain: state === CONTACT_FOUND,
  };
}

function checkThickness(thickness: number): void {
  if (thickness >= 0 && thickness <= Number.MAX_VALUE) return;
  throw new FirstContactError(
    thickness < 0 ? 'NEGATIVE_THICKNESS' : 'NON_FINITE_QUERY',
    `the thickness is ${thickness}`,
    'Use a finite thickness of at least 0.',
  );
}
