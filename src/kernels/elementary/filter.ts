// The entry of the exactly decided elementary tests: two sign filters over the whole step (A on the determinant, A2
// on the side forms), then pieces of it in floats (B), then whole numbers (exact). A filter answers only where its
// error bound, derived in docs/elementary-bounds.md section 2, leaves one answer.

import {
  CONTACT_BIT,
  DECIDED_BY_DETERMINANT,
  DECIDED_BY_PIECES,
  DECIDED_BY_SIDES,
  DECIDED_EXACTLY,
} from '../layout/elementary';
import { SWEPT_VERTEX_BYTES } from '../layout/meshes';
import { decideExactly, exactTime, exactWidth } from './exact';
import { inBoth, swapped } from './lanes';
import { decideByPieces, PIECES_CONTACT, PIECES_FREE, pieceTime, pieceWidth } from './pieces';
import { OPPOSITE, sideSigns } from './side-signs';

/** After a contact: a time that is not later than the true first contact, and earlier by at most contactTimeWidth. */
export let contactTime: f64 = 0;
export let contactTimeWidth: f64 = 0;

const U: f64 = 1.0 / <f64>(1 << 53);
/** Covers every underflow: docs/elementary-bounds.md, section 2. */
const TINY: f64 = reinterpret<f64>((<u64>(1023 - 860)) << 52);
/** Differences from here on go to the exact stage: no product below overflows. */
const LARGE: f64 = reinterpret<f64>((<u64>(1023 + 200)) << 52);
/** Bound on the error of 3 F0, G1, G2, 3 F3: 10 roundings on 18 M, and 1.7 % for higher orders. */
const DETERMINANT_SLACK: f64 = 183 * U;
/** Bound on the error of doubled coefficients of a cross product of differences, and of their sums: 28, and 7 %. */
const SIDE_SLACK: f64 = 30 * U;

/** Whether vertex v meets face f0 f1 f2 in the step. CONTACT_BIT is set if so; `>> 1` says which stage decided. */
export function vertexFaceContact(swept: usize, v: u32, f0: u32, f1: u32, f2: u32): i32 {
  return contactOf(vertexAt(swept, v), vertexAt(swept, f0), vertexAt(swept, f1), vertexAt(swept, f2), false);
}

/** Whether edge a0 a1 meets edge b0 b1. */
export function edgeEdgeContact(swept: usize, a0: u32, a1: u32, b0: u32, b1: u32): i32 {
  return contactOf(vertexAt(swept, a0), vertexAt(swept, a1), vertexAt(swept, b0), vertexAt(swept, b1), true);
}

function vertexAt(swept: usize, vertex: u32): usize {
  return swept + <usize>vertex * SWEPT_VERTEX_BYTES;
}

