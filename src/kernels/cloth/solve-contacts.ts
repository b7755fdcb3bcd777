// Sweeps over the contacts: apart along the closest direction, friction in the plane across it.
import {
  CLOTH_CONTACT_BYTES,
  CLOTH_CONTACT_COUNT,
  CLOTH_CONTACTS,
  CLOTH_INVERSE_MASS,
  CLOTH_X,
  CLOTH_Y,
  CONTACT_BODY_A,
  CONTACT_BODY_B,
  CONTACT_DIRECTION,
  CONTACT_DRAG,
  CONTACT_FRICTION,
  CONTACT_PUSH,
  CONTACT_TARGET,
  CONTACT_WEIGHTS,
  PART_INVERSE_INERTIA,
  PART_INVERSE_MASS,
  PART_SHIFT,
  PART_TURN,
  PART_WANTED,
} from '../layout/cloth';
import { rowTimes } from '../rigid/vector';
import { addPoint, array, POINT_BYTES } from './world';

// The distance vector between the two points, and how it changed in this sub-step.
let apartX: f64 = 0;
let apartY: f64 = 0;
let apartZ: f64 = 0;
let slidX: f64 = 0;
let slidY: f64 = 0;
let slidZ: f64 = 0;
let ease: f64 = 0;

/** One sweep, in order or against it: one direction alone favours what comes last. */
export function clothSolveContacts(world: usize, backward: bool): void {
  const first = array(world, CLOTH_CONTACTS);
  const count = load<u32>(world, CLOTH_CONTACT_COUNT);
  for (let i: u32 = 0; i < count; i++) {
    solve(world, first + <usize>(backward ? count - 1 - i : i) * CLOTH_CONTACT_BYTES);
  }
}

function solve(world: usize, contact: usize): void {
  const nx = load<f64>(contact, CONTACT_DIRECTION);
  const ny = load<f64>(contact, CONTACT_DIRECTION + 8);
  const nz = load<f64>(contact, CONTACT_DIRECTION + 16);
  const push = load<f64>(contact, CONTACT_PUSH);
  measure(world, contact, nx, ny, nz);
  const along = apartX * nx + apartY * ny + apartZ * nz;
  if (ease === 0 || (push === 0 && along >= load<f64>(contact, CONTACT_TARGET))) return;
  const pushed = max(0, push + (load<f64>(contact, CONTACT_TARGET) - along) / ease);
  store<f64>(contact, pushed, CONTACT_PUSH);
  const more = pushed - push;
  // Coulomb: the tangential correction is as large as it takes to stop the sliding, up to the cone.
  const slide = slidX * nx + slidY * ny + slidZ * nz;
  const dragX = load<f64>(contact, CONTACT_DRAG);
  const dragY = load<f64>(contact, CONTACT_DRAG + 8);
  const dragZ = load<f64>(contact, CONTACT_DRAG + 16);
  const wantX = dragX - (slidX - slide * nx) / ease;
  const wantY = dragY - (slidY - slide * ny) / ease;
  const wantZ = dragZ - (slidZ - slide * nz) / ease;
  const most = load<f64>(contact, CONTACT_FRICTION) * pushed;
  const want = sqrt(wantX * wantX + wantY * wantY + wantZ * wantZ);
  const share = want > most ? most / want : 1;
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

function measure(world: usize, contact: usize, nx: f64, ny: f64, nz: f64): void {
  const x = array(world, CLOTH_X);
  const y = array(world, CLOTH_Y);
  const masses = array(world, CLOTH_INVERSE_MASS);
  apartX = apartY = apartZ = slidX = slidY = slidZ = ease = 0;
  for (let slot: usize = 0; slot < 4; slot++) {
    const i = <usize>load<u32>(contact + (slot << 2));
    const w = load<f64>(contact + (slot << 3), CONTACT_WEIGHTS);
    const at = i * POINT_BYTES;
    const px = load<f64>(y + at);
    const py = load<f64>(y + at, 8);
    const pz = load<f64>(y + at, 16);
    apartX += w * px;
    apartY += w * py;
    apartZ += w * pz;
    slidX += w * (px - load<f64>(x + at));
    slidY += w * (py - load<f64>(x + at, 8));
    slidZ += w * (pz - load<f64>(x + at, 16));
    ease += w * w * load<f64>(masses + (i << 3));
  }
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
  slidX += gx;
  slidY += gy;
  slidZ += gz;
  const cx = armY * nz - armZ * ny;
  const cy = armZ * nx - armX * nz;
  const cz = armX * ny - armY * nx;
  const inertia = body + PART_INVERSE_INERTIA;
  ease +=
    load<f64>(body, PART_INVERSE_MASS) +
    cx * rowTimes(inertia, 0, cx, cy, cz) +
    cy * rowTimes(inertia, 1, cx, cy, cz) +
    cz * rowTimes(inertia, 2, cx, cy, cz);
}

/** A correction of the first feature, and its opposite of the second. */
function apply(world: usize, contact: usize, x: f64, y: f64, z: f64): void {
  const points = array(world, CLOTH_Y);
  const masses = array(world, CLOTH_INVERSE_MASS);
  for (let slot: usize = 0; slot < 4; slot++) {
    const i = <usize>load<u32>(contact + (slot << 2));
    const s = load<f64>(contact + (slot << 3), CONTACT_WEIGHTS) * load<f64>(masses + (i << 3));
    if (s !== 0) addPoint(points + i * POINT_BYTES, s * x, s * y, s * z);
  }
  const a = <usize>load<u32>(contact, CONTACT_BODY_A);
  const b = <usize>load<u32>(contact, CONTACT_BODY_B);
  if (a !== 0) pushBody(world, contact, a, 1, x, y, z);
  if (b !== 0) pushBody(world, contact, b, -1, -x, -y, -z);
}

function pushBody(world: usize, contact: usize, body: usize, sign: f64, x: f64, y: f64, z: f64): void {
  findArm(world, contact, body, sign);
  const inverse = load<f64>(body, PART_INVERSE_MASS);
  addPoint(body + PART_SHIFT, inverse * x, inverse * y, inverse * z);
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
