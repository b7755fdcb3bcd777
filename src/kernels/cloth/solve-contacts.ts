// Sweeps over the contacts: apart along the closest direction, friction in the plane across it.
import { larger } from '../extremes';
import {
  CELL_BYTES,
  CELL_END,
  CELL_FIRST,
  CELL_PUSHED,
  CLOTH_CELLS,
  CLOTH_CONTACT_COUNT,
  CLOTH_HS,
  CLOTH_ORDER,
  CLOTH_Y,
  CONTACT_BODY_A,
  CONTACT_BODY_B,
  CONTACT_DIRECTION,
  CONTACT_DRAG,
  CONTACT_EASE,
  CONTACT_FRICTION,
  CONTACT_PAIR,
  CONTACT_PUSH,
  CONTACT_SHARES,
  CONTACT_SOFT,
  CONTACT_START,
  CONTACT_TARGET,
  CONTACT_WEIGHTS,
  PAIR_PUSH,
  PART_IMPULSE,
  PART_INVERSE_INERTIA,
  PART_INVERSE_MASS,
  PART_SHIFT,
  PART_TURN,
  PART_WANTED,
} from '../layout/cloth';
import { rowTimes } from '../rigid/vector';
import { addPoint, areGlued, array, POINT_BYTES, partOf } from './world';

// The vector between the two points.
let apartX: f64 = 0;
let apartY: f64 = 0;
let apartZ: f64 = 0;
let ease: f64 = 0;
let farthest: f64 = 0;

/**
 * One sweep over a cell, in order or against it: one direction alone favours what comes last. The cell keeps the farthest that it pushed.
 * Cells without a common vertex may be swept at the same time (contact-cells.ts).
 */
export function clothSolveContacts(world: usize, cell: u32, backward: bool): void {
  farthest = 0;
  const about = array(world, CLOTH_CELLS) + <usize>cell * CELL_BYTES;
  const first = <usize>load<u32>(about, CELL_FIRST);
  const end = <usize>load<u32>(about, CELL_END);
  if (backward) for (let at = end; at > first; at -= 4) solve(world, <usize>load<u32>(at - 4));
  else for (let at = first; at < end; at += 4) solve(world, <usize>load<u32>(at));
  store<f64>(about, farthest, CELL_PUSHED);
}

/** Before the first sweep: what the contacts push to begin with. */
export function clothPushAgain(world: usize): void {
  const order = array(world, CLOTH_ORDER);
  const end = order + ((<usize>load<u32>(world, CLOTH_CONTACT_COUNT)) << 2);
  for (let at = order; at < end; at += 4) {
    const contact = <usize>load<u32>(at);
    const push = load<f64>(contact, CONTACT_PUSH);
    if (push === 0) continue;
    apply(
      world,
      contact,
      push * load<f64>(contact, CONTACT_DIRECTION),
      push * load<f64>(contact, CONTACT_DIRECTION + 8),
      push * load<f64>(contact, CONTACT_DIRECTION + 16),
    );
  }
}

/** What the contacts of this sub-step pushed: kept for the next one, and added to both their parts, but for pieces of one body. */
export function clothImpulses(world: usize): void {
  const rate = 1 / load<f64>(world, CLOTH_HS);
  const order = array(world, CLOTH_ORDER);
  const end = order + ((<usize>load<u32>(world, CLOTH_CONTACT_COUNT)) << 2);
  for (let at = order; at < end; at += 4) {
    const contact = <usize>load<u32>(at);
    const push = load<f64>(contact, CONTACT_PUSH);
    store<f64>(load<u32>(contact, CONTACT_PAIR), push, PAIR_PUSH);
    const impulse = push * rate;
    if (impulse === 0) continue;
    const a = partOf(world, load<u32>(contact));
    const b = partOf(world, load<u32>(contact, 12));
    if (areGlued(a, b)) continue;
    store<f64>(a, load<f64>(a, PART_IMPULSE) + impulse, PART_IMPULSE);
    store<f64>(b, load<f64>(b, PART_IMPULSE) + impulse, PART_IMPULSE);
  }
}

