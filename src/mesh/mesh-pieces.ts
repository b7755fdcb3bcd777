import { connect } from './connectivity.js';
import { insetOf } from './cut-inset.js';
import { DisjointSets } from './disjoint-sets.js';
import { drain } from './steps.js';
import type { MeshArrays } from './types.js';

/** A mesh that can break, with the gaps between its pieces in it, and each piece: all in the frame of the whole. */
export interface BreakableArrays {
  readonly whole: MeshArrays;
  readonly pieces: readonly MeshArrays[];
  /** The piece of each triangle. */
  readonly pieceOf: Uint32Array;
}

/** The part of a mesh that each triangle belongs to, where triangles that share a vertex are in one; numbered from 0. */
export function partOfTriangle({ positions, triangles }: MeshArrays): Uint32Array {
  const sets = new DisjointSets(positions.length / 3);
  for (let t = 0; t < triangles.length; t += 3) {
    sets.unite(triangles[t], triangles[t + 1]);
    sets.unite(triangles[t], triangles[t + 2]);
  }
  const numbers = new Map<number, number>();
  return Uint32Array.from({ length: triangles.length / 3 }, (_, t) => {
    const root = sets.smallestWith(triangles[3 * t]);
    if (!numbers.has(root)) numbers.set(root, numbers.size);
    return numbers.get(root)!;
  });
}

/**
 * Takes a mesh apart by the labels of its triangles, in ascending order of the labels. Where two pieces shared vertices, each has
 * its own, pulled by half the gap towards the middle of its faces there.
 */
export function breakable(
  { positions, triangles }: MeshArrays,
  labels: Uint32Array,
  gap?: number,
): BreakableArrays {
  const copies = new Map<string, number>();
  const first = new Map<number, number>();
  const source: number[] = [];
  const rim = new Set<number>();
  const count = positions.length / 3;
  const split = triangles.map((vertex, corner) => {
    const label = labels[Math.floor(corner / 3)];
    if (!first.has(vertex)) first.set(vertex, label);
    if (first.get(vertex) === label) return vertex;
    const key = `${vertex} ${label}`;
    let copy = copies.get(key);
    if (copy === undefined) {
      copy = count + source.length;
      copies.set(key, copy);
      source.push(vertex);
      rim.add(vertex).add(copy);
    }
    return copy;
  });
  const points = new Float64Array(positions.length + 3 * source.length);
  points.set(positions);
  source.forEach((vertex, i) => {
    for (let k = 0; k < 3; k++) points[3 * (count + i) + k] = positions[3 * vertex + k];
  });
  const vertices = Uint32Array.from(rim).sort();
  const mesh = drain(connect(split, points.length / 3));
  const distance = (gap ?? DEFAULT_GAP * meanSide(points, split, rim)) / 2;
  insetOf((vertex, axis) => points[3 * vertex + axis], split, mesh, vertices, distance).forEach((way, i) => {
    points[3 * vertices[Math.floor(i / 3)] + (i % 3)] += way;
  });
  const whole = { positions: points, triangles: split };
  const order = Uint32Array.from(new Set(labels)).sort();
  const number = new Map(Array.from(order, (label, piece) => [label, piece]));
  return {
    whole,
    pieces: Array.from(order, (label) => pieceWith(whole, labels, label)),
    pieceOf: labels.map((label) => number.get(label)!),
  };
}

/** Of the sides of the faces that have a vertex of the rim. */
const DEFAULT_GAP = 0.01;

function meanSide(points: Float64Array, triangles: Uint32Array, rim: ReadonlySet<number>): number {
  let sum = 0;
  let sides = 0;
  for (let corner = 0; corner < triangles.length; corner++) {
    if (!rim.has(triangles[corner])) continue;
    const next = corner % 3 === 2 ? corner - 2 : corner + 1;
    const [x, y, z] = [0, 1, 2].map(
      (k) => points[3 * triangles[corner] + k] - points[3 * triangles[next] + k],
    );
    sum += Math.sqrt(x * x + y * y + z * z);
    sides++;
  }
  return sides === 0 ? 0 : sum / sides;
}

/** Vertices are numbered as its triangles name them first: `verticesOfPieces` tells which they are. */
function pieceWith({ positions, triangles }: MeshArrays, labels: Uint32Array, label: number): MeshArrays {
  const numbers = new Map<number, number>();
  const points: number[] = [];
  const own: number[] = [];
  for (let corner = 0; corner < triangles.length; corner++) {
    if (labels[Math.floor(corner / 3)] !== label) continue;
    const vertex = triangles[corner];
    let number = numbers.get(vertex);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(vertex, number);
      for (let k = 0; k < 3; k++) points.push(positions[3 * vertex + k]);
    }
    own.push(number);
  }
  return { positions: Float64Array.from(points), triangles: Uint32Array.from(own) };
}

/** For each piece, the whole's vertex that each of its vertices is. */
export function verticesOfPieces(triangles: Uint32Array, pieceOf: Uint32Array, count: number): Uint32Array[] {
  const isNamed = new Set<number>(); // no vertex is in two pieces
  const found = Array.from({ length: count }, (): number[] => []);
  for (let corner = 0; corner < triangles.length; corner++) {
    const vertex = triangles[corner];
    if (isNamed.has(vertex)) continue;
    isNamed.add(vertex);
    found[pieceOf[Math.floor(corner / 3)]].push(vertex);
  }
  return found.map((vertices) => Uint32Array.from(vertices));
}
