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
  RIGID_QUERY_BODY_A,
  RIGID_QUERY_BODY_B,
  RIGID_QUERY_IN_A,
  RIGID_QUERY_IN_B,
  RIGID_QUERY_OFFSET,
  RIGID_QUERY_TIME,
  RIGID_QUERY_VELOCITY,
} from '../layout/rigid-queries';
import { cosine, sineOf } from './sine';
import { component, dotAt, rotateBack, rowTimes, setVector } from './vector';

/** Relative pose and directions of both bodies at `time`. Kept until another time is asked for. */
export function poseAt(query: usize, time: f64): void {
  if (load<f64>(query, RIGID_QUERY_TIME) === time) return;
  store<f64>(query, time, RIGID_QUERY_TIME);
  const a = query + RIGID_QUERY_BODY_A;
  const b = query + RIGID_QUERY_BODY_B;
  turn(a, time);
  turn(b, time);
  relate(query, a + BODY_ROTATION, b + BODY_ROTATION, time);
  rotateBack(query + RIGID_QUERY_IN_A, a + BODY_ROTATION, query + RIGID_QUERY_VELOCITY);
  rotateBack(query + RIGID_QUERY_IN_A + 24, a + BODY_ROTATION, b + BODY_AXIS);
  rotateBack(query + RIGID_QUERY_IN_B, b + BODY_ROTATION, query + RIGID_QUERY_VELOCITY);
  rotateBack(query + RIGID_QUERY_IN_B + 24, b + BODY_ROTATION, a + BODY_AXIS);
}

function turn(body: usize, time: f64): void {
  const speed = load<f64>(body, BODY_SPEED);
  if (speed === 0) return; // the rotation at the start stays
  const s = sineOf(speed * time);
  const c = cosine;
  for (let i: usize = 0; i < 72; i += 8) {
    const at = body + i;
    const value = load<f64>(at, BODY_K0) + c * load<f64>(at, BODY_K1) + s * load<f64>(at, BODY_K2);
    store<f64>(at, value, BODY_ROTATION);
  }
}

// p_b = Rb^T (D + Ra (p_a - arm_a)) + arm_b, with D from B's centre of rotation to A's: no large coordinate takes part.
export function relate(query: usize, ra: usize, rb: usize, time: f64): void {
  const armA = query + RIGID_QUERY_BODY_A + BODY_ARM;
  const armB = query + RIGID_QUERY_BODY_B + BODY_ARM;
  const there = query + RIGID_QUERY_A_TO_B;
  const back = query + RIGID_QUERY_B_TO_A;
  for (let j: usize = 0; j < 3; j++) {
    const column = ra + 24 * j;
    for (let i: usize = 0; i < 3; i++) {
      const value = dotAt(rb + 24 * i, load<f64>(column), load<f64>(column, 8), load<f64>(column, 16));
      store<f64>(there + 24 * j + 8 * i, value);
      store<f64>(back + 24 * i + 8 * j, value);
    }
  }
  const velocity = query + RIGID_QUERY_VELOCITY;
  const offset = query + RIGID_QUERY_OFFSET;
  const dx = load<f64>(offset) + time * load<f64>(velocity);
  const dy = load<f64>(offset, 8) + time * load<f64>(velocity, 8);
  const dz = load<f64>(offset, 16) + time * load<f64>(velocity, 16);
  for (let i: usize = 0; i < 3; i++) {
    const inB = dotAt(rb + 24 * i, dx, dy, dz);
    const inA = dotAt(ra + 24 * i, dx, dy, dz);
    store<f64>(there + 72 + 8 * i, inB - rowOfArm(there, i, armA) + component(armB, i));
    store<f64>(back + 72 + 8 * i, component(armA, i) - inA - rowOfArm(back, i, armB));
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
