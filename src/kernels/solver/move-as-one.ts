import {
  MOVER_ANGULAR,
  MOVER_BYTES,
  MOVER_CENTRE_NOW,
  MOVER_LINEAR,
  MOVER_MASS,
  MOVER_MISSING,
  MOVER_SPARE,
  MOVER_TURNED_INERTIA,
} from '../layout/bodies';
import { component, setVector } from '../rigid/vector';
import { islandOf } from './contact-islands';
import { solvedX, solvedY, solvedZ, solveSymmetric, timesSymmetric } from './inertia';
import { isFree, kineticEnergy } from './move';

// Angular momentum that a body lost is given to all of its island, as if that were one rigid body: nobody moves against anybody by it. Of all
// motions with the same momentum, linear and angular, that of one rigid body has the least energy. What an island has too much of it then is
// taken by the same share of all velocities against that motion: no momentum is lost, and nobody comes to anybody faster.

/** The island moves with these, and turns about its centre of mass. */
let centreX: f64 = 0;
let centreY: f64 = 0;
let centreZ: f64 = 0;
let linearX: f64 = 0;
let linearY: f64 = 0;
let linearZ: f64 = 0;
let angularX: f64 = 0;
let angularY: f64 = 0;
let angularZ: f64 = 0;
/** Twice the energy of all of the island's motion, and of what it moves as one body once it has its momentum back. */
let whole: f64 = 0;
let asOne: f64 = 0;
/** And of how its bodies move against that. */
let own: f64 = 0;
/** What giving it back adds to the angular velocity. */
let addedX: f64 = 0;
let addedY: f64 = 0;
let addedZ: f64 = 0;

/** Gives an island of free bodies back what its spins lost, with no more energy than it has and may have in addition. */
export function giveBack(bodies: usize, count: i32, island: usize): void {
  const lost = island + MOVER_MISSING;
  if (component(lost, 0) === 0 && component(lost, 1) === 0 && component(lost, 2) === 0) return;
  if (!findMotion(bodies, count, island)) return;
  const allowed = whole + load<f64>(island, MOVER_SPARE) - asOne;
  const kept: f64 = own > allowed ? sqrt(max(0, allowed) / own) : 1;
  for (let i = 0; i < count; i++) {
    const body = bodies + <usize>i * MOVER_BYTES;
    if (isIn(body, island)) change(body, kept);
  }
}

function isIn(body: usize, island: usize): bool {
  return isFree(body) && islandOf(body) === island;
}

function findMotion(bodies: usize, count: i32, island: usize): bool {
  let mass: f64 = 0;
  centreX = centreY = centreZ = linearX = linearY = linearZ = whole = 0;
  for (let i = 0; i < count; i++) {
    const body = bodies + <usize>i * MOVER_BYTES;
    if (!isIn(body, island)) continue;
    const m = load<f64>(body, MOVER_MASS);
    const c = body + MOVER_CENTRE_NOW;
    const v = body + MOVER_LINEAR;
    mass += m;
    centreX += m * component(c, 0);
    centreY += m * component(c, 1);
    centreZ += m * component(c, 2);
    linearX += m * component(v, 0);
    linearY += m * component(v, 1);
    linearZ += m * component(v, 2);
    whole += kineticEnergy(body);
  }
  centreX /= mass;
  centreY /= mass;
  centreZ /= mass;
  linearX /= mass;
  linearY /= mass;
  linearZ /= mass;
  return findTurning(bodies, count, island, mass);
}

function findTurning(bodies: usize, count: i32, island: usize, mass: f64): bool {
  let xx: f64 = 0;
  let yy: f64 = 0;
  let zz: f64 = 0;
  let xy: f64 = 0;
  let xz: f64 = 0;
  let yz: f64 = 0;
  let lx: f64 = 0;
  let ly: f64 = 0;
  let lz: f64 = 0;
  for (let i = 0; i < count; i++) {
    const body = bodies + <usize>i * MOVER_BYTES;
    if (!isIn(body, island)) continue;
    const m = load<f64>(body, MOVER_MASS);
    const c = body + MOVER_CENTRE_NOW;
    const v = body + MOVER_LINEAR;
    const w = body + MOVER_ANGULAR;
    const inertia = body + MOVER_TURNED_INERTIA;
    const x = component(c, 0) - centreX;
    const y = component(c, 1) - centreY;
    const z = component(c, 2) - centreZ;
    const vx = component(v, 0) - linearX;
    const vy = component(v, 1) - linearY;
    const vz = component(v, 2) - linearZ;
    const wx = component(w, 0);
    const wy = component(w, 1);
    const wz = component(w, 2);
    xx += component(inertia, 0) + m * (y * y + z * z);
    yy += component(inertia, 1) + m * (x * x + z * z);
    zz += component(inertia, 2) + m * (x * x + y * y);
    xy += component(inertia, 3) - m * x * y;
    xz += component(inertia, 4) - m * x * z;
    yz += component(inertia, 5) - m * y * z;
    lx += timesSymmetric(inertia, 0, wx, wy, wz) + m * (y * vz - z * vy);
    ly += timesSymmetric(inertia, 1, wx, wy, wz) + m * (z * vx - x * vz);
    lz += timesSymmetric(inertia, 2, wx, wy, wz) + m * (x * vy - y * vx);
  }
  if (!solveSymmetric(xx, yy, zz, xy, xz, yz, lx, ly, lz)) return false;
  angularX = solvedX;
  angularY = solvedY;
  angularZ = solvedZ;
  const one = mass * (linearX * linearX + linearY * linearY + linearZ * linearZ);
  own = whole - one - (angularX * lx + angularY * ly + angularZ * lz);
  const lost = island + MOVER_MISSING;
  const x = component(lost, 0);
  const y = component(lost, 1);
  const z = component(lost, 2);
  if (!solveSymmetric(xx, yy, zz, xy, xz, yz, x, y, z)) return false;
  addedX = solvedX;
  addedY = solvedY;
  addedZ = solvedZ;
  asOne =
    one + (angularX + addedX) * (lx + x) + (angularY + addedY) * (ly + y) + (angularZ + addedZ) * (lz + z);
  return true;
}

/** Keeps a share of how the body moves against its island, which has its momentum again. */
function change(body: usize, kept: f64): void {
  const c = body + MOVER_CENTRE_NOW;
  const x = component(c, 0) - centreX;
  const y = component(c, 1) - centreY;
  const z = component(c, 2) - centreZ;
  const wx = angularX * (1 - kept) + addedX;
  const wy = angularY * (1 - kept) + addedY;
  const wz = angularZ * (1 - kept) + addedZ;
  const ux = linearX * (1 - kept) + wy * z - wz * y;
  const uy = linearY * (1 - kept) + wz * x - wx * z;
  const uz = linearZ * (1 - kept) + wx * y - wy * x;
  keep(body + MOVER_LINEAR, kept, ux, uy, uz);
  keep(body + MOVER_ANGULAR, kept, wx, wy, wz);
}

function keep(at: usize, kept: f64, x: f64, y: f64, z: f64): void {
  setVector(at, kept * component(at, 0) + x, kept * component(at, 1) + y, kept * component(at, 2) + z);
}
