// Contacts in an order in which many of them may be solved at the same time, and which does not depend on who found them. Space is cut into
// slices of one width across the longest side of all cloth, and every sixteenth slice is of one cell. A contact belongs to the slice
// where it begins, and ends there or in the next one: so those of two even cells have no vertex in common, and those of two odd ones.
// Even cells come first, then odd ones, then what is longer than that, and what moves bodies.
import { larger, smaller } from '../extremes';
import {
  ALL_CELLS,
  CELL_BODIES,
  CELL_BYTES,
  CELL_END,
  CELL_FIRST,
  CELL_PUSHED,
  CHUNK_BYTES,
  CHUNK_CONTACTS,
  CHUNK_COUNTS,
  CHUNK_FIRST,
  CHUNK_KEPT,
  CHUNK_MEASURED,
  CLOTH_CELL_AXIS,
  CLOTH_CELL_WIDTH,
  CLOTH_CELLS,
  CLOTH_CHUNK_COUNT,
  CLOTH_CHUNKS,
  CLOTH_CONTACT_BYTES,
  CLOTH_CONTACT_COUNT,
  CLOTH_INVERSE_MASS,
  CLOTH_MEASURED,
  CLOTH_ORDER,
  CLOTH_X,
  CONTACT_BODY_A,
  CONTACT_BODY_B,
  CONTACT_CELL,
  EVEN_CELLS,
  FEW_CONTACTS,
  PART_BYTES,
  PART_CLOTH,
  PART_KIND,
  PART_NODE_COUNT,
} from '../layout/cloth';
import { DOP_HI03, DOP_LO03 } from '../layout/meshes';
import { nodesOf } from './detect';
import { array, POINT_BYTES, partAt, partsEnd } from './world';

/** Before contacts are found: across which axis slices are. */
export function chooseAxis(world: usize): void {
  let least = f32x4.splat(Infinity);
  let most = f32x4.splat(-Infinity);
  for (let part = partAt(world, 0), end = partsEnd(world); part < end; part += PART_BYTES) {
    if (load<u32>(part, PART_KIND) !== PART_CLOTH || load<u32>(part, PART_NODE_COUNT) === 0) continue;
    const root = nodesOf(world, part);
    least = f32x4.pmin(least, v128.load(root, DOP_LO03));
    most = f32x4.pmax(most, v128.load(root, DOP_HI03));
  }
  const sides = f32x4.sub(most, least);
  const x = f32x4.extract_lane(sides, 0);
  const y = f32x4.extract_lane(sides, 1);
  const z = f32x4.extract_lane(sides, 2);
  store<u32>(world, x >= y && x >= z ? 0 : y >= z ? 8 : 16, CLOTH_CELL_AXIS);
}

/** The cell of a contact, by the vertices that it may move. */
export function cellOf(world: usize, contact: usize): u32 {
  if (load<u64>(contact, CONTACT_BODY_A) !== 0) return ALL_CELLS;
  const masses = array(world, CLOTH_INVERSE_MASS);
  const x = array(world, CLOTH_X) + <usize>load<u32>(world, CLOTH_CELL_AXIS);
  let from = Infinity;
  let to = -Infinity;
  for (let slot: usize = 0; slot < 16; slot += 4) {
    const vertex = <usize>load<u32>(contact + slot);
    const isMoved = load<f64>(masses + (vertex << 3)) !== 0;
    const at = load<f64>(x + vertex * POINT_BYTES);
    from = smaller(from, select(at, Infinity, isMoved));
    to = larger(to, select(at, -Infinity, isMoved));
  }
  const rate = 1 / load<f64>(world, CLOTH_CELL_WIDTH);
  const first = floor(from * rate);
  // nothing that moves, or farther out than slices can be counted
  if (!(abs(first) < FARTHEST) || floor(to * rate) - first > 1) return ALL_CELLS;
  const slice = <u32>(<i32>first) & (ALL_CELLS - 1);
  return (slice & 1) * EVEN_CELLS + (slice >> 1);
}

const FARTHEST: f64 = 1e9;

