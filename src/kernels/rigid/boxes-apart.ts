import { WIDE_CENTRE, WIDE_COUNT, WIDE_HALF } from '../layout/rigid-meshes';
import { SIDE_COLUMNS, SIDE_GAP_ERROR, SIDE_GAPS, SIDE_HALF, SIDE_OFFSET } from '../layout/rigid-queries';
import { gapsFromAfar } from './far-boxes';
import { add, dot3, mul, splat, sub } from './lanes';
import { crossReach, PARALLEL, reachAlong, rowOf, turnAxes } from './obb';
import { placeBox } from './side';

// One oriented box against the four children of a wide node where both are: no motion takes part, and no axis has to be named.

/** Where the children's centres are, in the box's frame. */
export let tx: v128 = f32x4.splat(0);
export let ty: v128 = f32x4.splat(0);
export let tz: v128 = f32x4.splat(0);

/** The gaps along the cross products of a child's axis with the single box's three: as long as those are, whose squares these are. */
export let alongX: v128 = f32x4.splat(0);
export let alongY: v128 = f32x4.splat(0);
export let alongZ: v128 = f32x4.splat(0);
let squaredX: v128 = f32x4.splat(0);
let squaredY: v128 = f32x4.splat(0);
let squaredZ: v128 = f32x4.splat(0);

/** Whether the last gaps are those of boxes that are far apart: SIDE_FAR_GAPS. */
export let areFar: bool = false;

/**
 * Finds for each child a lower bound of its distance to a box of body `one`: the largest gap along the axes of the faces, and of the
 * edges as long as any child is not farther than `enough`.
 */
export function gapsAtPose(query: usize, one: usize, box: u32, four: usize, enough: f32): void {
  let gap = gapOfFaces(query, one, box, four);
  areFar = gapsFromAfar(query, one, box, four);
  if (areFar) return;
  const used = usedChildren(four);
  const far = f32x4.splat(enough);
  for (let j: usize = 0; j < 3 && v128.any_true(v128.and(f32x4.le(gap, far), used)); j++) {
    gapsOfEdges(query, four, j);
    gap = largerOf(gap, alongX, squaredX);
    gap = largerOf(gap, alongY, squaredY);
    gap = largerOf(gap, alongZ, squaredZ);
  }
  v128.store(query, gap, SIDE_GAPS);
}

/** What is known otherwise, by SIDE_GAPS, is not. */
export function forgetFar(): void {
  areFar = false;
}

/** Of each child's axis j, less what rounding makes of them. */
export function gapsOfEdges(query: usize, four: usize, j: usize): void {
  const column = query + SIDE_COLUMNS + 48 * j;
  const x = v128.load(column);
  const y = v128.load(column, 16);
  const z = v128.load(column, 32);
  const ax = f32x4.abs(x);
  const ay = f32x4.abs(y);
  const az = f32x4.abs(z);
  const xx = mul(x, x);
  const yy = mul(y, y);
  const zz = mul(z, z);
  const next: usize = j === 2 ? 0 : j + 1;
  const last: usize = j === 0 ? 2 : j - 1;
  const hn = v128.load(four + 16 * next, WIDE_HALF);
  const hl = v128.load(four + 16 * last, WIDE_HALF);
  const n = query + SIDE_COLUMNS + 48 * next;
  const l = query + SIDE_COLUMNS + 48 * last;
  const hx = splat(query, SIDE_HALF);
  const hy = splat(query, SIDE_HALF + 4);
  const hz = splat(query, SIDE_HALF + 8);
  const error = splat(query, SIDE_GAP_ERROR);
  let side = f32x4.abs(sub(mul(tz, y), mul(ty, z)));
  let gap = sub(side, add(add(mul(hy, az), mul(hz, ay)), crossReach(n, l, 0, hn, hl)));
  alongX = sub(gap, error);
  squaredX = add(yy, zz);
  side = f32x4.abs(sub(mul(tx, z), mul(tz, x)));
  gap = sub(side, add(add(mul(hx, az), mul(hz, ax)), crossReach(n, l, 16, hn, hl)));
  alongY = sub(gap, error);
  squaredY = add(xx, zz);
  side = f32x4.abs(sub(mul(ty, x), mul(tx, y)));
  gap = sub(side, add(add(mul(hx, ay), mul(hy, ax)), crossReach(n, l, 32, hn, hl)));
  alongZ = sub(gap, error);
  squaredZ = add(xx, yy);
}

