// Three f64 in a row, and 3 x 3 matrices column by column. Small functions: the compiler inlines them.

export function component(at: usize, i: usize): f64 {
  return load<f64>(at + (i << 3));
}

export function setVector(at: usize, x: f64, y: f64, z: f64): void {
  store<f64>(at, x);
  store<f64>(at, y, 8);
  store<f64>(at, z, 16);
}

export function dotAt(at: usize, x: f64, y: f64, z: f64): f64 {
  return load<f64>(at) * x + load<f64>(at, 8) * y + load<f64>(at, 16) * z;
}

export function lengthAt(at: usize): f64 {
  return length(load<f64>(at), load<f64>(at, 8), load<f64>(at, 16));
}

export function length(x: f64, y: f64, z: f64): f64 {
  return sqrt(x * x + y * y + z * z);
}

/** The same of two vectors at once, a lane each. */
export function dotOfTwo(ax: v128, ay: v128, az: v128, bx: v128, by: v128, bz: v128): v128 {
  return f64x2.add(f64x2.add(f64x2.mul(ax, bx), f64x2.mul(ay, by)), f64x2.mul(az, bz));
}

/** Row i of a matrix times a vector. */
export function rowTimes(matrix: usize, i: usize, x: f64, y: f64, z: f64): f64 {
  const row = matrix + (i << 3);
  return load<f64>(row) * x + load<f64>(row, 24) * y + load<f64>(row, 48) * z;
}

/** target = matrix * source + shift */
export function transform(target: usize, matrix: usize, source: usize, shift: usize): void {
  const x = load<f64>(source);
  const y = load<f64>(source, 8);
  const z = load<f64>(source, 16);
  // rows 0 and 1 of a column lie side by side
  const two = dotOfTwo(
    v128.load(matrix),
    v128.load(matrix, 24),
    v128.load(matrix, 48),
    f64x2.splat(x),
    f64x2.splat(y),
    f64x2.splat(z),
  );
  v128.store(target, f64x2.add(two, v128.load(shift)));
  store<f64>(target, rowTimes(matrix, 2, x, y, z) + load<f64>(shift, 16), 16);
}

/** target = transposed matrix * source */
export function rotateBack(target: usize, matrix: usize, source: usize): void {
  const x = load<f64>(source);
  const y = load<f64>(source, 8);
  const z = load<f64>(source, 16);
  setVector(target, dotAt(matrix, x, y, z), dotAt(matrix + 24, x, y, z), dotAt(matrix + 48, x, y, z));
}
