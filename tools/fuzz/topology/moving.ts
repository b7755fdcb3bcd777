/** A collider as it goes through one step. */
export interface Moving {
  readonly entity: number;
  readonly triangles: Uint32Array;
  /** Two vertices an edge, by the numbers that contacts name edges with. */
  readonly edges: Uint32Array;
  readonly start: Float64Array;
  readonly end: Float64Array;
  /** Undefined: its vertices go straight from where they start to where they end, and all digits of both are known. */
  readonly turn: Turn | undefined;
}

/** A body that is turned, and goes on turning while its centre goes straight. */
export interface Turn {
  /** Where the centre is at the start. */
  readonly centre: readonly number[];
  /** How far it goes. */
  readonly way: readonly number[];
  /** Of length 1. */
  readonly axis: readonly number[];
  readonly angle: number;
  /** No vertex is farther from the centre. */
  readonly radius: number;
}

/** Writes where a vertex is at a time of the step. */
export function placeVertex(mesh: Moving, vertex: number, time: number, out: Float64Array, at: number): void {
  const { end, start, turn } = mesh;
  for (let k = 0; k < 3; k++) {
    const from = start[3 * vertex + k];
    out[at + k] = from + time * (end[3 * vertex + k] - from);
  }
  if (turn === undefined) return;
  const turned = turnedAbout(turn.axis, time * turn.angle, armOf(start, vertex, turn));
  for (let k = 0; k < 3; k++) out[at + k] = turn.centre[k] + time * turn.way[k] + turned[k];
}

/** No vertex leaves the straight way from its start to its end by more: it is accelerated by r w^2. */
export function bulgeOf({ start, turn }: Moving, vertex: number): number {
  if (turn === undefined) return 0;
  return (Math.hypot(...armOf(start, vertex, turn)) * turn.angle ** 2) / 8;
}

/** How fast a vertex goes at most beside the way of its centre. */
export function swingOf({ start, turn }: Moving, vertex: number): number {
  return turn === undefined ? 0 : Math.hypot(...armOf(start, vertex, turn)) * turn.angle;
}

/** The way of a vertex, or of the centre that it turns about. */
export function wayOf({ end, start, turn }: Moving, vertex: number, axis: number): number {
  return turn === undefined ? end[3 * vertex + axis] - start[3 * vertex + axis] : turn.way[axis];
}

function armOf(start: Float64Array, vertex: number, { centre }: Turn): number[] {
  return centre.map((x, k) => start[3 * vertex + k] - x);
}

/** Rodrigues. */
export function turnedAbout(
  axis: readonly number[],
  angle: number,
  [x, y, z]: readonly number[],
): [number, number, number] {
  const [s, c] = [Math.sin(angle), Math.cos(angle)];
  const along = (1 - c) * (axis[0] * x + axis[1] * y + axis[2] * z);
  return [
    c * x + s * (axis[1] * z - axis[2] * y) + along * axis[0],
    c * y + s * (axis[2] * x - axis[0] * z) + along * axis[1],
    c * z + s * (axis[0] * y - axis[1] * x) + along * axis[2],
  ];
}
