// Which pairs push each other in this sub-step, and along which direction (Mezger 7).
import { larger, smaller } from '../extremes';
import {
  CHUNK_BATCH,
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
  CLOTH_HS,
  CLOTH_JOINTS,
  CLOTH_PAIR_BYTES,
  CLOTH_PAIR_COUNT,
  CLOTH_PAIRS,
  CLOTH_SEGMENT_COUNT,
  CLOTH_SEGMENTS,
  CLOTH_SINCE,
  CLOTH_SPENT,
  CLOTH_STITCH_COUNT,
  CLOTH_STRAYED,
  CLOTH_X,
  CLOTH_Y,
  CONTACT_CELL,
  MOST_CHUNKS,
  PAIR_BOUND,
  PAIR_PUSH,
  PAIR_RATE,
  PAIR_WAIT,
  SEGMENT_A,
  SEGMENT_B,
  SEGMENT_BYTES,
  SEGMENT_END,
  SEGMENT_FIRST,
  SEGMENT_THICKNESS,
} from '../layout/cloth';
import { alongOf, gapOf, weightOf } from './closest';
import { beginBatch, closestAt, endBatch, measureBatch, pairAt, waitIf, waiting } from './closest-batch';
import { cellOf, chooseAxis } from './contact-cells';
import { isOwn, waitOf } from './spoken-for';
import { areSewn, SEWN_SHARE } from './stitches';
import { firstHalf, leastOfBoth, mostOfBoth, secondHalf } from './thickness';
import { areGlued, array, bump } from './world';
import { measureApproach, writeContact } from './write-contact';

/** The least share of what is missing to the thickness that is made up for in a sub-step, however slow the approach. */
const LEAST_SCALE: f64 = 0.05;
/** Metres a second: nothing is pushed apart faster than this. Without it things rebound at up to thickness / sub-step. */
const FASTEST_PUSH: f64 = 0.2;
/** In thicknesses: what is farther apart than this by then is left alone; constraints may still bring it nearer. */
const MARGIN: f64 = 1.1;

/** Takes the list of pairs apart, into chunks of which nothing is known yet. Returns how many. */
export function clothBeginContacts(world: usize): u32 {
  const chunks = max(1, min(MOST_CHUNKS, load<u32>(world, CLOTH_PAIR_COUNT) / CHUNK_PAIRS));
  store<u32>(world, chunks, CLOTH_CHUNK_COUNT);
  const first = array(world, CLOTH_CHUNKS);
  for (let i: usize = 0; i < <usize>chunks; i++) memory.fill(first + i * CHUNK_BYTES, 0, CHUNK_BATCH);
  chooseAxis(world);
  return chunks;
}

// Of the chunk that contacts are looked for in: what it knows of itself, where the next contact goes, and how many there are.
let about: usize = 0;
let next: usize = 0;
let full: usize = 0;
let contacts: u32 = 0;
let measured: u32 = 0;
// Of the pair of parts under way: whether they are pieces of one body, and what is farther apart than this is no contact.
let isGlued: bool = false;
let range: f64 = 0;
// Of the sub-step: when it begins and ends, since the tubes were made; where vertices are, where they go, what they strayed from their tubes
// by either time; which are sewn.
let since: f64 = 0;
let then: f64 = 0;
let x: usize = 0;
let y: usize = 0;
let strayed: usize = 0;
let spent: usize = 0;
let joints: usize = 0;

/**
 * The contacts of one chunk of pairs, from `first` to `end` at the most. Returns where they end; those without room are counted alone. Writes
 * to pairs of the chunk, to what it was given and to marks that others make as well, so that any thread may do it.
 */
export function clothContacts(world: usize, chunk: u32, first: usize, end: usize): usize {
  const pairs = load<u32>(world, CLOTH_PAIR_COUNT);
  const chunks = load<u32>(world, CLOTH_CHUNK_COUNT);
  const from = array(world, CLOTH_PAIRS) + <usize>((chunk * pairs) / chunks) * CLOTH_PAIR_BYTES;
  const to = array(world, CLOTH_PAIRS) + <usize>(((chunk + 1) * pairs) / chunks) * CLOTH_PAIR_BYTES;
  const segments = array(world, CLOTH_SEGMENTS);
  const last = segments + <usize>load<u32>(world, CLOTH_SEGMENT_COUNT) * SEGMENT_BYTES;
  x = array(world, CLOTH_X);
  y = array(world, CLOTH_Y);
  strayed = array(world, CLOTH_STRAYED);
  spent = array(world, CLOTH_SPENT);
  since = load<f64>(world, CLOTH_SINCE);
  then = since + load<f64>(world, CLOTH_HS);
  joints = load<u32>(world, CLOTH_STITCH_COUNT) > 0 ? array(world, CLOTH_JOINTS) : 0;
  about = array(world, CLOTH_CHUNKS) + <usize>chunk * CHUNK_BYTES;
  next = first;
  full = end;
  beginBatch(about + CHUNK_BATCH);
  contacts = measured = 0;
  for (let segment = segments; segment < last; segment += SEGMENT_BYTES) {
    const start = max(<usize>load<u32>(segment, SEGMENT_FIRST), from);
    const stop = min(<usize>load<u32>(segment, SEGMENT_END), to);
    if (start < stop) findIn(world, segment, start, stop);
  }
  store<u32>(about, <u32>first, CHUNK_FIRST);
  store<u32>(about, contacts, CHUNK_CONTACTS);
  store<u32>(about, <u32>(next - first) / CLOTH_CONTACT_BYTES, CHUNK_KEPT);
  store<u32>(about, measured, CHUNK_MEASURED);
  return next;
}

