import { MOVER_CENTRE, MOVER_POSITION, MOVER_REACH, MOVER_ROTATION } from '../layout/bodies';
import { component, length, setVector } from '../rigid/vector';
import { turnedX, turnedY, turnedZ, useRotation } from './inertia';

// How far two bodies are displaced against each other from where they once were, whatever ways they went in between. The distance of
// two surfaces is that of their poses alone, and no pose has them nearer than another one by more than any two vertices come closer
// from one to the other. So a distance that was measured is a bound wherever the bodies are now, be they back where they were a
// hundred motions later. It says nothing of what was in between, nor of what is ahead: a motion is certified by the bound where it
// begins and by its own way. And what is measured later bounds distances from there, not from here: to count it from here the
// displacement has to be taken off once more.

const A_TO_B: usize = 0;
const TURNED_A: usize = 24;
const TURNED_B: usize = 56;

/** More than rounding may hide. */
const ROUND_UP: f64 = 1 + 1e-12;

/** Notes where two bodies are against each other: PLACE_BYTES at `place`. */
export function notePlace(place: usize, a: usize, b: usize): void {
  const p = a + MOVER_POSITION;
  const q = b + MOVER_POSITION;
  setVector(
    place + A_TO_B,
    component(q, 0) - component(p, 0),
    component(q, 1) - component(p, 1),
    component(q, 2) - component(p, 2),
  );
  memory.copy(place + TURNED_A, a + MOVER_ROTATION, 32);
  memory.copy(place + TURNED_B, b + MOVER_ROTATION, 32);
}

// How B's centre of mass is displaced from A's.
let x: f64 = 0;
let y: f64 = 0;
let z: f64 = 0;

/** A bound of how much closer any two vertices of two bodies are now than they were at `place`, or the other way round. */
export function displacedFrom(place: usize, a: usize, b: usize): f64 {
  const p = a + MOVER_POSITION;
  const q = b + MOVER_POSITION;
  x = component(q, 0) - component(p, 0) - component(place + A_TO_B, 0);
  y = component(q, 1) - component(p, 1) - component(place + A_TO_B, 1);
  z = component(q, 2) - component(p, 2) - component(place + A_TO_B, 2);
  addCentre(a, a + MOVER_ROTATION, -1);
  addCentre(a, place + TURNED_A, 1);
  addCentre(b, b + MOVER_ROTATION, 1);
  addCentre(b, place + TURNED_B, -1);
  const turning =
    chordOf(place + TURNED_A, a + MOVER_ROTATION) * load<f64>(a, MOVER_REACH) +
    chordOf(place + TURNED_B, b + MOVER_ROTATION) * load<f64>(b, MOVER_REACH);
  return (length(x, y, z) + turning) * ROUND_UP;
}

/** A body's centre of mass, from its origin, as a rotation turns it. Users may write another centre at any time: it is that of now. */
function addCentre(body: usize, rotation: usize, sign: f64): void {
  const c = body + MOVER_CENTRE;
  const cx = component(c, 0);
  const cy = component(c, 1);
  const cz = component(c, 2);
  if (cx === 0 && cy === 0 && cz === 0) return;
  useRotation(component(rotation, 0), component(rotation, 1), component(rotation, 2), component(rotation, 3));
  x += sign * turnedX(cx, cy, cz);
  y += sign * turnedY(cx, cy, cz);
  z += sign * turnedZ(cx, cy, cz);
}

/** How far the turn from one rotation to another takes what is 1 from its axis, on the straight way: as far as can be where none was noted. */
function chordOf(p: usize, q: usize): f64 {
  const px = component(p, 0);
  const py = component(p, 1);
  const pz = component(p, 2);
  const pw = component(p, 3);
  const qx = component(q, 0);
  const qy = component(q, 1);
  const qz = component(q, 2);
  const qw = component(q, 3);
  const w = qw * pw + qx * px + qy * py + qz * pz;
  const sine = length(
    qx * pw - qw * px - (qy * pz - qz * py),
    qy * pw - qw * py - (qz * px - qx * pz),
    qz * pw - qw * pz - (qx * py - qy * px),
  );
  const size = sqrt(w * w + sine * sine);
  return size > 0 ? (2 * sine) / size : 2;
}
