import { larger, smaller } from '../extremes';
import {
  BODY_ARM,
  BODY_OWN_AXIS,
  BODY_SPEED,
  PAIR_A,
  PAIR_B,
  PAIR_NORMAL,
  PAIR_STEP_A,
  PAIR_STEP_B,
  RIGID_QUERY_A_TO_B,
  RIGID_QUERY_BODY_A,
  RIGID_QUERY_BODY_B,
  RIGID_QUERY_IN_B,
  RIGID_QUERY_NOISE,
} from '../layout/rigid-queries';
import { component, dotAt, length, rowTimes, setVector } from './vector';

// Per corner, along the pair's direction n: where it is, how fast it goes, how fast it can ever go, how its path bends.
const AT: usize = 0;
const RATE: usize = 8;
const MOST: usize = 16;
const BEND: usize = 24;
const CORNER_BYTES: usize = 32;

/** What is left of a step after rounding: the formulas below make at most 20 units of 2^-53. */
const SHORTER: f64 = 1 - 1e-14;

/**
 * How long the pair that `measurePair` measured stays farther apart than `level` along its direction, from all nine
 * pairs of corners. Endless is possible. Negative if the pair is not farther apart now and is not opening past `level`.
 */
export function stepOfPair(query: usize, level: f64): f64 {
  describeA(query);
  describeB(query);
  let step: f64 = Infinity;
  for (let i: usize = 0; i < 3; i++) {
    for (let j: usize = 0; j < 3; j++) {
      const a = query + PAIR_STEP_A + i * CORNER_BYTES;
      const b = query + PAIR_STEP_B + j * CORNER_BYTES;
      const slack = load<f64>(b, AT) - load<f64>(a, AT) - level;
      const rate = load<f64>(a, RATE) - load<f64>(b, RATE);
      const bend = load<f64>(a, BEND) + load<f64>(b, BEND);
      const most = load<f64>(a, MOST) - load<f64>(b, MOST);
      const lasts = slack > 0 ? closingStep(slack, rate, most, bend) : openingStep(slack, rate, bend);
      if (lasts < 0) return -1;
      step = smaller(step, lasts);
    }
  }
  return step * SHORTER;
}

/**
 * Turns the direction of the pair that `stepOfPair` looked at around if both triangles lie in one plane across it, to
 * within `flat`: then either may be the one in front, and which of them is open to motion decides.
 */
export function reversesFlat(query: usize, flat: f64): bool {
  const a = query + PAIR_STEP_A + AT;
  const b = query + PAIR_STEP_B + AT;
  const behindA = min(min(load<f64>(a), load<f64>(a, 32)), load<f64>(a, 64));
  const aheadB = max(max(load<f64>(b), load<f64>(b, 32)), load<f64>(b, 64));
  if (behindA - aheadB < -flat) return false;
  const n = query + PAIR_NORMAL;
  setVector(n, -component(n, 0), -component(n, 1), -component(n, 2));
  return true;
}

/** The larger d of slack >= d rate + d^2 / 2 bend and slack >= d most. */
export function closingStep(slack: f64, rate: f64, most: f64, bend: f64): f64 {
  const root = sqrt(rate * rate + 2 * bend * slack);
  const curved = rate >= 0 ? (2 * slack) / (rate + root) : bend > 0 ? (root - rate) / bend : Infinity;
  const steady = most > 0 ? slack / most : Infinity;
  return larger(curved, steady);
}

// The bound first rises above the level and is back at it at the end of the step.
function openingStep(slack: f64, rate: f64, bend: f64): f64 {
  const discriminant = rate * rate + 2 * bend * slack;
  if (rate >= 0 || discriminant <= 0) return -1;
  return bend > 0 ? (sqrt(discriminant) - rate) / bend : Infinity;
}

function describeA(query: usize): void {
  const toB = query + RIGID_QUERY_A_TO_B;
  const arm = query + RIGID_QUERY_BODY_A + BODY_ARM;
  const x = component(arm, 0);
  const y = component(arm, 1);
  const z = component(arm, 2);
  const n = query + PAIR_NORMAL;
  const velocity = dotAt(
    n,
    component(query + RIGID_QUERY_IN_B, 0),
    component(query + RIGID_QUERY_IN_B, 1),
    component(query + RIGID_QUERY_IN_B, 2),
  );
  describe(
    query,
    query + PAIR_A,
    query + PAIR_STEP_A,
    query + RIGID_QUERY_IN_B + 24,
    load<f64>(query, RIGID_QUERY_BODY_A + BODY_SPEED),
    velocity + load<f64>(query, RIGID_QUERY_NOISE),
    rowTimes(toB, 0, x, y, z) + component(toB, 9),
    rowTimes(toB, 1, x, y, z) + component(toB, 10),
    rowTimes(toB, 2, x, y, z) + component(toB, 11),
    1,
  );
}

function describeB(query: usize): void {
  const arm = query + RIGID_QUERY_BODY_B + BODY_ARM;
  describe(
    query,
    query + PAIR_B,
    query + PAIR_STEP_B,
    query + RIGID_QUERY_BODY_B + BODY_OWN_AXIS,
    load<f64>(query, RIGID_QUERY_BODY_B + BODY_SPEED),
    0,
    component(arm, 0),
    component(arm, 1),
    component(arm, 2),
    -1,
  );
}

// `side` is 1 for A, which closes when it moves along n, and -1 for B, which closes when it moves against n.
function describe(
  query: usize,
  corners: usize,
  target: usize,
  axis: usize,
  speed: f64,
  velocity: f64,
  cx: f64,
  cy: f64,
  cz: f64,
  side: f64,
): void {
  const nx = component(query + PAIR_NORMAL, 0);
  const ny = component(query + PAIR_NORMAL, 1);
  const nz = component(query + PAIR_NORMAL, 2);
  const ux = component(axis, 0);
  const uy = component(axis, 1);
  const uz = component(axis, 2);
  const qx = ny * uz - nz * uy;
  const qy = nz * ux - nx * uz;
  const qz = nx * uy - ny * ux;
  const turning = speed * length(qx, qy, qz);
  for (let i: usize = 0; i < 3; i++) {
    const corner = corners + 24 * i;
    const at = target + CORNER_BYTES * i;
    store<f64>(at, dotAt(corner, nx, ny, nz), AT);
    const rx = component(corner, 0) - cx;
    const ry = component(corner, 1) - cy;
    const rz = component(corner, 2) - cz;
    const arm = length(ry * uz - rz * uy, rz * ux - rx * uz, rx * uy - ry * ux);
    store<f64>(at, velocity + speed * (qx * rx + qy * ry + qz * rz), RATE);
    store<f64>(at, velocity + side * turning * arm, MOST);
    store<f64>(at, speed * turning * arm, BEND);
  }
}
