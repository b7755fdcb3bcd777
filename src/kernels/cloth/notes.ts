// What pushed what in a step: contacts of its sub-steps, each pair of features once.
import {
  CLOTH_CONTACT_COUNT,
  CLOTH_HS,
  CLOTH_NEAR,
  CLOTH_NOTE_COUNT,
  CLOTH_NOTE_MASK,
  CLOTH_NOTE_SLOTS,
  CLOTH_NOTES,
  CLOTH_ORDER,
  CLOTH_PART_COUNT,
  CLOTH_PART_OF,
  CONTACT_EXACT_DIRECTION,
  CONTACT_EXACT_WEIGHTS,
  NOTE_BYTES,
  NOTE_DIRECTION,
  NOTE_IMPULSE,
  NOTE_TIME,
  NOTE_WEIGHTS,
} from '../layout/cloth';
import { pushOf } from './solve-contacts';
import { areGlued, array, partAt } from './world';

// Odd numbers with bits everywhere: a product carries each bit of a factor to all above it.
const MIX: u64 = ((<u64>0x9e3779b9) << 32) | 0x7f4a7c15;
const OTHER_MIX: u64 = ((<u64>0xc2b2ae3d) << 32) | 0x27d4eb4f;

/** Before the first sub-step: nothing was noted. */
export function clothBeginNotes(world: usize): void {
  const parts = <usize>load<u32>(world, CLOTH_PART_COUNT);
  memory.fill(array(world, CLOTH_NEAR), 0, parts * parts);
  memory.fill(array(world, CLOTH_NOTE_SLOTS), 0, (<usize>load<u32>(world, CLOTH_NOTE_MASK) + 1) << 2);
  store<u32>(world, 0, CLOTH_NOTE_COUNT);
}

/** Adds what the contacts of this sub-step pushed, as clothImpulses does: not what pieces of one body push each other. */
export function clothNote(world: usize, time: f64): void {
  const rate = 1 / load<f64>(world, CLOTH_HS);
  const parts = load<u32>(world, CLOTH_PART_COUNT);
  const order = array(world, CLOTH_ORDER);
  const end = order + ((<usize>load<u32>(world, CLOTH_CONTACT_COUNT)) << 2);
  for (let at = order; at < end; at += 4) {
    const contact = <usize>load<u32>(at);
    const a = numberOf(world, load<u32>(contact));
    const b = numberOf(world, load<u32>(contact, 12));
    store<u8>(array(world, CLOTH_NEAR) + <usize>(min(a, b) * parts + max(a, b)), 1);
    const impulse = pushOf(contact) * rate;
    if (impulse === 0 || areGlued(partAt(world, a), partAt(world, b))) continue;
    const note = noteOf(world, contact, time);
    memory.copy(note + NOTE_WEIGHTS, contact + CONTACT_EXACT_WEIGHTS, 32);
    memory.copy(note + NOTE_DIRECTION, contact + CONTACT_EXACT_DIRECTION, 24);
    store<f64>(note, load<f64>(note, NOTE_IMPULSE) + impulse, NOTE_IMPULSE);
  }
}

/** After slots were made anew: finds all notes again. */
export function clothFindNotes(world: usize): void {
  const notes = array(world, CLOTH_NOTES);
  const count = load<u32>(world, CLOTH_NOTE_COUNT);
  for (let i: u32 = 0; i < count; i++) {
    store<u32>(slotOf(world, notes + <usize>i * NOTE_BYTES), i + 1);
  }
}

function numberOf(world: usize, vertex: u32): u32 {
  return load<u32>(array(world, CLOTH_PART_OF) + ((<usize>vertex) << 2));
}

/** The note of a contact's features, new or known. */
function noteOf(world: usize, contact: usize, time: f64): usize {
  const slot = slotOf(world, contact);
  const known = load<u32>(slot);
  const notes = array(world, CLOTH_NOTES);
  if (known !== 0) return notes + <usize>(known - 1) * NOTE_BYTES;
  const count = load<u32>(world, CLOTH_NOTE_COUNT);
  store<u32>(slot, count + 1);
  store<u32>(world, count + 1, CLOTH_NOTE_COUNT);
  const note = notes + <usize>count * NOTE_BYTES;
  v128.store(note, v128.load(contact));
  store<f64>(note, time, NOTE_TIME);
  store<f64>(note, 0, NOTE_IMPULSE);
  return note;
}

/** The slot that has the note with these vertices, or the empty one where it belongs. */
function slotOf(world: usize, vertices: usize): usize {
  const slots = array(world, CLOTH_NOTE_SLOTS);
  const notes = array(world, CLOTH_NOTES);
  const mask = load<u32>(world, CLOTH_NOTE_MASK);
  const low = load<u64>(vertices);
  const high = load<u64>(vertices, 8);
  const mixed = (low * MIX) ^ (high * OTHER_MIX);
  let at = <u32>((mixed * MIX) >> 32);
  let slot = slots + ((<usize>(at & mask)) << 2);
  for (let known = load<u32>(slot); known !== 0; known = load<u32>(slot)) {
    const note = notes + <usize>(known - 1) * NOTE_BYTES;
    if (load<u64>(note) === low && load<u64>(note, 8) === high) break;
    slot = slots + ((<usize>(++at & mask)) << 2);
  }
  return slot;
}
