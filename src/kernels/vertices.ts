import { SWEPT_VERTEX_BYTES } from './layout/meshes';

/** Moves the start of every swept vertex to its end. Returns how many were not there already. */
export function endBecomesStart(swept: usize, count: u32): u32 {
  let moved: u32 = 0;
  for (let end = swept + <usize>count * SWEPT_VERTEX_BYTES; swept < end; swept += SWEPT_VERTEX_BYTES) {
    const stayed = arriveOn(swept) & arriveOn(swept + 16) & arriveOn(swept + 32);
    moved += <u32>(stayed ^ 1);
  }
  return moved;
}

/** One axis of one vertex; 1 where the start was the end. */
function arriveOn(axis: usize): i32 {
  const end = load<f64>(axis, 8);
  const stayed = load<f64>(axis) === end;
  store<f64>(axis, end);
  return stayed ? 1 : 0;
}
