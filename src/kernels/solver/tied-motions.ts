import {
  MOVER_BENT,
  MOVER_BYTES,
  MOVER_HELD,
  MOVER_LEFT,
  MOVER_LINEAR,
  MOVER_MASS,
  MOVER_PUSH,
  MOVER_TURNED_INERTIA,
} from '../layout/bodies';
import { TIED_CONTRARY, TIED_DRIVEN } from '../layout/joints';
import { component } from '../rigid/vector';
import { timesSymmetric } from './inertia';
import { isFree, moveBody } from './move';
import { goesFreely, hasFlag, memberOf, setOf, sizeOf } from './tied-bodies';

// How bodies that joints tie together move: a set on which nothing else acts goes on its own (bent-ways.ts); what touches something is moved by the
// backend, which mends its joints on the way.

/** Of a set's energy: so much may the backend's joints add in a sub-step. */
const MOST_GAINED: f64 = 2e-3;

/**
 * Tells the backend whom it moves. Bodies of sets that are the backend's to move go their ways at once, which are no velocities of theirs any more: the backend would
 * take them for such as joints do not allow. Until `keepEnergy` these are MOVER_HELD, and MOVER_PUSH is what velocity they have. Returns whether anybody was moved.
 */
export function goWays(bodies: usize, bodyCount: i32, pushed: bool): bool {
  let any = false;
  for (let i = 0; i < bodyCount; i++) {
    const body = bodies + <usize>i * MOVER_BYTES;
    const set = setOf(body);
    const isBent = set !== 0 && isOnItsOwn(set);
    store<u32>(body, isBent ? 1 : 0, MOVER_BENT);
    if (set === 0 || isBent || !isFree(body)) continue;
    const left = load<f64>(body, MOVER_LEFT);
    for (let k: usize = 0; k < 48; k += 8) {
      const at = body + k;
      const speed: f64 = pushed ? load<f64>(at, MOVER_PUSH) : 0;
      store<f64>(at, load<f64>(at, MOVER_LINEAR) - speed, MOVER_PUSH);
      store<f64>(at, speed, MOVER_LINEAR);
    }
    if (pushed) moveBody(body, left);
    memory.copy(body + MOVER_LINEAR, body + MOVER_PUSH, 48);
    store<u32>(body, 1, MOVER_HELD);
    any = true;
  }
  return any;
}

/** Joints that contradict each other would be work without end for the backend: those that can be obeyed are. */
function isOnItsOwn(set: usize): bool {
  return goesFreely(set) || (hasFlag(set, TIED_CONTRARY) && !hasFlag(set, TIED_DRIVEN));
}

/** After the backend's step: sets on which nothing acts but contacts and joints of ours have from it what adds next to no energy. */
export function keepEnergy(bodies: usize, bodyCount: i32): void {
  for (let i = 0; i < bodyCount; i++) {
    const body = bodies + <usize>i * MOVER_BYTES;
    const set = setOf(body);
    if (set === 0 || memberOf(set, 0) !== body) continue;
    if (!hasFlag(set, TIED_DRIVEN)) takeShare(set);
    for (let k: u32 = 0; k < sizeOf(set); k++) store<u32>(memberOf(set, k), 0, MOVER_HELD);
  }
}

/** Of velocities v + s d, with the largest share s up to 1 at which their energy is that of v and MOST_GAINED of it at the most. Who sleeps went no way, and is left out. */
function takeShare(set: usize): void {
  let along: f64 = 0;
  let energy: f64 = 0;
  let twice: f64 = 0;
  for (let i: u32 = 0; i < sizeOf(set); i++) {
    const body = memberOf(set, i);
    if (load<u32>(body, MOVER_HELD) === 0) continue;
    const v = body + MOVER_PUSH;
    for (let k: usize = 0; k < 48; k += 8) {
      const at = body + k;
      store<f64>(at, load<f64>(at, MOVER_LINEAR) - load<f64>(at, MOVER_PUSH), MOVER_LINEAR);
    }
    energy += product(body, v, v);
    along += product(body, v, body + MOVER_LINEAR);
    twice += product(body, body + MOVER_LINEAR, body + MOVER_LINEAR);
  }
  const share: f64 =
    twice > 0 ? min(1, (sqrt(along * along + twice * MOST_GAINED * energy) - along) / twice) : 1;
  for (let i: u32 = 0; i < sizeOf(set); i++) {
    const body = memberOf(set, i);
    if (load<u32>(body, MOVER_HELD) === 0) continue;
    for (let k: usize = 0; k < 48; k += 8) {
      const at = body + k;
      store<f64>(at, load<f64>(at, MOVER_PUSH) + share * load<f64>(at, MOVER_LINEAR), MOVER_LINEAR);
    }
  }
}

/** Of two velocities of a body, by its mass and inertia. */
function product(body: usize, p: usize, q: usize): f64 {
  let sum: f64 = 0;
  for (let k = 0; k < 3; k++) sum += component(p, k) * component(q, k);
  sum *= load<f64>(body, MOVER_MASS);
  const x = component(q, 3);
  const y = component(q, 4);
  const z = component(q, 5);
  for (let k = 0; k < 3; k++) {
    sum += component(p, 3 + k) * timesSymmetric(body + MOVER_TURNED_INERTIA, k, x, y, z);
  }
  return sum;
}
