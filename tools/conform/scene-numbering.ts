import type { SceneFile } from './scene-file.js';

/** A scene under other numbers, and what its vertices and triangles are called in the file. */
export interface NumberedScene {
  readonly start: Float64Array;
  readonly end: Float64Array;
  readonly triangles: Uint32Array;
  readonly vertexInFile: Uint32Array;
  readonly triangleInFile: Uint32Array;
}

/** Renumbers vertices and triangles at random, for a seed other than 0. */
export function numberScene(file: SceneFile, seed: number): NumberedScene {
  const vertexInFile = shuffled(file.start.length / 3, seed);
  const triangleInFile = shuffled(file.triangles.length / 3, seed === 0 ? 0 : seed + 1);
  const numberOf = new Uint32Array(vertexInFile.length);
  vertexInFile.forEach((vertex, i) => {
    numberOf[vertex] = i;
  });
  const place = (positions: Float64Array) =>
    positions.map((_, i) => positions[3 * vertexInFile[Math.floor(i / 3)] + (i % 3)]);
  const triangles = file.triangles.map(
    (_, i) => numberOf[file.triangles[3 * triangleInFile[Math.floor(i / 3)] + (i % 3)]],
  );
  return { start: place(file.start), end: place(file.end), triangles, vertexInFile, triangleInFile };
}

/** Edges of the file by their vertices. */
export function edgeNumbers(file: SceneFile): (a: number, b: number) => number | undefined {
  const key = (a: number, b: number) => Math.min(a, b) * 2 ** 26 + Math.max(a, b);
  const numbers = new Map<number, number>();
  for (let edge = 0; edge < file.edges.length / 2; edge++) {
    numbers.set(key(file.edges[2 * edge], file.edges[2 * edge + 1]), edge);
  }
  return (a, b) => numbers.get(key(a, b));
}

function shuffled(count: number, seed: number): Uint32Array {
  const order = Uint32Array.from({ length: count }, (_, i) => i);
  if (seed === 0) return order;
  let state = seed >>> 0;
  for (let i = count - 1; i > 0; i--) {
    // Numerical Recipes' linear congruence; its upper bits are good enough to shuffle
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const j = Math.floor((state / 2 ** 32) * (i + 1));
    const kept = order[i];
    order[i] = order[j];
    order[j] = kept;
  }
  return order;
}
