import type { NearPoints } from './near-points.js';

const MANIFOLD_LIMIT = 32;

/** Room for the squared distance of each point to those kept. */
let reach = /* @__PURE__ */ new Float64Array(64);

/**
 * Appends the contact points among near pairs, at most 32. Beginning with the closest pair, the one farthest from all
 * kept so far is kept next, since the outermost points carry a body; what is left in the end is within the spacing of a
 * kept one. The order of `pairs` does not matter. Returns how many there are.
 */
export function appendManifold(pairs: NearPoints, spacing: Float64Array, into: NearPoints): number {
  while (reach.length < pairs.count) reach = new Float64Array(2 * reach.length);
  reach.fill(Number.POSITIVE_INFINITY, 0, pairs.count);
  let kept = 0;
  let next = closestOf(pairs);
  while (kept < Math.min(MANIFOLD_LIMIT, pairs.count) && reach[next] > spacing[0] * spacing[0]) {
    into.copy(into.append(), pairs, next);
    kept++;
    next = farthestAfter(pairs, next);
  }
  return kept;
}

function closestOf(pairs: NearPoints): number {
  let best = 0;
  for (let i = 1; i < pairs.count; i++) if (precedes(pairs, i, best)) best = i;
  return best;
}

/** Shortens the reach of all points by what was kept, and finds the one with the longest. */
function farthestAfter(pairs: NearPoints, kept: number): number {
  const points = pairs.pointA;
  let farthest = 0;
  for (let i = 0; i < pairs.count; i++) {
    const x = points[3 * i] - points[3 * kept];
    const y = points[3 * i + 1] - points[3 * kept + 1];
    const z = points[3 * i + 2] - points[3 * kept + 2];
    reach[i] = Math.min(reach[i], x * x + y * y + z * z);
    if (reach[i] > reach[farthest] || (reach[i] === reach[farthest] && precedes(pairs, i, farthest)))
      farthest = i;
  }
  return farthest;
}

/** The closer one first; among equals by place, so that the choice does not depend on how they were found. */
function precedes({ distance, pointA }: NearPoints, i: number, j: number): boolean {
  if (distance[i] !== distance[j]) return distance[i] < distance[j];
  for (let k = 0; k < 3; k++) {
    if (pointA[3 * i + k] !== pointA[3 * j + k]) return pointA[3 * i + k] < pointA[3 * j + k];
  }
  return false;
}