/** Along an axis whose length squared is given; parallel edges say nothing that the faces do not. */
function largerOf(gap: v128, along: v128, squared: v128): v128 {
  const isAxis = f32x4.gt(squared, f32x4.splat(PARALLEL));
  return f32x4.pmax(gap, v128.bitselect(f32x4.div(along, f32x4.sqrt(squared)), gap, isAxis));
}

export function usedChildren(four: usize): v128 {
  return f32x4.lt(f32x4(0, 1, 2, 3), f32x4.splat(<f32>load<u32>(four, WIDE_COUNT)));
}

/** Places both; the larger gap of those that the axes of the single box and of each child show. */
export function gapOfFaces(query: usize, one: usize, box: u32, four: usize): v128 {
  placeBox(query, one, box, four);
  const dx = v128.load(four, WIDE_CENTRE);
  const dy = v128.load(four, WIDE_CENTRE + 16);
  const dz = v128.load(four, WIDE_CENTRE + 32);
  tx = add(rowOf(query, 0, dx, dy, dz), splat(query, SIDE_OFFSET));
  ty = add(rowOf(query, 1, dx, dy, dz), splat(query, SIDE_OFFSET + 4));
  tz = add(rowOf(query, 2, dx, dy, dz), splat(query, SIDE_OFFSET + 8));
  turnAxes(query, four);
  const hx = splat(query, SIDE_HALF);
  const hy = splat(query, SIDE_HALF + 4);
  const hz = splat(query, SIDE_HALF + 8);
  const h0 = v128.load(four, WIDE_HALF);
  const h1 = v128.load(four, WIDE_HALF + 16);
  const h2 = v128.load(four, WIDE_HALF + 32);
  const error = splat(query, SIDE_GAP_ERROR);
  const x = sub(sub(sub(f32x4.abs(tx), hx), reachAlong(query, 0, h0, h1, h2)), error);
  const y = sub(sub(sub(f32x4.abs(ty), hy), reachAlong(query, 1, h0, h1, h2)), error);
  const z = sub(sub(sub(f32x4.abs(tz), hz), reachAlong(query, 2, h0, h1, h2)), error);
  const ofOne = cornerGap(x, y, z);
  const p = sub(gapAlongOwn(query, four, 0, hx, hy, hz), error);
  const q = sub(gapAlongOwn(query, four, 1, hx, hy, hz), error);
  const r = sub(gapAlongOwn(query, four, 2, hx, hy, hz), error);
  return f32x4.pmax(ofOne, cornerGap(p, q, r));
}

/** Along the axis j of each child itself. */
function gapAlongOwn(query: usize, four: usize, j: usize, hx: v128, hy: v128, hz: v128): v128 {
  const column = query + SIDE_COLUMNS + 48 * j;
  const x = v128.load(column);
  const y = v128.load(column, 16);
  const z = v128.load(column, 32);
  const reach = dot3(hx, hy, hz, f32x4.abs(x), f32x4.abs(y), f32x4.abs(z));
  const side = f32x4.abs(dot3(tx, ty, tz, x, y, z));
  return sub(sub(side, v128.load(four + 16 * j, WIDE_HALF)), reach);
}

/** What rounding makes of three axes that are square to each other, and of the root below. */
const SQUARE: f32 = 1 - 1.0 / 1048576;

/**
 * What is apart by these along three axes that are square to each other is apart by the root of their squares, those that are
 * negative aside: with the largest alone, what lies to the side of a face would be as near as what lies over it.
 */
function cornerGap(x: v128, y: v128, z: v128): v128 {
  const zero = f32x4.splat(0);
  const most = f32x4.pmax(f32x4.pmax(x, y), z);
  const px = f32x4.pmax(x, zero);
  const py = f32x4.pmax(y, zero);
  const pz = f32x4.pmax(z, zero);
  const across = mul(f32x4.sqrt(dot3(px, py, pz, px, py, pz)), f32x4.splat(SQUARE));
  return v128.bitselect(f32x4.pmax(most, across), most, f32x4.gt(most, zero));
}
