import {
  MOVER_ANGULAR,
  MOVER_CENTRE_NOW,
  MOVER_LINEAR,
  MOVER_MASS,
  MOVER_MISSING,
  MOVER_SPARE,
  MOVER_TURNED_INERTIA,
} from '../layout/bodies';
import { component, setVector } from '../rigid/vector';
import { firstOf, nextOf } from './contact-islands';
import { solvedX, solvedY, solvedZ, solveSymmetric } from './inertia';
import { findMomentum, kineticEnergy, momentumX, momentumY, momentumZ } from './move';
import {
  addMass,
  addTurning,
  beginSum,
  centreX,
  centreY,
  centreZ,
  endMasses,
  going,
  linearX,
  linearY,
  linearZ,
  turningX,
  turningY,
  turningZ,
} from './summed-motion';

// Angular momentum that a body lost is given to all of its island, as if that were one rigid body: nobody moves against anybody by it. Of all
// motions with the same momentum, linear and angular, that of one rigid body has the least energy. What an island has too much of it then is
// taken by the same share of all velocities against that motion: no momentum is lost, and nobody comes to anybody faster.

/** Of energy, against the drift: what turns and is tied has more and less of it from sub-step to sub-step, and would come to rest if it never had more. */
const GAINED: f64 = 2e-3;

/** The island turns as one with this about its centre of mass. */
let angularX: f64 = 0;
let angularY: f64 = 0;
let angularZ: f64 = 0;
/** Twice the energy of all of the island's motion, and of what it turns as one body once it has its momentum back. */
let whole: f64 = 0;
let spinning: f64 = 0;
/** And of how its bodies move against that. */
let own: f64 = 0;
/** What giving it back adds to the angular velocity. */
let addedX: f64 = 0;
let addedY: f64 = 0;
let addedZ: f64 = 0;

/** Gives an island of free bodies back what it lost, with no more energy than it has and may have in addition; or, where it has to be `all`, than its momentum takes. */
export function giveBack(island: usize, all: bool): void {
  const lost = island + MOVER_MISSING;
  if (component(lost, 0) === 0 && component(lost, 1) === 0 && component(lost, 2) === 0) return;
  if (!findMotion(island)) return;
  const due = whole + load<f64>(island, MOVER_SPARE) - going;
  const most = all ? due : (1 + GAINED) * due;
  if (!all) turnSlower(most);
  changeAll(island, most - spinning);
}

/** Takes from an island of free bodies what it has more than so much energy, twice that, but for its drift; and angular momentum, where it would turn with more as one. */
export function slowDown(island: usize, most: f64): void {
  setVector(island + MOVER_MISSING, 0, 0, 0);
  if (!findMotion(island)) return;
  turnSlower(most);
  changeAll(island, most - spinning);
}

/** Where turning as one takes more energy than there is. */
function turnSlower(most: f64): void {
  if (spinning <= most || spinning === 0) return;
  const lost = 1 - sqrt(max(0, most) / spinning);
  addedX -= lost * (angularX + addedX);
  addedY -= lost * (angularY + addedY);
  addedZ -= lost * (angularZ + addedZ);
}

/** With no more energy in how bodies move against each other than is allowed. Those that are tied fast do not, but for rounding. */
function changeAll(island: usize, allowed: f64): void {
  const kept: f64 = own > max(0, allowed) ? sqrt(max(0, allowed) / own) : 1;
  for (let body = firstOf(island); body !== 0; body = nextOf(body)) change(body, kept);
}

function findMotion(island: usize): bool {
  whole = 0;
  beginSum();
  for (let body = firstOf(island); body !== 0; body = nextOf(body)) {
    addMass(load<f64>(body, MOVER_MASS), body + MOVER_CENTRE_NOW, body + MOVER_LINEAR);
    whole += kineticEnergy(body);
  }
  endMasses();
  return findTurning(island);
}

function findTurning(island: usize): bool {
  let xx: f64 = 0;
  let yy: f64 = 0;
  let zz: f64 = 0;
  let xy: f64 = 0;
  let xz: f64 = 0;
  let yz: f64 = 0;
  for (let body = firstOf(island); body !== 0; body = nextOf(body)) {
    const m = load<f64>(body, MOVER_MASS);
    const c = body + MOVER_CENTRE_NOW;
    const inertia = body + MOVER_TURNED_INERTIA;
    const x = component(c, 0) - centreX;
    const y = component(c, 1) - centreY;
    const z = component(c, 2) - centreZ;
    xx += component(inertia, 0) + m * (y * y + z * z);
    yy += component(inertia, 1) + m * (x * x + z * z);
    zz += component(inertia, 2) + m * (x * x + y * y);
    xy += component(inertia, 3) - m * x * y;
    xz += component(inertia, 4) - m * x * z;
    yz += component(inertia, 5) - m * y * z;
    findMomentum(body);
    addTurning(m, c, body + MOVER_LINEAR, momentumX, momentumY, momentumZ);
  }
  if (!solveSymmetric(xx, yy, zz, xy, xz, yz, turningX, turningY, turningZ)) return false;
  angularX = solvedX;
  angularY = solvedY;
  angularZ = solvedZ;
  own = whole - going - (angularX * turningX + angularY * turningY + angularZ * turningZ);
  const lost = island + MOVER_MISSING;
  const x = component(lost, 0);
  const y = component(lost, 1);
  const z = component(lost, 2);
  if (!solveSymmetric(xx, yy, zz, xy, xz, yz, x, y, z)) return false;
  addedX = solvedX;
  addedY = solvedY;
  addedZ = solvedZ;
  spinning =
    (angularX + addedX) * (turningX + x) +
    (angularY + addedY) * (turningY + y) +
    (angularZ + addedZ) * (turningZ + z);
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
