// Soft closed bodies: the volume that a surface encloses is kept (XPBD).
import {
  CLOTH_HS,
  CLOTH_INVERSE_MASS,
  CLOTH_SWEPT,
  CLOTH_TRIANGLES,
  CLOTH_Y,
  PART_BYTES,
  PART_FIRST_TRIANGLE,
  PART_TRIANGLE_COUNT,
  PART_VOLUME,
  PART_VOLUME_COMPLIANCE,
} from '../layout/cloth';
import { measureFace, normalX, normalY, normalZ } from './face';
import { addPoint, alongAt, array, endVertex, firstVertex, POINT_BYTES, partAt, partsEnd } from './world';

/** Draws every part that has a volume to keep to it. */
export function clothVolumes(world: usize): void {
  for (let part = partAt(world, 0), end = partsEnd(world); part < end; part += PART_BYTES) {
    if (load<f64>(part, PART_VOLUME) > 0) fill(world, part);
  }
}

function fill(world: usize, part: usize): void {
  // What detections use for swept vertices is free between them: how the volume changes with each vertex.
  const slopes = array(world, CLOTH_SWEPT);
  const masses = array(world, CLOTH_INVERSE_MASS);
  const points = array(world, CLOTH_Y);
  const from = firstVertex(part);
  const until = endVertex(part);
  memory.fill(slopes + from * POINT_BYTES, 0, (until - from) * POINT_BYTES);
  const first = array(world, CLOTH_TRIANGLES) + <usize>load<u32>(part, PART_FIRST_TRIANGLE) * 12;
  const end = first + <usize>load<u32>(part, PART_TRIANGLE_COUNT) * 12;
  const origin = points + from * POINT_BYTES;
  let volume: f64 = 0;
  for (let face = first; face < end; face += 12) {
    measureFace(points, face);
    const corner = points + <usize>load<u32>(face) * POINT_BYTES;
    volume += (alongAt(corner, normalX, normalY, normalZ) - alongAt(origin, normalX, normalY, normalZ)) / 6;
    for (let k: usize = 0; k < 12; k += 4) {
      const at = slopes + <usize>load<u32>(face + k) * POINT_BYTES;
      addPoint(at, normalX / 6, normalY / 6, normalZ / 6);
    }
  }
  let ease: f64 = 0;
  for (let i = from; i < until; i++) {
    const at = slopes + i * POINT_BYTES;
    ease += load<f64>(masses + (i << 3)) * alongAt(at, load<f64>(at), load<f64>(at, 8), load<f64>(at, 16));
  }
  if (ease === 0) return;
  // Once a sub-step: the multiplier begins at 0, and what it comes to is pressure times the square of the sub-step.
  const hs = load<f64>(world, CLOTH_HS);
  const soft = load<f64>(part, PART_VOLUME_COMPLIANCE) / (hs * hs);
  const push = (load<f64>(part, PART_VOLUME) - volume) / (ease + soft);
  for (let i = from; i < until; i++) {
    const at = slopes + i * POINT_BYTES;
    const s = push * load<f64>(masses + (i << 3));
    addPoint(points + i * POINT_BYTES, s * load<f64>(at), s * load<f64>(at, 8), s * load<f64>(at, 16));
  }
}
