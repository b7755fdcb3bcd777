import {
  MOVER_ANGULAR,
  MOVER_DYNAMIC,
  MOVER_INVERSE_INERTIA,
  MOVER_INVERSE_MASS,
  MOVER_KIND,
  MOVER_LINEAR,
  MOVER_MASS,
} from '../layout/bodies';
import {
  LINK_FRICTION,
  LINK_SIZE,
  TOUCH_ARM_A,
  TOUCH_ARM_B,
  TOUCH_IMPULSE,
  TOUCH_MASS,
  TOUCH_MASS_1,
  TOUCH_MASS_2,
  TOUCH_MASS_TORSION,
  TOUCH_NORMAL,
  TOUCH_TANGENT_1,
  TOUCH_TANGENT_2,
} from '../layout/contacts';
import { WIDE_BODY, WIDE_BYTES, WIDE_CHANGE } from '../layout/joints';
import {
  ROW_CHANGE_A,
  ROW_CHANGE_B,
  ROW_FRICTION,
  ROW_OF_B,
  ROW_TALLIED,
  ROW_TANGENT_1,
  ROW_TANGENT_2,
  ROW_TORSION,
  ROW_TWIST_A,
  ROW_TWIST_B,
  ROW_WIDE,
  ROW_WIDE_COUNT,
} from '../layout/solver-rows';
import { component, dotAt, setVector } from '../rigid/vector';
import { timesSymmetric } from './inertia';
import { bodyA, bodyB, linkOf } from './links-of-touches';

/** Friction against turning in place acts on this share of the smaller body's size. */
const TORSION_ARM: f64 = 0.01;
/** Bodies that yield less than this share of what they would without locks are hardly pushed. */
const LEAST_YIELD: f64 = 0.02;

/** Writes the rows of a contact point for the arms and directions that it has, and its effective masses. */
export function writeRows(touch: usize, row: usize): void {
  const a = bodyA(touch);
  const b = bodyB(touch);
  const least = LEAST_YIELD * (freeYield(a) + freeYield(b));
  store<f64>(touch, massOf(writeRow(touch, row, TOUCH_NORMAL), least), TOUCH_MASS);
  store<f64>(touch, massOf(writeRow(touch, row + ROW_TANGENT_1, TOUCH_TANGENT_1), least), TOUCH_MASS_1);
  store<f64>(touch, massOf(writeRow(touch, row + ROW_TANGENT_2, TOUCH_TANGENT_2), least), TOUCH_MASS_2);
  const n = touch + TOUCH_NORMAL;
  const x = component(n, 0);
  const y = component(n, 1);
  const z = component(n, 2);
  turned(row + ROW_TWIST_A, a, x, y, z);
  turned(row + ROW_TWIST_B, b, x, y, z);
  const stiff = dotAt(row + ROW_TWIST_A, x, y, z) + dotAt(row + ROW_TWIST_B, x, y, z);
  store<f64>(touch, stiff > 0 ? 1 / stiff : 0, TOUCH_MASS_TORSION);
  const link = linkOf(touch);
  const friction = load<f64>(link, LINK_FRICTION);
  store<f64>(row, friction, ROW_FRICTION);
  store<f64>(row, friction * TORSION_ARM * load<f64>(link, LINK_SIZE), ROW_TORSION);
  store<f64>(row, load<f64>(touch, TOUCH_IMPULSE), ROW_TALLIED);
  store<u32>(row, 0, ROW_WIDE);
}

/** Returns what a unit of impulse along the direction changes of the velocity along it. */
function writeRow(touch: usize, row: usize, direction: usize): f64 {
  const n = touch + direction;
  return (
    writeHalf(row, row + ROW_CHANGE_A, bodyA(touch), touch + TOUCH_ARM_A, n) +
    writeHalf(row + ROW_OF_B, row + ROW_CHANGE_B, bodyB(touch), touch + TOUCH_ARM_B, n)
  );
}

/** One body's half of a row: along a direction at the end of an arm. */
export function writeHalf(row: usize, change: usize, body: usize, arm: usize, n: usize): f64 {
  const x = component(n, 0);
  const y = component(n, 1);
  const z = component(n, 2);
  const u = component(arm, 1) * z - component(arm, 2) * y;
  const v = component(arm, 2) * x - component(arm, 0) * z;
  const w = component(arm, 0) * y - component(arm, 1) * x;
  setVector(row, x, y, z);
  setVector(row + 24, u, v, w);
  const m = body + MOVER_INVERSE_MASS;
  setVector(change, x * component(m, 0), y * component(m, 1), z * component(m, 2));
  turned(change + 24, body, u, v, w);
  return dotAt(change, x, y, z) + dotAt(change + 24, u, v, w);
}

/** The same of a row about a direction. */
export function writeTurn(row: usize, change: usize, body: usize, n: usize): f64 {
  const x = component(n, 0);
  const y = component(n, 1);
  const z = component(n, 2);
  setVector(row, 0, 0, 0);
  setVector(row + 24, x, y, z);
  setVector(change, 0, 0, 0);
  turned(change + 24, body, x, y, z);
  return dotAt(change + 24, x, y, z);
}

