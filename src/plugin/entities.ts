import { addComponent, entityExists, hasComponent, removeComponent } from 'bitecs';
import type { CollisionSettings, Deformable, RigidBody } from '../components/index.js';
import { aboutEntity, FirstContactError } from '../errors.js';
import type { MeshId } from '../memory/mesh-store.js';
import type { MeshInput, MeshUse } from '../mesh/types.js';
import { checkRow, colliderKindOf } from '../systems/check-entity.js';
import type { StepContext } from '../systems/context.js';
import { type Row, writeRow } from '../systems/rows.js';
import { loadMesh } from './meshes.js';

type RowOf<Component> = { readonly [Column in keyof Component]?: number };

/** A mesh that is loaded already, or the arrays of one that this entity alone will have. */
export type MeshChoice = { readonly mesh: MeshId } | MeshInput;

export type RigidBodyOptions = MeshChoice & {
  readonly position?: readonly [x: number, y: number, z: number];
  /** A unit quaternion. */
  readonly rotation?: readonly [x: number, y: number, z: number, w: number];
  readonly body?: RowOf<Omit<RigidBody, 'radius'>>;
  readonly settings?: RowOf<CollisionSettings>;
};

export type DeformableOptions = MeshChoice & { readonly settings?: RowOf<CollisionSettings> };

/** Makes the entity a rigid collider: checks everything first, so that a refused call has changed nothing. */
export function addRigidBody(context: StepContext, entity: number, options: RigidBodyOptions): void {
  const [px, py, pz] = options.position ?? [0, 0, 0];
  const [qx, qy, qz, qw] = options.rotation ?? [0, 0, 0, 1];
  const row = { px, py, pz, qx, qy, qz, qw, ...options.body };
  addCollider(context, entity, 'rigid', options, context.components.RigidBody, row);
}

/** Makes the entity a deformable collider. Its vertices start where those of the mesh are. */
export function addDeformable(context: StepContext, entity: number, options: DeformableOptions): void {
  addCollider(context, entity, 'deformable', options, context.components.Deformable, {});
}

/** The entity is no collider any more; what it owned is given back in the next step. */
export function removeCollider(context: StepContext, entity: number): void {
  const { world, components } = context;
  const { MeshTopology, RigidBody, Deformable, CollisionSettings } = components;
  checkAlive(context, entity);
  const collider = hasComponent(world, entity, RigidBody) || hasComponent(world, entity, Deformable);
  if (!collider) throw notACollider(entity);
  removeComponent(world, entity, RigidBody, Deformable, MeshTopology, CollisionSettings);
}

export function checkAlive({ world }: StepContext, entity: number): void {
  if (entityExists(world, entity)) return;
  throw new FirstContactError(
    'STALE_ENTITY',
    'The entity is not in this world',
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

function addCollider(
  context: StepContext,
  entity: number,
  use: MeshUse,
  options: MeshChoice & { readonly settings?: RowOf<CollisionSettings> },
  component: RigidBody | Deformable,
  row: Row,
): void {
  checkAlive(context, entity);
  checkRow(context, entity);
  checkFree(context, entity);
  const { world, components, meshes } = context;
  const { MeshTopology, CollisionSettings } = components;
  const mesh = 'mesh' in options ? options.mesh : loadFor(context, entity, options, use);
  const added = [MeshTopology, CollisionSettings, component].filter((each) =>
    addComponent(world, entity, each),
  );
  try {
    writeRow(MeshTopology, entity, { mesh });
    writeRow(component, entity, row);
    writeRow(CollisionSettings, entity, options.settings ?? {});
    colliderKindOf(context, entity);
  } catch (error) {
    removeComponent(world, entity, ...added);
    if (!('mesh' in options)) meshes.unload(mesh);
    throw error;
  }
}

function loadFor(context: StepContext, entity: number, input: MeshInput, use: MeshUse): MeshId {
  try {
    return loadMesh(context, input, { use }, false);
  } catch (error) {
    throw aboutEntity(error, entity);
  }
}

function checkFree({ world, components }: StepContext, entity: number): void {
  const { MeshTopology, RigidBody, Deformable } = components;
  if (![MeshTopology, RigidBody, Deformable].some((component) => hasComponent(world, entity, component)))
    return;
  throw new FirstContactError(
    'ALREADY_A_COLLIDER',
    'The entity has a collider already',
    'Remove it first with removeCollider(), or use another entity.',
    { entity },
  );
}
