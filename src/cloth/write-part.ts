import * as C from '../kernels/layout/cloth.js';
import { DOP_CHILD, DOP_META, DOP_NODE_BYTES } from '../kernels/layout/meshes.js';
import type { Arena } from '../memory/arena.js';
import type { BvhTopology } from '../mesh/bvh-build.js';
import type { Distances } from './distances.js';
import type { FlatMemory } from './flat-memory.js';
import { enclosedVolume } from './measures.js';
import { ownedFeatures } from './owned-features.js';
import type { ClothPart } from './part.js';

/** Where a part's elements begin in the flat world. */
export interface PartPlace {
  readonly index: number;
  readonly vertex: number;
  readonly triangle: number;
  readonly node: number;
  readonly constraint: number;
}

const KINDS = { cloth: C.PART_CLOTH, driven: C.PART_DRIVEN, body: C.PART_BODY } as const;

/** Writes everything of a part that stays the same from step to step. */
export function writePart(arena: Arena, memory: FlatMemory, part: ClothPart, place: PartPlace): void {
  const { u32, f64, u8 } = arena;
  const at = memory.part(place.index);
  const { settings } = part;
  u32[(at + C.PART_KIND) >> 2] = KINDS[part.kind];
  u32[(at + C.PART_FLAGS) >> 2] =
    (part.kind === 'cloth' && settings.selfCollision ? C.PART_SELF : 0) |
    (part.pushed !== undefined ? C.PART_MOVABLE : 0);
  u32[(at + C.PART_FIRST_VERTEX) >> 2] = place.vertex;
  u32[(at + C.PART_VERTEX_COUNT) >> 2] = part.vertexCount;
  u32[(at + C.PART_FIRST_NODE) >> 2] = place.node;
  u32[(at + C.PART_NODE_COUNT) >> 2] = part.tree.child.length;
  u32[(at + C.PART_FIRST_TRIANGLE) >> 2] = place.triangle;
  u32[(at + C.PART_TRIANGLE_COUNT) >> 2] = part.triangleCount;
  u32[(at + C.PART_GROUP) >> 2] = settings.group;
  u32[(at + C.PART_MASK) >> 2] = settings.mask;
  f64[(at + C.PART_DAMPING) >> 3] = settings.damping;
  f64[(at + C.PART_SHAPE) >> 3] = part.kind === 'cloth' ? settings.shapeStiffness : 0;
  f64.set(settings.gravity, (at + C.PART_GRAVITY) >> 3);
  f64[(at + C.PART_DRAG) >> 3] = settings.drag;
  f64[(at + C.PART_VOLUME) >> 3] =
    part.kind === 'cloth' && settings.volume > 0 ? settings.volume * enclosedVolume(part.mesh) : 0;
  f64[(at + C.PART_VOLUME_COMPLIANCE) >> 3] = settings.volumeCompliance;
  f64[(at + C.PART_RADIUS) >> 3] = farthest(part.mesh.positions);

  const vertexWord = memory.array(C.CLOTH_PART_OF) >> 2;
  u32.fill(place.index, vertexWord + place.vertex, vertexWord + place.vertex + part.vertexCount);
  f64.set(part.mesh.positions, (memory.array(C.CLOTH_REST) >> 3) + 3 * place.vertex);
  f64.set(part.inverseMasses, (memory.array(C.CLOTH_INVERSE_MASS) >> 3) + place.vertex);

  const triangles = (memory.array(C.CLOTH_TRIANGLES) >> 2) + 3 * place.triangle;
  const corners = part.mesh.triangles;
  for (let i = 0; i < corners.length; i++) u32[triangles + i] = corners[i] + place.vertex;
  u8.set(ownedFeatures(part.mesh.triangles, part.connectivity), memory.array(C.CLOTH_OWNED) + place.triangle);
  const nodes = memory.array(C.CLOTH_NODES) + place.node * DOP_NODE_BYTES;
  writeTree(arena, nodes, part.tree, place.triangle);
  const constraints = memory.array(C.CLOTH_CONSTRAINTS) + place.constraint * C.CONSTRAINT_BYTES;
  writeConstraints(arena, constraints, part.constraints, place.vertex);
}

function writeTree({ u32 }: Arena, nodes: number, { child, meta }: BvhTopology, firstTriangle: number): void {
  for (let node = 0; node < child.length; node++) {
    const at = nodes + node * DOP_NODE_BYTES;
    u32[(at + DOP_CHILD) >> 2] = child[node];
    u32[(at + DOP_META) >> 2] = meta[node] + (child[node] === 0 ? firstTriangle : 0);
  }
}

function writeConstraints(
  { f64, u32 }: Arena,
  first: number,
  { count, vertices, rest, compliance }: Distances,
  firstVertex: number,
): void {
  for (let i = 0; i < count; i++) {
    // two of them in one, side by side
    const at = first + (i >> 1) * 2 * C.CONSTRAINT_BYTES;
    const side = i & 1;
    u32[(at >> 2) + 2 * side] = vertices[2 * i] + firstVertex;
    u32[(at >> 2) + 2 * side + 1] = vertices[2 * i + 1] + firstVertex;
    f64[((at + C.TWO_REST) >> 3) + side] = rest[i];
    f64[((at + C.TWO_COMPLIANCE) >> 3) + side] = compliance[i];
  }
}

/** Half thicknesses: `otherwise` where a part leaves it to the world. Returns the part's largest. */
export function writeHalves(
  arena: Arena,
  memory: FlatMemory,
  part: ClothPart,
  { index, vertex }: PartPlace,
  otherwise: number,
): void {
  const halves = (memory.array(C.CLOTH_HALF) >> 3) + vertex;
  let most = 0;
  for (let i = 0; i < part.vertexCount; i++) {
    const half = part.halves[i] > 0 ? part.halves[i] : otherwise;
    arena.f64[halves + i] = half;
    most = Math.max(most, half);
  }
  arena.f64[(memory.part(index) + C.PART_HALF) >> 3] = most;
}

function farthest(positions: Float64Array): number {
  let most = 0;
  for (let i = 0; i < positions.length; i += 3) {
    const x = positions[i];
    const y = positions[i + 1];
    const z = positions[i + 2];
    most = Math.max(most, x * x + y * y + z * z);
  }
  return Math.sqrt(most);
}
