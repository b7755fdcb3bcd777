/** A vertex at both ends of the step, as x0 x1 y0 y1 z0 z1: what the kernels read. */
export function sweptVertices(start: ArrayLike<number>, end: ArrayLike<number>): Float64Array {
  const swept = new Float64Array(2 * start.length);
  for (let i = 0; i < start.length; i++) {
    swept[2 * i] = start[i];
    swept[2 * i + 1] = end[i];
  }
  return swept;
}
