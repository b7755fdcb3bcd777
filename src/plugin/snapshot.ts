import { addComponent, entityExists, hasComponent, removeComponent, removeEntity } from 'bitecs';
import { checkOptions, checkType } from '../check-options.js';
import { COMPONENT_NAMES } from '../components/index.js';
import { FirstContactError } from '../errors.js';
import type { BlockId } from '../memory/arena.js';
import { DEFORMABLE, RIGID } from '../systems/colliders.js';
import type { Clock, StepContext } from '../systems/context.js';
import { ingest } from '../systems/ingest.js';
import type { PluginPart } from '../systems/parts.js';
import { returnToDefaults } from '../systems/rows.js';
import {
  asideMeshes,
  asideRows,
  asideSection,
  ownOf,
  readAsideRows,
  setAsideAgain,
} from './snapshot-aside.js';
import { type ColliderColumn, checkParts, type SnapshotParts } from './snapshot-check.js';
import { type Column, componentColumns, gather, readRows, scatter } from './snapshot-columns.js';
import { contactSections, readContactSections } from './snapshot-contacts.js';
import { asideEntities } from './snapshot-entities.js';
import { eventSections, readEventSections } from './snapshot-events.js';
import { corrupt, SnapshotReader, writeSnapshotFile } from './snapshot-file.js';
import { linkSections, readLinkSections } from './snapshot-links.js';
import { materialSection, readMaterialSection } from './snapshot-materials.js';
import {
  contentsOf,
  meshBlocks,
  recordNumbers,
  recordsFrom,
  restoreBlocks,
  shapesFrom,
} from './snapshot-meshes.js';
import { readStartSections, startSections } from './snapshot-starts.js';
import { readStitchSections, type SavedVertices, stitchSections } from './snapshot-stitches.js';

const COLLIDER_COLUMNS = [
  'kind',
  'mesh',
  'vertices',
  'slabs',
  'nodes',
  'masks',
  'regions',
  'motion',
] as const;

/** What a snapshot holds. */
export interface SnapshotOptions {
  /**
   * Whether the meshes' own arrays are in it: true by default. Without them a snapshot is small and quick, and can be
   * restored where the same meshes are still loaded, as in rollback.
   */
  readonly meshes?: boolean;
}

/**
 * Everything that decides how the plugin goes on: clock, colliders with their rows, meshes, and the arena's blocks with
 * their ids. What the user's world holds besides is the user's to save.
 */
export function takeSnapshot(context: StepContext, options: SnapshotOptions = {}): Uint8Array<ArrayBuffer> {
  checkOptions('snapshot()', options, ['meshes']);
  checkType('meshes', options.meshes, 'boolean');
  ingest(context);
  const { clock, colliders, core, meshes } = context;
  const { arena } = core;
  const entities = colliders.order.slice(0, colliders.count);
  const aside = asideSection(context);
  const saved = meshes.save();
  const blocks = [...arena.blockIds()];
  const left = options.meshes === false ? new Set(meshBlocks(saved).keys()) : new Set<BlockId>();
  return writeSnapshotFile([
    Float64Array.of(clock.dt, clock.step, clock.time),
    entities,
    aside,
    ...columnsOf(context).map((column) => gather(column, entities)),
    ...asideRows(context, aside),
    arena.saveIds(),
    Float64Array.from(blocks, (block) => arena.bytes(block)),
    ...blocks.map((block) => contentsOf(arena, block, left)),
    saved.ids,
    Float64Array.from(saved.records.flatMap(recordNumbers)),
    Uint32Array.from(saved.shapes.flat()),
    ...contactSections(context.contacts),
    ...linkSections(context),
    ...eventSections(context),
    ...startSections(context),
    materialSection(context.materials),
    ...stitchSections(context),
    context.backend.save?.() ?? new Uint8Array(0),
  ]);
}

/**
 * Makes the plugin what it was. The entities of the snapshot must exist in the world; the collision components of all
 * entities become what they were. Everything is read and checked before anything is changed.
 */
