import {
  MOVER_CERTIFIED,
  MOVER_HELD,
  MOVER_LATER,
  MOVER_LEFT,
  MOVER_MADE,
  MOVER_MOVED,
  MOVER_POSITION,
  MOVER_START_POSITION,
  MOVER_WENT,
} from '../layout/bodies';
import { LINK_BYTES, LINK_CLOSE, LINK_FLAGS, LINK_FLOOR } from '../layout/contacts';
import { NEAR_DISTANCE, RIGID_FREE, RIGID_QUERY_RESULT_PAIR } from '../layout/rigid-queries';
import { isInDoubt } from './judge';
import { bodyA, bodyB, closer } from './links';
import { noteMet } from './met-pairs';
import { setMotion, setSearch } from './motions';
import { placeCentre } from './move';
import { distanceAtStart } from './searches';
import { memberOf, setOf, sizeOf } from './tied-bodies';

// A certificate is about poses in f64, and leaves room for how they are stored. Bodies that began a motion closer than that room
// are looked at where they are stored, when it is made: they are no closer than they were, or the motion has not been made.

/** A certified motion ends at this share of the floor at the least, or no closer than it began. */
const CERTIFIED: f64 = 0.25;
/** MOVER_HELD of a body whose motion was taken back. */
const TAKEN_BACK: u32 = 2;

/**
 * Takes motions back that brought bodies closer, as poses are stored, than is certain to be apart, and those of all that these
 * bodies might meet then. Returns of how many bodies: their backend has to be told, and they have no time left in the sub-step.
 * Before what is known of distances is changed by the motion.
 */
export function takeBackClose(query: usize, heap: usize, bodies: usize, links: usize, count: i32): i32 {
  let taken = 0;
  for (let i = 0; i < count; i++) {
    const link = links + <usize>i * LINK_BYTES;
    if ((load<u32>(link, LINK_FLAGS) & LINK_CLOSE) === 0 || isApart(query, heap, bodies, link)) continue;
    taken += takeBackBoth(bodies, link);
  }
  let before = 0;
  while (taken > before) {
    before = taken;
    for (let i = 0; i < count; i++) {
      const link = links + <usize>i * LINK_BYTES;
      const a = bodyA(bodies, link);
      const b = bodyB(bodies, link);
      if (isTakenBack(a) === isTakenBack(b)) continue;
      if (mayHaveMet(query, heap, bodies, link)) taken += takeBackBoth(bodies, link);
    }
  }
  return taken;
}

/**
 * Of a pair of which one was taken back: the other's motion was certified against one that was not made. That they are apart where it
 * ended does not tell whether it came through; that it cannot have come as far as they were apart when it began does.
 */
function mayHaveMet(query: usize, heap: usize, bodies: usize, link: usize): bool {
  const a = bodyA(bodies, link);
  const b = bodyB(bodies, link);
  if (!isInDoubt(link, a, b)) return false;
  const way = closer(a, b, load<f64>(a, MOVER_CERTIFIED), load<f64>(b, MOVER_CERTIFIED));
  return distanceAt(query, heap, bodies, link, 0) - way <= load<f64>(link, LINK_FLOOR);
}

function isApart(query: usize, heap: usize, bodies: usize, link: usize): bool {
  const now = distanceAt(query, heap, bodies, link, 1);
  if (now >= CERTIFIED * load<f64>(link, LINK_FLOOR)) return true;
  return now > 0 && now >= distanceAt(query, heap, bodies, link, 0);
}

/** Where the motion began (0), or where bodies are now (1). */
function distanceAt(query: usize, heap: usize, bodies: usize, link: usize, share: f64): f64 {
  setMotion(query, 0, bodyA(bodies, link), share, share);
  setMotion(query, 1, bodyB(bodies, link), share, share);
  setSearch(query, 0);
  if (distanceAtStart(query, heap) !== RIGID_FREE) return 0;
  return load<f64>(query, RIGID_QUERY_RESULT_PAIR + NEAR_DISTANCE);
}

function isTakenBack(body: usize): bool {
  return load<u32>(body, MOVER_HELD) === TAKEN_BACK;
}

function takeBackBoth(bodies: usize, link: usize): i32 {
  noteMet(link);
  return takeBack(bodyA(bodies, link)) + takeBack(bodyB(bodies, link));
}

/** Takes back the motion of a body, and of all that joints tie to it. Returns of how many. */
function takeBack(body: usize): i32 {
  let taken = takeBackAlone(body);
  if (taken === 0) return 0;
  const set = setOf(body);
  for (let i: u32 = 0; i < sizeOf(set); i++) taken += takeBackAlone(memberOf(set, i));
  return taken;
}

/** Puts a body where its motion began, for the rest of the sub-step: nothing of the motion is certified. Returns 1 where it had moved. */
function takeBackAlone(body: usize): i32 {
  if (isTakenBack(body) || load<f64>(body, MOVER_MOVED) === 0) return 0;
  store<u32>(body, TAKEN_BACK, MOVER_HELD);
  store<f64>(body, 0, MOVER_CERTIFIED);
  store<f64>(body, 0, MOVER_LEFT);
  store<f64>(body, 0, MOVER_LATER);
  store<f64>(body, load<f64>(body, MOVER_MADE) - load<f64>(body, MOVER_WENT), MOVER_MADE);
  memory.copy(body + MOVER_POSITION, body + MOVER_START_POSITION, 56);
  placeCentre(body);
  return 1;
}
