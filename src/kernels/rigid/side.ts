import {
  RIGID_LEAF,
  RIGID_NODES,
  WIDE_AXES,
  WIDE_BASE,
  WIDE_BYTES,
  WIDE_CENTRE,
  WIDE_HALF,
  WIDE_LINKS,
  WIDE_RADIUS,
  WIDE_SPREAD,
} from '../layout/rigid-meshes';
import {
  BODY_ARM,
  BODY_BYTES,
  BODY_OWN_AXIS,
  BODY_SPEED,
  RIGID_QUERY_A_TO_B,
  RIGID_QUERY_B_TO_A,
  RIGID_QUERY_IN_A,
  RIGID_QUERY_IN_B,
  RIGID_QUERY_NOISE,
  SIDE_ARM_FOUR,
  SIDE_ARM_ONE,
  SIDE_AXIS_FOUR,
  SIDE_AXIS_ONE,
  SIDE_CENTRE_RATE,
  SIDE_GAP_ERROR,
  SIDE_HALF,
  SIDE_M,
  SIDE_OFFSET,
  SIDE_RATE_ERROR,
  SIDE_REACH_ONE,
  SIDE_SPEED_FOUR,
  SIDE_SPEED_ONE,
  SIDE_SPIN_ONE,
  SIDE_TURN_FOUR,
  SIDE_VELOCITY,
} from '../layout/rigid-queries';
import { meshOf, poseBack } from './pose';
import { component, dotOfTwo, rowTimes } from './vector';

// The f32 arithmetic of `gapsToFour` makes at most 64 half-units of 2^-24 of error of the coordinates that it starts
// from: offset, centre and half sizes, each at most |offset| + spread + radius. The same for rates, at 128, since an
// edge axis of sine 1/16 is known to 6 * 16 of them.
export const GAP_ERROR: f64 = 64.0 / 16777216;
const RATE_ERROR: f64 = 128.0 / 16777216;

/** Axes are compared as if everything closed by this share of its speed at least. */
const SPIN_SHARE: f64 = 1.0 / 64;
/** With no motion at all the largest gap wins: every speed is this. */
const TINY: f64 = 1e-30;

export function wideOf(mesh: usize, box: u32): usize {
  return mesh + load<u32>(mesh, RIGID_NODES) + <usize>(box >> 2) * WIDE_BYTES;
}

export function linkOf(mesh: usize, box: u32): u32 {
  return load<u32>(wideOf(mesh, box) + ((box & 3) << 2), WIDE_LINKS);
}

/** The triangle of a leaf's box. */
export function slotOf(mesh: usize, box: u32): u32 {
  return linkOf(mesh, box) & ~RIGID_LEAF;
}

export function radiusOf(mesh: usize, box: u32): f32 {
  return load<f32>(wideOf(mesh, box) + ((box & 3) << 2), WIDE_RADIUS);
}

/** Where a box's numbers are, in its wide node. */
export function laneOf(mesh: usize, box: u32): usize {
  return wideOf(mesh, box) + ((box & 3) << 2);
}

/** Of the last box that was placed: the way from its centre to the four's base, in its mesh's frame. */
export let awayX: f64 = 0;
export let awayY: f64 = 0;
export let awayZ: f64 = 0;

