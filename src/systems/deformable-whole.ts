import { DOP_NODE_BYTES, SWEPT_VERTEX_BYTES } from '../kernels/layout/meshes.js';
import type { BlockId } from '../memory/arena.js';
import { type BodyBlocks, cutSidesAt, motionBytes, regionsFromMesh } from '../mesh/body-blocks.js';
import type { CutSides } from '../mesh/cut-sides.js';
import type { MeshId } from '../mesh/mesh-store.js';
import { refitLeaves } from '../mesh/refit-leaves.js';
import type { StepContext } from './context.js';
import { blocksOf, locateDeformable, noteBox, ownBlocks } from './deformable-blocks.js';
import { describeMesh } from './ingest.js';

/** What a cut makes of a deformable that it leaves in one piece, or that is to stay one. */
export interface OpenedWhole {
  readonly mesh: MeshId;
  /** The vertex that each new one is a copy of: in its place, with its velocity and its pin. */
  readonly source: Uint32Array;
  /** Vertices that are moved, and where to: x y z each. */
  readonly rim: Uint32Array;
  readonly ways: Float64Array;
  readonly cutSides: CutSides;
  /** Leaves of the tree whose boxes that changes, ascending. */
  readonly leaves: Uint32Array;
}

/**
 * The entity goes on with the opened mesh and the tree that it has: its nodes stay where they are, and boxes are made anew where vertices
 * moved. Where memory ends, nothing has changed.
 */
export function replaceByWhole(context: StepContext, entity: number, whole: OpenedWhole): void {
  const { colliders, components, core, meshes } = context;
  const { arena } = core;
  const blocks = arena.allOrNone(() => grownBlocks(context, entity, whole));
  meshes.retain(whole.mesh);
  for (const block of [colliders.vertices, colliders.slabs, colliders.regions, colliders.motion])
    arena.free(block[entity]);
  meshes.release(colliders.mesh[entity]);
  meshes.removeUnclaimed();
  colliders.replaceMesh(entity, whole.mesh);
  forgetMarks(context, entity);
  describeMesh(context, entity, whole.mesh);
  ownBlocks(context, entity, blocks);
  const body = locateDeformable(context, entity);
  refitLeaves(core, body, whole.leaves, components.CollisionSettings.thickness[entity] / 2);
  noteBox(context, entity, body);
}

/** Copies of what the entity has, with its new vertices behind its old ones. */
function grownBlocks(
  context: StepContext,
  entity: number,
  { cutSides, mesh, rim, source, ways }: OpenedWhole,
): BodyBlocks & { readonly motion: BlockId } {
  const { colliders, core, meshes } = context;
  const { arena } = core;
  const record = meshes.record(mesh);
  const { vertexCount } = record;
  const before = vertexCount - source.length;
  const swept = arena.allocateUnfilled(vertexCount * SWEPT_VERTEX_BYTES);
  const vertexDops = arena.allocateUnfilled(vertexCount * DOP_NODE_BYTES);
  const motion = arena.allocateUnfilled(motionBytes(record));
  const regions = regionsFromMesh(arena, record.block);
  const copy = (from: number, to: number, bytes: number) => {
    arena.u8.copyWithin(to, from, from + before * bytes);
    source.forEach((vertex, i) => {
      arena.u8.copyWithin(to + (before + i) * bytes, from + vertex * bytes, from + (vertex + 1) * bytes);
    });
  };
  copy(arena.address(colliders.vertices[entity]), arena.address(swept), SWEPT_VERTEX_BYTES);
  copy(arena.address(colliders.slabs[entity]), arena.address(vertexDops), DOP_NODE_BYTES);
  const [moved, moves] = [arena.address(colliders.motion[entity]), arena.address(motion)];
  copy(moved, moves, 24);
  copy(moved + pinsAt(before), moves + pinsAt(vertexCount), 1);
  arena.u8.set(cutSides, arena.address(motion) + cutSidesAt(vertexCount));
  const first = arena.address(swept) / 8;
  for (let i = 0; i < ways.length; i++) {
    const at = first + 2 * (3 * rim[Math.floor(i / 3)] + (i % 3));
    arena.f64[at] += ways[i];
    arena.f64[at + 1] += ways[i];
  }
  const { nodes, normalMasks } = blocksOf(context, entity);
  return { swept, vertexDops, edgeDops: 0, nodes, normalMasks, regions, motion };
}

/** Behind the velocities. */
function pinsAt(vertexCount: number): number {
  return 24 * vertexCount;
}

/** A search writes to the nodes of regions alone: what it left out of one that the cut took would be left out for ever. */
function forgetMarks({ colliders, core }: StepContext, entity: number): void {
  const { arena } = core;
  const first = arena.address(colliders.masks[entity]);
  arena.u8.fill(0, first, first + arena.bytes(colliders.masks[entity]));
}
