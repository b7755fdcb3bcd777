import {
  MOVER_ANGULAR,
  MOVER_BYTES,
  MOVER_CONTACTS,
  MOVER_ENERGY,
  MOVER_LOCKS,
  MOVER_MADE,
  MOVER_MISSING,
  MOVER_SPARE,
  MOVER_SPIN_HALFWAY,
  MOVER_SPIN_OWED,
  MOVER_WENT,
} from '../layout/bodies';
import { LINK_BYTES } from '../layout/contacts';
import {
  TIED_ANCHORED,
  TIED_DRIVEN,
  TIED_MET,
  TIED_PUSHED,
  TIED_TOO_FAST,
  TIED_TOUCHES,
} from '../layout/joints';
import { component, length, lengthAt, setVector } from '../rigid/vector';
import { islandOf, listIslands } from './contact-islands';
import { isLed } from './led-turns';
import { bodyA, bodyB } from './links';
import { timeLost } from './lost-time';
import { forgetMet, hasMet, joinMet } from './met-pairs';
import {
  findMomentum,
  isFree,
  keepsSpin,
  kineticEnergy,
  momentumX,
  momentumY,
  momentumZ,
  movingEnergy,
  spinHere,
  TURNING_LOCKS,
} from './move';
import { giveBack } from './move-as-one';
import { missAll } from './noted-momenta';
import { goesFreely, hasFlag, setFlag, setOf } from './tied-bodies';

/** Of a body's kinetic energy: what settling its spin may add where nothing was lost around it. */
const SETTLED: f64 = 1e-3;

/** Of a turn within a sub-step, in radians, and of energy in half of one. */
const FAST: f64 = 1.5;
const GAINED: f64 = 1.1;

/** Radians a second: who is faster than SPIN_LIMIT is set aside. A thin thing of a millimetre that a mountain hits would be. */
const FASTEST: f64 = 9e4;

/** Of an island: it has a contact; one of its bodies is held by something else; some are tied, and go as contacts and a backend say. */
const TOUCHES: u32 = 1;
const HELD: u32 = 2;
const TIED: u32 = 4;

/**
 * From the mean angular velocity of the sub-step to that at its end, with the same angular momentum. A spin that nobody changed was found
 * halfway so that it has its energy again. One that was pushed, or did not turn as far, is at some other angle: a thin body may have several times
 * its energy there. It keeps its momentum as long as that is no more than impulses took from its island, and loses some of it otherwise. Where bodies
 * touch each other and nothing else, they get it back together.
 */
export function settleSpin(
  bodies: usize,
  count: i32,
  h: f64,
  links: usize,
  linkCount: i32,
  joints: usize,
): void {
  joinMet(bodies, count, links, linkCount);
  for (let i = 0; i < count; i++) {
    const body = bodies + <usize>i * MOVER_BYTES;
    store<f64>(body, 0, MOVER_SPARE);
    store<u32>(body, 0, MOVER_CONTACTS);
    setVector(body + MOVER_MISSING, 0, 0, 0);
  }
  noteContacts(bodies, links, linkCount);
  if (joints !== 0) noteTied(bodies, count);
  forgetMet(links, linkCount);
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
    if (!keepsSpin(body) && !isSettled(setOf(body))) settle(body, h);
  }
  // sets of tied bodies are slowed down after this (`boundFreeSets`)
  let areListed = joints !== 0;
  if (areListed) listIslands(bodies, count);
  for (let i = 0; i < count; i++) {
    const body = bodies + <usize>i * MOVER_BYTES;
    if (islandOf(body) !== body || !isIsolated(body)) continue;
    if (!areListed) listIslands(bodies, count);
    areListed = true;
    const isTied = (load<u32>(body, MOVER_CONTACTS) & TIED) !== 0;
    if (isTied) missAll(bodies, body, joints);
    giveBack(body, !isTied);
  }
}

/** As `settleFreeSets` has done it. */
function isSettled(set: usize): bool {
  return set !== 0 && goesFreely(set);
}

