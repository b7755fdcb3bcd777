/**
 * The centre of every triangle's swept box, as three keys to sort by. Measured from the mesh's own corner, so that an
 * offset from the origin costs no digits; twice the centre, since only the order and the differences count.
 */
export interface CentroidKeys {
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly z: Float32Array;
  readonly triangle: Uint32Array;
}

/** `swept` holds x0 x1 y0 y1 z0 z1 a vertex; `chosen` are the triangles wanted. */
export function centroidKeys(swept: Float64Array, triangles: Uint32Array, chosen: Uint32Array): CentroidKeys {
  const keys = {
    x: new Float32Array(chosen.length),
    y: new Float32Array(chosen.length),
    z: new Float32Array(chosen.length),
    triangle: chosen.slice(),
  };
  fillAxis(swept, triangles, chosen, 0, keys.x);
  fillAxis(swept, triangles, chosen, 2, keys.y);
  fillAxis(swept, triangles, chosen, 4, keys.z);
  return keys;
}

/** Two triangles change places. */
export function swapKeys(keys: CentroidKeys, a: number, b: number): void {
  swap(keys.x, a, b);
  swap(keys.y, a, b);
  swap(keys.z, a, b);
  swap(keys.triangle, a, b);
}

function swap(values: Float32Array | Uint32Array, a: number, b: number): void {
  const value = values[a];
  values[a] = values[b];
  values[b] = value;
}

function fillAxis(
  swept: Float64Array,
  triangles: Uint32Array,
  chosen: Uint32Array,
  axis: number,
  keys: Float32Array,
): void {
  const origin = swept.length === 0 ? 0 : 2 * swept[axis];
  for (let i = 0; i < chosen.length; i++) {
    const corner = 3 * chosen[i];
    let lo = Number.POSITIVE_INFINITY;
    let hi = Number.NEGATIVE_INFINITY;
    for (let k = 0; k < 3; k++) {
      const at = 6 * triangles[corner + k] + axis;
      const start = swept[at];
      const end = swept[at + 1];
      lo = Math.min(lo, start, end);
      hi = Math.max(hi, start, end);
    }
    keys[i] = lo + hi - origin;
  }
}
