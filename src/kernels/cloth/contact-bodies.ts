// Contacts that move rigid bodies: how far these give way, where they have been pushed, and what is pushed on.
import {
  CLOTH_Y,
  CONTACT_BODY_A,
  CONTACT_BODY_B,
  CONTACT_EASILY,
  CONTACT_EXACT_DIRECTION,
  CONTACT_EXACT_WEIGHTS,
  CONTACT_GIVEN,
  PART_INVERSE_INERTIA,
  PART_INVERSE_MASS,
  PART_SHIFT,
  PART_TURN,
  PART_WANTED,
} from '../layout/cloth';
import { rowTimes } from '../rigid/vector';
import { addPoint, array, POINT_BYTES, setPoint } from './world';

export function movesBodies(contact: usize): bool {
  return load<u64>(contact, CONTACT_BODY_A) !== 0;
}

// The contact's point on a body, relative to its centre. Bodies' vertices stay in y while contacts are solved.
let armX: f64 = 0;
let armY: f64 = 0;
let armZ: f64 = 0;

function findArm(world: usize, contact: usize, body: usize, sign: f64): void {
  const y = array(world, CLOTH_Y);
  armX = armY = armZ = 0;
  for (let slot: usize = 0; slot < 4; slot++) {
    const w = sign * load<f64>(contact + (slot << 3), CONTACT_EXACT_WEIGHTS);
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

/** How far a correction of 1 moves both bodies apart. */
export function easeOfBodies(world: usize, contact: usize): f64 {
  const a = <usize>load<u32>(contact, CONTACT_BODY_A);
  const b = <usize>load<u32>(contact, CONTACT_BODY_B);
  return (a !== 0 ? easeOf(world, contact, a, 1) : 0) + (b !== 0 ? easeOf(world, contact, b, -1) : 0);
}

function easeOf(world: usize, contact: usize, body: usize, sign: f64): f64 {
  findArm(world, contact, body, sign);
  const nx = load<f64>(contact, CONTACT_EXACT_DIRECTION);
  const ny = load<f64>(contact, CONTACT_EXACT_DIRECTION + 8);
  const nz = load<f64>(contact, CONTACT_EXACT_DIRECTION + 16);
  const cx = armY * nz - armZ * ny;
  const cy = armZ * nx - armX * nz;
  const cz = armX * ny - armY * nx;
  const inertia = body + PART_INVERSE_INERTIA;
  return (
    nx * nx * load<f64>(body, PART_INVERSE_MASS) +
    ny * ny * load<f64>(body, PART_INVERSE_MASS + 8) +
    nz * nz * load<f64>(body, PART_INVERSE_MASS + 16) +
    cx * rowTimes(inertia, 0, cx, cy, cz) +
    cy * rowTimes(inertia, 1, cx, cy, cz) +
    cz * rowTimes(inertia, 2, cx, cy, cz)
  );
}

let apartX: f64 = 0;
let apartY: f64 = 0;
let apartZ: f64 = 0;

/** How far pushes took the contact's points on both bodies from each other: three f32. */
export function apartByBodies(world: usize, contact: usize): v128 {
  apartX = apartY = apartZ = 0;
  const a = <usize>load<u32>(contact, CONTACT_BODY_A);
  const b = <usize>load<u32>(contact, CONTACT_BODY_B);
  if (a !== 0) addBody(world, contact, a, 1);
  if (b !== 0) addBody(world, contact, b, -1);
  const xy = f32x4.replace_lane(f32x4.splat(<f32>apartX), 1, <f32>apartY);
  return f32x4.replace_lane(f32x4.replace_lane(xy, 2, <f32>apartZ), 3, 0);
}

function addBody(world: usize, contact: usize, body: usize, sign: f64): void {
  findArm(world, contact, body, sign);
  const tx = load<f64>(body, PART_TURN);
  const ty = load<f64>(body, PART_TURN + 8);
  const tz = load<f64>(body, PART_TURN + 16);
  apartX += sign * (load<f64>(body, PART_SHIFT) + ty * armZ - tz * armY);
  apartY += sign * (load<f64>(body, PART_SHIFT + 8) + tz * armX - tx * armZ);
  apartZ += sign * (load<f64>(body, PART_SHIFT + 16) + tx * armY - ty * armX);
}

/**
 * Gives both bodies what they lack of x, y, z, which the contact pushes in all. In f64, so that what they got in all is what the vertices
 * get at the end.
 */
export function pushBodies(world: usize, contact: usize, x: f64, y: f64, z: f64): void {
  const easily = load<f64>(contact, CONTACT_EASILY);
  const given = contact + CONTACT_GIVEN;
  const moreX = easily * x - load<f64>(given);
  const moreY = easily * y - load<f64>(given, 8);
  const moreZ = easily * z - load<f64>(given, 16);
  setPoint(given, easily * x, easily * y, easily * z);
  const a = <usize>load<u32>(contact, CONTACT_BODY_A);
  const b = <usize>load<u32>(contact, CONTACT_BODY_B);
  if (a !== 0) pushBody(world, contact, a, 1, moreX, moreY, moreZ);
  if (b !== 0) pushBody(world, contact, b, -1, -moreX, -moreY, -moreZ);
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