function turned(target: usize, body: usize, x: f64, y: f64, z: f64): void {
  const i = body + MOVER_INVERSE_INERTIA;
  setVector(
    target,
    timesSymmetric(i, 0, x, y, z),
    timesSymmetric(i, 1, x, y, z),
    timesSymmetric(i, 2, x, y, z),
  );
}

/**
 * An effective mass. Bodies with locked axes hardly yield along some directions: there impulses are smaller than they
 * would have to be, since no turning makes up for them.
 */
export function massOf(stiff: f64, least: f64): f64 {
  if (stiff < least) return stiff / (least * least);
  return stiff > 0 ? 1 / stiff : 0;
}

/** What a body with no axis locked yields at the least. */
export function freeYield(body: usize): f64 {
  return load<u32>(body, MOVER_KIND) === MOVER_DYNAMIC ? 1 / load<f64>(body, MOVER_MASS) : 0;
}

function both(v: v128): f64 {
  return f64x2.extract_lane(v, 0) + f64x2.extract_lane(v, 1);
}

/** The velocity of B against A along a row's direction. */
export function speedAlong(touch: usize, row: usize): f64 {
  return speedBetween(bodyA(touch), bodyB(touch), row);
}

export function speedBetween(a: usize, b: usize, row: usize): f64 {
  const ofA = f64x2.add(
    f64x2.add(
      f64x2.mul(v128.load(row), v128.load(a, MOVER_LINEAR)),
      f64x2.mul(v128.load(row, 16), v128.load(a, MOVER_LINEAR + 16)),
    ),
    f64x2.mul(v128.load(row, 32), v128.load(a, MOVER_LINEAR + 32)),
  );
  const ofB = f64x2.add(
    f64x2.add(
      f64x2.mul(v128.load(row, ROW_OF_B), v128.load(b, MOVER_LINEAR)),
      f64x2.mul(v128.load(row, ROW_OF_B + 16), v128.load(b, MOVER_LINEAR + 16)),
    ),
    f64x2.mul(v128.load(row, ROW_OF_B + 32), v128.load(b, MOVER_LINEAR + 32)),
  );
  return both(f64x2.sub(ofB, ofA));
}

/** An impulse along a row's direction: on B, and its opposite on A. */
export function push(touch: usize, row: usize, impulse: f64): void {
  pushBetween(bodyA(touch), bodyB(touch), row, impulse);
}

export function pushBetween(a: usize, b: usize, row: usize, impulse: f64): void {
  const p = f64x2.splat(impulse);
  for (let i: usize = 0; i < 48; i += 16) {
    const ofA = f64x2.mul(p, v128.load(row + i, ROW_CHANGE_A));
    const ofB = f64x2.mul(p, v128.load(row + i, ROW_CHANGE_B));
    v128.store(a + i, f64x2.sub(v128.load(a + i, MOVER_LINEAR), ofA), MOVER_LINEAR);
    v128.store(b + i, f64x2.add(v128.load(b + i, MOVER_LINEAR), ofB), MOVER_LINEAR);
  }
}

/**
 * An impulse along one of a contact point's directions: on its two bodies, and on all that joints tie to these, so that
 * joints hold as they did.
 */
export function pushAll(touch: usize, row: usize, direction: usize, impulse: f64): void {
  const wide = <usize>load<u32>(row, ROW_WIDE);
  if (wide === 0) {
    push(touch, row + direction, impulse);
    return;
  }
  const count = load<u32>(row, ROW_WIDE_COUNT);
  pushWide(wide + (direction / ROW_TANGENT_1) * <usize>count * WIDE_BYTES, count, impulse);
}

/** An impulse on all bodies of a list of changes. */
export function pushWide(wide: usize, count: u32, impulse: f64): void {
  const p = f64x2.splat(impulse);
  for (let i: u32 = 0; i < count; i++) {
    const entry = wide + <usize>i * WIDE_BYTES;
    const body = <usize>load<u32>(entry, WIDE_BODY);
    for (let k: usize = 0; k < 48; k += 16) {
      const change = f64x2.mul(p, v128.load(entry + k, WIDE_CHANGE));
      v128.store(body + k, f64x2.add(v128.load(body + k, MOVER_LINEAR), change), MOVER_LINEAR);
    }
  }
}

/** How fast B turns against A about the normal. */
export function spinAlong(touch: usize): f64 {
  const n = touch + TOUCH_NORMAL;
  const p = bodyA(touch) + MOVER_ANGULAR;
  const q = bodyB(touch) + MOVER_ANGULAR;
  const x = component(q, 0) - component(p, 0);
  const y = component(q, 1) - component(p, 1);
  return dotAt(n, x, y, component(q, 2) - component(p, 2));
}

/** The same about the normal. */
export function twist(touch: usize, row: usize, impulse: f64): void {
  if (impulse === 0) return;
  addTo(bodyA(touch) + MOVER_ANGULAR, -impulse, row + ROW_TWIST_A);
  addTo(bodyB(touch) + MOVER_ANGULAR, impulse, row + ROW_TWIST_B);
}

function addTo(w: usize, factor: f64, change: usize): void {
  setVector(
    w,
    component(w, 0) + factor * component(change, 0),
    component(w, 1) + factor * component(change, 1),
    component(w, 2) + factor * component(change, 2),
  );
}
