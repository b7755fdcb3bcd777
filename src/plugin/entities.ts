import { addComponent, entityExists, hasComponent, Prefab, removeComponent } from 'bitecs';
import { checkNumbers, checkOptions, shown } from '../check-options.js';
import type { CollisionSettings, RigidBody } from '../components/index.js';
import { aboutEntity, FirstContactError } from '../errors.js';
import { buildMeshNow } from '../mesh/index.js';
import type { MeshId } from '../mesh/mesh-store.js';
import type { MeshInput } from '../mesh/types.js';
import { checkMake } from '../systems/body-make.js';
import { checkColumns, checkMesh } from '../systems/check-entity.js';
import { RIGID } from '../systems/colliders.js';
import type { StepContext } from '../systems/context.js';
import { checkRow, type Row, type RowOf, rowOf, writeRow } from '../systems/rows.js';
import { checkedClothRow, type PiecesClothOptions } from './cloth-columns.js';
import type { MeshSize } from './cloth-options.js';
import { buildingOf } from './mesh-building.js';

/** A mesh that is loaded already, or the arrays of one that this entity alone will have. */
export type MeshChoice = { readonly mesh: MeshId } | MeshInput;

/** What `addRigidBody` takes. */
export type RigidBodyOptions = MeshChoice & {
  /** Where the mesh's origin is; the world's origin unless given. */
  readonly position?: readonly [x: number, y: number, z: number];
  /** A unit quaternion. */
  readonly rotation?: readonly [x: number, y: number, z: number, w: number];
  /** Columns of RigidBody: velocities, mass, motion and the like. */
  readonly body?: RowOf<Omit<RigidBody, 'radius'>>;
  /** Newton seconds of contact in one step above which it breaks, where its mesh was loaded with pieces. */
  readonly strength?: number;
  /** Columns of Cloth that its pieces have, where they become deformables; their density is what their mass makes it. */
  readonly cloth?: PiecesClothOptions;
  /** Columns of CollisionSettings. */
  readonly settings?: RowOf<CollisionSettings>;
};

export const MESH_OPTIONS = ['mesh', 'positions', 'triangles'];
/** What weldVertices() gives besides a mesh: its result may be passed as it is. */
export const WELDING_MAPS = ['newVertexOf', 'oldTriangleOf'];
const ORIGIN = [0, 0, 0] as const;
const NO_ROTATION = [0, 0, 0, 1] as const;

/** Makes the entity a rigid collider: checks everything first, so that a refused call has changed nothing. */
export function addRigidBody(context: StepContext, entity: number, options: RigidBodyOptions): void {
  checkOptions(
    'addRigidBody()',
    options,
    [...MESH_OPTIONS, 'position', 'rotation', 'body', 'settings', 'strength', 'cloth'],
    entity,
    WELDING_MAPS,
  );
  checkOptions(
    'addRigidBody() under body',
    options.body ?? {},
    Object.keys(context.components.RigidBody).filter((name) => name !== 'radius'), // the mesh decides it
    entity,
  );
  checkNumbers('position', options.position ?? ORIGIN, ['x', 'y', 'z'], entity);
  checkNumbers('rotation', options.rotation ?? NO_ROTATION, ['x', 'y', 'z', 'w'], entity);
  const [px, py, pz] = options.position ?? ORIGIN;
  const [qx, qy, qz, qw] = options.rotation ?? NO_ROTATION;
  const { Breaking, Cloth, RigidBody } = context.components;
  const rows: NewRow[] = [[RigidBody, { px, py, pz, qx, qy, qz, qw, ...options.body }]];
  const { cloth, settings, strength } = options;
  checkCanEnter(context, entity, settings);
  if (cloth !== undefined) rows.push([Cloth, clothOfPieces(context, entity, options, cloth)]);
  if (strength !== undefined) {
    checkStrength(context, entity, options, strength);
    rows.push([Breaking, { strength }]);
  }
  addCollider(context, entity, RIGID, chosenMesh(context, entity, options, RIGID), settings, rows);
  context.backend.prepare?.(context.components.MeshTopology.mesh[entity]);
}

export function checkStrength(
  { meshes }: StepContext,
  entity: number,
  choice: MeshChoice,
  strength: number,
): void {
  if (typeof strength !== 'number' || !(strength >= 0)) {
    throw new FirstContactError(
      'BAD_SETTING',
      `strength is ${shown(strength)}`,
      'Use newton seconds, 0 or more.',
      {
        entity,
      },
    );
  }
  if ('mesh' in choice && meshes.has(choice.mesh) && meshes.piecesOf(choice.mesh).length > 0) return;
  throw new FirstContactError(
    'BAD_SETTING',
    'It has a strength, and its mesh was loaded without pieces',
    'Load it with loadMesh(input, { pieces }), and give the entity that mesh.',
    { entity },
  );
}

/** Kept in the columns of a rigid body until it breaks into deformables. */
function clothOfPieces(
  context: StepContext,
  entity: number,
  choice: MeshChoice,
  cloth: PiecesClothOptions,
): Row {
  const { meshes } = context;
  const pieces = 'mesh' in choice && meshes.has(choice.mesh) ? meshes.piecesOf(choice.mesh) : [];
  if (pieces.length > 0 && meshes.record(pieces[0]).use === 'deformable')
    return checkedClothRow(context, entity, cloth, ['density', 'tearing', 'volume']);
  throw new FirstContactError(
    'BAD_SETTING',
    'The body has cloth settings, and its pieces do not become deformables',
    "Load its mesh with loadMesh(input, { pieces, as: 'deformable' }), or leave cloth out.",
    { entity },
  );
}

