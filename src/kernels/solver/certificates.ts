import {
  ANSWER_ABOUT,
  VERDICT_BOTH,
  VERDICT_CLOSE,
  VERDICT_MET,
  VERDICT_SHARE_A,
  VERDICT_SHARE_B,
} from '../layout/answers';
import { MOVER_BYTES, MOVER_CERTIFIED, MOVER_MOVED } from '../layout/bodies';
import {
  LINK_A,
  LINK_B,
  LINK_BOTH,
  LINK_BOUND,
  LINK_BYTES,
  LINK_CLOSE,
  LINK_DISCRETE,
  LINK_FLAGS,
  LINK_FROM,
  LINK_MEASURED,
  LINK_PAIRS_SINCE,
  LINK_SEEN_A,
  LINK_SEEN_B,
  LINK_SINCE,
  LINK_STOPS,
  WAITING_A_PAIR,
} from '../layout/contacts';
import { SEARCH_BODIES, SEARCH_LINKS, SEARCH_QUERY } from '../layout/link-search';
import { PAIR_ENTRY_BYTES, RIGID_QUERY_BYTES } from '../layout/rigid-queries';
import { displacedFrom } from './displacement';
import {
  certifiedOfBoth,
  chooseShares,
  isClose,
  isInDoubt,
  isUncertain,
  judge,
  shareA,
  shareB,
  stopOf,
} from './judge';
import { bodyA, bodyB, closer } from './links';
import { noteMet } from './met-pairs';
import { listPairsOfBodies, nextOf, pairOf, pairsOf } from './pairs-of-bodies';
import { memberOf, setOf, sizeOf } from './tied-bodies';
import { beginWaiting, takeNext, takenPlace, takenTime, takenWhat, wait } from './waiting-pairs';

// How far the motion in progress is certified, and who is stopped where it is not: whoever meets somebody first is stopped first. So no
// pair is looked at along a way that one of the two does not make, but for those that somebody is stopped in between, and nobody is
// stopped by who does not come.

/** What waits: a pair to be asked about, or two that meet, where so much was held when that was found. */
const ASK: u32 = 0;
const MEET: u32 = 1;
const HELD_A: u32 = 2;
const HELD_B: u32 = 4;

/** Bodies are stopped so often, on the average of all pairs; what does not agree by then is not moved. */
const MOST_STOPS: i32 = 8;

/** Forgets what was certified of the motions before: to be called before `certifyLinks`. */
export function beginCertificates(links: usize, count: i32): void {
  for (let i = 0; i < count; i++) {
    const link = links + <usize>i * LINK_BYTES;
    store<f64>(link, 0, LINK_BOTH);
    store<f64>(link, -1, LINK_SEEN_A);
    store<f64>(link, -1, LINK_SEEN_B);
    store<u32>(link, load<u32>(link, LINK_FLAGS) & ~LINK_CLOSE, LINK_FLAGS);
  }
}

/**
 * Certifies the motion in progress of all pairs: ends when each pair is certain along what both bodies are left of it, in whichever
 * order they were asked about. Returns how often somebody was stopped. `room`: WAITING_A_PAIR entries a pair, and 4 bytes a body and 8 a
 * pair. `answers` has the address of what was found ahead about each pair, or 0, u32 each: it is taken where the question is the
 * same to the last bit. 0: nothing was.
 */
