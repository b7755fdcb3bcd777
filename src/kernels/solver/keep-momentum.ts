import {
  MOVER_ANGULAR,
  MOVER_CENTRE_NOW,
  MOVER_CERTIFIED,
  MOVER_LINEAR,
  MOVER_LOCKS,
  MOVER_MASS,
  MOVER_PUSH,
  MOVER_TURNED_INERTIA,
} from '../layout/bodies';
import { TOUCH_BYTES, TOUCH_LINK, TOUCH_NORMAL, TOUCH_PUSH } from '../layout/contacts';
import { component, setVector } from '../rigid/vector';
import { solvedX, solvedY, solvedZ, solveSymmetric } from './inertia';
import { bodyA, bodyB } from './links-of-touches';
import { isFree } from './move';

/** The angular momentum that is missing. */
let missingX: f64 = 0;
let missingY: f64 = 0;
let missingZ: f64 = 0;

/**
 * A push moves two bodies that pass each other across their way, which changes the angular momentum of both together. Gives
 * it back: the two turn about their common centre of mass as if they were one body, by as much as is missing. That changes
 * neither linear momentum nor any velocity between the two. After the motion has been finished.
 */
export function keepMomentum(touches: usize, count: i32): void {
  for (let first = 0; first < count; ) {
    const touch = touches + <usize>first * TOUCH_BYTES;
    const pair = load<u32>(touch, TOUCH_LINK);
    missingX = 0;
    missingY = 0;
    missingZ = 0;
    let end = first;
    for (; end < count; end++) {
      const other = touches + <usize>end * TOUCH_BYTES;
      if (load<u32>(other, TOUCH_LINK) !== pair) break;
      if (load<f64>(other, TOUCH_PUSH) > 0) addMissing(other);
    }
    first = end;
    if (missingX === 0 && missingY === 0 && missingZ === 0) continue;
    const a = bodyA(touch);
    const b = bodyB(touch);
    if (canTurn(a) && canTurn(b)) turnTogether(a, b);
  }
}

/** Whom something holds has no momentum of its own to keep. */
function canTurn(body: usize): bool {
  return isFree(body) && load<u32>(body, MOVER_LOCKS) === 0;
}

/** The share of its push that a body was moved by. */
function shareOf(body: usize): f64 {
  const push = body + MOVER_PUSH;
  const isPushed = component(push, 0) !== 0 || component(push, 1) !== 0 || component(push, 2) !== 0;
  return isPushed ? load<f64>(body, MOVER_CERTIFIED) : 0;
}

// A centre of mass that is moved by p n / m takes p n x v of angular momentum with it.
function addMissing(touch: usize): void {
  const a = bodyA(touch);
  const b = bodyB(touch);
  const p = load<f64>(touch, TOUCH_PUSH);
  const ofA = p * shareOf(a);
  const ofB = p * shareOf(b);
  const v = a + MOVER_LINEAR;
  const w = b + MOVER_LINEAR;
  const x = ofB * component(w, 0) - ofA * component(v, 0);
  const y = ofB * component(w, 1) - ofA * component(v, 1);
  const z = ofB * component(w, 2) - ofA * component(v, 2);
  const n = touch + TOUCH_NORMAL;
  missingX -= component(n, 1) * z - component(n, 2) * y;
  missingY -= component(n, 2) * x - component(n, 0) * z;
  missingZ -= component(n, 0) * y - component(n, 1) * x;
}

function turnTogether(a: usize, b: usize): void {
  const p = a + MOVER_CENTRE_NOW;
  const q = b + MOVER_CENTRE_NOW;
  const rx = component(q, 0) - component(p, 0);
  const ry = component(q, 1) - component(p, 1);
  const rz = component(q, 2) - component(p, 2);
  const ma = load<f64>(a, MOVER_MASS);
  const mb = load<f64>(b, MOVER_MASS);
  const m = (ma * mb) / (ma + mb);
  const i = a + MOVER_TURNED_INERTIA;
  const j = b + MOVER_TURNED_INERTIA;
  const xx = component(i, 0) + component(j, 0) + m * (ry * ry + rz * rz);
  const yy = component(i, 1) + component(j, 1) + m * (rx * rx + rz * rz);
  const zz = component(i, 2) + component(j, 2) + m * (rx * rx + ry * ry);
  const xy = component(i, 3) + component(j, 3) - m * rx * ry;
  const xz = component(i, 4) + component(j, 4) - m * rx * rz;
  const yz = component(i, 5) + component(j, 5) - m * ry * rz;
  if (!solveSymmetric(xx, yy, zz, xy, xz, yz, missingX, missingY, missingZ)) return;
  const wx = solvedX;
  const wy = solvedY;
  const wz = solvedZ;
  const ux = wy * rz - wz * ry;
  const uy = wz * rx - wx * rz;
  const uz = wx * ry - wy * rx;
  add(a + MOVER_LINEAR, -m / ma, ux, uy, uz);
  add(b + MOVER_LINEAR, m / mb, ux, uy, uz);
  add(a + MOVER_ANGULAR, 1, wx, wy, wz);
  add(b + MOVER_ANGULAR, 1, wx, wy, wz);
}

function add(at: usize, share: f64, x: f64, y: f64, z: f64): void {
  setVector(at, component(at, 0) + share * x, component(at, 1) + share * y, component(at, 2) + share * z);
}
