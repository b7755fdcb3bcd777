/**
 * Ways to the same answer: earliest-first advancement, C2A (controlled conservative advancement over swept spheres),
 * and plain conservative advancement for comparison.
 */
export type ContactMethod = 'earliest-first' | 'c2a' | 'ca';

export const CONTACT_METHODS = ['earliest-first', 'c2a', 'ca'] as const satisfies readonly ContactMethod[];

export const DEFAULT_MAX_PAIRS = 32768;
export const DEFAULT_MAX_STEPS = 10_000_000;

/** The tolerance of bodies whose owner gave none, as a share of their radius. */
export const DEFAULT_TOLERANCE = 1e-6;

/** Places in `QuerySettings.fractions`. */
export const TOLERANCE = 0;
/** Contacts after this time are not looked for. */
export const UNTIL = 1;
/** How close features are that `proximity` looks for. */
export const MARGIN = 2;
/** How far apart surfaces are when they touch. */
export const THICKNESS = 3;

/**
 * How a query searches. Written again and again. Fractions lie in a typed array: in plain fields or as arguments, each
 * may be a new object, and a step makes none.
 */
export interface QuerySettings {
  method: ContactMethod;
  /** Bodies that start within tolerance and part are free. */
  passOpening: boolean;
  /** How many pairs of boxes may wait. */
  maxPairs: number;
  maxSteps: number;
  readonly fractions: Float64Array;
}

export function defaultSettings(): QuerySettings {
  return {
    method: 'earliest-first',
    passOpening: true,
    maxPairs: DEFAULT_MAX_PAIRS,
    maxSteps: DEFAULT_MAX_STEPS,
    fractions: Float64Array.of(0, 1, 0, 0),
  };
}
