// What a sub-step held back: counted and marked, once y is final.
import {
  CLOTH_CUT,
  CLOTH_FROZEN,
  CLOTH_HELD_VERTICES,
  CLOTH_INVERSE_MASS,
  CLOTH_MARKS,
  CLOTH_WANTED,
  CLOTH_X,
  CLOTH_Y,
  MARK_CUT,
  MARK_HALVED,
  PART_BODY,
  PART_BYTES,
  PART_HELD,
  PART_KIND,
} from '../layout/cloth';
import { array, bump, endVertex, firstVertex, POINT_BYTES, partAt, partsEnd, squaredBetween } from './world';

/** Counts and marks what was cut back, once y is final. */
export function clothCountCuts(world: usize): void {
  const marks = array(world, CLOTH_MARKS);
  for (let part = partAt(world, 0), end = partsEnd(world); part < end; part += PART_BYTES) {
    if (load<u32>(part, PART_KIND) === PART_BODY) continue;
    for (let i = firstVertex(part), last = endVertex(part); i < last; i++) {
      const at = i * POINT_BYTES;
      const from = array(world, CLOTH_X) + at;
      const missed = squaredBetween(array(world, CLOTH_WANTED) + at, array(world, CLOTH_Y) + at);
      if (missed === 0) continue;
      const wanted = squaredBetween(array(world, CLOTH_WANTED) + at, from);
      const moved = squaredBetween(array(world, CLOTH_Y) + at, from);
      const halved = moved * 4 < wanted ? MARK_HALVED : 0;
      store<u8>(marks + i, load<u8>(marks + i) | MARK_CUT | halved);
      bump(world + CLOTH_CUT);
      if (moved === 0) bump(world + CLOTH_FROZEN);
      if (load<f64>(array(world, CLOTH_INVERSE_MASS) + (i << 3)) > 0) continue;
      bump(world + CLOTH_HELD_VERTICES);
      bump(part + PART_HELD);
    }
  }
}
