import { RIGID_CENTRE, RIGID_RADIUS } from '../layout/rigid-meshes';
import {
  BODY_ARM,
  BODY_AXIS,
  BODY_K0,
  BODY_MESH,
  BODY_MODE,
  BODY_PIVOT,
  BODY_POSITION0,
  BODY_POSITION1,
  BODY_REACH,
  BODY_ROTATION,
  BODY_ROTATION0,
  BODY_ROTATION1,
  BODY_SPEED,
  BODY_START,
  BODY_TRAVEL,
  RIGID_QUERY_BACK_TIME,
  RIGID_QUERY_BODY_A,
  RIGID_QUERY_BODY_B,
  RIGID_QUERY_NOISE,
  RIGID_QUERY_OFFSET,
  RIGID_QUERY_TIME,
  RIGID_QUERY_VELOCITY,
} from '../layout/rigid-queries';
import { prepareTurn } from './pose';
import { component, length, lengthAt, rowTimes, setVector } from './vector';

/** 64 units in the last place: positions pass through at most 40 rounded operations, each of the noted size. */
const NOISE: f64 = 64 * 1.1102230246251565e-16;

/** What f32 may lose of a length whose square underflows, a few times over: below it bodies have no size. */
const VANISHING: f64 = 2e-22;

/** Turns the two motions of a query into offset, velocity, axes and angular speeds. */
export function prepareMotions(query: usize): void {
  const a = query + RIGID_QUERY_BODY_A;
  const b = query + RIGID_QUERY_BODY_B;
  prepareBody(a);
  prepareBody(b);
  let reach = load<f64>(a, BODY_REACH) * (1 + abs(load<f64>(a, BODY_SPEED)));
  reach += load<f64>(b, BODY_REACH) * (1 + abs(load<f64>(b, BODY_SPEED)));
  for (let i: usize = 0; i < 3; i++) {
    const apart = component(a + BODY_POSITION0, i) - component(b + BODY_POSITION0, i);
    const offset = apart + pivotAt(a, i) - pivotAt(b, i);
    const moveA = travel(a, i);
    const moveB = travel(b, i);
    const at = query + (i << 3);
    store<f64>(at, moveA, RIGID_QUERY_BODY_A + BODY_TRAVEL);
    store<f64>(at, moveB, RIGID_QUERY_BODY_B + BODY_TRAVEL);
    store<f64>(at, component(a + BODY_POSITION0, i) + pivotAt(a, i), RIGID_QUERY_BODY_A + BODY_START);
    store<f64>(at, component(b + BODY_POSITION0, i) + pivotAt(b, i), RIGID_QUERY_BODY_B + BODY_START);
    store<f64>(at, offset, RIGID_QUERY_OFFSET);
    store<f64>(at, moveA - moveB, RIGID_QUERY_VELOCITY);
    reach += abs(offset) + abs(apart) + abs(moveA) + abs(moveB);
  }
  reach += lengthAt(a + BODY_PIVOT) + lengthAt(b + BODY_PIVOT);
  const turns = abs(load<f64>(a, BODY_SPEED)) + abs(load<f64>(b, BODY_SPEED));
  store<f64>(query, reach * NOISE + (1 + turns) * VANISHING, RIGID_QUERY_NOISE);
  store<f64>(query, -1, RIGID_QUERY_TIME);
  store<f64>(query, -2, RIGID_QUERY_BACK_TIME);
  prepareTurn(a);
  prepareTurn(b);
}

function prepareBody(body: usize): void {
  const mesh = <usize>load<u32>(body, BODY_MESH);
  for (let i: usize = 0; i < 3; i++) {
    const arm = component(body + BODY_PIVOT, i) - component(mesh + RIGID_CENTRE, i);
    store<f64>(body + (i << 3), arm, BODY_ARM);
  }
  store<f64>(body, lengthAt(body + BODY_ARM) + load<f64>(mesh, RIGID_RADIUS), BODY_REACH);
  matrixOf(body + BODY_ROTATION, body + BODY_ROTATION0);
  if (load<u32>(body, BODY_MODE) !== 0) takeVelocity(body);
  else takeShortestTurn(body);
}

function matrixOf(target: usize, quaternion: usize): void {
  const x = load<f64>(quaternion);
  const y = load<f64>(quaternion, 8);
  const z = load<f64>(quaternion, 16);
  const w = load<f64>(quaternion, 24);
  setVector(target, 1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w));
  setVector(target + 24, 2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w));
  setVector(target + 48, 2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y));
}

function takeVelocity(body: usize): void {
  const angular = body + BODY_ROTATION1;
  setTurn(body, load<f64>(angular), load<f64>(angular, 8), load<f64>(angular, 16), lengthAt(angular));
}

// The world-frame turn q1 q0^-1, by the shorter way.
function takeShortestTurn(body: usize): void {
  const p = body + BODY_ROTATION0;
  const q = body + BODY_ROTATION1;
  const px = -load<f64>(p);
  const py = -load<f64>(p, 8);
  const pz = -load<f64>(p, 16);
  const pw = load<f64>(p, 24);
  const qx = load<f64>(q);
  const qy = load<f64>(q, 8);
  const qz = load<f64>(q, 16);
  const qw = load<f64>(q, 24);
  const w = qw * pw - qx * px - qy * py - qz * pz;
  const sign: f64 = w < 0 ? -1 : 1;
  const x = sign * (qw * px + qx * pw + qy * pz - qz * py);
  const y = sign * (qw * py - qx * pz + qy * pw + qz * px);
  const z = sign * (qw * pz + qx * py - qy * px + qz * pw);
  const sine = length(x, y, z);
  setTurn(body, x, y, z, sine === 0 ? 0 : 2 * Math.atan2(sine, sign * w));
}

function setTurn(body: usize, x: f64, y: f64, z: f64, angle: f64): void {
  const size = length(x, y, z);
  store<f64>(body, size === 0 ? 0 : angle, BODY_SPEED);
  if (size === 0) setVector(body + BODY_AXIS, 1, 0, 0);
  else setVector(body + BODY_AXIS, x / size, y / size, z / size);
}

/** The centre of rotation at t = 0, from the body's origin, in world directions. */
function pivotAt(body: usize, i: usize): f64 {
  const pivot = body + BODY_PIVOT;
  return rowTimes(body + BODY_ROTATION, i, load<f64>(pivot), load<f64>(pivot, 8), load<f64>(pivot, 16));
}

/** How far the centre of rotation moves in the step. */
function travel(body: usize, i: usize): f64 {
  const end = component(body + BODY_POSITION1, i);
  if (load<u32>(body, BODY_MODE) !== 0) return end;
  return end - component(body + BODY_POSITION0, i) + pivotMoves(body, i);
}

// (R1 - R0) pivot.
function pivotMoves(body: usize, i: usize): f64 {
  const pivot = body + BODY_PIVOT;
  matrixOf(body + BODY_K0, body + BODY_ROTATION1);
  const px = load<f64>(pivot);
  const py = load<f64>(pivot, 8);
  const pz = load<f64>(pivot, 16);
  return rowTimes(body + BODY_K0, i, px, py, pz) - pivotAt(body, i);
}
