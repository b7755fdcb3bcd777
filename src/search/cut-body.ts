import { DOP_HI03, DOP_LO03, SWEPT_VERTEX_BYTES } from '../kernels/layout/meshes.js';
import type { Core } from '../memory/open.js';
import type { StepBuffer } from '../memory/step-buffer.js';
import type { SearchBody } from '../mesh/search-body.js';
import type { SearchTask } from './search-work.js';

/** What cutting a step and placing a rigid body may be off by, as a share of the largest coordinate. */
const ROUNDING = 2 ** -47;

/** On curves there are up to three rounds of means, and a straight way is raised to their degree. */
const ROUNDING_OF_CURVES = 2 * ROUNDING;

/** The body with its vertices as they move in a part of the step; its boxes are those of the whole step. */
export function cutBody(
  core: Core,
  body: SearchBody,
  { from, span }: Pick<SearchTask, 'from' | 'span'>,
  scratch: StepBuffer,
  out: SearchBody,
): SearchBody {
  const { degree, inner, swept, vertexCount } = body;
  const bytes = vertexCount * SWEPT_VERTEX_BYTES;
  scratch.ensure(degree > 1 ? 2 * bytes : bytes);
  const { address } = scratch;
  Object.assign(out, body);
  out.swept = address;
  if (degree > 1) {
    out.inner = address + bytes;
    core.kernels.cutCurves(swept, inner, degree, vertexCount, from, from + span, address, out.inner);
  } else core.kernels.cutStep(swept, vertexCount, from, from + span, address);
  return out;
}

/** By how much a gap must be wider, for a body that is cut and one that reaches as far as `reach` and turns. */
export function roundingOfCut({ arena }: Core, body: SearchBody, reach: number): number {
  let largest = reach;
  for (let k = 0; k < 3; k++) {
    const lo = arena.f32[(body.nodes + DOP_LO03) / 4 + k];
    const hi = arena.f32[(body.nodes + DOP_HI03) / 4 + k];
    largest = Math.max(largest, Math.abs(lo), Math.abs(hi));
  }
  return largest * (body.degree > 1 ? ROUNDING_OF_CURVES : ROUNDING);
}
