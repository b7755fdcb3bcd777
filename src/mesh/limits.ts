import { checkOptions, shown } from '../check-options.js';
import { FirstContactError } from '../errors.js';

/**
 * The largest magnitude of a coordinate: further than Jupiter, in metres. With it, even a cubic polynomial whose
 * coefficients are determinants of position differences stays finite in f32 (18 (2e12)^3 = 1.4e38, of 3.4e38), and so do
 * the sums of coordinates that 18-DOPs round to f32. From 1.4e12 on it would not, and an infinity culls contacts.
 */
export const POSITION_LIMIT = 1e12;

/** The largest angle that a body may turn by in a step, in radians: the kernels' sine is exact up to it. */
export const SPIN_LIMIT = 1e5;

/**
 * A vertex or triangle index fits in 24 bits: a pair of them in the 53 bits of a double, three edges a triangle in the
 * 32 bits of an edge id, and no valid index is mistaken for NONE.
 */
export const VERTEX_LIMIT = 2 ** 24;
export const TRIANGLE_LIMIT = 2 ** 24;

/** Tighter limits for one mesh, where memory or time is short. They can be lowered, never raised. */
export interface MeshLimits {
  /** The largest magnitude of a coordinate. */
  readonly position?: number;
  /** How many there may be. */
  readonly vertices?: number;
  readonly triangles?: number;
}

export function limitsOf(asked: MeshLimits = {}): Required<MeshLimits> {
  checkOptions('limits', asked, ['position', 'vertices', 'triangles']);
  return {
    position: lowered('position', asked.position, POSITION_LIMIT),
    vertices: lowered('vertices', asked.vertices, VERTEX_LIMIT),
    triangles: lowered('triangles', asked.triangles, TRIANGLE_LIMIT),
  };
}

function lowered(name: string, asked: number | undefined, ours: number): number {
  if (asked === undefined) return ours;
  if (typeof asked === 'number' && asked > 0 && asked <= ours) return asked;
  throw new FirstContactError(
    'BAD_SETTING',
    `The limit for ${name} is ${shown(asked)}`,
    `Give a number above 0 and up to ${ours}, or leave it out.`,
  );
}
