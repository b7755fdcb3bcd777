// Sweeps over the contacts: apart along the closest direction, friction in the plane across it. Sweeps are in f32, four numbers at once,
// on how far vertices have been pushed in this sub-step; what contacts come to is then given to y in f64, once, so that no momentum is lost.
import {
  CELL_BODIES,
  CELL_BYTES,
  CELL_END,
  CELL_END_PUSHING,
  CELL_FIRST,
  CELL_FIRST_PUSHING,
  CELL_PUSHED,
  CLOTH_CELLS,
  CLOTH_CONTACT_COUNT,
  CLOTH_HS,
  CLOTH_INVERSE_MASS,
  CLOTH_ORDER,
  CLOTH_PUSHED,
  CLOTH_VERTEX_COUNT,
  CLOTH_Y,
  CONTACT_DIRECTION,
  CONTACT_DRAG,
  CONTACT_EASILY,
  CONTACT_EXACT_DIRECTION,
  CONTACT_EXACT_WEIGHTS,
  CONTACT_FRICTION,
  CONTACT_PAIR,
  CONTACT_PUSH,
  CONTACT_REST,
  CONTACT_SHARES,
  CONTACT_SLID,
  CONTACT_SOFT,
  CONTACT_WEIGHTS,
  PAIR_PUSH,
  PART_IMPULSE,
  SWEEP_BACKWARD,
  SWEEP_PUSHING,
} from '../layout/cloth';
import { apartByBodies, movesBodies, pushBodies } from './contact-bodies';
import { addPoint, areGlued, array, POINT_BYTES, partOf } from './world';

/**
 * One sweep over a cell (SWEEP_...), in order or against it: one direction alone favours what comes last. It keeps the farthest that it pushed,
 * and which contacts push behind it. Cells without a common vertex may be swept at the same time (contact-cells.ts).
 */
export function clothSolveContacts(world: usize, cell: u32, how: u32): void {
  const about = array(world, CLOTH_CELLS) + <usize>cell * CELL_BYTES;
  const isOfPushing = (how & SWEEP_PUSHING) !== 0;
  const pushing = (<usize>load<u32>(world, CLOTH_CONTACT_COUNT)) << 2;
  const first = <usize>load<u32>(about + (isOfPushing ? CELL_FIRST_PUSHING : CELL_FIRST));
  const end = <usize>load<u32>(about + (isOfPushing ? CELL_END_PUSHING : CELL_END));
  const isBackward = (how & SWEEP_BACKWARD) !== 0;
  const at = isBackward ? end - 4 : first;
  const step: usize = isBackward ? BACK : 4;
  // no sweep overtakes what it lists
  const list = isOfPushing ? at : at + pushing;
  const next =
    load<u32>(about, CELL_BODIES) === 0
      ? sweep<bool>(world, at, end - first, step, list)
      : sweep<u32>(world, at, end - first, step, list);
  store<f64>(about, f32x4.extract_lane(farthest, 0), CELL_PUSHED);
  store<u32>(about, <u32>(isBackward ? next + 4 : list), CELL_FIRST_PUSHING);
  store<u32>(about, <u32>(isBackward ? list + 4 : next), CELL_END_PUSHING);
}

const BACK: usize = -4;

/** The farthest that the last sweep pushed, in all lanes. */
let farthest: v128 = f32x4.splat(0);

/**
 * Sweeps over a row of contacts, and lists those that push behind it from `list` on; returns where the next one would go. `Bodies` is bool where
 * none moves a body: the compiler makes two loops of this one.
 */
function sweep<Bodies>(world: usize, first: usize, bytes: usize, step: usize, list: usize): usize {
  const all = array(world, CLOTH_PUSHED);
  let next = list;
  let most = f32x4.splat(0);
  for (let left = bytes, at = first; left > 0; left -= 4, at += step) {
    const contact = <usize>load<u32>(at);
    most = f32x4.pmax(most, solve<Bodies>(world, all, contact));
    store<u32>(next, <u32>contact);
    next += select<usize>(step, 0, load<f32>(contact, CONTACT_PUSH) !== 0);
  }
  farthest = most;
  return next;
}

/** Before the first sweep: what the contacts push to begin with. */
export function clothPushAgain(world: usize): void {
  const all = array(world, CLOTH_PUSHED);
  memory.fill(all, 0, (<usize>load<u32>(world, CLOTH_VERTEX_COUNT)) << 4);
  const order = array(world, CLOTH_ORDER);
  const end = order + ((<usize>load<u32>(world, CLOTH_CONTACT_COUNT)) << 2);
  for (let at = order; at < end; at += 4) {
    const contact = <usize>load<u32>(at);
    if (load<f32>(contact, CONTACT_PUSH) === 0) continue;
    const push = v128.load32_splat(contact, CONTACT_PUSH);
    apply<u32>(world, all, contact, f32x4.mul(push, v128.load(contact, CONTACT_DIRECTION)));
  }
}

/**
 * What the contacts of this sub-step pushed: given to y, kept for the next one, and added to both their parts, but for pieces of one body.
 */
export function clothImpulses(world: usize): void {
  const rate = 1 / load<f64>(world, CLOTH_HS);
  const order = array(world, CLOTH_ORDER);
  const end = order + ((<usize>load<u32>(world, CLOTH_CONTACT_COUNT)) << 2);
  for (let at = order; at < end; at += 4) {
    const contact = <usize>load<u32>(at);
    const push = pushOf(contact);
    store<f64>(load<u32>(contact, CONTACT_PAIR), push, PAIR_PUSH);
    if (push === 0 && !v128.any_true(v128.load(contact, CONTACT_DRAG))) continue;
    arrive(world, contact);
    const impulse = push * rate;
    const a = partOf(world, load<u32>(contact));
    const b = partOf(world, load<u32>(contact, 12));
    if (areGlued(a, b)) continue;
    store<f64>(a, load<f64>(a, PART_IMPULSE) + impulse, PART_IMPULSE);
    store<f64>(b, load<f64>(b, PART_IMPULSE) + impulse, PART_IMPULSE);
  }
}

