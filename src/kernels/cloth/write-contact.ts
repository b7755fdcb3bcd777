// What sweeps need to know of a contact (solve-contacts.ts), of the pair whose closest points were found last.
import { larger } from '../extremes';
import {
  CLOTH_FRICTIONS,
  CLOTH_INVERSE_MASS,
  CLOTH_MARKS,
  CLOTH_SURFACES,
  CLOTH_X,
  CLOTH_Y,
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
import { directionX, directionY, directionZ, weight0, weight1, weight2, weight3 } from './closest';
import { easeOfBodies, movesBodies } from './contact-bodies';
import { array, POINT_BYTES, partOf, setPoint } from './world';

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

/** `rest`: how far the two are to be pushed apart. Loads and stores: memory.copy and memory.fill are calls out of WebAssembly. */
export function writeContact(world: usize, contact: usize, pair: usize, rest: f64): void {
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
  slidX = slidY = slidZ = 0;
  const share0 = weigh(world, contact, 0, weight0);
  const share1 = weigh(world, contact, 1, weight1);
  const share2 = weigh(world, contact, 2, weight2);
  const share3 = weigh(world, contact, 3, weight3);
  v128.store(contact, threeOf(slidX, slidY, slidZ), CONTACT_SLID);
  const most = larger(larger(abs(share0), abs(share1)), larger(abs(share2), abs(share3)));
  const ofVertices = weight0 * share0 + weight1 * share1 + weight2 * share2 + weight3 * share3;
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

// How far the two points go from each other in this sub-step before anything is pushed.
let slidX: f64 = 0;
let slidY: f64 = 0;
let slidZ: f64 = 0;

/** Returns how far a correction of 1 takes the vertex. */
function weigh(world: usize, contact: usize, slot: usize, weight: f64): f64 {
  const i = <usize>load<u32>(contact + (slot << 2));
  const x = array(world, CLOTH_X) + i * POINT_BYTES;
  const y = array(world, CLOTH_Y) + i * POINT_BYTES;
  store<f64>(contact + (slot << 3), weight, CONTACT_EXACT_WEIGHTS);
  store<f32>(contact + (slot << 2), <f32>weight, CONTACT_WEIGHTS);
  slidX += weight * (load<f64>(y) - load<f64>(x));
  slidY += weight * (load<f64>(y, 8) - load<f64>(x, 8));
  slidZ += weight * (load<f64>(y, 16) - load<f64>(x, 16));
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
