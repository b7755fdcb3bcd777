import { BLOCK_TRIANGLES } from '../kernels/layout/meshes.js';
import { readMeshBlock } from '../mesh/mesh-block.js';
import type { MeshId, MeshRecord } from '../mesh/mesh-store.js';
import type { StepContext } from '../systems/context.js';

const VEC3_BYTES = 12;

/** Arrays that a renderer uploads: x, y, z a vertex each. */
export interface Surface {
  /** x, y, z a vertex. */
  readonly positions: Float32Array;
  /** x, y, z a vertex, unit length. */
  readonly normals: Float32Array;
}

/** A loaded mesh as a renderer wants it. */
export interface MeshSurface extends Surface {
  /** Three vertices each. */
  readonly triangles: Uint32Array;
}

/** Copies of a mesh's arrays at rest, with normals. */
export function readMesh(context: StepContext, mesh: MeshId): MeshSurface {
  const { core, meshes } = context;
  const record = meshes.record(mesh);
  const positions = roomFor(context, record.vertexCount);
  restPositions(context, record, positions);
  const numbers = 3 * record.vertexCount;
  const out = { positions: new Float32Array(numbers), normals: new Float32Array(numbers) };
  fillSurface(context, record, positions, out);
  const { arena } = core;
  return {
    ...out,
    triangles: readMeshBlock(arena.memory.buffer, arena.address(record.block)).triangles.slice(),
  };
}

/** Copies of a mesh's arrays at rest, as they are given to other engines. */
export function meshArrays({ core, meshes }: StepContext, mesh: MeshId): Omit<MeshSurface, 'normals'> {
  const { arena } = core;
  const { positions, triangles } = readMeshBlock(
    arena.memory.buffer,
    arena.address(meshes.record(mesh).block),
  );
  return { positions: Float32Array.from(positions), triangles: triangles.slice() };
}

/** Writes a mesh's own positions as f32. */
export function restPositions({ core }: StepContext, { block }: MeshRecord, positions: number): void {
  const { arena } = core;
  arena.f32.set(readMeshBlock(arena.memory.buffer, arena.address(block)).positions, positions / 4);
}

/** Address of room for the positions and normals of so many vertices. */
export function roomFor({ buffers }: StepContext, vertexCount: number): number {
  buffers.surface.ensure(2 * VEC3_BYTES * vertexCount);
  return buffers.surface.address;
}

/** Copies the f32 positions at `positions` into `out`, with the normals that the mesh's triangles give them. */
export function fillSurface({ core }: StepContext, mesh: MeshRecord, positions: number, out: Surface): void {
  const { arena, kernels } = core;
  const { block, vertexCount, triangleCount } = mesh;
  const normals = positions + VEC3_BYTES * vertexCount;
  const address = arena.address(block);
  const triangles = address + arena.u32[(address + BLOCK_TRIANGLES) / 4];
  kernels.writeNormals(positions, vertexCount, triangles, triangleCount, normals);
  out.positions.set(arena.f32.subarray(positions / 4, normals / 4));
  out.normals.set(arena.f32.subarray(normals / 4, normals / 4 + 3 * vertexCount));
}
