// Which pairs push each other in this sub-step, and along which direction (Mezger 7).
import { larger, smaller } from '../extremes';
import {
  CHUNK_BYTES,
  CHUNK_CONTACTS,
  CHUNK_COUNTS,
  CHUNK_FIRST,
  CHUNK_KEPT,
  CHUNK_MEASURED,
  CHUNK_PAIRS,
  CLOTH_CHUNK_COUNT,
  CLOTH_CHUNKS,
  CLOTH_CONTACT_BYTES,
  CLOTH_FRICTIONS,
  CLOTH_HS,
  CLOTH_INVERSE_MASS,
  CLOTH_JOINTS,
  CLOTH_MARKS,
  CLOTH_PAIR_BYTES,
  CLOTH_PAIR_COUNT,
  CLOTH_PAIRS,
  CLOTH_SEGMENT_COUNT,
  CLOTH_SEGMENTS,
  CLOTH_SINCE,
  CLOTH_SPENT,
  CLOTH_STITCH_COUNT,
  CLOTH_STRAYED,
  CLOTH_SURFACES,
  CLOTH_X,
  CLOTH_Y,
  CONTACT_BODY_A,
  CONTACT_BODY_B,
  CONTACT_CELL,
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
  MOST_CHUNKS,
  PAIR_BOUND,
  PAIR_EDGE_EDGE,
  PAIR_KIND,
  PAIR_OWNED,
  PAIR_PUSH,
  PAIR_RATE,
  PAIR_WAIT,
  PART_FLAGS,
  PART_MOVABLE,
  PART_SURFACE,
  SEGMENT_A,
  SEGMENT_B,
  SEGMENT_BYTES,
  SEGMENT_END,
  SEGMENT_FIRST,
  SEGMENT_THICKNESS,
} from '../layout/cloth';
import {
  along0,
  along1,
  along2,
  along3,
  directionX,
  directionY,
  directionZ,
  gap,
  slabOfPair,
  vertexAt,
  weighPair,
  weight0,
  weight1,
  weight2,
  weight3,
} from './closest';
import { easeOfBodies, movesBodies } from './contact-bodies';
import { cellOf, chooseAxis } from './contact-cells';
import { reachOf } from './moves';
import { areSewn, SEWN_SHARE } from './stitches';
import { firstHalf, leastOfBoth, mostOfBoth, secondHalf } from './thickness';
import { alongAt, areGlued, array, bump, POINT_BYTES, partOf, setPoint } from './world';

/** The least share of what is missing to the thickness that is made up for in a sub-step, however slow the approach. */
const LEAST_SCALE: f64 = 0.05;
/** Metres a second: nothing is pushed apart faster than this. Without it things rebound at up to thickness / sub-step. */
const FASTEST_PUSH: f64 = 0.2;
/** In thicknesses: what is farther apart than this by then is left alone; constraints may still bring it nearer. */
const MARGIN: f64 = 1.1;

/**
 * In thicknesses: a pair that another speaks for is looked at again when it may have moved so far (Mezger 6.3: results are
 * kept where little moves).
 */
const PATIENCE: f64 = 0.5;

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

/** Takes the list of pairs apart, into chunks of which nothing is known yet. Returns how many. */
export function clothBeginContacts(world: usize): u32 {
  const chunks = max(1, min(MOST_CHUNKS, load<u32>(world, CLOTH_PAIR_COUNT) / CHUNK_PAIRS));
  store<u32>(world, chunks, CLOTH_CHUNK_COUNT);
  memory.fill(array(world, CLOTH_CHUNKS), 0, chunks * CHUNK_BYTES);
  chooseAxis(world);
  return chunks;
}

/**
 * The contacts of one chunk of pairs, from `first` to `full` at the most. Returns where they end; those without room are counted alone. Writes
 * to pairs of the chunk, to what it was given and to marks that others make as well, so that any thread may do it.
 */