/** One box of body `one` in its own frame, and how the children of wide node `four` of the other body lie there. */
export function placeBox(query: usize, one: usize, box: u32, four: usize): void {
  const wide = wideOf(meshOf(query, one), box);
  const lane = wide + ((box & 3) << 2);
  if (one === 0) poseBack(query);
  const toOne = query + (one ? RIGID_QUERY_A_TO_B : RIGID_QUERY_B_TO_A);
  const ox = placed(toOne, 0, four) - centreOf(wide, lane, 0);
  const oy = placed(toOne, 1, four) - centreOf(wide, lane, 1);
  const oz = placed(toOne, 2, four) - centreOf(wide, lane, 2);
  awayX = ox;
  awayY = oy;
  awayZ = oz;
  // columns of the matrix, two at a time, the offset with the last
  const ax = two(component(toOne, 0), component(toOne, 3));
  const ay = two(component(toOne, 1), component(toOne, 4));
  const az = two(component(toOne, 2), component(toOne, 5));
  const bx = two(component(toOne, 6), ox);
  const by = two(component(toOne, 7), oy);
  const bz = two(component(toOne, 8), oz);
  for (let i: usize = 0; i < 3; i++) {
    const axis = lane + 48 * i;
    const ex = axisOfTwo(axis, 0);
    const ey = axisOfTwo(axis, 16);
    const ez = axisOfTwo(axis, 32);
    const first = dotOfTwo(ax, ay, az, ex, ey, ez);
    const last = dotOfTwo(bx, by, bz, ex, ey, ez);
    const at = query + 4 * i;
    store<f32>(at, <f32>f64x2.extract_lane(first, 0), SIDE_M);
    store<f32>(at, <f32>f64x2.extract_lane(first, 1), SIDE_M + 12);
    store<f32>(at, <f32>f64x2.extract_lane(last, 0), SIDE_M + 24);
    store<f32>(at, <f32>f64x2.extract_lane(last, 1), SIDE_OFFSET);
    store<f32>(at, load<f32>(lane + 16 * i, WIDE_HALF), SIDE_HALF);
  }
  const spread = <f64>load<f32>(four, WIDE_SPREAD);
  const offset = abs(ox) + abs(oy) + abs(oz) + spread + <f64>load<f32>(lane, WIDE_RADIUS);
  store<f32>(query, <f32>(offset * GAP_ERROR + load<f64>(query, RIGID_QUERY_NOISE)), SIDE_GAP_ERROR);
}

/** The same, and how the two move. */
export function prepareSide(query: usize, one: usize, box: u32, four: usize): void {
  placeBox(query, one, box, four);
  const wide = wideOf(meshOf(query, one), box);
  const lane = wide + ((box & 3) << 2);
  const bodyOne = query + one * BODY_BYTES;
  const bodyFour = query + (1 - one) * BODY_BYTES;
  const toOne = query + (one ? RIGID_QUERY_A_TO_B : RIGID_QUERY_B_TO_A);
  const inOne = query + (one ? RIGID_QUERY_IN_B : RIGID_QUERY_IN_A);
  const own = bodyOne + BODY_OWN_AXIS;
  // the relative velocity is A's; towards `one` it is that of the four
  const sign: f64 = one ? 1 : -1;
  const speedFour = load<f64>(bodyFour, BODY_SPEED);
  const speedOne = load<f64>(bodyOne, BODY_SPEED);
  const ax = swung(toOne, 0, four, bodyFour);
  const ay = swung(toOne, 1, four, bodyFour);
  const az = swung(toOne, 2, four, bodyFour);
  const bx = centreOf(wide, lane, 0) - component(bodyOne + BODY_ARM, 0);
  const by = centreOf(wide, lane, 1) - component(bodyOne + BODY_ARM, 1);
  const bz = centreOf(wide, lane, 2) - component(bodyOne + BODY_ARM, 2);
  const vx = two(component(inOne, 0), component(inOne, 3));
  const vy = two(component(inOne, 1), component(inOne, 4));
  const vz = two(component(inOne, 2), component(inOne, 5));
  const armsX = two(ax, bx);
  const armsY = two(ay, by);
  const armsZ = two(az, bz);
  for (let i: usize = 0; i < 3; i++) {
    const axis = lane + 48 * i;
    const ex = axisOfTwo(axis, 0);
    const ey = axisOfTwo(axis, 16);
    const ez = axisOfTwo(axis, 32);
    const ways = dotOfTwo(vx, vy, vz, ex, ey, ez);
    const arms = dotOfTwo(armsX, armsY, armsZ, ex, ey, ez);
    const turns = along(own, f64x2.extract_lane(ex, 0), f64x2.extract_lane(ey, 0), f64x2.extract_lane(ez, 0));
    const at = query + 4 * i;
    store<f32>(at, <f32>(sign * f64x2.extract_lane(ways, 0)), SIDE_VELOCITY);
    store<f32>(at, <f32>f64x2.extract_lane(ways, 1), SIDE_AXIS_FOUR);
    store<f32>(at, <f32>turns, SIDE_AXIS_ONE);
    store<f32>(at, <f32>f64x2.extract_lane(arms, 0), SIDE_ARM_FOUR);
    store<f32>(at, <f32>f64x2.extract_lane(arms, 1), SIDE_ARM_ONE);
  }
  const spread = <f64>load<f32>(four, WIDE_SPREAD);
  const radius = <f64>load<f32>(lane, WIDE_RADIUS);
  const speed = abs(component(inOne, 0)) + abs(component(inOne, 1)) + abs(component(inOne, 2));
  const swingFour = abs(speedFour) * (abs(ax) + abs(ay) + abs(az) + spread);
  const swingOne = abs(speedOne) * (abs(bx) + abs(by) + abs(bz) + radius);
  prepareCentreRates(query, speedFour, speedOne);
  const swing = speedOne * radius + (speed + swingFour + swingOne) * SPIN_SHARE + TINY;
  store<f32>(query, <f32>swing, SIDE_SPIN_ONE);
  store<f32>(query, <f32>speedFour, SIDE_SPEED_FOUR);
  store<f32>(query, <f32>speedOne, SIDE_SPEED_ONE);
  store<f32>(query, <f32>radius, SIDE_REACH_ONE);
  store<f32>(query, <f32>((speed + swingFour + swingOne) * RATE_ERROR), SIDE_RATE_ERROR);
}

