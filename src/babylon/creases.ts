import type { MeshSurface } from '../plugin/surface.js';

/** Cosine of 50 degrees: triangles that meet at a larger angle do not share a normal. */
const SMOOTH = 0.643;

/**
 * The same triangles with a vertex of its own wherever one edge is sharp, so that a box looks like a box. A normal is the
 * sum of those of the triangles around its vertex that lean less than 50 degrees from the triangle at hand, larger ones
 * counting more.
 */
export function withCreases({ positions, triangles }: MeshSurface): MeshSurface {
  const areas = areaVectors(positions, triangles);
  const { first, corners } = cornersByVertex(positions.length / 3, triangles);
  const at: number[] = [];
  const normals: number[] = [];
  const indices = new Uint32Array(triangles.length);
  const sum = new Float64Array(3);
  for (let v = 0; v + 1 < first.length; v++) {
    const own = at.length;
    for (let i = first[v]; i < first[v + 1]; i++) {
      smoothSum(areas, corners, first[v], first[v + 1], Math.floor(corners[i] / 3), sum);
      let made = own;
      while (made < at.length && !isNormal(normals, made, sum)) made++;
      if (made === at.length) {
        at.push(v);
        normals.push(sum[0], sum[1], sum[2]);
      }
      indices[corners[i]] = made;
    }
  }
  const repeated = new Float32Array(3 * at.length);
  at.forEach((v, i) => {
    repeated.set(positions.subarray(3 * v, 3 * v + 3), 3 * i);
  });
  return { positions: repeated, normals: Float32Array.from(normals), triangles: indices };
}

/** Each triangle's normal, twice as long as its area. */
function areaVectors(p: Float32Array, triangles: Uint32Array): Float64Array {
  const out = new Float64Array(triangles.length);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    const [ux, uy, uz] = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
    const [vx, vy, vz] = [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]];
    out[t] = uy * vz - uz * vy;
    out[t + 1] = uz * vx - ux * vz;
    out[t + 2] = ux * vy - uy * vx;
  }
  return out;
}

/** Places in `triangles`, those of a vertex one after the other from `first[v]` on. */
function cornersByVertex(
  vertices: number,
  triangles: Uint32Array,
): { first: Uint32Array; corners: Uint32Array } {
  const first = new Uint32Array(vertices + 1);
  for (const v of triangles) first[v + 1]++;
  for (let v = 0; v < vertices; v++) first[v + 1] += first[v];
  const next = first.slice();
  const corners = new Uint32Array(triangles.length);
  triangles.forEach((v, corner) => {
    corners[next[v]++] = corner;
  });
  return { first, corners };
}

function smoothSum(
  areas: Float64Array,
  corners: Uint32Array,
  from: number,
  to: number,
  triangle: number,
  sum: Float64Array,
): void {
  sum.fill(0);
  const own = 3 * triangle;
  const size = lengthAt(areas, own);
  for (let i = from; i < to; i++) {
    const other = 3 * Math.floor(corners[i] / 3);
    const cosine =
      areas[own] * areas[other] + areas[own + 1] * areas[other + 1] + areas[own + 2] * areas[other + 2];
    if (other !== own && cosine < SMOOTH * size * lengthAt(areas, other)) continue;
    for (let k = 0; k < 3; k++) sum[k] += areas[other + k];
  }
  const length = lengthAt(sum, 0) || 1;
  for (let k = 0; k < 3; k++) sum[k] /= length;
}

function lengthAt(v: Float64Array, at: number): number {
  return Math.sqrt(v[at] * v[at] + v[at + 1] * v[at + 1] + v[at + 2] * v[at + 2]);
}

/** Sums of the same triangles in the same order are the same bits. */
function isNormal(normals: readonly number[], i: number, sum: Float64Array): boolean {
  return normals[3 * i] === sum[0] && normals[3 * i + 1] === sum[1] && normals[3 * i + 2] === sum[2];
}
