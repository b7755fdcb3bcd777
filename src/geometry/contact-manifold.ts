import type { NearPair, Point } from './rigid-features.js';

export const MANIFOLD_LIMIT = 32;

/**
 * The contact points among near pairs, at most 32. Beginning with the closest pair, the one farthest from all kept so
 * far is kept next, since the outermost points carry a body; what is left in the end is within `spacing` of a kept one.
 */
export function contactManifold(pairs: readonly NearPair[], spacing: number): NearPair[] {
  const sorted = [...pairs].sort((p, q) => p.distance - q.distance || byPlace(p.pointA, q.pointA));
  const reach = sorted.map(() => Infinity);
  const kept: NearPair[] = [];
  let next = 0;
  while (kept.length < Math.min(MANIFOLD_LIMIT, sorted.length) && reach[next] > spacing * spacing) {
    const pair = sorted[next];
    kept.push(pair);
    let farthest = 0;
    for (let i = 0; i < sorted.length; i++) {
      reach[i] = Math.min(reach[i], squaredDistance(sorted[i].pointA, pair.pointA));
      if (reach[i] > reach[farthest]) farthest = i;
    }
    next = farthest;
  }
  return kept;
}

function squaredDistance(p: Point, q: Point): number {
  const x = p[0] - q[0];
  const y = p[1] - q[1];
  const z = p[2] - q[2];
  return x * x + y * y + z * z;
}

function byPlace(p: Point, q: Point): number {
  return p[0] - q[0] || p[1] - q[1] || p[2] - q[2];
}
