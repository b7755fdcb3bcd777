import { MOVER_BYTES, MOVER_CENTRE_NOW, MOVER_LINEAR, MOVER_MASS, MOVER_MISSING } from '../layout/bodies';
import { JOINTS_NOTES, NOTE_BYTES, NOTE_SPIN, NOTE_VELOCITY } from '../layout/joints';
import { component, setVector } from '../rigid/vector';
import { firstOf, nextOf } from './contact-islands';
import { turnInertia } from './inertia';
import { findMomentum, keepsSpin, momentumX, momentumY, momentumZ, useRotationOf } from './move';
import { addMass, addTurning, beginSum, endMasses, turningX, turningY, turningZ } from './summed-motion';
import { isDynamic } from './tied-bodies';

// Where bodies are at the beginning of a sub-step, and how they move: ways that close joints, those that part bodies, and a backend's joints change the angular
// momentum of bodies together that they move past each other. Islands of tied bodies that touch nothing but each other get all of it back.

/** When forces have been applied. */
export function noteMomenta(bodies: usize, count: i32, joints: usize): void {
  const notes = notesOf(joints);
  for (let i = 0; i < count; i++) note(bodies + <usize>i * MOVER_BYTES, noteAt(notes, i));
}

/** A body's velocity changed by what nobody else lost. */
export function addToNote(joints: usize, i: i32, x: f64, y: f64, z: f64): void {
  const v = noteAt(notesOf(joints), i) + NOTE_VELOCITY;
  setVector(v, component(v, 0) + x, component(v, 1) + y, component(v, 2) + z);
}

/** Says of an island whose bodies are listed what angular momentum it has lost since then. */
export function missAll(bodies: usize, island: usize, joints: usize): void {
  const before = notesOf(joints);
  for (let body = firstOf(island); body !== 0; body = nextOf(body)) {
    note(body, noteOf(body, bodies, before) + NOTE_BYTES);
  }
  sumUp(bodies, island, before);
  const x = turningX;
  const y = turningY;
  const z = turningZ;
  sumUp(bodies, island, before + NOTE_BYTES);
  setVector(island + MOVER_MISSING, x - turningX, y - turningY, z - turningZ);
}

function note(body: usize, at: usize): void {
  if (!isDynamic(body)) return;
  if (keepsSpin(body)) {
    useRotationOf(body);
    turnInertia(body);
  }
  findMomentum(body);
  memory.copy(at, body + MOVER_CENTRE_NOW, 24);
  memory.copy(at + NOTE_VELOCITY, body + MOVER_LINEAR, 24);
  setVector(at + NOTE_SPIN, momentumX, momentumY, momentumZ);
}

function sumUp(bodies: usize, island: usize, notes: usize): void {
  beginSum();
  for (let body = firstOf(island); body !== 0; body = nextOf(body)) {
    const p = noteOf(body, bodies, notes);
    addMass(load<f64>(body, MOVER_MASS), p, p + NOTE_VELOCITY);
  }
  endMasses();
  for (let body = firstOf(island); body !== 0; body = nextOf(body)) {
    const p = noteOf(body, bodies, notes);
    const spin = p + NOTE_SPIN;
    const m = load<f64>(body, MOVER_MASS);
    addTurning(m, p, p + NOTE_VELOCITY, component(spin, 0), component(spin, 1), component(spin, 2));
  }
}

function notesOf(joints: usize): usize {
  return <usize>load<u32>(joints, JOINTS_NOTES);
}

function noteOf(body: usize, bodies: usize, notes: usize): usize {
  return noteAt(notes, <i32>((body - bodies) / MOVER_BYTES));
}

/** Each body has two: of then, and of now. */
function noteAt(notes: usize, i: i32): usize {
  return notes + 2 * <usize>i * NOTE_BYTES;
}
