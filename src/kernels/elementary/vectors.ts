// Three f64 in the scratch area, for code that runs once a contact.

import { release, roomFor } from './scratch';

const VECTOR_BYTES: usize = 24;

export function vector(x: f64, y: f64, z: f64): usize {
  const v = roomFor(VECTOR_BYTES);
  release(v + VECTOR_BYTES);
  store<f64>(v, x);
  store<f64>(v, y, 8);
  store<f64>(v, z, 16);
  return v;
}

export function component(v: usize, axis: usize): f64 {
  return load<f64>(v + (axis << 3));
}

/** a * s + b * r */
export function combined(a: usize, s: f64, b: usize, r: f64): usize {
  return vector(
    load<f64>(a) * s + load<f64>(b) * r,
    load<f64>(a, 8) * s + load<f64>(b, 8) * r,
    load<f64>(a, 16) * s + load<f64>(b, 16) * r,
  );
}

export function dot(a: usize, b: usize): f64 {
  return (
    load<f64>(a) * load<f64>(b) + load<f64>(a, 8) * load<f64>(b, 8) + load<f64>(a, 16) * load<f64>(b, 16)
  );
}

export function cross(a: usize, b: usize): usize {
  return vector(
    load<f64>(a, 8) * load<f64>(b, 16) - load<f64>(a, 16) * load<f64>(b, 8),
    load<f64>(a, 16) * load<f64>(b) - load<f64>(a) * load<f64>(b, 16),
    load<f64>(a) * load<f64>(b, 8) - load<f64>(a, 8) * load<f64>(b),
  );
}

/** The largest size of a component. */
export function reach(a: usize): f64 {
  return max(max(abs(load<f64>(a)), abs(load<f64>(a, 8))), abs(load<f64>(a, 16)));
}

/** Of length 1, or zero where `a` is. */
export function unit(a: usize): usize {
  const size = reach(a);
  if (size === 0) return vector(0, 0, 0);
  const x = load<f64>(a) / size;
  const y = load<f64>(a, 8) / size;
  const z = load<f64>(a, 16) / size;
  const length = sqrt(x * x + y * y + z * z);
  return vector(x / length, y / length, z / length);
}