/** Mass times way. */
export function pushOf(contact: usize): f64 {
  return <f64>load<f32>(contact, CONTACT_PUSH) * load<f64>(contact, CONTACT_EASILY);
}

/** Returns how far it pushed. */
function solve<Bodies>(world: usize, all: usize, contact: usize): v128 {
  const direction = v128.load(contact, CONTACT_DIRECTION);
  const apart = apartOf<Bodies>(world, all, contact);
  const along = dot(apart, direction);
  const push = v128.load32_splat(contact, CONTACT_PUSH);
  const missing = f32x4.sub(v128.load32_splat(contact, CONTACT_REST), along);
  const softly = f32x4.mul(push, v128.load32_splat(contact, CONTACT_SOFT));
  const pushed = f32x4.pmax(f32x4.splat(0), f32x4.add(push, f32x4.sub(missing, softly)));
  // most push nothing, and did not before
  if (!v128.any_true(v128.or(push, pushed))) return pushed;
  store<f32>(contact, f32x4.extract_lane(pushed, 0), CONTACT_PUSH);
  const more = f32x4.sub(pushed, push);
  // Coulomb: the tangential correction is as large as it takes to stop the sliding, up to the cone.
  const pushedAcross = f32x4.sub(apart, f32x4.mul(along, direction));
  const across = f32x4.add(v128.load(contact, CONTACT_SLID), pushedAcross);
  const drag = v128.load(contact, CONTACT_DRAG);
  const want = f32x4.sub(drag, across);
  const most = f32x4.mul(pushed, v128.load32_splat(contact, CONTACT_FRICTION));
  // of nothing that is wanted, all is had: 1 where the share is no number
  const share = f32x4.pmin(f32x4.splat(1), f32x4.div(most, f32x4.sqrt(dot(want, want))));
  const dragged = f32x4.mul(want, share);
  v128.store(contact, dragged, CONTACT_DRAG);
  apply<Bodies>(world, all, contact, f32x4.add(f32x4.mul(more, direction), f32x4.sub(dragged, drag)));
  return f32x4.abs(more);
}

/** In all lanes; what the fourth ones hold is 0. */
function dot(a: v128, b: v128): v128 {
  const products = f32x4.mul(a, b);
  const two = f32x4.add(products, v128.shuffle<f32>(products, products, 1, 0, 3, 2));
  return f32x4.add(two, v128.shuffle<f32>(two, two, 2, 3, 0, 1));
}

/** How far the two points have been pushed from each other. */
function apartOf<Bodies>(world: usize, all: usize, contact: usize): v128 {
  const first = f32x4.add(part(all, contact, 0), part(all, contact, 1));
  const apart = f32x4.add(first, f32x4.add(part(all, contact, 2), part(all, contact, 3)));
  if (isBoolean<Bodies>()) return apart;
  return movesBodies(contact) ? f32x4.add(apart, apartByBodies(world, contact)) : apart;
}

function part(all: usize, contact: usize, slot: usize): v128 {
  const pushed = all + ((<usize>load<u32>(contact + (slot << 2))) << 4);
  return f32x4.mul(v128.load(pushed), v128.load32_splat(contact + (slot << 2), CONTACT_WEIGHTS));
}

/** A correction of the first feature, and its opposite of the second. */
function apply<Bodies>(world: usize, all: usize, contact: usize, more: v128): void {
  applyTo(all, contact, 0, more);
  applyTo(all, contact, 1, more);
  applyTo(all, contact, 2, more);
  applyTo(all, contact, 3, more);
  if (isBoolean<Bodies>()) return;
  if (movesBodies(contact))
    pushBodies(world, contact, totalOf(contact, 0), totalOf(contact, 1), totalOf(contact, 2));
}

function applyTo(all: usize, contact: usize, slot: usize, more: v128): void {
  const pushed = all + ((<usize>load<u32>(contact + (slot << 2))) << 4);
  const share = v128.load32_splat(contact + (slot << 2), CONTACT_SHARES);
  v128.store(pushed, f32x4.add(v128.load(pushed), f32x4.mul(share, more)));
}

/** What the contact pushed in this sub-step along an axis, as it is given to what it moves. */
function totalOf(contact: usize, axis: usize): f64 {
  const direction = load<f64>(contact + (axis << 3), CONTACT_EXACT_DIRECTION);
  return (
    <f64>load<f32>(contact, CONTACT_PUSH) * direction + <f64>load<f32>(contact + (axis << 2), CONTACT_DRAG)
  );
}

/** Gives y what the contact pushed. */
function arrive(world: usize, contact: usize): void {
  const easily = load<f64>(contact, CONTACT_EASILY);
  const x = easily * totalOf(contact, 0);
  const y = easily * totalOf(contact, 1);
  const z = easily * totalOf(contact, 2);
  for (let slot: usize = 0; slot < 4; slot++) {
    const vertex = <usize>load<u32>(contact + (slot << 2));
    const weight = load<f64>(contact + (slot << 3), CONTACT_EXACT_WEIGHTS);
    const s = weight * load<f64>(array(world, CLOTH_INVERSE_MASS) + (vertex << 3));
    addPoint(array(world, CLOTH_Y) + vertex * POINT_BYTES, s * x, s * y, s * z);
  }
}