export function clothContacts(world: usize, chunk: u32, first: usize, full: usize): usize {
  const pairs = load<u32>(world, CLOTH_PAIR_COUNT);
  const chunks = load<u32>(world, CLOTH_CHUNK_COUNT);
  const from = array(world, CLOTH_PAIRS) + <usize>((chunk * pairs) / chunks) * CLOTH_PAIR_BYTES;
  const to = array(world, CLOTH_PAIRS) + <usize>(((chunk + 1) * pairs) / chunks) * CLOTH_PAIR_BYTES;
  const x = array(world, CLOTH_X);
  const y = array(world, CLOTH_Y);
  const segments = array(world, CLOTH_SEGMENTS);
  const end = segments + <usize>load<u32>(world, CLOTH_SEGMENT_COUNT) * SEGMENT_BYTES;
  const strayed = array(world, CLOTH_STRAYED);
  const both = array(world, CLOTH_SPENT);
  const since = load<f64>(world, CLOTH_SINCE);
  const then = since + load<f64>(world, CLOTH_HS);
  const joints = load<u32>(world, CLOTH_STITCH_COUNT) > 0 ? array(world, CLOTH_JOINTS) : 0;
  const about = array(world, CLOTH_CHUNKS) + <usize>chunk * CHUNK_BYTES;
  let contact = first;
  let count: u32 = 0;
  let measured: u32 = 0;
  for (let segment = segments; segment < end; segment += SEGMENT_BYTES) {
    const start = max(<usize>load<u32>(segment, SEGMENT_FIRST), from);
    const last = min(<usize>load<u32>(segment, SEGMENT_END), to);
    if (start >= last) continue;
    const isGlued = areGlued(load<u32>(segment, SEGMENT_A), load<u32>(segment, SEGMENT_B));
    const range = MARGIN * load<f64>(segment, SEGMENT_THICKNESS);
    const reach = reachOf(segment) + range;
    for (let pair = start; pair < last; pair += CLOTH_PAIR_BYTES) {
      const bound = load<f64>(pair, PAIR_BOUND);
      const rate = load<f64>(pair, PAIR_RATE);
      if (bound > rate * then + reach) continue;
      const spent = rate * then + mostOfBoth(both, pair);
      if (bound > spent + range || load<f64>(pair, PAIR_WAIT) > spent) continue;
      measured++;
      weighPair(pair, x);
      const thickness = firstHalf(world, pair) + secondHalf(world, pair);
      if (!isOwn(pair)) {
        store<f64>(pair, 0, PAIR_PUSH);
        store<f64>(pair, rate * since + mostOfBoth(strayed, pair) + PATIENCE * thickness, PAIR_WAIT);
        continue;
      }
      slabOfPair(pair, x);
      store<f64>(pair, gap + rate * since + leastOfBoth(strayed, pair), PAIR_BOUND);
      const approach = approachOf(pair, y);
      // Glued sides are closer than the thickness, and keep the gap that they have; sewn ones may come near.
      const isSewn = joints !== 0 && areSewn(joints, pair);
      const most = isSewn ? SEWN_SHARE * thickness : thickness;
      const kept = isGlued || isSewn ? smaller(gap, most) : thickness;
      const slack = gap + approach - MARGIN * kept;
      if (slack > 0) {
        store<f64>(pair, spent + slack, PAIR_WAIT);
        store<f64>(pair, 0, PAIR_PUSH);
      }
      if (slack > 0 || gap <= 0) continue;
      count++;
      if (contact + CLOTH_CONTACT_BYTES > full) continue;
      const there = weight0 * along0 + weight1 * along1 + weight2 * along2 + weight3 * along3 + approach;
      write(world, contact, pair, targetOf(world, kept, approach) - there);
      const cell = cellOf(world, contact);
      store<u32>(contact, cell, CONTACT_CELL);
      bump(about + CHUNK_COUNTS + ((<usize>cell) << 2));
      contact += CLOTH_CONTACT_BYTES;
    }
  }
  store<u32>(about, <u32>first, CHUNK_FIRST);
  store<u32>(about, count, CHUNK_CONTACTS);
  store<u32>(about, <u32>(contact - first) / CLOTH_CONTACT_BYTES, CHUNK_KEPT);
  store<u32>(about, measured, CHUNK_MEASURED);
  return contact;
}

/**
 * Closest points on the boundary of a face or at the end of an edge belong to several pairs, all with the same direction:
 * one of them speaks for all, the vertex with the face that represents the edge or the corner.
 */
function isOwn(pair: usize): bool {
  if (load<u32>(pair, PAIR_KIND) === PAIR_EDGE_EDGE) {
    return weight0 > 0 && weight1 > 0 && weight2 < 0 && weight3 < 0;
  }
  const on = (weight1 < 0 ? 1 : 0) | (weight2 < 0 ? 2 : 0) | (weight3 < 0 ? 4 : 0);
  if (on === 7) return true;
  const owned = load<u32>(pair, PAIR_OWNED);
  if (on === 3) return (owned & 8) !== 0;
  if (on === 6) return (owned & 16) !== 0;
  if (on === 5) return (owned & 32) !== 0;
  return (owned & on) !== 0;
}

/** How much the distance would grow in this sub-step. */
function approachOf(pair: usize, y: usize): f64 {
  return (
    weight0 * (willBe(pair, y, 0) - along0) +
    weight1 * (willBe(pair, y, 1) - along1) +
    weight2 * (willBe(pair, y, 2) - along2) +
    weight3 * (willBe(pair, y, 3) - along3)
  );
}

function willBe(pair: usize, y: usize, slot: usize): f64 {
  return alongAt(vertexAt(pair, y, slot), directionX, directionY, directionZ);
}

/** Mezger's resting scale (their equation 3), capped: what is nearer than the thickness is pushed apart slowly. */
function targetOf(world: usize, thickness: f64, approach: f64): f64 {
  if (gap >= thickness) return thickness;
  const scale = larger(LEAST_SCALE, smaller(1, -approach / thickness));
  return gap + smaller(scale * (thickness - gap), FASTEST_PUSH * load<f64>(world, CLOTH_HS));
}

/** Loads and stores: memory.copy and memory.fill are calls out of WebAssembly. */
function write(world: usize, contact: usize, pair: usize, rest: f64): void {
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
