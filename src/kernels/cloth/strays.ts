// Strays: vertices that are not where their tubes say. They alone get new tubes, and they alone are looked for anew
// (detect-strays.ts); all others keep theirs.
import {
  BLOCK_BYTES,
  BLOCK_END,
  BLOCK_FIRST,
  BLOCK_PART,
  BLOCK_STRAYS,
  CLOTH_BLOCKS,
  CLOTH_HALF,
  CLOTH_HORIZON,
  CLOTH_HS,
  CLOTH_SINCE,
  CLOTH_STRAY,
  CLOTH_TUBE_RADIUS,
  CLOTH_TUBE_START,
  CLOTH_TUBE_VELOCITY,
  CLOTH_X,
  CLOTH_Y,
  PART_BYTES,
  PART_MEAN,
  PART_STRAYS,
} from '../layout/cloth';
import { length } from '../rigid/vector';
import { blocksEnd, firstOfRun } from './blocks';
import { SPREAD, TUBE } from './tubes';
import { array, endVertex, firstVertex, POINT_BYTES, partAt, partsEnd, setPoint } from './world';

/** Marks the vertices of y, in a run of blocks, that are not in their tubes at the end of this sub-step. */
export function clothMarkStrays(world: usize, run: u32): void {
  const since = load<f64>(world, CLOTH_SINCE) + load<f64>(world, CLOTH_HS);
  const y = array(world, CLOTH_Y);
  const starts = array(world, CLOTH_TUBE_START);
  const velocities = array(world, CLOTH_TUBE_VELOCITY);
  const radii = array(world, CLOTH_TUBE_RADIUS);
  const flags = array(world, CLOTH_STRAY);
  for (
    let block = firstOfRun(world, run), last = firstOfRun(world, run + 1);
    block < last;
    block += BLOCK_BYTES
  ) {
    let strays: u32 = 0;
    for (
      let i = <usize>load<u32>(block, BLOCK_FIRST), end = <usize>load<u32>(block, BLOCK_END);
      i < end;
      i++
    ) {
      const at = i * POINT_BYTES;
      const dx = load<f64>(y + at) - load<f64>(starts + at) - since * load<f64>(velocities + at);
      const dy = load<f64>(y + at, 8) - load<f64>(starts + at, 8) - since * load<f64>(velocities + at, 8);
      const dz = load<f64>(y + at, 16) - load<f64>(starts + at, 16) - since * load<f64>(velocities + at, 16);
      const radius = load<f64>(radii + (i << 3));
      const isOut: u32 = dx * dx + dy * dy + dz * dz > radius * radius ? 1 : 0;
      store<u8>(flags + i, <u8>isOut);
      strays += isOut;
    }
    store<u32>(block, strays, BLOCK_STRAYS);
  }
}

/** Behind that: how many each part has; returns how many there are. */
export function clothCountStrays(world: usize): u32 {
  let block = array(world, CLOTH_BLOCKS);
  const end = blocksEnd(world);
  let strays: u32 = 0;
  for (
    let part = partAt(world, 0), last = partsEnd(world), i: u32 = 0;
    part < last;
    part += PART_BYTES, i++
  ) {
    let ofPart: u32 = 0;
    for (; block < end && load<u32>(block, BLOCK_PART) === i; block += BLOCK_BYTES)
      ofPart += load<u32>(block, BLOCK_STRAYS);
    store<u32>(part, ofPart, PART_STRAYS);
    strays += ofPart;
  }
  return strays;
}

/** New tubes for the strays, along the displacements x to y, for as long as those of the others hold. */
export function clothFollow(world: usize): void {
  const rate = 1 / load<f64>(world, CLOTH_HS);
  const since = load<f64>(world, CLOTH_SINCE);
  const spread = SPREAD * (load<f64>(world, CLOTH_HORIZON) - since);
  const x = array(world, CLOTH_X);
  const y = array(world, CLOTH_Y);
  const flags = array(world, CLOTH_STRAY);
  for (let part = partAt(world, 0), last = partsEnd(world); part < last; part += PART_BYTES) {
    if (load<u32>(part, PART_STRAYS) === 0) continue;
    for (let i = firstVertex(part), end = endVertex(part); i < end; i++) {
      if (load<u8>(flags + i) === 0) continue;
      const at = i * POINT_BYTES;
      const dx = load<f64>(y + at) - load<f64>(x + at);
      const dy = load<f64>(y + at, 8) - load<f64>(x + at, 8);
      const dz = load<f64>(y + at, 16) - load<f64>(x + at, 16);
      const u = dx * rate;
      const v = dy * rate;
      const w = dz * rate;
      setPoint(array(world, CLOTH_TUBE_VELOCITY) + at, u, v, w);
      setPoint(
        array(world, CLOTH_TUBE_START) + at,
        load<f64>(x + at) - since * u,
        load<f64>(x + at, 8) - since * v,
        load<f64>(x + at, 16) - since * w,
      );
      const otherwise = length(
        dx - load<f64>(part, PART_MEAN),
        dy - load<f64>(part, PART_MEAN + 8),
        dz - load<f64>(part, PART_MEAN + 16),
      );
      const radius = TUBE * load<f64>(array(world, CLOTH_HALF) + (i << 3)) + spread * rate * otherwise;
      store<f64>(array(world, CLOTH_TUBE_RADIUS) + (i << 3), radius);
    }
  }
}
