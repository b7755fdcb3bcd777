// What a renderer wants of a deformable: f32 positions, and normals that are smooth over the surface.
import { SWEPT_VERTEX_BYTES } from './layout/meshes';

const VEC3_BYTES = 12;

/** Writes x, y, z of the start of each swept vertex as f32. */
export function writePositions(swept: usize, count: u32, out: usize): void {
  for (let end = out + <usize>count * VEC3_BYTES; out < end; out += VEC3_BYTES) {
    store<f32>(out, <f32>load<f64>(swept));
    store<f32>(out, <f32>load<f64>(swept, 16), 4);
    store<f32>(out, <f32>load<f64>(swept, 32), 8);
    swept += SWEPT_VERTEX_BYTES;
  }
}

/**
 * Writes a unit normal a vertex as f32: the mean of its triangles' normals, weighted by area. `positions` are those that
 * writePositions wrote. A vertex whose triangles cancel out gets the axis y.
 */
export function writeNormals(
  positions: usize,
  count: u32,
  triangles: usize,
  triangleCount: u32,
  out: usize,
): void {
  const bytes = <usize>count * VEC3_BYTES;
  memory.fill(out, 0, bytes);
  for (let end = triangles + <usize>triangleCount * 12; triangles < end; triangles += 12) {
    const a = <usize>load<u32>(triangles) * VEC3_BYTES;
    const b = <usize>load<u32>(triangles, 4) * VEC3_BYTES;
    const c = <usize>load<u32>(triangles, 8) * VEC3_BYTES;
    const ux = load<f32>(positions + b) - load<f32>(positions + a);
    const uy = load<f32>(positions + b, 4) - load<f32>(positions + a, 4);
    const uz = load<f32>(positions + b, 8) - load<f32>(positions + a, 8);
    const vx = load<f32>(positions + c) - load<f32>(positions + a);
    const vy = load<f32>(positions + c, 4) - load<f32>(positions + a, 4);
    const vz = load<f32>(positions + c, 8) - load<f32>(positions + a, 8);
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    addTo(out + a, nx, ny, nz);
    addTo(out + b, nx, ny, nz);
    addTo(out + c, nx, ny, nz);
  }
  for (let end = out + bytes; out < end; out += VEC3_BYTES) normalize(out);
}

function addTo(vector: usize, x: f32, y: f32, z: f32): void {
  store<f32>(vector, load<f32>(vector) + x);
  store<f32>(vector, load<f32>(vector, 4) + y, 4);
  store<f32>(vector, load<f32>(vector, 8) + z, 8);
}

function normalize(vector: usize): void {
  // In f64, where the square of an f32 neither overflows nor vanishes.
  const x = <f64>load<f32>(vector);
  const y = <f64>load<f32>(vector, 4);
  const z = <f64>load<f32>(vector, 8);
  const squared = x * x + y * y + z * z;
  const scale = squared > 0 ? 1 / Math.sqrt(squared) : 0;
  store<f32>(vector, <f32>(x * scale));
  store<f32>(vector, scale > 0 ? <f32>(y * scale) : 1, 4);
  store<f32>(vector, <f32>(z * scale), 8);
}