export function certifyLinks(
  query: usize,
  heap: usize,
  bodies: usize,
  bodyCount: i32,
  links: usize,
  count: i32,
  room: usize,
  answers: usize,
): i32 {
  const most = WAITING_A_PAIR * count;
  const lists = room + <usize>most * PAIR_ENTRY_BYTES;
  let stops = 0;
  beginWaiting(room, most);
  while (askAboutAll(bodies, links, count)) {
    while (takeNext()) {
      const link = links + <usize>takenPlace * LINK_BYTES;
      const a = bodyA(bodies, link);
      const b = bodyB(bodies, link);
      if (!chooseShares(a, b)) continue;
      if (takenWhat !== ASK && takenWhat === (MEET | heldNow())) {
        if (stops === 0) listPairsOfBodies(lists, bodyCount, links, count);
        stops++;
        const share: f64 = stops > MOST_STOPS * count ? 0 : takenTime;
        store<u32>(link, load<u32>(link, LINK_STOPS) + 1, LINK_STOPS);
        noteMet(link);
        const isAHeld = hold(a, share);
        const isBHeld = hold(b, share);
        if (isAHeld) askAboutPairsOf(load<u32>(link, LINK_A), bodies, links);
        if (isBHeld) askAboutPairsOf(load<u32>(link, LINK_B), bodies, links);
        if (isAHeld) holdTied(a, share, bodies, links);
        if (isBHeld) holdTied(b, share, bodies, links);
      } else if (isUncertain(link, a, b) && !isCovered(link)) {
        const place = (<usize>takenPlace) << 2;
        ask(query, heap, link, a, b, answers === 0 ? 0 : load<u32>(answers + place));
      }
    }
  }
  return stops;
}

/** Which of the two motions somebody has cut short. */
function heldNow(): u32 {
  return (shareA < 1 ? HELD_A : 0) | (shareB < 1 ? HELD_B : 0);
}

/** Whether anybody has to be asked about. */
function askAboutAll(bodies: usize, links: usize, count: i32): bool {
  let any = 0;
  for (let i = 0; i < count; i++) any += askAbout(bodies, links, i) ? 1 : 0;
  return any > 0;
}

/** All pairs of a body that was stopped: the others go on alone. */
function askAboutPairsOf(row: u32, bodies: usize, links: usize): void {
  for (let entry = pairsOf(row); entry !== 0; entry = nextOf(entry)) askAbout(bodies, links, pairOf(entry));
}

/** Lets a pair wait until it may be near, where it is not certain as its motions are now. */
function askAbout(bodies: usize, links: usize, place: u32): bool {
  const link = links + <usize>place * LINK_BYTES;
  const a = bodyA(bodies, link);
  const b = bodyB(bodies, link);
  if (!isInDoubt(link, a, b) || isCovered(link)) return false;
  wait(nearFrom(link, a, b), place, ASK);
  return true;
}

/**
 * The share of the motions at which a pair may be as near as it is stopped, by what is known when they begin. Who is held at exactly that
 * share is certified there: the gap that is left is what others are stopped at, and that is no less than the floor.
 */
function nearFrom(link: usize, a: usize, b: usize): f64 {
  const spare = load<f64>(link, LINK_BOUND) - stopOf(link);
  if (spare <= 0) return 0;
  const both = min(shareA, shareB);
  const together = closer(a, b, 1, 1);
  store<f64>(link, max(load<f64>(link, LINK_BOTH), min(both, spare / together)), LINK_BOTH);
  if (spare <= both * together || shareA === shareB) return spare / together;
  return both + (spare - both * together) / load<f64>(shareA > shareB ? a : b, MOVER_MOVED);
}

/**
 * Whether what was certified of a pair covers the shares of now: the same way, or the beginning of it. A share of 0 always is, be it that
 * nothing was certified: nobody goes anywhere.
 */
function isCovered(link: usize): bool {
  const seenA = load<f64>(link, LINK_SEEN_A);
  const seenB = load<f64>(link, LINK_SEEN_B);
  if (shareA === seenA && shareB === seenB) return true;
  // of these the end was looked at
  if (load<f64>(link, LINK_DISCRETE) > 0 || load<u32>(link, LINK_FLAGS) & LINK_CLOSE) return false;
  if (shareA === shareB) return shareA <= load<f64>(link, LINK_BOTH);
  return shareA < shareB ? shareA === seenA && shareB <= seenB : shareB === seenB && shareA <= seenA;
}