export function restoreSnapshot(context: StepContext, bytes: Uint8Array): void {
  const file = new SnapshotReader(bytes);
  const clock = readClock(file.f64());
  const entities = file.u32();
  const aside = file.u32();
  checkEntities(context, Uint32Array.from([...entities, ...asideEntities(aside)]));
  const columns = columnsOf(context);
  const rows = readRows(columns, file, entities.length);
  const restoreAsideRows = readAsideRows(context, file, aside);
  const kinds = rows[columns.indexOf(context.colliders.kind)];
  checkCanGoOn(context, kinds, rows[columns.indexOf(context.components.Cloth.simulated)]);
  const blockIds = file.u32();
  const sizes = file.f64();
  const contents = Array.from(sizes, () => file.bytes());
  const meshes = { ids: file.u32(), records: recordsFrom(file.f64()), shapes: shapesFrom(file.u32()) };
  const restoreContacts = readContactSections(file);
  const restoreLinks = readLinkSections(context, file);
  const restoreEvents = readEventSections(context, file);
  const deformables = new Set(entities.filter((_, i) => kinds[i] === DEFORMABLE));
  const restoreStarts = readStartSections(context, file, deformables);
  const restoreMaterials = readMaterialSection(context.materials, file);
  const colliders = colliderRows(context, columns, rows);
  const vertexCounts = rows[columns.indexOf(context.components.MeshTopology.vertexCount)];
  const saved = [...entities].map((entity, i) => [
    entity,
    { block: colliders.vertices[i], count: deformables.has(entity) ? vertexCounts[i] : 0 },
  ]);
  const restoreStitches = readStitchSections(context, file, new Map(saved as [number, SavedVertices][]));
  checkParts({
    entities,
    asideMeshes: asideMeshes(aside),
    colliders,
    blockIds,
    sizes,
    contents,
    meshes,
  });
  const restoreBackend = backendFrom(context, file.bytes());

  restoreBlocks(context, blockIds, sizes, contents, meshes);
  const gone = brokenOffSince(context, entities);
  const left = leaveAll(context);
  context.meshes.restore(meshes);
  enterAll(context, entities, columns, rows);
  restoreAsideRows();
  restoreContacts(context.contacts);
  restoreLinks();
  restoreEvents();
  restoreStarts();
  restoreMaterials();
  restoreStitches();
  const errors = errorsOf(restoreBackend);
  context.backend.shareGravity?.(context.gravity); // what is written to the new world from now on is another gravity
  Object.assign(context.clock, clock);
  context.impacts.clear();
  context.pairs.clear();
  if (context.searches !== undefined) context.searches.count = 0;
  context.breaks.length = 0;
  context.tears.length = 0;
  context.brokenStitches.length = 0;
  context.pins.clear();
  context.changes.clear();
  context.reports.clear();
  const own = ownOf(context, aside);
  const shown = new Set([...left, ...entities, ...own.keys()]);
  errors.push(...showAll(context, shown, own));
  // What was noted of them is what was just restored.
  for (const entity of shown) context.changes.done(entity);
  setAsideAgain(context, aside);
  removeAll(context, gone);
  if (errors.length > 0) throw errors[0];
}

/** What the user's own function throws that is told of the restored backend. */
function errorsOf(call: () => void): unknown[] {
  try {
    call();
    return [];
  } catch (error) {
    return [error];
  }
}

/** All of it is done, whatever the user's observers throw. */
function showAll(
  context: StepContext,
  entities: Iterable<number>,
  aside: ReadonlyMap<number, object[]>,
): unknown[] {
  const { colliders } = context;
  const errors: unknown[] = [];
  for (const entity of entities) {
    const own = colliders.isCollider(entity) ? componentsOf(context, entity) : (aside.get(entity) ?? []);
    for (const component of allComponents(context)) {
      try {
        showComponent(context, entity, component, own.includes(component));
      } catch (error) {
        errors.push(error);
      }
    }
  }
  return errors;
}

/** Adds or removes it only where that differs, so that the user's observers hear of nothing else. */
function showComponent({ world }: StepContext, entity: number, component: object, isOwn: boolean): void {
  if (!entityExists(world, entity) || hasComponent(world, entity, component) === isOwn) return;
  if (isOwn) addComponent(world, entity, component);
  else removeComponent(world, entity, component);
}

/** Entities that the plugin made of something that broke, and that are not in the snapshot: the last one first. */
function brokenOffSince({ colliders, components }: StepContext, entities: Uint32Array): number[] {
  const { parent } = components.Breaking;
  const known = new Set(entities);
  const made = colliders.order.subarray(0, colliders.count).filter((entity) => parent[entity] !== 0);
  return [...made].filter((entity) => !known.has(entity)).reverse();
}

/** In the reverse of the order in which they were made: bitECS gives the same ids again to what breaks anew. */
function removeAll({ changes, world }: StepContext, entities: readonly number[]): void {
  for (const entity of entities) {
    if (entityExists(world, entity)) removeEntity(world, entity);
    changes.done(entity);
  }
}

