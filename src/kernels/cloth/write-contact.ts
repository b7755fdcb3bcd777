// What sweeps need to know of a contact (solve-contacts.ts).
import { larger } from '../extremes';
import {
  CLOSEST_DIRECTION,
  CLOTH_FRICTIONS,
  CLOTH_INVERSE_MASS,
  CLOTH_MARKS,
  CLOTH_SURFACES,
  CONTACT_BODY_A,
  CONTACT_BODY_B,
  CONTACT_DIRECTION,
  CONTACT_DRAG,
  CONTACT_EASILY,
  CONTACT_EXACT_DIRECTION,
  CONTACT_EXACT_WEIGHTS,
  CONTACT_FRICTION,
  CONTACT_GIVEN,
  CONTACT_PAIR,
  CONTACT_PUSH,
  CONTACT_REST,
  CONTACT_SHARES,
  CONTACT_SLID,
  CONTACT_SOFT,
  CONTACT_WEIGHTS,
  MARK_CONTACT,
  PAIR_PUSH,
  PART_FLAGS,
  PART_MOVABLE,
  PART_SURFACE,
} from '../layout/cloth';
import { vertexAt, weightOf } from './closest';
import { easeOfBodies, movesBodies } from './contact-bodies';
import { alongAt, array, partOf, setPoint } from './world';

/**
 * No vertex goes farther than so many times what its contact is to open: one that hardly takes part, where all others are
 * prescribed, would go as many times as far as its weight is small.
 */
const FARTHEST_SHARE: f64 = 4;

/**
 * What a contact pushed in the sub-step before is where this one's sweeps begin: loads that last are carried through layers that a few
 * sweeps do not get through. Not all of it, so that what was pushed too far comes back.
 */
const PUSHED_AGAIN: f64 = 0.9;

// How far the two points of the pair under way go from each other in this sub-step before anything is pushed.
let slidX: f64 = 0;
let slidY: f64 = 0;
let slidZ: f64 = 0;
let approach: f64 = 0;

/** Measures that, from points x to y; returns how much of it is along the direction. */
export function measureApproach(pair: usize, closest: usize, x: usize, y: usize): f64 {
  slidX = slidY = slidZ = 0;
  addWay(pair, closest, x, y, 0);
  addWay(pair, closest, x, y, 1);
  addWay(pair, closest, x, y, 2);
  addWay(pair, closest, x, y, 3);
  const direction = closest + CLOSEST_DIRECTION;
  approach = alongAt(direction, slidX, slidY, slidZ);
  return approach;
}

function addWay(pair: usize, closest: usize, x: usize, y: usize, slot: usize): void {
  const weight = weightOf(closest, slot);
  const from = vertexAt(pair, x, slot);
  const to = vertexAt(pair, y, slot);
  slidX += weight * (load<f64>(to) - load<f64>(from));
  slidY += weight * (load<f64>(to, 8) - load<f64>(from, 8));
  slidZ += weight * (load<f64>(to, 16) - load<f64>(from, 16));
}

/** Behind `measureApproach`. `rest`: how far the two are to be pushed apart. Loads and stores: memory.copy and memory.fill are calls out of WebAssembly. */
export function writeContact(world: usize, contact: usize, pair: usize, closest: usize, rest: f64): void {
  const directionX = load<f64>(closest, CLOSEST_DIRECTION);
  const directionY = load<f64>(closest + 8, CLOSEST_DIRECTION);
  const directionZ = load<f64>(closest + 16, CLOSEST_DIRECTION);
  v128.store(contact, v128.load(pair));
  const a = partOf(world, load<u32>(pair));
  const b = partOf(world, load<u32>(pair, 12));
  store<u32>(contact, movable(a), CONTACT_BODY_A);
  store<u32>(contact, movable(b), CONTACT_BODY_B);
  store<u32>(contact, <u32>pair, CONTACT_PAIR);
  setPoint(contact + CONTACT_EXACT_DIRECTION, directionX, directionY, directionZ);
  setPoint(contact + CONTACT_GIVEN, 0, 0, 0);
  v128.store(contact, threeOf(directionX, directionY, directionZ), CONTACT_DIRECTION);
  v128.store(contact, f32x4.splat(0), CONTACT_DRAG);
  const share0 = weigh(world, contact, 0, weightOf(closest, 0));
  const share1 = weigh(world, contact, 1, weightOf(closest, 1));
  const share2 = weigh(world, contact, 2, weightOf(closest, 2));
  const share3 = weigh(world, contact, 3, weightOf(closest, 3));
  const acrossX = slidX - approach * directionX;
  const acrossY = slidY - approach * directionY;
  const acrossZ = slidZ - approach * directionZ;
  v128.store(contact, threeOf(acrossX, acrossY, acrossZ), CONTACT_SLID);
  const most = larger(larger(abs(share0), abs(share1)), larger(abs(share2), abs(share3)));
  const ofFirst = weightOf(closest, 0) * share0 + weightOf(closest, 1) * share1;
  const ofVertices = ofFirst + weightOf(closest, 2) * share2 + weightOf(closest, 3) * share3;
  const soft = larger(0, most / FARTHEST_SHARE - ofVertices);
  const ease = ofVertices + soft + (movesBodies(contact) ? easeOfBodies(world, contact) : 0);
  // what nothing can move pushes nothing
  const easily = ease > 0 ? 1 / ease : 0;
  store<f64>(contact, easily, CONTACT_EASILY);
  setFour(contact + CONTACT_SHARES, easily * share0, easily * share1, easily * share2, easily * share3);
  store<f32>(contact, ease > 0 ? <f32>rest : -Infinity, CONTACT_REST);
  store<f32>(contact, <f32>(soft * easily), CONTACT_SOFT);
  store<f32>(contact, <f32>(PUSHED_AGAIN * ease * load<f64>(pair, PAIR_PUSH)), CONTACT_PUSH);
  const kinds = load<u32>(a, PART_SURFACE) * load<u32>(world, CLOTH_SURFACES) + load<u32>(b, PART_SURFACE);
  const friction = load<f64>(array(world, CLOTH_FRICTIONS) + ((<usize>kinds) << 3));
  store<f32>(contact, <f32>friction, CONTACT_FRICTION);
  for (let slot: usize = 0; slot < 16; slot += 4) {
    const mark = array(world, CLOTH_MARKS) + <usize>load<u32>(contact + slot);
    store<u8>(mark, load<u8>(mark) | MARK_CONTACT);
  }
}

/** Returns how far a correction of 1 takes the vertex. */
function weigh(world: usize, contact: usize, slot: usize, weight: f64): f64 {
  const i = <usize>load<u32>(contact + (slot << 2));
  store<f64>(contact + (slot << 3), weight, CONTACT_EXACT_WEIGHTS);
  store<f32>(contact + (slot << 2), <f32>weight, CONTACT_WEIGHTS);
  return weight * load<f64>(array(world, CLOTH_INVERSE_MASS) + (i << 3));
}

function threeOf(x: f64, y: f64, z: f64): v128 {
  const xy = f32x4.replace_lane(f32x4.splat(<f32>x), 1, <f32>y);
  return f32x4.replace_lane(f32x4.replace_lane(xy, 2, <f32>z), 3, 0);
}

function setFour(at: usize, a: f64, b: f64, c: f64, d: f64): void {
  store<f32>(at, <f32>a);
  store<f32>(at, <f32>b, 4);
  store<f32>(at, <f32>c, 8);
  store<f32>(at, <f32>d, 12);
}

function movable(part: usize): u32 {
  return (load<u32>(part, PART_FLAGS) & PART_MOVABLE) !== 0 ? <u32>part : 0;
}
