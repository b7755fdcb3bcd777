import { addComponent, entityExists, hasComponent, removeComponent } from 'bitecs';
import { amongOthers, FirstContactError } from '../errors.js';
import type { MeshId } from '../mesh/mesh-store.js';
import { checkMake, writeCentre } from './body-make.js';
import { checkColumns, colliderKindOf } from './check-entity.js';
import { DEFORMABLE, NOT_A_COLLIDER, RIGID } from './colliders.js';
import type { DeformableBlocks, StepContext, System } from './context.js';
import { shareGravity } from './gravity.js';
import { stopAtLocks } from './locked-axes.js';
import { prepareMeshes } from './mesh-needs.js';
import { bodyLost } from './reports.js';
import { returnToDefaults, writeRow } from './rows.js';
import { makeRotationsUnit } from './unit-rotations.js';

/** Bytes that a step may copy to close holes in the memory: about a millisecond, and more where much is used. */
const COMPACTION_BUDGET = 4 << 20;
const COMPACTION_SHARE = 1 / 8;

/**
 * Turns what happened to components since the last step into colliders with their own memory, in the order in which it
 * happened. An entity that makes no sense is refused, by an error, before anything is built; the next step goes on
 * without it.
 */
export function createIngest(context: StepContext): System {
  return (world) => {
    ingest(context);
    return world;
  };
}

export function ingest(context: StepContext): void {
  const { changes, counters, core, meshes } = context;
  counters.entered = 0;
  counters.left = 0;
  shareGravity(context);
  if (changes.size > 0) for (const entity of changes.pending) context.reports.release(meshes, entity);
  takeBackMended(context);
  checkColliders(context);
  if (changes.size > 0) {
    const kinds = decide(context);
    exchange(context, kinds);
  }
  makeRotationsUnit(context);
  stopAtLocks(context);
  meshes.removeUnclaimed();
  context.searches?.obstacles.tidy(context.colliders, meshes);
  prepareMeshes(context);
  counters.bytesCompacted = core.arena.compact(
    Math.max(COMPACTION_BUDGET, COMPACTION_SHARE * core.arena.usedBytes),
  );
  context.reports.tellOfThem();
}

/** Entities that were refused and have been mended since are taken in after all. */
function takeBackMended(context: StepContext): void {
  const { changes, reports } = context;
  if (reports.quarantined.size > 0) takeBackSound(context);
  if (changes.refused.size === 0) return;
  for (const entity of changes.refused) {
    try {
      colliderKindOf(context, entity);
      changes.noteChanged(entity);
    } catch {
      // still wrong: its error was told when it was refused
    }
  }
}

function takeBackSound(context: StepContext): void {
  const { changes, meshes, reports } = context;
  for (const [entity, { code }] of reports.quarantined) {
    if (code === 'BODY_LOST' || !isSound(context, entity)) continue;
    reports.release(meshes, entity);
    changes.noteChanged(entity);
  }
}

/** Users write these columns in their loops: they are looked at in each step. */
function checkColliders(context: StepContext): void {
  const { changes, colliders, components } = context;
  context.stitches?.checkStrengths();
  for (let i = 0; i < colliders.count; i++) {
    const entity = colliders.order[i];
    if (changes.left(entity)) continue;
    if (components.MeshTopology.mesh[entity] !== colliders.mesh[entity]) changes.noteLeft(entity);
    else if (colliders.kind[entity] === RIGID) checkBody(context, entity);
    else checkColumns(context, entity, colliders.kind[entity]);
  }
}

function isSound(context: StepContext, entity: number): boolean {
  try {
    return colliderKindOf(context, entity) !== NOT_A_COLLIDER;
  } catch {
    return false;
  }
}

/** What stands in the way of an entity that is set aside. */
export function whatIsWrong(context: StepContext, entity: number): FirstContactError | undefined {
  try {
    colliderKindOf(context, entity);
    return undefined;
  } catch (error) {
    if (error instanceof FirstContactError) return error;
    throw error;
  }
}

/** A body that makes no sense any more is set aside, and the rest goes on. */
function checkBody(context: StepContext, entity: number): void {
  const { backend, changes, colliders, components, meshes, reports } = context;
  try {
    checkColumns(context, entity, RIGID);
    checkMake(components.RigidBody, entity, meshes.record(colliders.mesh[entity]).solid);
    const wrong = backend.check?.(entity);
    if (wrong !== undefined) throw bodyLost(backend.name, wrong, entity);
  } catch (error) {
    if (!(error instanceof FirstContactError)) throw error;
    reports.setAside(meshes, entity, colliders.mesh[entity], error);
    changes.noteLeft(entity);
  }
}

/**
 * What each changed entity is now. Throws before anything is changed, but for setting those aside that are refused: all at once, so
 * that the next step goes on.
 */
function decide(context: StepContext): Map<number, number> {
  const { world, changes, reports } = context;
  const kinds = new Map<number, number>();
  const refused: FirstContactError[] = [];
  for (const entity of [...changes.pending]) {
    try {
      const isNone = reports.quarantined.has(entity) || !entityExists(world, entity);
      kinds.set(entity, isNone ? NOT_A_COLLIDER : colliderKindOf(context, entity));
    } catch (error) {
      if (isBodyWithoutMesh(context, entity, error)) {
        reports.setAside(context.meshes, entity, context.colliders.mesh[entity], error);
        kinds.set(entity, NOT_A_COLLIDER);
        continue;
      }
      if (!(error instanceof FirstContactError) || context.colliders.isCollider(entity)) throw error;
      changes.refuse(entity);
      refused.push(error);
    }
  }
  if (refused.length > 0) throw amongOthers(refused);
  return kinds;
}