function checkCanGoOn({ parts }: StepContext, kinds: Column, simulated: Column): void {
  if (!parts.has('deformables') && kinds.includes(DEFORMABLE))
    throw partLeftOut('deformables', 'deformables');
  if (!parts.has('cloth') && simulated.includes(1)) throw partLeftOut('simulated deformables', 'cloth');
}

function partLeftOut(what: string, part: PluginPart): FirstContactError {
  return new FirstContactError(
    'SNAPSHOT_MISMATCH',
    `The snapshot has ${what}, and the plugin was created without the part '${part}'`,
    'Restore it in a plugin with the same parts.',
  );
}

function readClock([dt, step, time, ...others]: Float64Array): Clock {
  if (dt > 0 && Number.isInteger(step) && Number.isFinite(time) && others.length === 0)
    return { dt, step, time };
  throw corrupt(`its clock says step ${step} of ${dt} s at ${time} s`);
}

/** The rows of the colliders' own columns, by name. */
function colliderRows(
  { colliders }: StepContext,
  columns: readonly Column[],
  rows: readonly Column[],
): SnapshotParts['colliders'] {
  const named = COLLIDER_COLUMNS.map((name) => [name, rows[columns.indexOf(colliders[name])]]);
  return Object.fromEntries(named) as Record<ColliderColumn, Column>;
}

/** What makes the rigid backend what it was: only one that is made like the one of the snapshot can be. */
function backendFrom({ backend }: StepContext, saved: Uint8Array): () => void {
  if (saved.length > 0 === (backend.save !== undefined)) return backend.restore?.(saved) ?? (() => undefined);
  throw new FirstContactError(
    'SNAPSHOT_MISMATCH',
    `The snapshot was taken with another rigid backend than ${backend.name}`,
    'Restore it in a plugin that has the same backend.',
  );
}

/** The columns of all components and of the colliders, always in the same order. */
function columnsOf({ components, colliders }: StepContext): Column[] {
  return [...componentColumns(components), ...COLLIDER_COLUMNS.map((name) => colliders[name])];
}

function checkEntities({ world, components }: StepContext, entities: Uint32Array): void {
  if (new Set(entities).size < entities.length) throw corrupt('it names an entity twice');
  for (const entity of entities) {
    if (entity <= components.maxEntities && entityExists(world, entity)) continue;
    throw new FirstContactError(
      'SNAPSHOT_MISMATCH',
      entity > components.maxEntities
        ? `The snapshot has an entity beyond this plugin's maxEntities, ${components.maxEntities}`
        : 'The snapshot has an entity that is not in the world',
      'Restore the entities of the world first, with the same ids.',
      { entity },
    );
  }
}

/** Forgets every collider, and what entities that were about to become one have. */
function leaveAll(context: StepContext): Set<number> {
  const { changes, colliders } = context;
  const left = new Set([
    ...colliders.order.slice(0, colliders.count),
    ...changes.pending,
    ...changes.refused,
    ...context.reports.quarantined.keys(),
  ]);
  for (const entity of left) {
    for (const component of allComponents(context)) returnToDefaults(component, entity);
  }
  colliders.clear();
  return left;
}

function enterAll(
  context: StepContext,
  entities: Uint32Array,
  columns: readonly Column[],
  rows: readonly Column[],
): void {
  const { colliders } = context;
  scatter(columns, rows, entities);
  for (const entity of entities) {
    const kind = colliders.kind[entity];
    if (kind === DEFORMABLE) context.components.Deformable.version[entity] = ++context.revision.count;
    colliders.append(entity, kind, colliders.mesh[entity]);
  }
}

function allComponents({ components }: StepContext): object[] {
  return COMPONENT_NAMES.map((name) => components[name]);
}

function componentsOf(context: StepContext, entity: number): object[] {
  const { colliders, meshes } = context;
  const { Cloth, RigidBody, Deformable, NormalCones, Obstacle } = context.components;
  const [piece] = meshes.piecesOf(colliders.mesh[entity]);
  // kept for what it breaks into
  const isClothLater = piece !== undefined && meshes.record(piece).use === 'deformable';
  const ofBodies = [Deformable, NormalCones, ...(isClothLater ? [] : [Cloth])];
  const others = colliders.kind[entity] === RIGID ? ofBodies : [RigidBody, Obstacle];
  return allComponents(context).filter((component) => !(others as object[]).includes(component));
}
