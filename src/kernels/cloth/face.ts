// The normal of a triangle, as long as twice its area.
import { length } from '../rigid/vector';
import { POINT_BYTES } from './world';

export let normalX: f64 = 0;
export let normalY: f64 = 0;
export let normalZ: f64 = 0;

/** Returns its length. */
export function measureFace(points: usize, corners: usize): f64 {
  const a = points + <usize>load<u32>(corners) * POINT_BYTES;
  const b = points + <usize>load<u32>(corners, 4) * POINT_BYTES;
  const c = points + <usize>load<u32>(corners, 8) * POINT_BYTES;
  const ux = load<f64>(b) - load<f64>(a);
  const uy = load<f64>(b, 8) - load<f64>(a, 8);
  const uz = load<f64>(b, 16) - load<f64>(a, 16);
  const vx = load<f64>(c) - load<f64>(a);
  const vy = load<f64>(c, 8) - load<f64>(a, 8);
  const vz = load<f64>(c, 16) - load<f64>(a, 16);
  normalX = uy * vz - uz * vy;
  normalY = uz * vx - ux * vz;
  normalZ = ux * vy - uy * vx;
  return length(normalX, normalY, normalZ);
}
