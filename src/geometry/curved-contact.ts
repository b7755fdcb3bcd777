import { FirstContactError } from '../errors.js';
import {
  CONTACT_FOUND,
  CONTACT_FREE,
  CONTACT_LATEST_TIME,
  CONTACT_TIME,
} from '../kernels/layout/elementary.js';
import { handOverLengths, type QueryMemory, resultNumbers } from './static-memory.js';

/** Of the Bezier curves that vertices move on: 1 is a straight line. */
export type PathDegree = 1 | 2 | 3;

/** What became of a test on curved paths. */
export type CurvedContact =
  | {
      /** No contact at any time: proven. */
      readonly state: 'free';
    }
  | {
      readonly state: 'contact';
      /** No contact before this time: proven. */
      readonly time: number;
      /** Where `certain`: there is a contact up to this time. Else: the end of the piece that could not be decided. */
      readonly latest: number;
      /** False where a piece of time, 2^-32 short or after 4096 pieces of work, could not be decided: it counts as contact. */
      readonly certain: boolean;
    };

/**
 * Whether and when a vertex and a face touch whose vertices move on Bezier curves (ICCD III-B). Conservative: no
 * contact is missed and no time is late. Touches that do not pass through come back as `certain: false`.
 *
 * For degree 1 the linear tests decide exactly, and faster.
 *
 * @param points v, f0, f1, f2: their first control points, then their next ones, and so on; 12 (degree + 1) numbers.
 */
export function vertexFaceContactCurved(points: ArrayLike<number>, degree: PathDegree): CurvedContact {
  checkDegree(degree);
  const memory = handOverLengths(points, 12 * (degree + 1), 'v, f0, f1, f2 for each control index');
  const { kernels, input, result, frame } = memory;
  return readContact(memory, kernels.curvedVertexFace(input, degree, result, frame));
}

/**
 * The same for two edges.
 *
 * @param points a0, a1, b0, b1: their first control points, then their next ones, and so on; 12 (degree + 1) numbers.
 */
export function edgeEdgeContactCurved(points: ArrayLike<number>, degree: PathDegree): CurvedContact {
  checkDegree(degree);
  const memory = handOverLengths(points, 12 * (degree + 1), 'a0, a1, b0, b1 for each control index');
  const { kernels, input, result, frame } = memory;
  return readContact(memory, kernels.curvedEdgeEdge(input, degree, result, frame));
}

function readContact(memory: QueryMemory, state: number): CurvedContact {
  if (state === CONTACT_FREE) return { state: 'free' };
  const numbers = resultNumbers(memory);
  return {
    state: 'contact',
    time: numbers[CONTACT_TIME >> 3],
    latest: numbers[CONTACT_LATEST_TIME >> 3],
    certain: state === CONTACT_FOUND,
  };
}

/** Refuses what is no degree. */
export function checkDegree(degree: number): void {
  if (degree === 1 || degree === 2 || degree === 3) return;
  throw new FirstContactError('BAD_QUERY', `the degree is ${degree}`, 'Use 1, 2 or 3.');
}
