import { MOVER_HELD, MOVER_MOVED, MOVER_POSITION, MOVER_START_POSITION } from '../layout/bodies';
import {
  LINK_BYTES,
  LINK_CLOSE,
  LINK_FLAGS,
  LINK_FLOOR,
  LINK_OVERLAPS,
  LINK_SENSOR,
} from '../layout/contacts';
import { NEAR_DISTANCE, RIGID_FREE, RIGID_QUERY_RESULT_PAIR } from '../layout/rigid-queries';
import { bodyA, bodyB } from './links';
import { setMotion, setSearch } from './motions';
import { placeCentre } from './move';
import { distanceAtStart } from './searches';

// A certificate is about poses in f64, and leaves room for how they are stored. Bodies that began a motion closer than that room
// are looked at where they are stored, when it is made: they are no closer than they were, or the motion has not been made.

/** A certified motion ends at this share of the floor at the least, or no closer than it began. */
const CERTIFIED: f64 = 0.25;
/** MOVER_HELD of a body whose motion was taken back. */
const TAKEN_BACK: u32 = 2;

/**
 * Takes motions back that brought bodies closer, as poses are stored, than is certain to be apart, and those of all that these
 * bodies might meet then. Returns of how many bodies: their backend has to be told.
 */
export function takeBackClose(query: usize, heap: usize, bodies: usize, links: usize, count: i32): i32 {
  let taken = 0;
  for (let i = 0; i < count; i++) {
    const link = links + <usize>i * LINK_BYTES;
    if ((load<u32>(link, LINK_FLAGS) & LINK_CLOSE) === 0 || isApart(query, heap, bodies, link)) continue;
    taken += takeBack(bodyA(bodies, link)) + takeBack(bodyB(bodies, link));
  }
  let before = 0;
  while (taken > before) {
    before = taken;
    for (let i = 0; i < count; i++) {
      const link = links + <usize>i * LINK_BYTES;
      if (load<u32>(link, LINK_FLAGS) & (LINK_SENSOR | LINK_OVERLAPS)) continue;
      const a = bodyA(bodies, link);
      const b = bodyB(bodies, link);
      if (isTakenBack(a) !== isTakenBack(b)) taken += takeBack(a) + takeBack(b);
    }
  }
  return taken;
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

/** Puts a body where its motion began. Returns 1 where it had moved. */
function takeBack(body: usize): i32 {
  if (isTakenBack(body) || load<f64>(body, MOVER_MOVED) === 0) return 0;
  store<u32>(body, TAKEN_BACK, MOVER_HELD);
  memory.copy(body + MOVER_POSITION, body + MOVER_START_POSITION, 56);
  placeCentre(body);
  return 1;
}
