// Small readers of the flat world (layout/cloth.ts).
import {
  CLOTH_PART_COUNT,
  CLOTH_PART_OF,
  CLOTH_PARTS,
  PART_BYTES,
  PART_FIRST_VERTEX,
  PART_GLUE,
  PART_VERTEX_COUNT,
} from '../layout/cloth';

export const POINT_BYTES: usize = 24;

export function partAt(world: usize, i: u32): usize {
  return <usize>load<u32>(world, CLOTH_PARTS) + <usize>i * PART_BYTES;
}

export function partsEnd(world: usize): usize {
  return partAt(world, load<u32>(world, CLOTH_PART_COUNT));
}

export function firstVertex(part: usize): usize {
  return <usize>load<u32>(part, PART_FIRST_VERTEX);
}

export function endVertex(part: usize): usize {
  return firstVertex(part) + <usize>load<u32>(part, PART_VERTEX_COUNT);
}

export function array(world: usize, offset: usize): usize {
  return <usize>load<u32>(world + offset);
}

export function setPoint(at: usize, x: f64, y: f64, z: f64): void {
  store<f64>(at, x);
  store<f64>(at, y, 8);
  store<f64>(at, z, 16);
}

export function addPoint(at: usize, x: f64, y: f64, z: f64): void {
  setPoint(at, load<f64>(at) + x, load<f64>(at, 8) + y, load<f64>(at, 16) + z);
}

export function alongAt(at: usize, x: f64, y: f64, z: f64): f64 {
  return load<f64>(at) * x + load<f64>(at, 8) * y + load<f64>(at, 16) * z;
}

/** The part that a vertex belongs to. */
export function partOf(world: usize, vertex: u32): usize {
  return partAt(world, load<u32>(array(world, CLOTH_PART_OF) + ((<usize>vertex) << 2)));
}

/** Whether two parts are pieces of one body that has not broken. */
export function areGlued(a: usize, b: usize): bool {
  const glue = load<u32>(a, PART_GLUE);
  return glue !== 0 && glue === load<u32>(b, PART_GLUE);
}

export function squaredBetween(a: usize, b: usize): f64 {
  const x = load<f64>(a) - load<f64>(b);
  const y = load<f64>(a, 8) - load<f64>(b, 8);
  const z = load<f64>(a, 16) - load<f64>(b, 16);
  return x * x + y * y + z * z;
}

/** Whether any of a pair's four vertices has a flag, a byte each. */
export function isAnyMarked(flags: usize, pair: usize): bool {
  const first = load<u8>(flags + load<u32>(pair)) | load<u8>(flags + load<u32>(pair, 4));
  return (first | load<u8>(flags + load<u32>(pair, 8)) | load<u8>(flags + load<u32>(pair, 12))) !== 0;
}

export function bump(counter: usize): void {
  store<u32>(counter, load<u32>(counter) + 1);
}

/** Two numbers, a lane each. */
export function loadBoth(a: usize, b: usize, offset: usize): v128 {
  return v128.load64_lane(b + offset, v128.load64_zero(a + offset), 1);
}

export function storeBoth(values: v128, a: usize, b: usize, offset: usize): void {
  v128.store64_lane(a + offset, values, 0);
  v128.store64_lane(b + offset, values, 1);
}
