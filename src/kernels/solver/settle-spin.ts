import {
  MOVER_ANGULAR,
  MOVER_BYTES,
  MOVER_CONTACTS,
  MOVER_ENERGY,
  MOVER_LOCKS,
  MOVER_MISSING,
  MOVER_SPARE,
  MOVER_SPIN_HALFWAY,
  MOVER_SPIN_OWED,
  MOVER_TURNED_INERTIA,
} from '../layout/bodies';
import { TOUCH_BYTES } from '../layout/contacts';
import { component, length, setVector } from '../rigid/vector';
import { islandOf, joinIslands } from './contact-islands';
import { timesSymmetric, turnInertia } from './inertia';
import { bodyA, bodyB } from './links-of-touches';
import {
  GAINED,
  isFree,
  keepsSpin,
  keptOf,
  kineticEnergy,
  movingEnergy,
  TURNING_LOCKS,
  takeMomentum,
  timeLost,
  useRotationOf,
} from './move';
import { giveBack } from './move-as-one';
import { setOf } from './tied-bodies';

/** Of a body's kinetic energy: what settling its spin may add where nothing was lost around it. */
const SETTLED: f64 = 1e-3;

/** Of an island: it has a contact, and one of its bodies is held by something else. */
const TOUCHES: u32 = 1;
const HELD: u32 = 2;

/**
 * From the mean angular velocity of the sub-step to that at its end, with the same angular momentum. A spin that nobody changed was found
 * halfway so that it has its energy again. One that was pushed, or did not turn as far, is at some other angle: a thin body may have several times
 * its energy there. It keeps its momentum as long as that is no more than impulses took from its island, and loses some of it otherwise. Where bodies
 * touch each other and nothing else, they get it back together.
 */
export function settleSpin(bodies: usize, count: i32, h: f64, touches: usize, touchCount: i32): void {
  joinIslands(bodies, count, touches, touchCount);
  for (let i = 0; i < count; i++) {
    const body = bodies + <usize>i * MOVER_BYTES;
    store<f64>(body, 0, MOVER_SPARE);
    store<u32>(body, 0, MOVER_CONTACTS);
    setVector(body + MOVER_MISSING, 0, 0, 0);
  }
  noteContacts(touches, touchCount);
  for (let i = 0; i < count; i++) {
    const body = bodies + <usize>i * MOVER_BYTES;
    if (!isFree(body) || load<f64>(body, MOVER_SPIN_HALFWAY) < 0) continue;
    give(islandOf(body), load<f64>(body, MOVER_ENERGY) - kineticEnergy(body));
  }
  for (let i = 0; i < count; i++) {
    const body = bodies + <usize>i * MOVER_BYTES;
    if (islandOf(body) === body) store<f64>(body, max(0, load<f64>(body, MOVER_SPARE)), MOVER_SPARE);
  }
  for (let i = 0; i < count; i++) {
    const body = bodies + <usize>i * MOVER_BYTES;
    if (!isFree(body) || (load<u32>(body, MOVER_LOCKS) & TURNING_LOCKS) !== 0) continue;
    if (!keepsSpin(body)) settle(body, h);
  }
  for (let i = 0; i < count; i++) {
    const body = bodies + <usize>i * MOVER_BYTES;
    if (islandOf(body) === body && isIsolated(body)) giveBack(bodies, count, body);
  }
}

function noteContacts(touches: usize, count: i32): void {
  for (let i = 0; i < count; i++) {
    const touch = touches + <usize>i * TOUCH_BYTES;
    const a = bodyA(touch);
    const b = bodyB(touch);
    const found = isOnItsOwn(a) && isOnItsOwn(b) ? TOUCHES : HELD;
    note(islandOf(a), found);
    note(islandOf(b), found);
  }
}

function note(island: usize, found: u32): void {
  store<u32>(island, load<u32>(island, MOVER_CONTACTS) | found, MOVER_CONTACTS);
}

/** Whether the bodies of an island touch each other and nothing else. */
function isIsolated(island: usize): bool {
  return load<u32>(island, MOVER_CONTACTS) === TOUCHES;
}

function isOnItsOwn(body: usize): bool {
  return isFree(body) && load<u32>(body, MOVER_LOCKS) === 0 && setOf(body) === 0;
}

function give(island: usize, energy: f64): void {
  store<f64>(island, load<f64>(island, MOVER_SPARE) + energy, MOVER_SPARE);
}

function settle(body: usize, h: f64): void {
  const inertia = body + MOVER_TURNED_INERTIA;
  const w = body + MOVER_ANGULAR;
  const x = component(w, 0);
  const y = component(w, 1);
  const z = component(w, 2);
  const lx = timesSymmetric(inertia, 0, x, y, z);
  const ly = timesSymmetric(inertia, 1, x, y, z);
  const lz = timesSymmetric(inertia, 2, x, y, z);
  useRotationOf(body);
  turnInertia(body);
  takeMomentum(body, lx, ly, lz);
  const mean = x * lx + y * ly + z * lz;
  const now = component(w, 0) * lx + component(w, 1) * ly + component(w, 2) * lz;
  const halfway = load<f64>(body, MOVER_SPIN_HALFWAY);
  const slowed: f64 = halfway > mean ? mean / halfway : 1;
  const due = max(0, mean + slowed * load<f64>(body, MOVER_SPIN_OWED));
  const isUndisturbed = mean === halfway && timeLost(body, h) === 0;
  const island = islandOf(body);
  const least: f64 = isUndisturbed ? due : due + fromIsland(island, now - due);
  const most: f64 = isUndisturbed ? GAINED * due : least + SETTLED * (mean + movingEnergy(body));
  const settled: f64 = now > most ? sqrt(least / now) : 1;
  const kept = min(keptOf(mean, now, h * length(x, y, z)), settled);
  if (!(kept < 1)) return;
  setVector(w, kept * component(w, 0), kept * component(w, 1), kept * component(w, 2));
  addTo(island + MOVER_MISSING, 1 - kept, lx, ly, lz);
}

function addTo(at: usize, share: f64, x: f64, y: f64, z: f64): void {
  setVector(at, component(at, 0) + share * x, component(at, 1) + share * y, component(at, 2) + share * z);
}

/** What the island has lost and is left of that, up to so much. */
function fromIsland(island: usize, wanted: f64): f64 {
  if (!(wanted > 0)) return 0;
  const given = min(wanted, load<f64>(island, MOVER_SPARE));
  give(island, -given);
  return given;
}
