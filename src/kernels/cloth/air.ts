// Wind: the pressure of air that meets a surface at a right angle, triangle by triangle.
import {
  CLOTH_HS,
  CLOTH_INVERSE_MASS,
  CLOTH_TRIANGLES,
  CLOTH_V,
  CLOTH_X,
  CLOTH_Y,
  PART_BYTES,
  PART_CLOTH,
  PART_DRAG,
  PART_FIRST_TRIANGLE,
  PART_KIND,
  PART_TRIANGLE_COUNT,
  PART_WIND,
} from '../layout/cloth';
import { measureFace, normalX, normalY, normalZ } from './face';
import { addPoint, alongAt, array, POINT_BYTES, partAt, partsEnd } from './world';

/** Adds what the wind gives in this sub-step to the velocities, and to y, of parts that have drag. */
export function clothAir(world: usize): void {
  for (let part = partAt(world, 0), end = partsEnd(world); part < end; part += PART_BYTES) {
    if (load<u32>(part, PART_KIND) === PART_CLOTH && load<f64>(part, PART_DRAG) > 0) blow(world, part);
  }
}

function blow(world: usize, part: usize): void {
  const first = array(world, CLOTH_TRIANGLES) + <usize>load<u32>(part, PART_FIRST_TRIANGLE) * 12;
  const end = first + <usize>load<u32>(part, PART_TRIANGLE_COUNT) * 12;
  const drag = load<f64>(part, PART_DRAG);
  const hs = load<f64>(world, CLOTH_HS);
  const velocities = array(world, CLOTH_V);
  for (let face = first; face < end; face += 12) {
    // The normal is as long as twice the area.
    const size = measureFace(array(world, CLOTH_X), face);
    if (size === 0) continue;
    const x = normalX / size;
    const y = normalY / size;
    const z = normalZ / size;
    let speed: f64 = 0;
    for (let corner: usize = 0; corner < 12; corner += 4) {
      speed += alongAt(velocities + <usize>load<u32>(face + corner) * POINT_BYTES, x, y, z);
    }
    const met = alongAt(part + PART_WIND, x, y, z) - speed / 3;
    // Half the density of air times the square of the speed, on a third of the area at each corner.
    const push = ((drag * abs(met) * met * size) / 12) * hs;
    for (let corner: usize = 0; corner < 12; corner += 4) {
      pushCorner(world, <usize>load<u32>(face + corner), push, met, x, y, z, hs);
    }
  }
}

function pushCorner(world: usize, i: usize, push: f64, met: f64, x: f64, y: f64, z: f64, hs: f64): void {
  const gain = push * load<f64>(array(world, CLOTH_INVERSE_MASS) + (i << 3));
  // Air makes nothing faster than itself.
  const s = abs(gain) > abs(met) ? met : gain;
  addPoint(array(world, CLOTH_V) + i * POINT_BYTES, s * x, s * y, s * z);
  addPoint(array(world, CLOTH_Y) + i * POINT_BYTES, s * x * hs, s * y * hs, s * z * hs);
}
