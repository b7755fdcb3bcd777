import { sin } from '../../scenes/meshes/trig.js';

/** Two waves that cross a square sheet, at `time` in seconds. Writes into `out`, or a new array where it does not fit. */
export function ripple(
  out: Float64Array<ArrayBuffer>,
  squares: number,
  width: number,
  time: number,
  height: number,
): Float64Array<ArrayBuffer> {
  const side = squares + 1;
  const positions = out.length === 3 * side * side ? out : new Float64Array(3 * side * side);
  for (let row = 0, at = 0; row < side; row++) {
    for (let column = 0; column < side; column++, at += 3) {
      const x = (column / squares - 0.5) * width;
      const z = (row / squares - 0.5) * width;
      const first = sin(3.1 * x + 1.2 * z + 1.9 * time);
      const second = sin(4.3 * z - 1.7 * x + 1.3 * time);
      positions[at] = x;
      positions[at + 1] = height * (0.62 * first + 0.38 * second);
      positions[at + 2] = z;
    }
  }
  return positions;
}