function solve(world: usize, contact: usize): void {
  const nx = load<f64>(contact, CONTACT_DIRECTION);
  const ny = load<f64>(contact, CONTACT_DIRECTION + 8);
  const nz = load<f64>(contact, CONTACT_DIRECTION + 16);
  const push = load<f64>(contact, CONTACT_PUSH);
  measure(world, contact, nx, ny, nz);
  const along = apartX * nx + apartY * ny + apartZ * nz;
  const target = load<f64>(contact, CONTACT_TARGET);
  if (ease === 0 || (push === 0 && along >= target)) return;
  const easily = 1 / ease;
  const pushed = larger(push + (target - along - load<f64>(contact, CONTACT_SOFT) * push) * easily, 0);
  store<f64>(contact, pushed, CONTACT_PUSH);
  const more = pushed - push;
  farthest = larger(farthest, abs(more) * ease);
  // Coulomb: the tangential correction is as large as it takes to stop the sliding, up to the cone.
  const slidX = apartX - load<f64>(contact, CONTACT_START);
  const slidY = apartY - load<f64>(contact, CONTACT_START + 8);
  const slidZ = apartZ - load<f64>(contact, CONTACT_START + 16);
  const slide = slidX * nx + slidY * ny + slidZ * nz;
  const dragX = load<f64>(contact, CONTACT_DRAG);
  const dragY = load<f64>(contact, CONTACT_DRAG + 8);
  const dragZ = load<f64>(contact, CONTACT_DRAG + 16);
  const wantX = dragX - (slidX - slide * nx) * easily;
  const wantY = dragY - (slidY - slide * ny) * easily;
  const wantZ = dragZ - (slidZ - slide * nz) * easily;
  const most = load<f64>(contact, CONTACT_FRICTION) * pushed;
  const want = wantX * wantX + wantY * wantY + wantZ * wantZ;
  const share = want > most * most ? most / sqrt(want) : 1;
  store<f64>(contact, wantX * share, CONTACT_DRAG);
  store<f64>(contact, wantY * share, CONTACT_DRAG + 8);
  store<f64>(contact, wantZ * share, CONTACT_DRAG + 16);
  apply(
    world,
    contact,
    more * nx + wantX * share - dragX,
    more * ny + wantY * share - dragY,
    more * nz + wantZ * share - dragZ,
  );
}

function pointOf(points: usize, contact: usize, slot: usize): usize {
  return points + <usize>load<u32>(contact + (slot << 2)) * POINT_BYTES;
}

function measure(world: usize, contact: usize, nx: f64, ny: f64, nz: f64): void {
  const points = array(world, CLOTH_Y);
  const p0 = pointOf(points, contact, 0);
  const p1 = pointOf(points, contact, 1);
  const p2 = pointOf(points, contact, 2);
  const p3 = pointOf(points, contact, 3);
  const w0 = load<f64>(contact, CONTACT_WEIGHTS);
  const w1 = load<f64>(contact, CONTACT_WEIGHTS + 8);
  const w2 = load<f64>(contact, CONTACT_WEIGHTS + 16);
  const w3 = load<f64>(contact, CONTACT_WEIGHTS + 24);
  const first = f64x2.add(
    f64x2.mul(v128.load(p0), f64x2.splat(w0)),
    f64x2.mul(v128.load(p1), f64x2.splat(w1)),
  );
  const second = f64x2.add(
    f64x2.mul(v128.load(p2), f64x2.splat(w2)),
    f64x2.mul(v128.load(p3), f64x2.splat(w3)),
  );
  const both = f64x2.add(first, second);
  apartX = f64x2.extract_lane(both, 0);
  apartY = f64x2.extract_lane(both, 1);
  apartZ =
    w0 * load<f64>(p0, 16) + w1 * load<f64>(p1, 16) + (w2 * load<f64>(p2, 16) + w3 * load<f64>(p3, 16));
  ease = load<f64>(contact, CONTACT_EASE);
  if (load<u64>(contact, CONTACT_BODY_A) === 0) return;
  const a = <usize>load<u32>(contact, CONTACT_BODY_A);
  const b = <usize>load<u32>(contact, CONTACT_BODY_B);
  if (a !== 0) addBody(world, contact, a, 1, nx, ny, nz);
  if (b !== 0) addBody(world, contact, b, -1, nx, ny, nz);
}

