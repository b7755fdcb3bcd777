import type { SceneMesh } from './mesh.js';
import { normalized, type Vec3 } from './vectors.js';

const GOLDEN = (1 + Math.sqrt(5)) / 2;

const CORNERS: readonly Vec3[] = [
  [-1, GOLDEN, 0],
  [1, GOLDEN, 0],
  [-1, -GOLDEN, 0],
  [1, -GOLDEN, 0],
  [0, -1, GOLDEN],
  [0, 1, GOLDEN],
  [0, -1, -GOLDEN],
  [0, 1, -GOLDEN],
  [GOLDEN, 0, -1],
  [GOLDEN, 0, 1],
  [-GOLDEN, 0, -1],
  [-GOLDEN, 0, 1],
];

// biome-ignore format: a face a column
const FACES = [
  0, 11, 5,  0, 5, 1,  0, 1, 7,  0, 7, 10,  0, 10, 11,
  1, 5, 9,  5, 11, 4,  11, 10, 2,  10, 7, 6,  7, 1, 8,
  3, 9, 4,  3, 4, 2,  3, 2, 6,  3, 6, 8,  3, 8, 9,
  4, 9, 5,  2, 4, 11,  6, 2, 10,  8, 6, 7,  9, 8, 1,
];

export interface IcosphereShape {
  /** How often each triangle is cut into four: 20 * 4^subdivisions triangles. */
  readonly subdivisions: number;
  readonly radius?: number;
}

/** A ball around the origin of nearly equal triangles, normals outward. */
export function icosphereMesh({ subdivisions, radius = 1 }: IcosphereShape): SceneMesh {
  const points = CORNERS.map(normalized);
  let faces = FACES;
  for (let i = 0; i < subdivisions; i++) faces = cutIntoFour(points, faces);
  const positions = new Float64Array(points.flat()).map((x) => radius * x);
  return { positions, triangles: Uint32Array.from(faces) };
}

function cutIntoFour(points: Vec3[], faces: readonly number[]): number[] {
  const middles = new Map<number, number>();
  const middleOf = (a: number, b: number) => {
    const key = Math.min(a, b) * 2 ** 26 + Math.max(a, b);
    const known = middles.get(key);
    if (known !== undefined) return known;
    middles.set(key, points.length);
    return points.push(normalized(sum(points[a], points[b]))) - 1;
  };
  const cut: number[] = [];
  for (let i = 0; i < faces.length; i += 3) {
    const [a, b, c] = [faces[i], faces[i + 1], faces[i + 2]];
    const [ab, bc, ca] = [middleOf(a, b), middleOf(b, c), middleOf(c, a)];
    cut.push(a, ab, ca, b, bc, ab, c, ca, bc, ab, bc, ca);
  }
  return cut;
}

function sum(a: Vec3, b: Vec3): Vec3 {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}
