import {
  BLOCK_FEATURES,
  BLOCK_TRIANGLES,
  DOP_GIVEN,
  DOP_NODE_BYTES,
  FEATURES_BYTES,
  FEATURES_GIVEN,
} from '../kernels/layout/meshes.js';
import type { Arena } from '../memory/arena.js';
import { type SearchBody, sectionAt } from './search-body.js';
import type { ReorderedMesh } from './tree-order.js';

/** The number that each vertex and each triangle was given with. */
export type GivenNumbers = Pick<ReorderedMesh, 'givenVertices' | 'givenTriangles'>;

type Located = Pick<SearchBody, 'mesh' | 'vertexDops'>;

const WORDS_A_VERTEX = DOP_NODE_BYTES / 4;
const WORDS_A_TRIANGLE = FEATURES_BYTES / 4;

/** Puts the numbers that a mesh was given with where kernels look for them: words that boxes and features leave free. */
export function writeGivenNumbers(
  arena: Arena,
  body: Located,
  { givenVertices, givenTriangles }: GivenNumbers,
): void {
  const { u32 } = arena;
  const [vertex, triangle] = [firstOfVertices(body), firstOfTriangles(arena, body)];
  for (let v = 0; v < givenVertices.length; v++) u32[vertex + v * WORDS_A_VERTEX] = givenVertices[v];
  for (let t = 0; t < givenTriangles.length; t++) u32[triangle + t * WORDS_A_TRIANGLE] = givenTriangles[t];
}

/** The number that a vertex was given with is at this word of memory, the next vertex's is `DOP_NODE_BYTES` on. */
function firstOfVertices({ vertexDops }: Located): number {
  return (vertexDops + DOP_GIVEN) / 4;
}

function firstOfTriangles(arena: Arena, { mesh }: Located): number {
  return (sectionAt(arena, mesh, BLOCK_FEATURES) + FEATURES_GIVEN) / 4;
}

/** The number that each vertex was given with. */
export function givenVertices({ u32 }: Arena, body: SearchBody): Uint32Array {
  const first = firstOfVertices(body);
  return Uint32Array.from({ length: body.vertexCount }, (_, v) =>
    body.isReordered === 1 ? u32[first + v * WORDS_A_VERTEX] : v,
  );
}

export function givenTriangles(arena: Arena, body: SearchBody): Uint32Array {
  const first = firstOfTriangles(arena, body);
  return Uint32Array.from({ length: body.triangleCount }, (_, t) =>
    body.isReordered === 1 ? arena.u32[first + t * WORDS_A_TRIANGLE] : t,
  );
}

/** The triangles as they were given. */
export function trianglesAsGiven(arena: Arena, body: SearchBody): Uint32Array {
  const vertices = givenVertices(arena, body);
  const own = sectionAt(arena, body.mesh, BLOCK_TRIANGLES) / 4;
  const triangles = new Uint32Array(3 * body.triangleCount);
  givenTriangles(arena, body).forEach((triangle, place) => {
    for (let k = 0; k < 3; k++) triangles[3 * triangle + k] = vertices[arena.u32[own + 3 * place + k]];
  });
  return triangles;
}
