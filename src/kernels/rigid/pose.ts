import {
  BODY_ARM,
  BODY_AXIS,
  BODY_BYTES,
  BODY_K0,
  BODY_K1,
  BODY_K2,
  BODY_MESH,
  BODY_OWN_AXIS,
  BODY_ROTATION,
  BODY_SPEED,
  RIGID_QUERY_A_TO_B,
  RIGID_QUERY_B_TO_A,
  RIGID_QUERY_BACK_TIME,
  RIGID_QUERY_BODY_A,
  RIGID_QUERY_BODY_B,
  RIGID_QUERY_IN_A,
  RIGID_QUERY_IN_B,
  RIGID_QUERY_OFFSET,
  RIGID_QUERY_TIME,
  RIGID_QUERY_VELOCITY,
} from '../layout/rigid-queries';
import { cosine, sineOf } from './sine';
import { component, dotAt, dotOfTwo, rotateBack, rowTimes, setVector } from './vector';

/** Relative pose and directions of both bodies at `time`, in B's frame: `poseBack` adds A's. Kept until another time is asked for. */
export function poseAt(query: usize, time: f64): void {
  if (load<f64>(query, RIGID_QUERY_TIME) === time) return;
  store<f64>(query, time, RIGID_QUERY_TIME);
  const a = query + RIGID_QUERY_BODY_A;
  const b = query + RIGID_QUERY_BODY_B;
  turn(a, time);
  turn(b, time);
  relate(query, a + BODY_ROTATION, b + BODY_ROTATION, time);
  rotateTwoBack(query + RIGID_QUERY_IN_B, b + BODY_ROTATION, query + RIGID_QUERY_VELOCITY, a + BODY_AXIS);
}

/** The way back, from B's frame to A's, and the directions there: half of the boxes ask for it. */
export function poseBack(query: usize): void {
  const time = load<f64>(query, RIGID_QUERY_TIME);
  if (load<f64>(query, RIGID_QUERY_BACK_TIME) === time) return;
  const a = query + RIGID_QUERY_BODY_A + BODY_ROTATION;
  relateBack(query, a, time);
  const axis = query + RIGID_QUERY_BODY_B + BODY_AXIS;
  rotateTwoBack(query + RIGID_QUERY_IN_A, a, query + RIGID_QUERY_VELOCITY, axis);
}

function turn(body: usize, time: f64): void {
  const speed = load<f64>(body, BODY_SPEED);
  if (speed === 0) return; // the rotation at the start stays
  const s = sineOf(speed * time);
  const c = cosine;
  const sines = f64x2.splat(s);
  const cosines = f64x2.splat(c);
  for (let i: usize = 0; i < 64; i += 16) {
    const at = body + i;
    const across = f64x2.mul(cosines, v128.load(at, BODY_K1));
    const value = f64x2.add(v128.load(at, BODY_K0), across);
    v128.store(at, f64x2.add(value, f64x2.mul(sines, v128.load(at, BODY_K2))), BODY_ROTATION);
  }
  const last = body + 64;
  const value = load<f64>(last, BODY_K0) + c * load<f64>(last, BODY_K1) + s * load<f64>(last, BODY_K2);
  store<f64>(last, value, BODY_ROTATION);
}

/** The way from B's centre of rotation to A's at `time`. */
function between(query: usize, i: usize, time: f64): f64 {
  const at = query + (i << 3);
  return load<f64>(at, RIGID_QUERY_OFFSET) + time * load<f64>(at, RIGID_QUERY_VELOCITY);
}

// p_b = Rb^T (D + Ra (p_a - arm_a)) + arm_b, with D from B's centre of rotation to A's: no large coordinate takes part. Rows 0 and 1 of
// everything are a lane each.
function relate(query: usize, ra: usize, rb: usize, time: f64): void {
  const armA = query + RIGID_QUERY_BODY_A + BODY_ARM;
  const armB = query + RIGID_QUERY_BODY_B + BODY_ARM;
  const there = query + RIGID_QUERY_A_TO_B;
  const bx = twoColumns(rb, 0);
  const by = twoColumns(rb, 1);
  const bz = twoColumns(rb, 2);
  for (let j: usize = 0; j < 72; j += 24) {
    const x = load<f64>(ra + j);
    const y = load<f64>(ra + j, 8);
    const z = load<f64>(ra + j, 16);
    v128.store(there + j, dotOfTwo(bx, by, bz, f64x2.splat(x), f64x2.splat(y), f64x2.splat(z)));
    store<f64>(there + j, dotAt(rb + 48, x, y, z), 16);
  }
  const dx = between(query, 0, time);
  const dy = between(query, 1, time);
  const dz = between(query, 2, time);
  for (let i: usize = 0; i < 3; i++) {
    const inB = dotAt(rb + 24 * i, dx, dy, dz);
    store<f64>(there + 72 + 8 * i, inB - rowOfArm(there, i, armA) + component(armB, i));
  }
}