/** The entity is no collider any more; what it owned is given back in the next step. */
export function removeCollider(context: StepContext, entity: number): void {
  const { world, components } = context;
  const { Breaking, Cloth, MeshTopology, RigidBody, Deformable, CollisionSettings } = components;
  checkAlive(context, entity);
  const collider = hasComponent(world, entity, RigidBody) || hasComponent(world, entity, Deformable);
  if (!collider) throw notACollider(entity);
  removeComponent(world, entity, RigidBody, Deformable, MeshTopology, CollisionSettings, Cloth, Breaking);
}

export function checkAlive({ world }: StepContext, entity: number): void {
  if (typeof entity === 'number' && entityExists(world, entity)) return;
  throw new FirstContactError(
    'STALE_ENTITY',
    typeof entity === 'number' ? 'The entity is not in this world' : `The entity is ${shown(entity)}`,
    'It was removed, or belongs to another world: create it with addEntity(world).',
    { entity },
  );
}

export function notACollider(entity: number): FirstContactError {
  return new FirstContactError(
    'NOT_A_COLLIDER',
    'The entity has no collider',
    'Give it one with addRigidBody() or addDeformable().',
    { entity },
  );
}

/** Refuses an entity that cannot become a collider. */
export function checkCanEnter(context: StepContext, entity: number, settings: object = {}): void {
  checkAlive(context, entity);
  checkRow(context.components, entity);
  checkFree(context, entity);
  checkOptions('settings', settings, Object.keys(context.components.CollisionSettings), entity);
}

/** A component that the entity is given, and what is written to its columns. */
export type NewRow = readonly [component: object, row: Row];

/** Gives the entity its components; where their rows make no sense, it has again what it had. */
export function addCollider(
  context: StepContext,
  entity: number,
  kind: number,
  mesh: ChosenMesh,
  settings: RowOf<CollisionSettings> = {},
  rows: readonly NewRow[],
): void {
  const { world, components } = context;
  const { MeshTopology, CollisionSettings } = components;
  const given: NewRow[] = [[MeshTopology, {}], [CollisionSettings, settings], ...rows];
  const before = given.map(([component]) => ({
    component,
    isNew: !hasComponent(world, entity, component),
    row: rowOf(component, entity),
  }));
  try {
    for (const [component, row] of given) {
      addComponent(world, entity, component);
      writeRow(component, entity, row);
    }
    checkColumns(context, entity, kind);
    if (kind === RIGID) checkMake(components.RigidBody, entity, mesh.solid);
    const id = mesh.load();
    writeRow(MeshTopology, entity, { mesh: id, serial: context.meshes.record(id).serial });
  } catch (error) {
    checkAlive(context, entity); // an observer of the user's may have removed it: then there is nothing to give back
    for (const { component, isNew, row } of before) {
      if (isNew) removeComponent(world, entity, component);
      writeRow(component, entity, row);
    }
    throw error;
  }
}

/** A mesh that was checked, and is loaded last of all where it is not loaded yet. */
interface ChosenMesh extends MeshSize {
  load(): MeshId;
}

export function chosenMesh(
  context: StepContext,
  entity: number,
  choice: MeshChoice,
  kind: number,
): ChosenMesh {
  const { meshes } = context;
  if ('mesh' in choice) {
    const { mesh } = choice;
    if (typeof mesh !== 'number' || 'positions' in choice || 'triangles' in choice) {
      throw new FirstContactError(
        'BAD_SETTING',
        typeof mesh === 'number' ? 'Both mesh and arrays are given' : `mesh is ${shown(mesh)}`,
        'Give an id that loadMesh() returned as mesh, or positions and triangles without it.',
        { entity },
      );
    }
    checkMesh(context, entity, mesh, kind);
    const { solid, vertexCount } = meshes.record(mesh);
    return { solid, vertexCount, load: () => mesh };
  }
  const use = kind === RIGID ? 'rigid' : 'deformable';
  try {
    const sections = buildMeshNow(choice, use, buildingOf(context, use));
    const { positions, solid } = sections;
    return { solid, vertexCount: positions.length / 3, load: () => meshes.add(sections, use, false) };
  } catch (error) {
    throw aboutEntity(error, entity);
  }
}

function checkFree({ world, components }: StepContext, entity: number): void {
  if (hasComponent(world, entity, Prefab)) {
    throw new FirstContactError(
      'BAD_SETTING',
      'The entity is a prefab, which nothing collides with',
      'Give it components by addComponent(world, prefab, set(RigidBody, { ... })) and so on: entities with IsA(prefab) are colliders that begin with its columns.',
      { entity },
    );
  }
  const { RigidBody, Deformable } = components;
  if (![RigidBody, Deformable].some((component) => hasComponent(world, entity, component))) return;
  throw new FirstContactError(
    'ALREADY_A_COLLIDER',
    'The entity has a collider already',
    'Remove it first with removeCollider(), or use another entity.',
    { entity },
  );
}
