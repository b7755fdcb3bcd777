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
  return readNumbers(u32, body, body.vertexCount, firstOfVertices(body), WORDS_A_VERTEX);
}

export function givenTriangles(arena: Arena, body: SearchBody): Uint32Array {
  return readNumbers(arena.u32, body, body.triangleCount, firstOfTriangles(arena, body), WORDS_A_TRIANGLE);
}

/** 0, 1, 2 and so on where a body has its mesh's own order. */
function readNumbers(
  u32: Uint32Array,
  { isReordered }: SearchBody,
  count: number,
  first: number,
  stride: number,
): Uint32Array {
  const numbers = new Uint32Array(count);
  for (let i = 0; i < count; i++) numbers[i] = isReordered === 1 ? u32[first + i * stride] : i;
  return numbers;
}

/** The triangles as they were given. */
export function trianglesAsGiven(arena: Arena, body: SearchBody): Uint32Array {
  const vertices = givenVertices(arena, body);
  const own = sectionAt(arena, body.mesh, BLOCK_TRIANGLES) / 4;
  const numbers = givenTriangles(arena, body);
  const triangles = new Uint32Array(3 * numbers.length);
  for (let place = 0; place < numbers.length; place++) {
    const at = 3 * numbers[place];
    for (let k = 0; k < 3; k++) triangles[at + k] = vertices[arena.u32[own + 3 * place + k]];
  }
  return triangles;
}
