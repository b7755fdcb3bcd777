import { WIDE_HALF, WIDE_RADIUS } from '../layout/rigid-meshes';
import {
  SIDE_ARM_FOUR,
  SIDE_ARM_ONE,
  SIDE_AXIS_FOUR,
  SIDE_AXIS_ONE,
  SIDE_COLUMNS,
  SIDE_GAPS,
  SIDE_HALF,
  SIDE_MOVED,
  SIDE_NORMAL,
  SIDE_RATE_ERROR,
  SIDE_REACH_ONE,
  SIDE_SPEED_FOUR,
  SIDE_SPEED_ONE,
  SIDE_STEPS,
  SIDE_THICKNESS,
  SIDE_VELOCITY,
} from '../layout/rigid-queries';
import { add, dot3, mul, splat, sub } from './lanes';

/** Steps are shortened by this share: more than the rounding of the formulas below, about 20 units of 2^-24. */
const SHORTER: f32 = 1 - 1.0 / 65536;
const ENDLESS: f32 = 3e38;

function size3(x: v128, y: v128, z: v128): v128 {
  return f32x4.sqrt(dot3(x, y, z, x, y, z));
}

/**
 * How long the gaps of `gapsToFour` certainly stay above the thickness, a lane a child: the larger of the step that a constant bound of
 * the closing speed allows (C2A, Lemma 1, with signs) and the step of the second-order bound
 * gap >= d rate + d^2 / 2 bend.
 */
export function stepsOfFour(query: usize, wide: usize): void {
  const nx = v128.load(query, SIDE_NORMAL);
  const ny = v128.load(query, SIDE_NORMAL + 16);
  const nz = v128.load(query, SIDE_NORMAL + 32);
  const vx = splat(query, SIDE_VELOCITY);
  const vy = splat(query, SIDE_VELOCITY + 4);
  const vz = splat(query, SIDE_VELOCITY + 8);
  const straight = add(dot3(nx, ny, nz, vx, vy, vz), splat(query, SIDE_RATE_ERROR));
  let rate = straight;
  let most = straight;
  let bend = f32x4.splat(0);
  if (load<f32>(query, SIDE_SPEED_FOUR) !== 0) {
    const ux = splat(query, SIDE_AXIS_FOUR);
    const uy = splat(query, SIDE_AXIS_FOUR + 4);
    const uz = splat(query, SIDE_AXIS_FOUR + 8);
    const w = splat(query, SIDE_SPEED_FOUR);
    // n . (u x r) = (n x u) . r
    const qx = sub(mul(ny, uz), mul(nz, uy));
    const qy = sub(mul(nz, ux), mul(nx, uz));
    const qz = sub(mul(nx, uy), mul(ny, ux));
    const rx = add(v128.load(query, SIDE_MOVED), splat(query, SIDE_ARM_FOUR));
    const ry = add(v128.load(query, SIDE_MOVED + 16), splat(query, SIDE_ARM_FOUR + 4));
    const rz = add(v128.load(query, SIDE_MOVED + 32), splat(query, SIDE_ARM_FOUR + 8));
    let fastest = dot3(qx, qy, qz, rx, ry, rz);
    for (let j: usize = 0; j < 3; j++) {
      const column = query + SIDE_COLUMNS + 48 * j;
      const turned = dot3(qx, qy, qz, v128.load(column), v128.load(column, 16), v128.load(column, 32));
      fastest = add(fastest, mul(f32x4.abs(turned), v128.load(wide + 16 * j, WIDE_HALF)));
    }
    const px = sub(mul(ry, uz), mul(rz, uy));
    const py = sub(mul(rz, ux), mul(rx, uz));
    const pz = sub(mul(rx, uy), mul(ry, ux));
    const swing = mul(w, mul(size3(qx, qy, qz), add(size3(px, py, pz), v128.load(wide, WIDE_RADIUS))));
    rate = add(rate, mul(w, fastest));
    most = add(most, swing);
    bend = mul(w, swing);
  }
  if (load<f32>(query, SIDE_SPEED_ONE) !== 0) {
    const ux = splat(query, SIDE_AXIS_ONE);
    const uy = splat(query, SIDE_AXIS_ONE + 4);
    const uz = splat(query, SIDE_AXIS_ONE + 8);
    const w = splat(query, SIDE_SPEED_ONE);
    const qx = sub(mul(ny, uz), mul(nz, uy));
    const qy = sub(mul(nz, ux), mul(nx, uz));
    const qz = sub(mul(nx, uy), mul(ny, ux));
    const rx = splat(query, SIDE_ARM_ONE);
    const ry = splat(query, SIDE_ARM_ONE + 4);
    const rz = splat(query, SIDE_ARM_ONE + 8);
    const halfX = splat(query, SIDE_HALF);
    const halfY = splat(query, SIDE_HALF + 4);
    const halfZ = splat(query, SIDE_HALF + 8);
    const spread = dot3(f32x4.abs(qx), f32x4.abs(qy), f32x4.abs(qz), halfX, halfY, halfZ);
    const px = sub(mul(ry, uz), mul(rz, uy));
    const py = sub(mul(rz, ux), mul(rx, uz));
    const pz = sub(mul(rx, uy), mul(ry, ux));
    const swing = mul(w, mul(size3(qx, qy, qz), add(size3(px, py, pz), splat(query, SIDE_REACH_ONE))));
    rate = add(rate, mul(w, sub(spread, dot3(qx, qy, qz, rx, ry, rz))));
    most = add(most, swing);
    bend = add(bend, mul(w, swing));
  }
  const gaps = sub(v128.load(query, SIDE_GAPS), splat(query, SIDE_THICKNESS));
  v128.store(query, longest(gaps, rate, most, bend), SIDE_STEPS);
}

function longest(gap: v128, rate: v128, most: v128, bend: v128): v128 {
  const zero = f32x4.splat(0);
  const root = f32x4.sqrt(add(mul(rate, rate), mul(mul(f32x4.splat(2), bend), f32x4.pmax(gap, zero))));
  const closing = f32x4.div(add(gap, gap), add(rate, root));
  const opening = f32x4.div(sub(root, rate), bend);
  const curved = v128.bitselect(closing, opening, f32x4.ge(rate, zero));
  const straight = f32x4.div(gap, most);
  const steady = v128.bitselect(straight, f32x4.splat(ENDLESS), f32x4.gt(most, zero));
  const step = mul(f32x4.pmax(curved, steady), f32x4.splat(SHORTER));
  return v128.bitselect(step, zero, f32x4.gt(gap, zero));
}
