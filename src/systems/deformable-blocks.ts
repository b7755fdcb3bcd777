import { BLOCK_TRIANGLES, DOP_NODE_BYTES, SWEPT_VERTEX_BYTES } from '../kernels/layout.js';
import type { BlockId } from '../memory/arena.js';
import { bvhNodeCount } from '../mesh/bvh-build.js';
import { writeBvh } from '../mesh/bvh-memory.js';
import { readMeshBlock } from '../mesh/mesh-block.js';
import type { MeshRecord } from '../mesh/mesh-store.js';
import { sweptVertices } from '../mesh/swept.js';
import type { StepContext } from './context.js';

/** What a deformable owns in the arena. */
export interface DeformableBlocks {
  readonly vertices: BlockId;
  readonly slabs: BlockId;
  readonly nodes: BlockId;
}

/**
 * Memory for a deformable that enters: its swept vertices, their slabs and its tree. The vertices start where those of
 * the block named in its column are, where there is such a block (a copy of another entity's row, as deserialisers make),
 * and otherwise at the mesh's own positions.
 */
export function allocateDeformable(context: StepContext, entity: number): DeformableBlocks {
  const { components, core, meshes } = context;
  const { arena } = core;
  const record = meshes.record(components.MeshTopology.mesh[entity]);
  const vertices = arena.allocate(record.vertexCount * SWEPT_VERTEX_BYTES);
  const slabs = arena.allocate(record.vertexCount * DOP_NODE_BYTES);
  const nodes = arena.allocate(bvhNodeCount(record.triangleCount) * DOP_NODE_BYTES);
  const named = components.Deformable.vertices[entity];
  if (isVerticesOf(context, named, components.MeshTopology.mesh[entity])) copyBlock(context, named, vertices);
  else sweptFromRest(context, record, vertices);
  linkTree(context, record, nodes);
  return { vertices, slabs, nodes };
}

/** Makes the blocks the entity's own. */
export function adoptDeformable(context: StepContext, entity: number, blocks: DeformableBlocks): void {
  const { colliders, components, meshes } = context;
  colliders.vertices[entity] = blocks.vertices;
  colliders.slabs[entity] = blocks.slabs;
  colliders.nodes[entity] = blocks.nodes;
  components.Deformable.vertices[entity] = blocks.vertices;
  components.Deformable.version[entity] = ++context.revision.count;
  components.Bvh.nodes[entity] = blocks.nodes;
  components.Bvh.freshSize[entity] = sizeAtRest(context, entity);
  components.Bvh.nodeCount[entity] = bvhNodeCount(meshes.record(colliders.mesh[entity]).triangleCount);
}

/** Refits the tree where the vertices are now, so that the first step's motion does not count as wear. */
function sizeAtRest({ colliders, core, meshes }: StepContext, entity: number): number {
  const { arena, kernels } = core;
  const { block, vertexCount, triangleCount } = meshes.record(colliders.mesh[entity]);
  const slabs = arena.address(colliders.slabs[entity]);
  kernels.projectVertices(arena.address(colliders.vertices[entity]), vertexCount, slabs, 0);
  const mesh = arena.address(block);
  const triangles = mesh + arena.u32[(mesh + BLOCK_TRIANGLES) / 4];
  const size = kernels.refitTree(
    arena.address(colliders.nodes[entity]),
    bvhNodeCount(triangleCount),
    slabs,
    triangles,
  );
  arena.u8.fill(0, slabs, slabs + vertexCount * DOP_NODE_BYTES); // so that the first step sees everything change
  return size;
}

export function blocksOf({ colliders }: StepContext, entity: number): DeformableBlocks {
  return {
    vertices: colliders.vertices[entity],
    slabs: colliders.slabs[entity],
    nodes: colliders.nodes[entity],
  };
}

export function freeBlocks({ core }: StepContext, { vertices, slabs, nodes }: DeformableBlocks): void {
  core.arena.free(vertices);
  core.arena.free(slabs);
  core.arena.free(nodes);
}

function copyBlock({ core }: StepContext, from: number, to: number): void {
  const start = core.arena.address(from);
  core.arena.u8.copyWithin(core.arena.address(to), start, start + core.arena.bytes(from));
}

function sweptFromRest({ core }: StepContext, record: MeshRecord, block: number): void {
  const { arena } = core;
  const { positions } = readMeshBlock(arena.memory.buffer, arena.address(record.block));
  arena.f64.set(sweptVertices(positions, positions), arena.address(block) / 8);
}

function linkTree({ core }: StepContext, record: MeshRecord, block: number): void {
  const { arena } = core;
  const { treeLinks } = readMeshBlock(arena.memory.buffer, arena.address(record.block));
  const nodes = treeLinks.length / 2;
  const tree = { child: treeLinks.subarray(0, nodes), meta: treeLinks.subarray(nodes) };
  writeBvh(tree, arena.u32, arena.address(block));
}

/** Whether the block holds the vertices of a collider with that mesh. */
function isVerticesOf({ colliders }: StepContext, block: BlockId, mesh: number): boolean {
  if (block === 0) return false;
  for (let i = 0; i < colliders.count; i++) {
    const entity = colliders.order[i];
    if (colliders.vertices[entity] === block) return colliders.mesh[entity] === mesh;
  }
  return false;
}
