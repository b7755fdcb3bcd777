import { BLOCK_TRIANGLES } from '../kernels/layout.js';
import type { MeshId } from '../memory/mesh-store.js';
import { readMeshBlock } from '../mesh/mesh-block.js';
import type { StepContext } from '../systems/context.js';
import { checkLength, sweptVertices } from './vertices.js';

const VEC3_BYTES = 12;

/** Arrays that a renderer uploads: x, y, z a vertex each. */
export interface Surface {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
}

/** A loaded mesh as a renderer wants it. */
export interface MeshSurface extends Surface {
  readonly triangles: Uint32Array;
}

/** Fills a renderer's arrays with the deformable's vertices as they are now, and their normals. */
export function readSurface(context: StepContext, entity: number, out: Surface): void {
  sweptVertices(context, entity);
  checkLength(context, entity, out.positions, 'positions');
  checkLength(context, entity, out.normals, 'normals');
  const { colliders, components, core } = context;
  const count = components.MeshTopology.vertexCount[entity];
  const positions = roomFor(context, count);
  core.kernels.writePositions(core.arena.address(colliders.vertices[entity]), count, positions);
  fillSurface(context, colliders.mesh[entity], positions, out);
}

/** Copies of a mesh's arrays at rest, with normals. */
export function readMesh(context: StepContext, mesh: MeshId): MeshSurface {
  const { core, meshes } = context;
  const record = meshes.record(mesh);
  const positions = roomFor(context, record.vertexCount);
  const sections = readMeshBlock(core.arena.memory.buffer, core.arena.address(record.block));
  core.arena.f32.set(sections.positions, positions / 4);
  const out = {
    positions: new Float32Array(sections.positions.length),
    normals: new Float32Array(sections.positions.length),
  };
  fillSurface(context, mesh, positions, out);
  return { ...out, triangles: sections.triangles.slice() };
}

/** Address of room for the positions and normals of so many vertices. */
function roomFor({ buffers }: StepContext, vertexCount: number): number {
  buffers.surface.ensure(2 * VEC3_BYTES * vertexCount);
  return buffers.surface.address;
}

/** Copies the f32 positions at `positions` into `out`, with the normals that the mesh's triangles give them. */
function fillSurface({ core, meshes }: StepContext, mesh: MeshId, positions: number, out: Surface): void {
  const { arena, kernels } = core;
  const { block, vertexCount, triangleCount } = meshes.record(mesh);
  const normals = positions + VEC3_BYTES * vertexCount;
  const address = arena.address(block);
  const triangles = address + arena.u32[(address + BLOCK_TRIANGLES) / 4];
  kernels.writeNormals(positions, vertexCount, triangles, triangleCount, normals);
  out.positions.set(arena.f32.subarray(positions / 4, normals / 4));
  out.normals.set(arena.f32.subarray(normals / 4, normals / 4 + 3 * vertexCount));
}
