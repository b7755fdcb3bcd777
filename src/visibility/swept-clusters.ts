/** How many triangles a cluster has at most: fewer bound closer, more cost less. */
export const CLUSTER_TRIANGLES = 8;

export const BOX_NUMBERS = 6;

/** Squares of numbers up to here, and sums of them, are finite. */
const FARTHEST = 2 ** 500;

/** The part of a box that roundings of its cluster's sums can reach past it. */
const OUTWARD = 2 ** -48;

/**
 * Clusters of triangles and what they sweep in the step: the convex hull of a cluster's points, `reach` around it.
 */
export class SweptClusters {
  /** How many there are; the columns may be longer. */
  count = 0;
  /** Whose cluster it is: clusters of one object are not asked about each other. */
  object = new Uint32Array(64);
  /** Where each cluster's points begin, and at `count` where the last one's end; in points. */
  first = new Uint32Array(64 + 1);
  /** x y z. */
  points = new Float64Array(3 * 1024);
  /** Motion that the points do not show, and half the thickness. */
  reach = new Float64Array(64);
  /** Sum of the triangles' normals: a hint how to tilt the depth planes. */
  normals = new Float64Array(3 * 64);
  /** minX minY minZ maxX maxY maxZ, `reach` included. */
  boxes = new Float64Array(BOX_NUMBERS * 64);

  /** Forgets all clusters. */
  clear(): void {
    this.count = 0;
    this.first[0] = 0;
  }

  /** Adds a point that the next cluster goes through. */
  addPoint(x: number, y: number, z: number): void {
    const at = this.first[this.count] * 3 + this.#open * 3;
    if (at === this.points.length) this.points = longer(this.points, new Float64Array(2 * at));
    this.points[at] = x;
    this.points[at + 1] = y;
    this.points[at + 2] = z;
    this.#open++;
  }

  /** Makes a cluster of the points added since the last one. */
  endCluster(object: number, reach: number, normalX: number, normalY: number, normalZ: number): void {
    if (this.count === this.object.length) this.#grow();
    const k = this.count;
    this.object[k] = object;
    this.reach[k] = reach;
    this.normals[k * 3] = normalX;
    this.normals[k * 3 + 1] = normalY;
    this.normals[k * 3 + 2] = normalZ;
    const from = this.first[k];
    const to = from + this.#open;
    for (let axis = 0; axis < 3; axis++) this.#bound(k, axis, from, to, reach);
    this.first[k + 1] = to;
    this.count++;
    this.#open = 0;
  }

  /** Whether a picture can show all of them: one that reaches to infinity would leave no pixel to the others. */
  areBounded(): boolean {
    for (let i = 0; i < BOX_NUMBERS * this.count; i++)
      if (!(Math.abs(this.boxes[i]) <= FARTHEST)) return false;
    return true;
  }

  /** Points that belong to the next cluster. */
  #open = 0;

  #bound(cluster: number, axis: number, from: number, to: number, reach: number): void {
    let min = Number.POSITIVE_INFINITY;
    let max = Number.NEGATIVE_INFINITY;
    for (let i = from * 3 + axis; i < to * 3; i += 3) {
      min = Math.min(min, this.points[i]);
      max = Math.max(max, this.points[i]);
    }
    const slack = (Math.abs(min) + Math.abs(max) + reach) * OUTWARD;
    this.boxes[cluster * BOX_NUMBERS + axis] = min - reach - slack;
    this.boxes[cluster * BOX_NUMBERS + 3 + axis] = max + reach + slack;
  }

  #grow(): void {
    const length = 2 * this.object.length;
    this.object = longer(this.object, new Uint32Array(length));
    this.first = longer(this.first, new Uint32Array(length + 1));
    this.reach = longer(this.reach, new Float64Array(length));
    this.normals = longer(this.normals, new Float64Array(3 * length));
    this.boxes = longer(this.boxes, new Float64Array(BOX_NUMBERS * length));
  }
}

export function longer<Column extends Uint8Array | Uint32Array | Int32Array | Float64Array>(
  column: Column,
  grown: Column,
): Column {
  grown.set(column as never);
  return grown;
}
