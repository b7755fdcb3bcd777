import { cutIntoPieces, placedPoints, type SceneMesh, type Vec3 } from './meshes/index.js';
import { lengthOf, normalized, plus, turnAround } from './meshes/vectors.js';

/** How a piece of something broken flies: as one with the rest up to `breaks`, and on its own from there. */
export interface Flight {
  readonly breaks: number;
  /** Where the whole is at a time up to `breaks`. */
  readonly whole: (time: number) => Vec3;
  readonly velocity: Vec3;
  /** Radians a second; not 0. */
  readonly spin: Vec3;
  readonly gravity: number;
  readonly ground: number;
}

/** The pieces of a mesh, each around its own middle, and where those middles are. */
export function brokenPieces(
  mesh: SceneMesh,
  piece: Uint32Array,
  gap: number,
): { readonly mesh: SceneMesh; readonly middle: Vec3 }[] {
  return cutIntoPieces(mesh, piece, gap).map(({ positions, triangles }) => {
    const middle = middleOf(positions);
    return {
      mesh: { positions: positions.map((x, i) => x - middle[i % 3]), triangles },
      middle,
    };
  });
}

function middleOf(points: Float64Array): Vec3 {
  const middle = [0, 0, 0] as [number, number, number];
  for (let i = 0; i < points.length; i++) middle[i % 3] += (3 * points[i]) / points.length;
  return middle;
}

/** Where a piece's points are at a time; `middle` is its place in the whole. */
export function flownPoints(points: Float64Array, middle: Vec3, flight: Flight, time: number): Float64Array {
  const { breaks, velocity, spin, gravity, ground } = flight;
  const after = Math.max(0, time - breaks);
  const from = plus(flight.whole(Math.min(time, breaks)), middle);
  const along = plus(from, velocity, after);
  const height = Math.max(Math.min(ground, from[1]), along[1] - 0.5 * gravity * after * after);
  const rotation = turnAround(normalized(spin), lengthOf(spin) * after);
  return placedPoints(points, { position: [along[0], height, along[2]], rotation });
}
