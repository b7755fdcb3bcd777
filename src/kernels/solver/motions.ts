import {
  MOVER_BYTES,
  MOVER_CENTRE,
  MOVER_CENTRE_NOW,
  MOVER_CERTIFIED,
  MOVER_HELD,
  MOVER_HIERARCHY,
  MOVER_LATER,
  MOVER_LEFT,
  MOVER_MADE,
  MOVER_MOVED,
  MOVER_PAIRS,
  MOVER_POSITION,
  MOVER_REACH,
  MOVER_ROTATION,
  MOVER_SPHERES,
  MOVER_START_POSITION,
  MOVER_START_ROTATION,
  MOVER_SWUNG,
  MOVER_WAY,
  MOVER_WENT,
} from '../layout/bodies';
import { MOST_WAITING } from '../layout/contacts';
import {
  BODY_BYTES,
  BODY_MESH,
  BODY_MODE,
  BODY_PIVOT,
  BODY_POSITION0,
  BODY_POSITION1,
  POLICY_PASS_OPENING,
  RIGID_QUERY_CAPACITY,
  RIGID_QUERY_CONTROL,
  RIGID_QUERY_MAX_STEPS,
  RIGID_QUERY_POLICY,
  RIGID_QUERY_SWEPT,
  RIGID_QUERY_THICKNESS,
  RIGID_QUERY_TOLERANCE,
  RIGID_QUERY_UNTIL,
} from '../layout/rigid-queries';
import { component, length, lengthAt, setVector } from '../rigid/vector';
import { turnedX, turnedY, turnedZ, useRotation } from './inertia';
import { placeCentre } from './move';
import { nextIs, nextW, nextX, nextY, nextZ, turnAbout, turnBetween, turnX, turnY, turnZ } from './turns';

/** Stopped bodies go on for this many times what they came, before they are looked at again. */
const MORE: f64 = 2;
/** More steps than this, and a query gives up with what it has certified: the bodies are held there. */
const MOST_STEPS: u32 = 60000;

/** Notes where every body is, as the beginning of a motion. */
export function beginMotions(bodies: usize, count: i32): void {
  for (let i = 0; i < count; i++) {
    const body = bodies + <usize>i * MOVER_BYTES;
    memory.copy(body + MOVER_START_POSITION, body + MOVER_POSITION, 56);
    store<f64>(body, 1, MOVER_CERTIFIED);
    store<f64>(body, 0, MOVER_MOVED);
    memory.fill(body + MOVER_WAY, 0, 32);
    store<u32>(body, 0, MOVER_HELD);
  }
}

/** How far any vertex went since `beginMotions`, for every body, and where the centres of mass are now. */
export function endMotions(bodies: usize, count: i32): void {
  for (let i = 0; i < count; i++) {
    const body = bodies + <usize>i * MOVER_BYTES;
    if (load<u32>(body, MOVER_PAIRS) === 0) {
      placeCentre(body);
      continue;
    }
    if (samePose(body)) continue;
    const now = body + MOVER_CENTRE_NOW;
    centreAtStart(body);
    placeCentre(body);
    const way = body + MOVER_WAY;
    setVector(way, component(now, 0) - startX, component(now, 1) - startY, component(now, 2) - startZ);
    const swung = turnOf(body) * load<f64>(body, MOVER_REACH);
    store<f64>(body, swung, MOVER_SWUNG);
    // a little more than what rounding may hide
    const moved = lengthAt(way) + swung;
    store<f64>(body, moved * (1 + 1e-12) + 1e-300, MOVER_MOVED);
  }
}

function samePose(body: usize): bool {
  for (let i: usize = 0; i < 56; i += 8) {
    if (load<f64>(body + i, MOVER_START_POSITION) !== load<f64>(body + i, MOVER_POSITION)) return false;
  }
  return true;
}

let startX: f64 = 0;
let startY: f64 = 0;
let startZ: f64 = 0;

function centreAtStart(body: usize): void {
  const q = body + MOVER_START_ROTATION;
  useRotation(component(q, 0), component(q, 1), component(q, 2), component(q, 3));
  const x = load<f64>(body, MOVER_CENTRE);
  const y = load<f64>(body, MOVER_CENTRE + 8);
  const z = load<f64>(body, MOVER_CENTRE + 16);
  startX = load<f64>(body, MOVER_START_POSITION) + turnedX(x, y, z);
  startY = load<f64>(body, MOVER_START_POSITION + 8) + turnedY(x, y, z);
  startZ = load<f64>(body, MOVER_START_POSITION + 16) + turnedZ(x, y, z);
}