/** Searches a pair's motions. Two that meet wait until that is the earliest that happens. */
function ask(query: usize, heap: usize, link: usize, a: usize, b: usize, answer: usize): void {
  const isKnown =
    answer !== 0 &&
    load<f64>(answer, VERDICT_SHARE_A) === shareA &&
    load<f64>(answer, VERDICT_SHARE_B) === shareB;
  const met = isKnown ? load<f64>(answer, VERDICT_MET) : judge(query, heap, link, a, b);
  const close = isKnown ? load<u32>(answer, VERDICT_CLOSE) !== 0 : isClose;
  const both = isKnown ? load<f64>(answer, VERDICT_BOTH) : certifiedOfBoth;
  store<f64>(link, max(load<f64>(link, LINK_BOTH), both), LINK_BOTH);
  store<f64>(link, min(shareA, met), LINK_SEEN_A);
  store<f64>(link, min(shareB, met), LINK_SEEN_B);
  if (close) store<u32>(link, load<u32>(link, LINK_FLAGS) | LINK_CLOSE, LINK_FLAGS);
  if (met < Infinity) wait(met, takenPlace, MEET | heldNow());
}

/** Stops a body at a share of its motion. False where it does not come that far. */
function hold(body: usize, share: f64): bool {
  if (load<f64>(body, MOVER_MOVED) === 0 || load<f64>(body, MOVER_CERTIFIED) <= share) return false;
  store<f64>(body, share, MOVER_CERTIFIED);
  return true;
}

/** Whom joints tie to a body goes no farther than that one: a joint would open by all that it goes on. */
function holdTied(body: usize, share: f64, bodies: usize, links: usize): void {
  const set = setOf(body);
  for (let i: u32 = 0; i < sizeOf(set); i++) {
    const other = memberOf(set, i);
    if (hold(other, share)) askAboutPairsOf(<u32>((other - bodies) / MOVER_BYTES), bodies, links);
  }
}

/** Writes the places of the pairs that are in doubt as long as nobody is stopped, u32 each; returns how many. */
export function listCertificates(bodies: usize, links: usize, count: u32, list: usize): u32 {
  let to = list;
  for (let i: u32 = 0; i < count; i++) {
    const link = links + <usize>i * LINK_BYTES;
    store<u32>(to, i);
    to += isInDoubt(link, bodyA(bodies, link), bodyB(bodies, link)) ? 4 : 0;
  }
  return <u32>(to - list) >> 2;
}

/** Answers about a pair's motions as they are now, ahead and by whichever thread: VERDICT_BYTES at `out`, and nothing else is written. */
export function answerCertificate(search: usize, index: u32, out: usize): void {
  const bodies = <usize>load<u32>(search, SEARCH_BODIES);
  const link = <usize>load<u32>(search, SEARCH_LINKS) + <usize>index * LINK_BYTES;
  const query = search + SEARCH_QUERY;
  const a = bodyA(bodies, link);
  const b = bodyB(bodies, link);
  chooseShares(a, b);
  store<f64>(out, judge(query, query + RIGID_QUERY_BYTES, link, a, b), VERDICT_MET);
  store<u32>(out, isClose ? 1 : 0, VERDICT_CLOSE);
  store<u32>(out, index, ANSWER_ABOUT);
  store<f64>(out, shareA, VERDICT_SHARE_A);
  store<f64>(out, shareB, VERDICT_SHARE_B);
  store<f64>(out, certifiedOfBoth, VERDICT_BOTH);
}

/** The share of its motion that a body made; one that did not move made as much as the other. */
function shareOf(body: usize, other: usize): f64 {
  return load<f64>(load<f64>(body, MOVER_MOVED) === 0 ? other : body, MOVER_CERTIFIED);
}

/**
 * Takes from every pair's distance what its bodies moved; but no more than they are displaced from where it was measured, since
 * they may have gone to and fro.
 */
export function endCertificates(bodies: usize, links: usize, count: i32): void {
  for (let i = 0; i < count; i++) {
    const link = links + <usize>i * LINK_BYTES;
    const a = bodyA(bodies, link);
    const b = bodyB(bodies, link);
    const moved = closer(a, b, shareOf(a, b), shareOf(b, a));
    if (moved === 0) continue;
    const since = min(load<f64>(link, LINK_SINCE) + moved, displacedFrom(link + LINK_FROM, a, b));
    const left = max(load<f64>(link, LINK_BOUND) - moved, load<f64>(link, LINK_MEASURED) - since);
    store<f64>(link, max(0, left), LINK_BOUND);
    store<f64>(link, since, LINK_SINCE);
    store<f64>(link, load<f64>(link, LINK_PAIRS_SINCE) + moved, LINK_PAIRS_SINCE);
  }
}
