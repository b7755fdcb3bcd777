import { addComponent, addEntity, removeEntity } from 'bitecs';
import { allocateBody, cutSidesAt, freeBody, motionBytes } from '../mesh/body-blocks.js';
import type { CutSides } from '../mesh/cut-sides.js';
import type { LoadedMesh, MeshId } from '../mesh/mesh-store.js';
import { DEFORMABLE } from './colliders.js';
import type { DeformableBlocks, StepContext } from './context.js';
import { adoptDeformable, blocksOf } from './deformable-blocks.js';
import { describeMesh, ownComponents } from './ingest.js';
import { checkRow, rowOf, writeRow } from './rows.js';

/** What is left of a deformable that was cut, or of it that broke off. */
export interface DeformablePiece {
  /** A loaded one, or what is to be loaded. */
  readonly mesh: LoadedMesh | MeshId;
  /** x0 x1 y0 y1 z0 z1 a vertex: where it is, and where the step will take it. */
  readonly swept: Float64Array;
  readonly velocities: Float64Array;
  /** 1 for vertices that are pinned. */
  readonly pinned: Uint8Array;
  /** What it remembers of its cuts: of one that was never cut nothing. */
  readonly cutSides?: CutSides;
}

/**
 * The first piece becomes what the entity is, the others become entities of their own with its settings. Where memory or
 * columns end, nothing has changed. Returns the entities, in the order of the pieces.
 */
export function replaceByPieces(
  context: StepContext,
  entity: number,
  pieces: readonly DeformablePiece[],
): number[] {
  const { core, meshes, world } = context;
  const made: number[] = [];
  let ids: MeshId[];
  let blocks: DeformableBlocks[];
  try {
    for (let i = 1; i < pieces.length; i++) {
      made.push(addEntity(world));
      checkRow(context.components, made[i - 1]);
    }
    ids = pieces.map(({ mesh }) => (typeof mesh === 'number' ? mesh : meshes.add(mesh, 'deformable', false)));
    blocks = core.arena.allOrNone(() => pieces.map((piece, i) => blocksFor(context, ids[i], piece)));
  } catch (error) {
    meshes.removeUnclaimed();
    for (const each of made.toReversed()) removeEntity(world, each);
    throw error;
  }
  const rows = settingsOf(context, entity);
  const { colliders, components } = context;
  for (const id of ids) meshes.retain(id);
  freeBody(core.arena, blocksOf(context, entity));
  core.arena.free(colliders.motion[entity]);
  meshes.release(colliders.mesh[entity]);
  meshes.removeUnclaimed();
  colliders.replaceMesh(entity, ids[0]);
  made.forEach((piece, i) => {
    for (const [component, row] of rows) writeRow(component, piece, row);
    components.Breaking.parent[piece] = entity;
    colliders.append(piece, DEFORMABLE, ids[i + 1]);
  });
  const entities = [entity, ...made];
  entities.forEach((each, i) => {
    describeDeformable(context, each, ids[i], blocks[i]);
  });
  showPieces(context, made, DEFORMABLE);
  return entities;
}

function blocksFor({ core, meshes }: StepContext, mesh: MeshId, piece: DeformablePiece): DeformableBlocks {
  const { arena } = core;
  const record = meshes.record(mesh);
  const { block, vertexCount } = record;
  const body = allocateBody(arena, block, false);
  const motion = arena.allocate(motionBytes(record));
  arena.f64.set(piece.swept, arena.address(body.swept) / 8);
  arena.f64.set(piece.velocities, arena.address(motion) / 8);
  arena.u8.set(piece.pinned, arena.address(motion) + 24 * vertexCount);
  if (piece.cutSides) arena.u8.set(piece.cutSides, arena.address(motion) + cutSidesAt(vertexCount));
  return { ...body, motion };
}

function settingsOf({ components }: StepContext, entity: number): [object, ReturnType<typeof rowOf>][] {
  const { Breaking, Cloth, CollisionSettings } = components;
  return [Breaking, Cloth, CollisionSettings].map((component) => [component, rowOf(component, entity)]);
}

/** Writes what a deformable with these blocks is to its columns. */
export function describeDeformable(
  context: StepContext,
  entity: number,
  mesh: MeshId,
  blocks: DeformableBlocks,
): void {
  describeMesh(context, entity, mesh);
  adoptDeformable(context, entity, blocks);
}

/** Gives new entities the components of what they are, as if a user had added them and a step had taken them in. */
export function showPieces(context: StepContext, made: readonly number[], kind: number): void {
  const { changes, components, world } = context;
  const { Deformable, MeshTopology, RigidBody } = components;
  const own = [MeshTopology, kind === DEFORMABLE ? Deformable : RigidBody, ...ownComponents(context, kind)];
  try {
    for (const piece of made) for (const component of own) addComponent(world, piece, component);
  } finally {
    for (const piece of made) changes.done(piece);
  }
}