/** Of pairs of two parts, in their order. */
function findIn(world: usize, segment: usize, start: usize, stop: usize): void {
  isGlued = areGlued(load<u32>(segment, SEGMENT_A), load<u32>(segment, SEGMENT_B));
  range = MARGIN * load<f64>(segment, SEGMENT_THICKNESS);
  for (let pair = start; pair < stop; pair += CLOTH_PAIR_BYTES) {
    const all = load<f64>(pair, PAIR_RATE) * then + mostOfBoth(spent, pair);
    const isLeft = u32(load<f64>(pair, PAIR_BOUND) > all + range) | u32(load<f64>(pair, PAIR_WAIT) > all);
    if ((isLeft & u32(load<f64>(pair, PAIR_PUSH) !== 0)) !== 0) store<f64>(pair, 0, PAIR_PUSH);
    if (waitIf(pair, isLeft ^ 1)) weighAll(world);
  }
  weighAll(world);
}

function weighAll(world: usize): void {
  measureBatch(x);
  for (let i: u32 = 0; i < waiting; i++) weighUp(world, pairAt(i), closestAt(i));
  endBatch();
}

/** Whether the pair is a contact, or until when it waits. */
function weighUp(world: usize, pair: usize, closest: usize): void {
  measured++;
  const gap = gapOf(closest);
  const lost = load<f64>(pair, PAIR_RATE) * since;
  store<f64>(pair, gap + lost + leastOfBoth(strayed, pair), PAIR_BOUND);
  if (!isOwn(pair, closest)) {
    forgetPush(pair);
    store<f64>(pair, waitOf(world, pair, lost, strayed), PAIR_WAIT);
    return;
  }
  const thickness = firstHalf(world, pair) + secondHalf(world, pair);
  const approach = measureApproach(pair, closest, x, y);
  // Glued sides are closer than the thickness, and keep the gap that they have; sewn ones may come near.
  const isSewn = joints !== 0 && areSewn(joints, pair);
  const most = isSewn ? SEWN_SHARE * thickness : thickness;
  const kept = isGlued || isSewn ? smaller(gap, most) : thickness;
  const slack = gap + approach - MARGIN * kept;
  if (slack > 0)
    store<f64>(pair, load<f64>(pair, PAIR_RATE) * then + mostOfBoth(spent, pair) + slack, PAIR_WAIT);
  if (slack > 0 || gap <= 0) {
    forgetPush(pair);
    return;
  }
  contacts++;
  if (next + CLOTH_CONTACT_BYTES > full) return;
  const first = weightOf(closest, 0) * alongOf(closest, 0) + weightOf(closest, 1) * alongOf(closest, 1);
  const second = weightOf(closest, 2) * alongOf(closest, 2) + weightOf(closest, 3) * alongOf(closest, 3);
  writeContact(
    world,
    next,
    pair,
    closest,
    targetOf(world, gap, kept, approach) - (first + second + approach),
  );
  const cell = cellOf(world, next);
  store<u32>(next, cell, CONTACT_CELL);
  bump(about + CHUNK_COUNTS + ((<usize>cell) << 2));
  next += CLOTH_CONTACT_BYTES;
}

/** What is no contact in this sub-step pushes nothing, and begins with nothing when it is one again. Most pairs never pushed: they are read alone. */
function forgetPush(pair: usize): void {
  if (load<f64>(pair, PAIR_PUSH) !== 0) store<f64>(pair, 0, PAIR_PUSH);
}

/** Mezger's resting scale (their equation 3), capped: what is nearer than the thickness is pushed apart slowly. */
function targetOf(world: usize, gap: f64, thickness: f64, approach: f64): f64 {
  if (gap >= thickness) return thickness;
  const scale = larger(LEAST_SCALE, smaller(1, -approach / thickness));
  return gap + smaller(scale * (thickness - gap), FASTEST_PUSH * load<f64>(world, CLOTH_HS));
}
