// Small meshes with the shapes that connectivity code gets wrong, and their motion. Seeded: a failure repeats.

export interface MovingMesh {
  readonly name: string;
  readonly start: Float64Array;
  readonly end: Float64Array;
  readonly triangles: Uint32Array;
}

/** Numbers in [0, 1) that repeat for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Triangles alone; the number of vertices is the highest index and one. */
export type Connectivity = readonly (readonly [number, number, number])[];

export function grid(width: number, height: number): Connectivity {
  const triangles: [number, number, number][] = [];
  const at = (i: number, j: number) => j * (width + 1) + i;
  for (let j = 0; j < height; j++) {
    for (let i = 0; i < width; i++) {
      triangles.push([at(i, j), at(i + 1, j), at(i + 1, j + 1)], [at(i, j), at(i + 1, j + 1), at(i, j + 1)]);
    }
  }
  return triangles;
}

/** A band closed around: `around` columns, `across` rows of quads. `around` 3 is the three-triangle ring. */
export function annulus(around: number, across: number): Connectivity {
  const triangles: [number, number, number][] = [];
  const at = (i: number, j: number) => j * around + (i % around);
  for (let j = 0; j < across; j++) {
    for (let i = 0; i < around; i++) {
      triangles.push([at(i, j), at(i + 1, j), at(i + 1, j + 1)], [at(i, j), at(i + 1, j + 1), at(i, j + 1)]);
    }
  }
  return triangles;
}

export function fan(around: number, closed: boolean): Connectivity {
  return Array.from({ length: closed ? around : around - 1 }, (_, i) => [0, 1 + i, 1 + ((i + 1) % around)]);
}

export function soup(triangles: number): Connectivity {
  return Array.from({ length: triangles }, (_, i) => [3 * i, 3 * i + 1, 3 * i + 2]);
}

/** Several pieces, apart or sharing the first vertex of each. */
export function together(pieces: readonly Connectivity[], sharedVertex = false): Connectivity {
  const all: [number, number, number][] = [];
  let next = 0;
  for (const piece of pieces) {
    const offset = sharedVertex ? Math.max(0, next - 1) : next;
    const move = (v: number) => (sharedVertex && v === 0 ? 0 : v + offset);
    for (const [a, b, c] of piece) all.push([move(a), move(b), move(c)]);
    next = 1 + Math.max(...all.flat());
  }
  return all;
}

export const tetrahedron: Connectivity = [
  [0, 2, 1],
  [0, 1, 3],
  [1, 2, 3],
  [2, 0, 3],
];

export const pyramid: Connectivity = [...fan(4, true), [1, 3, 2], [1, 4, 3]];

/** One triangle cut into three by a vertex inside it, within a larger triangle cut likewise: interior orphans. */
export const innerVertices: Connectivity = [
  [0, 1, 3],
  [1, 2, 3],
  [2, 0, 4],
  [0, 3, 4],
  [3, 2, 4],
];

/** A sphere whose two poles are one vertex: closed, and yet of Euler characteristic 1. */
export const pinchedSphere: Connectivity = [
  ...annulus(5, 4),
  ...Array.from({ length: 5 }, (_, i): [number, number, number] => [(i + 1) % 5, i, 25]),
  ...Array.from({ length: 5 }, (_, i): [number, number, number] => [20 + i, 20 + ((i + 1) % 5), 25]),
];

/** Three faces at one edge. */
export const threeFins: Connectivity = [
  [0, 1, 2],
  [1, 0, 3],
  [0, 1, 4],
];

export const connectivities: readonly (readonly [string, Connectivity])[] = [
  ['one triangle', soup(1)],
  ['two triangles of a quad', grid(1, 1)],
  ['grid 4 x 3', grid(4, 3)],
  ['strip 1 x 9', grid(9, 1)],
  ['tetrahedron', tetrahedron],
  ['pyramid', pyramid],
  ['vertices inside triangles', innerVertices],
  ['three fins', threeFins],
  ['sphere with its poles joined', pinchedSphere],
  ['ring of 3', annulus(3, 1)],
  ['tube of 3 around, 3 across', annulus(3, 3)],
  ['tube of 4 around, 2 across', annulus(4, 2)],
  ['annulus of 9', annulus(9, 2)],
  ['closed fan of 3', fan(3, true)],
  ['closed fan of 5', fan(5, true)],
  ['open fan of 5', fan(5, false)],
  ['soup of 12', soup(12)],
  ['grid, tetrahedron, pyramid apart', together([grid(2, 2), tetrahedron, pyramid])],
  ['two tetrahedra at a vertex', together([tetrahedron, tetrahedron], true)],
  ['grid and ring at a vertex', together([grid(2, 2), annulus(3, 1), soup(2)], true)],
];

/** Random positions for a mesh: `start` in a box of size 1, `end` up to `speed` away. */
export function moving(
  name: string,
  connectivity: Connectivity,
  seed: number,
  { speed = 1, scale = 1, offset = 0 }: { speed?: number; scale?: number; offset?: number } = {},
): MovingMesh {
  const triangles = Uint32Array.from(connectivity.flat());
  const vertexCount = 1 + triangles.reduce((most, v) => Math.max(most, v), -1);
  const random = seeded(seed);
  const start = Float64Array.from({ length: 3 * vertexCount }, () => (offset + random()) * scale);
  const end = start.map((at) => at + (random() - 0.5) * 2 * speed * scale);
  return { name, start, end, triangles };
}