// The contact's point on a body, relative to its centre.
let armX: f64 = 0;
let armY: f64 = 0;
let armZ: f64 = 0;

function findArm(world: usize, contact: usize, body: usize, sign: f64): void {
  const y = array(world, CLOTH_Y);
  armX = armY = armZ = 0;
  for (let slot: usize = 0; slot < 4; slot++) {
    const w = sign * load<f64>(contact + (slot << 3), CONTACT_WEIGHTS);
    if (w <= 0) continue;
    const at = y + <usize>load<u32>(contact + (slot << 2)) * POINT_BYTES;
    armX += w * load<f64>(at);
    armY += w * load<f64>(at, 8);
    armZ += w * load<f64>(at, 16);
  }
  armX -= load<f64>(body, PART_WANTED);
  armY -= load<f64>(body, PART_WANTED + 8);
  armZ -= load<f64>(body, PART_WANTED + 16);
}

function addBody(world: usize, contact: usize, body: usize, sign: f64, nx: f64, ny: f64, nz: f64): void {
  findArm(world, contact, body, sign);
  const tx = load<f64>(body, PART_TURN);
  const ty = load<f64>(body, PART_TURN + 8);
  const tz = load<f64>(body, PART_TURN + 16);
  const gx = sign * (load<f64>(body, PART_SHIFT) + ty * armZ - tz * armY);
  const gy = sign * (load<f64>(body, PART_SHIFT + 8) + tz * armX - tx * armZ);
  const gz = sign * (load<f64>(body, PART_SHIFT + 16) + tx * armY - ty * armX);
  apartX += gx;
  apartY += gy;
  apartZ += gz;
  const cx = armY * nz - armZ * ny;
  const cy = armZ * nx - armX * nz;
  const cz = armX * ny - armY * nx;
  const inertia = body + PART_INVERSE_INERTIA;
  ease +=
    nx * nx * load<f64>(body, PART_INVERSE_MASS) +
    ny * ny * load<f64>(body, PART_INVERSE_MASS + 8) +
    nz * nz * load<f64>(body, PART_INVERSE_MASS + 16) +
    cx * rowTimes(inertia, 0, cx, cy, cz) +
    cy * rowTimes(inertia, 1, cx, cy, cz) +
    cz * rowTimes(inertia, 2, cx, cy, cz);
}

/** A correction of the first feature, and its opposite of the second. */
function apply(world: usize, contact: usize, x: f64, y: f64, z: f64): void {
  const points = array(world, CLOTH_Y);
  const xy = f64x2.replace_lane(f64x2.splat(x), 1, y);
  for (let slot: usize = 0; slot < 4; slot++) {
    const s = load<f64>(contact + (slot << 3), CONTACT_SHARES);
    const point = pointOf(points, contact, slot);
    v128.store(point, f64x2.add(v128.load(point), f64x2.mul(xy, f64x2.splat(s))));
    store<f64>(point, load<f64>(point, 16) + s * z, 16);
  }
  if (load<u64>(contact, CONTACT_BODY_A) === 0) return;
  const a = <usize>load<u32>(contact, CONTACT_BODY_A);
  const b = <usize>load<u32>(contact, CONTACT_BODY_B);
  if (a !== 0) pushBody(world, contact, a, 1, x, y, z);
  if (b !== 0) pushBody(world, contact, b, -1, -x, -y, -z);
}

function pushBody(world: usize, contact: usize, body: usize, sign: f64, x: f64, y: f64, z: f64): void {
  findArm(world, contact, body, sign);
  addPoint(
    body + PART_SHIFT,
    load<f64>(body, PART_INVERSE_MASS) * x,
    load<f64>(body, PART_INVERSE_MASS + 8) * y,
    load<f64>(body, PART_INVERSE_MASS + 16) * z,
  );
  const tx = armY * z - armZ * y;
  const ty = armZ * x - armX * z;
  const tz = armX * y - armY * x;
  const inertia = body + PART_INVERSE_INERTIA;
  addPoint(
    body + PART_TURN,
    rowTimes(inertia, 0, tx, ty, tz),
    rowTimes(inertia, 1, tx, ty, tz),
    rowTimes(inertia, 2, tx, ty, tz),
  );
}
