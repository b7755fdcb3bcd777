import { larger, smaller } from '../extremes';

/** Parameters of the closest points, results of `closestOnSegments`. */
export let onFirst: f64 = 0;
export let onSecond: f64 = 0;

/**
 * Closest points p + s u and q + t v of two segments, from the products of u, v and r = p - q. After Ericson, Real-Time
 * Collision Detection, 5.1.9.
 */
export function closestOnSegments(uu: f64, vv: f64, uv: f64, ur: f64, vr: f64): void {
  const area = uu * vv - uv * uv;
  let s: f64 = area > 0 ? clamp01((uv * vr - ur * vv) / area) : 0;
  let t: f64 = vv > 0 ? (uv * s + vr) / vv : 0;
  // the second may be a point: then the first has to come to it
  if (t < 0 || t > 1 || !(vv > 0)) {
    t = clamp01(t);
    s = uu > 0 ? clamp01((uv * t - ur) / uu) : 0;
  }
  onFirst = s;
  onSecond = t;
}

function clamp01(x: f64): f64 {
  return smaller(larger(x, 0), 1);
}