/** The same for four addresses of swept vertices: v f0 f1 f2, or a0 a1 b0 b1 (`edges`). */
export function contactOf(p0: usize, p1: usize, p2: usize, p3: usize, edges: bool): i32 {
  const p0x = v128.load(p0);
  const p0y = v128.load(p0, 16);
  const p0z = v128.load(p0, 32);
  const x1x = f64x2.sub(v128.load(p1), p0x);
  const x1y = f64x2.sub(v128.load(p1, 16), p0y);
  const x1z = f64x2.sub(v128.load(p1, 32), p0z);
  const x2x = f64x2.sub(v128.load(p2), p0x);
  const x2y = f64x2.sub(v128.load(p2, 16), p0y);
  const x2z = f64x2.sub(v128.load(p2, 32), p0z);
  const x3x = f64x2.sub(v128.load(p3), p0x);
  const x3y = f64x2.sub(v128.load(p3, 16), p0y);
  const x3z = f64x2.sub(v128.load(p3, 32), p0z);
  const m1 = largest(x1x, x1y, x1z);
  const m2 = largest(x2x, x2y, x2z);
  const m3 = largest(x3x, x3y, x3z);
  const within = f64x2.lt(f64x2.pmax(f64x2.pmax(m1, m2), m3), f64x2.splat(LARGE));
  if (!inBoth(within)) return decidedExactly(p0, p1, p2, p3, edges);
  const m23 = f64x2.mul(m2, m3);

  // A. n = x1 x x2 at both ends; w = x1(0) x x2(1) + x1(1) x x2(0) in both lanes
  const s2x = swapped(x2x);
  const s2y = swapped(x2y);
  const s2z = swapped(x2z);
  const nx = f64x2.sub(f64x2.mul(x1y, x2z), f64x2.mul(x1z, x2y));
  const ny = f64x2.sub(f64x2.mul(x1z, x2x), f64x2.mul(x1x, x2z));
  const nz = f64x2.sub(f64x2.mul(x1x, x2y), f64x2.mul(x1y, x2x));
  const wx = plusSwapped(f64x2.sub(f64x2.mul(x1y, s2z), f64x2.mul(x1z, s2y)));
  const wy = plusSwapped(f64x2.sub(f64x2.mul(x1z, s2x), f64x2.mul(x1x, s2z)));
  const wz = plusSwapped(f64x2.sub(f64x2.mul(x1x, s2y), f64x2.mul(x1y, s2x)));
  const outer = f64x2.mul(f64x2.splat(3), dot(nx, ny, nz, x3x, x3y, x3z));
  const inner = f64x2.add(
    dot(wx, wy, wz, x3x, x3y, x3z),
    dot(nx, ny, nz, swapped(x3x), swapped(x3y), swapped(x3z)),
  );
  const tiny = f64x2.splat(TINY);
  const error = f64x2.add(f64x2.mul(f64x2.mul(m1, m23), f64x2.splat(DETERMINANT_SLACK)), tiny);
  if (inBoth(f64x2.gt(f64x2.pmin(outer, inner), error))) return DECIDED_BY_DETERMINANT;
  if (inBoth(f64x2.lt(f64x2.pmax(outer, inner), f64x2.neg(error)))) return DECIDED_BY_DETERMINANT;

  // A2
  const m31 = f64x2.mul(m3, m1);
  const m12 = f64x2.mul(m1, m2);
  const slack = f64x2.splat(SIDE_SLACK);
  const e1 = f64x2.add(f64x2.mul(m23, slack), tiny);
  const e2 = f64x2.add(f64x2.mul(m31, slack), tiny);
  const e3 = f64x2.add(f64x2.mul(m12, slack), tiny);
  const sides = sideSigns(x1x, x1y, x1z, x2x, x2y, x2z, x3x, x3y, x3z, e1, e2, e3, edges);
  if (sides === OPPOSITE) return DECIDED_BY_SIDES;

  const pieces = decideByPieces(
    x1x,
    x1y,
    x1z,
    x2x,
    x2y,
    x2z,
    x3x,
    x3y,
    x3z,
    e1,
    e2,
    e3,
    outer,
    inner,
    error,
    edges,
  );
  if (pieces === PIECES_FREE) return DECIDED_BY_PIECES;
  if (pieces === PIECES_CONTACT) {
    contactTime = pieceTime;
    contactTimeWidth = pieceWidth;
    return DECIDED_BY_PIECES | CONTACT_BIT;
  }
  return decidedExactly(p0, p1, p2, p3, edges);
}

function decidedExactly(p0: usize, p1: usize, p2: usize, p3: usize, edges: bool): i32 {
  if (!decideExactly(p0, p1, p2, p3, edges)) return DECIDED_EXACTLY;
  contactTime = exactTime;
  contactTimeWidth = exactWidth;
  return DECIDED_EXACTLY | CONTACT_BIT;
}

/** The largest size of a component at both times, in both lanes. */
function largest(x: v128, y: v128, z: v128): v128 {
  const size = f64x2.pmax(f64x2.pmax(f64x2.abs(x), f64x2.abs(y)), f64x2.abs(z));
  return f64x2.pmax(size, swapped(size));
}

function dot(ux: v128, uy: v128, uz: v128, vx: v128, vy: v128, vz: v128): v128 {
  return f64x2.add(f64x2.add(f64x2.mul(ux, vx), f64x2.mul(uy, vy)), f64x2.mul(uz, vz));
}

function plusSwapped(a: v128): v128 {
  return f64x2.add(a, swapped(a));
}