function noteContacts(bodies: usize, links: usize, count: i32): void {
  for (let i = 0; i < count; i++) {
    const link = links + <usize>i * LINK_BYTES;
    if (!hasMet(link)) continue;
    const a = bodyA(bodies, link);
    const b = bodyB(bodies, link);
    const found = isOnItsOwn(a) && isOnItsOwn(b) ? TOUCHES : HELD;
    note(a, found);
    note(b, found);
    markMet(setOf(a));
    markMet(setOf(b));
  }
}

function markMet(set: usize): void {
  if (set !== 0) setFlag(set, TIED_MET);
}

/** Sets of tied bodies that were near something, or pushed, count as if they touched: ways that are not their velocities' brought them on. Who is too fast has no way that could be told. */
function noteTied(bodies: usize, count: i32): void {
  for (let i = 0; i < count; i++) {
    const body = bodies + <usize>i * MOVER_BYTES;
    if (!isFree(body)) continue;
    const set = setOf(body);
    if (set === 0 || hasFlag(set, TIED_TOO_FAST) || !hasFlag(set, TIED_TOUCHES | TIED_MET | TIED_PUSHED))
      continue;
    note(body, TIED | (isOnItsOwn(body) ? TOUCHES : HELD));
  }
}

function note(body: usize, found: u32): void {
  const island = islandOf(body);
  store<u32>(island, load<u32>(island, MOVER_CONTACTS) | found, MOVER_CONTACTS);
}

/** Whether the bodies of an island touch each other and nothing else. */
function isIsolated(island: usize): bool {
  return (load<u32>(island, MOVER_CONTACTS) & (TOUCHES | HELD)) === TOUCHES;
}

function isOnItsOwn(body: usize): bool {
  const set = setOf(body);
  if (set !== 0 && hasFlag(set, TIED_ANCHORED | TIED_DRIVEN)) return false;
  return isFree(body) && load<u32>(body, MOVER_LOCKS) === 0;
}

function give(island: usize, energy: f64): void {
  store<f64>(island, load<f64>(island, MOVER_SPARE) + energy, MOVER_SPARE);
}

function settle(body: usize, h: f64): void {
  const w = body + MOVER_ANGULAR;
  const x = component(w, 0);
  const y = component(w, 1);
  const z = component(w, 2);
  findMomentum(body);
  const lx = momentumX;
  const ly = momentumY;
  const lz = momentumZ;
  spinHere(body, lx, ly, lz);
  const mean = x * lx + y * ly + z * lz;
  const now = component(w, 0) * lx + component(w, 1) * ly + component(w, 2) * lz;
  const halfway = load<f64>(body, MOVER_SPIN_HALFWAY);
  const slowed: f64 = halfway > mean ? mean / halfway : 1;
  const due = max(0, mean + slowed * load<f64>(body, MOVER_SPIN_OWED));
  const isUndisturbed = mean === halfway && timeLost(body, h) === 0 && !leftItsTurn(body);
  const island = islandOf(body);
  const least: f64 = isUndisturbed ? due : due + fromIsland(island, now - due);
  const most: f64 = isUndisturbed ? GAINED * due : least + SETTLED * (mean + movingEnergy(body));
  const settled: f64 = now > most ? sqrt(least / now) : 1;
  const kept = min(min(keptOf(mean, now, h * length(x, y, z)), settled), FASTEST / lengthAt(w));
  if (!(kept < 1)) return;
  setVector(w, kept * component(w, 0), kept * component(w, 1), kept * component(w, 2));
  addTo(island + MOVER_MISSING, 1 - kept, lx, ly, lz);
}

/** Whether it was to be led to where a fast spin comes, was stopped on the way, and turned on otherwise. */
function leftItsTurn(body: usize): bool {
  return isLed(body) && load<f64>(body, MOVER_WENT) < load<f64>(body, MOVER_MADE);
}

/**
 * The share of a spin that is kept where the energy of a momentum becomes another, at the other end of a turn by `angle`. Turns by less than
 * FAST gain nothing in the long run; by more they may, without end, and lose momentum instead where they gain more than GAINED.
 */
function keptOf(before: f64, after: f64, angle: f64): f64 {
  return angle > FAST && after > GAINED * before ? sqrt(max(0, before) / after) : 1;
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
