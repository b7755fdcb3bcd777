// ICCD IV-D: the normal of a triangle whose vertices are on curves of degree d has 2 d + 1 control normals.

import { agreeing } from './agreeing-directions';
import { control, shareOf } from './curves';
import { SWEPT_VERTEX_BYTES } from './layout/meshes';

// The triangle in question: its corners' ends and inner control points, the degree, and what makes its edges at most 1.
let p: usize = 0;
let q: usize = 0;
let r: usize = 0;
let toInner: usize = 0;
let degree: i32 = 1;
let scale: f64 = 1;

/** Bits of the directions that all control normals of a triangle agree with. */
export function curvedDirectionsOf(swept: usize, inner: usize, curveDegree: i32, corners: usize): u32 {
  p = swept + <usize>load<u32>(corners) * SWEPT_VERTEX_BYTES;
  q = swept + <usize>load<u32>(corners, 4) * SWEPT_VERTEX_BYTES;
  r = swept + <usize>load<u32>(corners, 8) * SWEPT_VERTEX_BYTES;
  toInner = inner - swept;
  degree = curveDegree;
  const size = largestEdge();
  if (!(size * size > 1e-290)) return 0;
  scale = 1 / size;
  let mask: u32 = 0xffffffff;
  for (let k = 0; k <= 2 * degree; k++) {
    mask &= agreeing(<f32>normal(k, 16, 32), <f32>normal(k, 32, 0), <f32>normal(k, 0, 16));
  }
  return mask;
}

function edge(to: usize, axis: usize, k: i32): f64 {
  return (
    control(to + axis, to + toInner + axis, degree, k) - control(p + axis, p + toInner + axis, degree, k)
  );
}

function largestEdge(): f64 {
  let most: f64 = 0;
  for (let k = 0; k <= degree; k++) {
    for (let axis: usize = 0; axis < 48; axis += 16) {
      most = max(most, max(Math.abs(edge(q, axis, k)), Math.abs(edge(r, axis, k))));
    }
  }
  return most;
}

/** The component of control normal k that the axes u and v make. */
function normal(k: i32, u: usize, v: usize): f64 {
  let sum: f64 = 0;
  for (let i = max(0, k - degree); i <= min(k, degree); i++) {
    const j = k - i;
    const a = edge(q, u, i) * scale * (edge(r, v, j) * scale);
    const b = edge(q, v, i) * scale * (edge(r, u, j) * scale);
    sum += shareOf(degree, i, j) * (a - b);
  }
  return sum;
}
