/** What is moved: a point or the middle line of a capsule, with a radius, going straight. */
export class Mover {
  /** Both ends of the line at the start. */
  readonly a = new Float64Array(3);
  readonly b = new Float64Array(3);
  readonly way = new Float64Array(3);
  /** The middle of the line: its path and `reach` bound the whole. */
  readonly middle = new Float64Array(3);
  radius = 0;
  reach = 0;

  set(
    position: ArrayLike<number>,
    rotation: ArrayLike<number>,
    halfHeight: number,
    radius: number,
    way: ArrayLike<number>,
  ): this {
    const [x, y, z, w] = [rotation[0], rotation[1], rotation[2], rotation[3]];
    const up = [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)];
    for (let k = 0; k < 3; k++) {
      this.middle[k] = position[k];
      this.a[k] = position[k] + halfHeight * up[k];
      this.b[k] = position[k] - halfHeight * up[k];
      this.way[k] = way[k];
    }
    this.radius = radius;
    this.reach = radius + halfHeight;
    return this;
  }

  /** The ends, later by a share of the way. */
  writeAt(time: number, out: Float64Array, at: number): void {
    for (let k = 0; k < 3; k++) {
      out[at + k] = this.a[k] + time * this.way[k];
      out[at + 3 + k] = this.b[k] + time * this.way[k];
      out[at + 6 + k] = out[at + 3 + k];
    }
  }
}