/** After all chunks: gives each contact its place. Returns how many there are; where some had no room, there is no order. */
export function clothOrderContacts(world: usize): u32 {
  const chunks = array(world, CLOTH_CHUNKS);
  const end = chunks + <usize>load<u32>(world, CLOTH_CHUNK_COUNT) * CHUNK_BYTES;
  let all: u32 = 0;
  let kept: u32 = 0;
  let measured = load<u32>(world, CLOTH_MEASURED);
  for (let chunk = chunks; chunk < end; chunk += CHUNK_BYTES) {
    all += load<u32>(chunk, CHUNK_CONTACTS);
    kept += load<u32>(chunk, CHUNK_KEPT);
    measured += load<u32>(chunk, CHUNK_MEASURED);
  }
  store<u32>(world, kept, CLOTH_CONTACT_COUNT);
  // who found what, and so whether all had room, depends on threads: those that are measured again count once
  if (kept < all) return all;
  store<u32>(world, measured, CLOTH_MEASURED);
  const isFew = all < <u32>FEW_CONTACTS;
  layCells(world, chunks, end, isFew);
  const cells = array(world, CLOTH_CELLS);
  for (let chunk = chunks; chunk < end; chunk += CHUNK_BYTES) {
    const first = <usize>load<u32>(chunk, CHUNK_FIRST);
    const last = first + <usize>load<u32>(chunk, CHUNK_KEPT) * CLOTH_CONTACT_BYTES;
    for (let contact = first; contact < last; contact += CLOTH_CONTACT_BYTES) {
      const cell = cells + <usize>(isFew ? ALL_CELLS : load<u32>(contact, CONTACT_CELL)) * CELL_BYTES;
      const at = <usize>load<u32>(cell, CELL_END);
      store<u32>(at, <u32>contact);
      store<u32>(cell, <u32>(at + 4), CELL_END);
      const bodies = load<u32>(contact, CONTACT_BODY_A) | load<u32>(contact, CONTACT_BODY_B);
      store<u32>(cell, load<u32>(cell, CELL_BODIES) | bodies, CELL_BODIES);
    }
  }
  spreadCells(world, all);
  return all;
}

/**
 * Neighbours in the order are of vertices that lie side by side, often of the same ones: each would wait for the one before it. So in blocks they
 * are taken column by column, as they would stand in so many rows.
 */
const ROWS: usize = 4;
const COLUMNS: usize = 64;
const BLOCK_ORDER: usize = (ROWS * COLUMNS) << 2;

function spreadCells(world: usize, all: u32): void {
  // behind the order, where nothing is listed yet
  const spare = array(world, CLOTH_ORDER) + ((<usize>all) << 2);
  const cells = array(world, CLOTH_CELLS);
  for (let i: usize = 0; i <= <usize>ALL_CELLS; i++) {
    const cell = cells + i * CELL_BYTES;
    const end = <usize>load<u32>(cell, CELL_END);
    for (let block = <usize>load<u32>(cell, CELL_FIRST); block + BLOCK_ORDER <= end; block += BLOCK_ORDER)
      spread(block, spare);
  }
}

function spread(block: usize, spare: usize): void {
  memory.copy(spare, block, BLOCK_ORDER);
  for (let column: usize = 0; column < COLUMNS; column++) {
    for (let row: usize = 0; row < ROWS; row++) {
      const from = spare + ((row * COLUMNS + column) << 2);
      store<u32>(block + ((column * ROWS + row) << 2), load<u32>(from));
    }
  }
}

/** Where each cell begins in the order; nothing is in it yet. Few contacts are all behind the cells. */
function layCells(world: usize, chunks: usize, end: usize, isFew: bool): void {
  const cells = array(world, CLOTH_CELLS);
  let next = load<u32>(world, CLOTH_ORDER);
  for (let i: usize = 0; i <= <usize>ALL_CELLS; i++) {
    const cell = cells + i * CELL_BYTES;
    store<u32>(cell, next, CELL_FIRST);
    store<u32>(cell, next, CELL_END);
    // no sweep goes through a cell in which nothing is
    store<f64>(cell, 0, CELL_PUSHED);
    store<u32>(cell, 0, CELL_BODIES);
    if (isFew) continue;
    for (let chunk = chunks; chunk < end; chunk += CHUNK_BYTES)
      next += load<u32>(chunk + (i << 2), CHUNK_COUNTS) << 2;
  }
}