/** A body whose mesh column came to name no mesh: it is set aside as one with any other nonsense in its columns is. */
function isBodyWithoutMesh(
  { colliders }: StepContext,
  entity: number,
  error: unknown,
): error is FirstContactError {
  const isMissing = error instanceof FirstContactError && error.code === 'STALE_MESH';
  return isMissing && colliders.isCollider(entity) && colliders.kind[entity] === RIGID;
}

/**
 * Those that only leave go first: what they give back is there for those that enter, also after memory ran out. The
 * user's observers are called last, when everything is in order, so that they may change the world or throw.
 */
function exchange(context: StepContext, kinds: ReadonlyMap<number, number>): void {
  const { changes, colliders, components, meshes } = context;
  const changed = [...kinds].filter(
    ([entity, kind]) => colliders.kind[entity] !== kind || changes.left(entity),
  );
  const entering = changed.filter(([, kind]) => kind !== NOT_A_COLLIDER);
  const leaving = changed.filter(([entity, kind]) => kind === NOT_A_COLLIDER && colliders.isCollider(entity));
  // What came or left may have been what a sleeping cloth lies on.
  if (changed.length > 0) components.Cloth.idle.fill(0);
  for (const [entity] of entering) meshes.retain(components.MeshTopology.mesh[entity]);
  leave(
    context,
    leaving.map(([entity]) => entity),
  );
  for (const [entity] of leaving) changes.done(entity);
  try {
    meshes.removeUnclaimed();
    const blocks = allocateAll(context, entering);
    leave(
      context,
      entering.map(([entity]) => entity).filter((entity) => colliders.isCollider(entity)),
    );
    for (const [entity, kind] of entering) enter(context, entity, kind, blocks.get(entity));
    for (const entity of kinds.keys()) changes.done(entity);
  } catch (error) {
    for (const [entity] of entering) meshes.release(components.MeshTopology.mesh[entity]);
    throw error;
  } finally {
    showAll(context, [...leaving, ...entering]);
  }
}

/**
 * Gives each entity the components that a collider of its kind has, and takes the others away. All of it is done,
 * whatever the user's observers throw; their first error is told afterwards.
 */
function showAll(context: StepContext, entities: readonly (readonly [entity: number, kind: number])[]): void {
  const { colliders, world } = context;
  const errors: unknown[] = [];
  for (const [entity] of entities) {
    const own = colliders.isCollider(entity) ? ownComponents(context, colliders.kind[entity]) : [];
    for (const component of [...derivedComponents(context), ...own]) {
      try {
        if (!entityExists(world, entity)) break;
        if (!own.includes(component)) removeComponent(world, entity, component);
        else if (!hasComponent(world, entity, component)) addComponent(world, entity, component);
      } catch (error) {
        errors.push(error);
      }
    }
  }
  if (errors.length > 0) throw errors[0];
}

function allocateAll(context: StepContext, entering: [number, number][]): Map<number, DeformableBlocks> {
  const { deformables: work } = context;
  // Kept by the mesh and not by the entity, so that nothing is lost where a later allocation fails.
  for (const [entity, kind] of entering) {
    if (kind === RIGID) context.meshes.shape(context.components.MeshTopology.mesh[entity]);
  }
  const deformables = entering.filter(([, kind]) => kind === DEFORMABLE);
  return context.core.arena.allOrNone(
    () => new Map(work && deformables.map(([entity]) => [entity, work.allocate(context, entity)])),
  );
}

function enter(context: StepContext, entity: number, kind: number, blocks?: DeformableBlocks): void {
  const { colliders, components, counters, meshes } = context;
  const mesh = components.MeshTopology.mesh[entity];
  const record = meshes.record(mesh);
  colliders.append(entity, kind, mesh);
  if (blocks === undefined) {
    components.RigidBody.radius[entity] = record.radius;
    writeCentre(components.RigidBody, entity, record.solid);
  } else context.deformables?.adopt(context, entity, blocks);
  describeMesh(context, entity, mesh);
  counters.entered++;
}

/** Writes which mesh an entity has, and what the mesh is. */
export function describeMesh({ components, meshes }: StepContext, entity: number, mesh: MeshId): void {
  const { vertexCount, triangleCount, edgeCount, serial } = meshes.record(mesh);
  writeRow(components.MeshTopology, entity, { mesh, vertexCount, triangleCount, edgeCount, serial });
}

/** Gives back everything that the entities owned as colliders. */
function leave(context: StepContext, entities: readonly number[]): void {
  const { colliders, counters, meshes } = context;
  for (const entity of entities) {
    if (colliders.kind[entity] === DEFORMABLE) context.deformables?.free(context, entity);
    meshes.release(colliders.mesh[entity]);
    context.events.forget(entity);
    for (const component of derivedComponents(context)) returnToDefaults(component, entity);
  }
  colliders.remove(entities);
  context.links?.forgetGone(colliders);
  // whoever runs a stage alone finds nobody who left among the pairs
  context.pairs.clear();
  if (context.searches !== undefined) context.searches.count = 0;
  counters.left += entities.length;
}

/** Components that every collider has besides those that its user gave it. */
export function ownComponents(context: StepContext, kind: number): object[] {
  const { Breaking, Cloth, CollisionSettings, Bvh, Contacts, NormalCones, Obstacle } = context.components;
  const common = [CollisionSettings, Bvh, Contacts, Breaking];
  return kind === RIGID ? [...common, Obstacle] : [...common, NormalCones, Cloth];
}

function derivedComponents(context: StepContext): object[] {
  const { Bvh, Contacts, NormalCones, Obstacle } = context.components;
  return [Bvh, Contacts, NormalCones, Obstacle];
}