/** The angle of the turn from start to now. */
function turnOf(body: usize): f64 {
  const q = body + MOVER_ROTATION;
  return turnBetween(
    body + MOVER_START_ROTATION,
    component(q, 0),
    component(q, 1),
    component(q, 2),
    component(q, 3),
  );
}

/**
 * Writes the pose at a share of the motion to `target`, which may be the body's own: position, then rotation. The ends
 * are exact.
 */
function poseBetween(body: usize, share: f64, target: usize): void {
  if (share >= 1 || share <= 0) {
    memory.copy(target, body + (share > 0 ? MOVER_POSITION : MOVER_START_POSITION), 56);
    return;
  }
  const angle = turnOf(body);
  const p = body + MOVER_START_ROTATION;
  nextIs(component(p, 0), component(p, 1), component(p, 2), component(p, 3));
  turnAbout(turnX, turnY, turnZ, length(turnX, turnY, turnZ), share * angle);
  centreAtStart(body);
  const now = body + MOVER_CENTRE_NOW;
  const cx = startX + share * (component(now, 0) - startX);
  const cy = startY + share * (component(now, 1) - startY);
  const cz = startZ + share * (component(now, 2) - startZ);
  setVector(target + 24, nextX, nextY, nextZ);
  store<f64>(target, nextW, 48);
  useRotation(nextX, nextY, nextZ, nextW);
  const ox = load<f64>(body, MOVER_CENTRE);
  const oy = load<f64>(body, MOVER_CENTRE + 8);
  const oz = load<f64>(body, MOVER_CENTRE + 16);
  setVector(target, cx - turnedX(ox, oy, oz), cy - turnedY(ox, oy, oz), cz - turnedZ(ox, oy, oz));
}

/**
 * Stops whom it must where the certified share of the motion ends. Bodies that have time left will go on for twice what they
 * came, at least so far that the rounds that are left are enough: surfaces that bend towards each other are followed in
 * parts, each of which begins with the gap that bodies rest at. Returns how many bodies are not where their backend knows them
 * to be: MOVER_HELD, all that have time left among them.
 */
export function finishMotions(bodies: usize, count: i32, roundsLeft: f64, whole: f64): i32 {
  let held = 0;
  for (let i = 0; i < count; i++) {
    const body = bodies + <usize>i * MOVER_BYTES;
    const covered = load<f64>(body, MOVER_LEFT);
    if (covered === 0) continue;
    const share = load<f64>(body, MOVER_CERTIFIED);
    const went = share * covered;
    const left = load<f64>(body, MOVER_LATER) + (covered - went);
    store<f64>(body, went, MOVER_WENT);
    store<f64>(body, load<f64>(body, MOVER_MADE) + went, MOVER_MADE);
    if (share < 1) holdBack(body);
    if (went < whole) {
      store<u32>(body, 1, MOVER_HELD);
      held++;
    }
    const next = roundsLeft > 0 ? min(left, max(MORE * went, left / roundsLeft)) : left;
    store<f64>(body, next, MOVER_LEFT);
    store<f64>(body, left - next, MOVER_LATER);
  }
  return held;
}

/** Puts a body where the certified share of its motion ends. */
function holdBack(body: usize): void {
  const share = load<f64>(body, MOVER_CERTIFIED);
  poseBetween(body, share, body + MOVER_POSITION);
  placeCentre(body);
}

/** Sets a query's body to a part of a motion. */
export function setMotion(query: usize, side: usize, body: usize, from: f64, to: f64): void {
  const at = query + side * BODY_BYTES;
  store<u32>(at, load<u32>(body, MOVER_HIERARCHY), BODY_MESH);
  store<u32>(at, 0, BODY_MODE);
  store<u32>(query + 4 * side, load<u32>(body, MOVER_SPHERES), RIGID_QUERY_SWEPT);
  memory.copy(at + BODY_PIVOT, body + MOVER_CENTRE, 24);
  poseBetween(body, from, at + BODY_POSITION0);
  poseBetween(body, to, at + BODY_POSITION1);
}

/** The settings of a query whose motions are set; times run from 0 to 1. */
export function setSearch(query: usize, tolerance: f64): void {
  store<f64>(query, tolerance, RIGID_QUERY_TOLERANCE);
  store<f64>(query, 1, RIGID_QUERY_UNTIL);
  store<f64>(query, 0, RIGID_QUERY_THICKNESS); // the solver keeps its own distances
  store<u32>(query, MOST_WAITING, RIGID_QUERY_CAPACITY);
  store<u32>(query, POLICY_PASS_OPENING, RIGID_QUERY_POLICY);
  store<u32>(query, MOST_STEPS, RIGID_QUERY_MAX_STEPS);
  store<f64>(query, 0.4, RIGID_QUERY_CONTROL);
}
