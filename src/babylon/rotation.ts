// Quaternions and vectors as plain numbers.

export type Three = readonly [x: number, y: number, z: number];
export type Four = readonly [x: number, y: number, z: number, w: number];

export const NO_TURN: Four = [0, 0, 0, 1];

export function cross([ax, ay, az]: Three, [bx, by, bz]: Three): Three {
  return [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
}

export function turned([x, y, z, w]: Four, v: Three): Three {
  const u: Three = [x, y, z];
  const t = cross(u, v);
  const twice: Three = [2 * t[0], 2 * t[1], 2 * t[2]];
  const c = cross(u, twice);
  return [v[0] + w * twice[0] + c[0], v[1] + w * twice[1] + c[1], v[2] + w * twice[2] + c[2]];
}

export function inverse([x, y, z, w]: Four): Four {
  return [-x, -y, -z, w];
}

/** First b, then a. */
export function product([ax, ay, az, aw]: Four, [bx, by, bz, bw]: Four): Four {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

/** The rotation whose matrix for row vectors has these rows, from its largest component. */
export function quaternionOf(rows: readonly (readonly number[])[]): Four {
  const [[a, b, c], [d, e, f], [g, h, i]] = rows;
  const squares = [1 + a - e - i, 1 - a + e - i, 1 - a - e + i, 1 + a + e + i];
  const largest = squares.indexOf(Math.max(...squares));
  const raw = [
    [squares[0], b + d, c + g, f - h],
    [b + d, squares[1], f + h, g - c],
    [c + g, f + h, squares[2], b - d],
    [f - h, g - c, b - d, squares[3]],
  ][largest];
  const length = Math.sqrt(raw.reduce((sum, value) => sum + value * value, 0));
  const [x, y, z, w] = raw.map((value) => value / length);
  return [x, y, z, w];
}

/** The rotation as a vector along its axis, as long as its angle, by the shorter way. */
export function rotationVector([x, y, z, w]: Four): Three {
  const sine = Math.sqrt(x * x + y * y + z * z);
  if (sine < 1e-300) return [0, 0, 0];
  const angle = 2 * arcTangent(sine, Math.abs(w));
  const scale = (w < 0 ? -angle : angle) / sine;
  return [scale * x, scale * y, scale * z];
}

/** The angle, from 0 to a quarter turn, of a sine and a cosine that are as long as they like. Engines differ in the last bit of Math.atan2. */
export function arcTangent(sine: number, cosine: number): number {
  // tan(a / 2) = sin a / (1 + cos a); three more halvings leave at most 0.1 for the series.
  const length = Math.sqrt(sine * sine + cosine * cosine);
  let t = sine / (length + cosine);
  for (let i = 0; i < 3; i++) t /= 1 + Math.sqrt(1 + t * t);
  const s = t * t;
  const series = 1 - s * (1 / 3 - s * (1 / 5 - s * (1 / 7 - s * (1 / 9 - s * (1 / 11 - s / 13)))));
  return 16 * t * series;
}