function relateBack(query: usize, ra: usize, time: f64): void {
  store<f64>(query, load<f64>(query, RIGID_QUERY_TIME), RIGID_QUERY_BACK_TIME);
  const there = query + RIGID_QUERY_A_TO_B;
  const back = query + RIGID_QUERY_B_TO_A;
  for (let i: usize = 0; i < 3; i++) {
    setVector(back + 24 * i, component(there, i), component(there, i + 3), component(there, i + 6));
  }
  const armA = query + RIGID_QUERY_BODY_A + BODY_ARM;
  const armB = query + RIGID_QUERY_BODY_B + BODY_ARM;
  const dx = between(query, 0, time);
  const dy = between(query, 1, time);
  const dz = between(query, 2, time);
  for (let i: usize = 0; i < 3; i++) {
    const inA = dotAt(ra + 24 * i, dx, dy, dz);
    store<f64>(back + 72 + 8 * i, component(armA, i) - inA - rowOfArm(back, i, armB));
  }
}

/** How the bodies lie to each other where they start, both ways, without how they move. */
export function poseAtStart(query: usize): void {
  const a = query + RIGID_QUERY_BODY_A + BODY_ROTATION;
  relate(query, a, query + RIGID_QUERY_BODY_B + BODY_ROTATION, 0);
  relateBack(query, a, 0);
}

/** A coordinate of the first two columns, a lane each. */
function twoColumns(matrix: usize, i: usize): v128 {
  return f64x2.replace_lane(f64x2.splat(component(matrix, i)), 1, component(matrix, i + 3));
}

/** `rotateBack` of two vectors, a lane each, to `target` and behind it. */
function rotateTwoBack(target: usize, matrix: usize, first: usize, second: usize): void {
  const x = f64x2.replace_lane(f64x2.splat(component(first, 0)), 1, component(second, 0));
  const y = f64x2.replace_lane(f64x2.splat(component(first, 1)), 1, component(second, 1));
  const z = f64x2.replace_lane(f64x2.splat(component(first, 2)), 1, component(second, 2));
  for (let i: usize = 0; i < 3; i++) {
    const column = matrix + 24 * i;
    const value = dotOfTwo(
      f64x2.splat(component(column, 0)),
      f64x2.splat(component(column, 1)),
      f64x2.splat(component(column, 2)),
      x,
      y,
      z,
    );
    store<f64>(target + 8 * i, f64x2.extract_lane(value, 0));
    store<f64>(target + 8 * i, f64x2.extract_lane(value, 1), 24);
  }
}

function rowOfArm(matrix: usize, i: usize, arm: usize): f64 {
  return rowTimes(matrix, i, load<f64>(arm), load<f64>(arm, 8), load<f64>(arm, 16));
}

/** R(t) = u u^T R0 + cos(w t) (I - u u^T) R0 + sin(w t) [u] R0, column by column of R0, which is at BODY_ROTATION. */
export function prepareTurn(body: usize): void {
  const ux = load<f64>(body, BODY_AXIS);
  const uy = load<f64>(body, BODY_AXIS + 8);
  const uz = load<f64>(body, BODY_AXIS + 16);
  for (let column: usize = 0; column < 72; column += 24) {
    const at = body + column;
    const x = load<f64>(at, BODY_ROTATION);
    const y = load<f64>(at, BODY_ROTATION + 8);
    const z = load<f64>(at, BODY_ROTATION + 16);
    const along = ux * x + uy * y + uz * z;
    setVector(at + BODY_K0, along * ux, along * uy, along * uz);
    setVector(at + BODY_K1, x - along * ux, y - along * uy, z - along * uz);
    setVector(at + BODY_K2, uy * z - uz * y, uz * x - ux * z, ux * y - uy * x);
  }
  // a body's axis does not move under its own rotation
  rotateBack(body + BODY_OWN_AXIS, body + BODY_ROTATION, body + BODY_AXIS);
}

export function meshOf(query: usize, body: usize): usize {
  return <usize>load<u32>(query + body * BODY_BYTES, BODY_MESH);
}