/** Component i of a box's centre, in its mesh's frame. */
function centreOf(wide: usize, lane: usize, i: usize): f64 {
  return component(wide + WIDE_BASE, i) + <f64>load<f32>(lane + (i << 4), WIDE_CENTRE);
}

function two(p: f64, q: f64): v128 {
  return f64x2.replace_lane(f64x2.splat(p), 1, q);
}

function axisOfTwo(axis: usize, row: usize): v128 {
  return f64x2.splat(<f64>load<f32>(axis + row, WIDE_AXES));
}

// What the choice of axis needs to know: rounding here costs a longer step at most.
function prepareCentreRates(query: usize, speedFour: f64, speedOne: f64): void {
  for (let i: usize = 0; i < 12; i += 4) {
    const next: usize = i === 8 ? 0 : i + 4;
    const last: usize = i === 0 ? 8 : i - 4;
    const one = query + SIDE_AXIS_ONE;
    const arm = query + SIDE_ARM_ONE;
    const swing =
      load<f32>(one + next) * load<f32>(arm + last) - load<f32>(one + last) * load<f32>(arm + next);
    const rate = load<f32>(query + i, SIDE_VELOCITY) - <f32>speedOne * swing;
    store<f32>(query + i, rate, SIDE_CENTRE_RATE);
    store<f32>(query + i, <f32>speedFour * load<f32>(query + i, SIDE_AXIS_FOUR), SIDE_TURN_FOUR);
  }
}

function along(vector: usize, x: f64, y: f64, z: f64): f64 {
  return load<f64>(vector) * x + load<f64>(vector, 8) * y + load<f64>(vector, 16) * z;
}

/** Component i of the four's base in the frame of `one`. */
function placed(toOne: usize, i: usize, four: usize): f64 {
  const base = four + WIDE_BASE;
  return (
    rowTimes(toOne, i, component(base, 0), component(base, 1), component(base, 2)) + component(toOne, 9 + i)
  );
}

/** Component i of the way from the four's centre of rotation to their base. */
function swung(toOne: usize, i: usize, four: usize, bodyFour: usize): f64 {
  const base = four + WIDE_BASE;
  const arm = bodyFour + BODY_ARM;
  const x = component(base, 0) - component(arm, 0);
  const y = component(base, 1) - component(arm, 1);
  const z = component(base, 2) - component(arm, 2);
  return rowTimes(toOne, i, x, y, z);
}
