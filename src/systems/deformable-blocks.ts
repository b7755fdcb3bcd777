import { BLOCK_REGION_COUNT, DOP_HI03, DOP_LO03 } from '../kernels/layout/meshes.js';
import type { BlockId } from '../memory/arena.js';
import { allocateBody, type BodyBlocks, freeBody, motionBytes } from '../mesh/body-blocks.js';
import { bvhNodeCount } from '../mesh/bvh-build.js';
import { readMeshBlock } from '../mesh/mesh-block.js';
import type { MeshRecord } from '../mesh/mesh-store.js';
import { refitBody } from '../mesh/refit-body.js';
import { locateBody, newSearchBody, type SearchBody } from '../mesh/search-body.js';
import { sweptVertices } from '../mesh/swept.js';
import type { DeformableBlocks, StepContext } from './context.js';

/**
 * Memory for a deformable that enters: its swept vertices, their slabs and its tree. The vertices start where those of
 * the block named in its column are, where there is such a block (a copy of another entity's row, as deserialisers make),
 * and otherwise at the mesh's own positions.
 */
export function allocateDeformable(context: StepContext, entity: number): DeformableBlocks {
  const { components, core, meshes } = context;
  const record = meshes.record(components.MeshTopology.mesh[entity]);
  const blocks = allocateBody(core.arena, record.block, false);
  const named = components.Deformable.vertices[entity];
  if (isVerticesOf(context, named, components.MeshTopology.mesh[entity])) {
    copyBlock(context, named, blocks.swept);
  } else sweptFromRest(context, record, blocks.swept);
  const motion = core.arena.allocate(motionBytes(record));
  return { ...blocks, motion };
}

/** Makes the blocks the entity's own, with a tree that is as good as new. */
export function adoptDeformable(context: StepContext, entity: number, blocks: DeformableBlocks): void {
  const { colliders, components, core, meshes } = context;
  ownBlocks(context, entity, blocks);
  const nodeCount = bvhNodeCount(meshes.record(colliders.mesh[entity]).triangleCount);
  components.Bvh.wear[entity] = 1;
  components.Bvh.rest[entity] = 0;
  components.Bvh.freshSize[entity] = sizeAtRest(context, entity);
  components.Bvh.freshLeaves[entity] = core.kernels.sumLeaves(core.arena.address(blocks.nodes), nodeCount);
}

/** The same with the tree that it had, and what is known of that one's wear. */
export function ownBlocks(context: StepContext, entity: number, blocks: DeformableBlocks): void {
  const { colliders, components, core, meshes } = context;
  const nodeCount = bvhNodeCount(meshes.record(colliders.mesh[entity]).triangleCount);
  colliders.vertices[entity] = blocks.swept;
  colliders.slabs[entity] = blocks.vertexDops;
  colliders.nodes[entity] = blocks.nodes;
  colliders.masks[entity] = blocks.normalMasks;
  colliders.regions[entity] = blocks.regions;
  colliders.motion[entity] = blocks.motion;
  pinVertices(context, entity);
  components.Deformable.vertices[entity] = blocks.swept;
  components.Deformable.version[entity] = ++context.revision.count;
  components.Bvh.nodes[entity] = blocks.nodes;
  components.Bvh.nodeCount[entity] = nodeCount;
  components.NormalCones.cones[entity] = blocks.normalMasks;
  const block = core.arena.address(meshes.record(colliders.mesh[entity]).block);
  components.NormalCones.skippableNodes[entity] = core.arena.u32[(block + BLOCK_REGION_COUNT) / 4];
}

/** Marks the vertices that were named when the entity was added. */
function pinVertices({ colliders, core, meshes, pins }: StepContext, entity: number): void {
  const { vertexCount } = meshes.record(colliders.mesh[entity]);
  const first = core.arena.address(colliders.motion[entity]) + 24 * vertexCount;
  for (const vertex of pins.get(entity) ?? []) core.arena.u8[first + vertex] = 1;
  pins.delete(entity);
}

const located = /* @__PURE__ */ newSearchBody();

/** Where a deformable lies now; the answer is written over by the next call without `out`. */
export function locateDeformable(context: StepContext, entity: number, out = located): SearchBody {
  const { colliders, core, meshes } = context;
  return locateBody(core.arena, meshes.record(colliders.mesh[entity]).block, blocksOf(context, entity), out);
}

/**
 * Refits the tree where the vertices are now: so that the first step's motion does not count as wear, and queries between
 * steps find them.
 */
export function sizeAtRest(context: StepContext, entity: number): number {
  const { arena } = context.core;
  const body = locateDeformable(context, entity);
  const { thickness } = context.components.CollisionSettings;
  const size = refitBody(context.core, body, thickness[entity] / 2);
  noteBox(context, entity, body);
  // so that the first step sees everything change
  arena.u8.fill(0, body.vertexDops, body.vertexDops + arena.bytes(context.colliders.slabs[entity]));
  return size;
}

/** The box of the tree's root, for whoever asks who is near whom. */
export function noteBox(
  { components: { Bvh }, core }: StepContext,
  entity: number,
  { nodes }: SearchBody,
): void {
  const { f32 } = core.arena;
  const lo = (nodes + DOP_LO03) / 4;
  const hi = (nodes + DOP_HI03) / 4;
  Bvh.minX[entity] = f32[lo];
  Bvh.minY[entity] = f32[lo + 1];
  Bvh.minZ[entity] = f32[lo + 2];
  Bvh.maxX[entity] = f32[hi];
  Bvh.maxY[entity] = f32[hi + 1];
  Bvh.maxZ[entity] = f32[hi + 2];
}

const own = { swept: 0, vertexDops: 0, edgeDops: 0, nodes: 0, normalMasks: 0, regions: 0 };

/** The blocks of a deformable; the answer is written over by the next call. */
export function blocksOf({ colliders }: StepContext, entity: number): BodyBlocks {
  own.swept = colliders.vertices[entity];
  own.vertexDops = colliders.slabs[entity];
  own.nodes = colliders.nodes[entity];
  own.normalMasks = colliders.masks[entity];
  own.regions = colliders.regions[entity];
  return own;
}

export function freeDeformable(context: StepContext, entity: number): void {
  freeBody(context.core.arena, blocksOf(context, entity));
  context.core.arena.free(context.colliders.motion[entity]);
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

/** Whether the block holds the vertices of a collider with that mesh. */
function isVerticesOf({ colliders }: StepContext, block: BlockId, mesh: number): boolean {
  if (block === 0) return false;
  for (let i = 0; i < colliders.count; i++) {
    const entity = colliders.order[i];
    if (colliders.vertices[entity] === block) return colliders.mesh[entity] === mesh;
  }
  return false;
}
