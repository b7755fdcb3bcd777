import { SWEPT_VERTEX_BYTES } from '../kernels/layout/meshes.js';
import type { Core } from '../memory/open.js';
import type { SearchBody } from '../mesh/search-body.js';
import { roundingOfCut } from '../search/cut-body.js';
import type { ColliderBody } from './collider-body.js';

/** Does something with two bodies, and with by how much the ways of one of them may be off. */
type Use<Result> = (a: SearchBody, b: SearchBody, rounding: number) => Result;

/**
 * Two bodies whose ways are compared control point by control point: where degrees differ, those of the lower one are raised to
 * the other. Inner control points are at thirds or halves then, which doubles cannot say exactly, so that a search has to be wider by
 * `rounding`. Boxes stay those of the true ways: what they keep apart does not meet.
 */
export function atEqualDegrees<Result>(
  core: Core,
  one: ColliderBody,
  other: ColliderBody,
  use: Use<Result>,
): Result {
  const degree = Math.max(one.kind.degree, other.kind.degree);
  const lower = one.kind.degree < degree ? one : other;
  if (lower.kind.degree === degree) return use(one.located(), other.located(), 0);
  // First the memory, then addresses: blocks may move.
  const region = core.arena.allocateRegion(lower.vertexCount * SWEPT_VERTEX_BYTES);
  try {
    const { swept, inner, degree: was, vertexCount, ...rest } = lower.located();
    const raised = core.arena.regionAddress(region);
    core.kernels.raisePaths(swept, inner, was, vertexCount, raised, degree);
    const body = { ...rest, swept, vertexCount, degree, inner: raised };
    const rounding = roundingOfCut(core, body, 0);
    return lower === one ? use(body, other.located(), rounding) : use(one.located(), body, rounding);
  } finally {
    core.arena.freeRegion(region);
  }
}
