import { hasComponent } from 'bitecs';
import { MOTION_DYNAMIC } from '../components/constants.js';
import { FirstContactError } from '../errors.js';
import type { MeshId } from '../memory/mesh-store.js';
import { DEFORMABLE, NOT_A_COLLIDER, RIGID } from './colliders.js';
import type { StepContext } from './context.js';

/** How far from 1 a quaternion's squared length may be: the rounding of f32 poses, with room. */
const UNIT_TOLERANCE = 1e-5;

const FINITE = ['px', 'py', 'pz', 'vx', 'vy', 'vz', 'wx', 'wy', 'wz'] as const;

/**
 * What an entity's components make of it. Throws where they contradict each other or hold values that no stage could
 * work with; nothing has been changed by then.
 */
export function colliderKindOf(context: StepContext, entity: number): number {
  const { world, components } = context;
  const rigid = hasComponent(world, entity, components.RigidBody);
  const deformable = hasComponent(world, entity, components.Deformable);
  if ((!rigid && !deformable) || !hasComponent(world, entity, components.MeshTopology)) return NOT_A_COLLIDER;
  if (rigid && deformable) {
    throw new FirstContactError(
      'BAD_SETTING',
      'The entity has RigidBody and Deformable',
      'Remove one of the two: a body is rigid or it deforms.',
      { entity },
    );
  }
  checkRow(context, entity);
  const kind = rigid ? RIGID : DEFORMABLE;
  checkMesh(context, entity, components.MeshTopology.mesh[entity], kind);
  checkColumns(context, entity, kind);
  return kind;
}

/** The values of a collider's columns. */
export function checkColumns(context: StepContext, entity: number, kind: number): void {
  checkSettings(context, entity);
  if (kind === RIGID) checkRigidBody(context, entity);
}

export function checkRow({ components }: StepContext, entity: number): void {
  if (entity <= components.maxEntities) return;
  throw new FirstContactError(
    'WORLD_FULL',
    `The columns end at entity ${components.maxEntities}`,
    'Create the plugin with a larger maxEntities. (Versioned entity ids are not supported: they exceed any size.)',
    { entity },
  );
}

/** Whether a collider of this kind may have the mesh. */
export function checkMesh({ meshes }: StepContext, entity: number, mesh: MeshId, kind: number): void {
  if (!meshes.has(mesh)) {
    throw new FirstContactError(
      'STALE_MESH',
      mesh === 0 ? 'MeshTopology.mesh is 0' : `Mesh ${mesh} was unloaded or never loaded`,
      'Set MeshTopology.mesh to an id from loadMesh() before the next step.',
      { entity },
    );
  }
  if (kind === DEFORMABLE && meshes.record(mesh).use !== 'deformable') {
    throw new FirstContactError(
      'BAD_SETTING',
      `Mesh ${mesh} was loaded for rigid bodies, and the entity is a Deformable`,
      "Load it with { use: 'deformable' }, which checks that it is a surface.",
      { entity },
    );
  }
}

function checkSettings({ components }: StepContext, entity: number): void {
  const { thickness, tolerance, friction, restitution } = components.CollisionSettings;
  if (!(thickness[entity] >= 0 && Number.isFinite(thickness[entity]))) {
    throw new FirstContactError(
      'NEGATIVE_THICKNESS',
      `CollisionSettings.thickness is ${thickness[entity]}`,
      'Use metres, 0 or more.',
      { entity },
    );
  }
  for (const [name, column] of Object.entries({ tolerance, friction, restitution })) {
    if (column[entity] >= 0 && Number.isFinite(column[entity])) continue;
    throw new FirstContactError(
      'BAD_SETTING',
      `CollisionSettings.${name} is ${column[entity]}`,
      'Use a finite number, 0 or more.',
      { entity },
    );
  }
}

/** Checked again at each step: these columns are written by users in their loops. */
export function checkRigidBody({ components }: StepContext, entity: number): void {
  const body = components.RigidBody;
  for (const name of FINITE) {
    if (Number.isFinite(body[name][entity])) continue;
    throw new FirstContactError(
      'NON_FINITE_VALUE',
      `RigidBody.${name} is ${body[name][entity]}`,
      'Write a finite number; look for a division by zero in what moves the body.',
      { entity },
    );
  }
  checkQuaternion(body.qx[entity], body.qy[entity], body.qz[entity], body.qw[entity], entity);
  const mass = body.mass[entity];
  if (body.motion[entity] === MOTION_DYNAMIC && !(mass > 0 && Number.isFinite(mass))) {
    throw new FirstContactError(
      'NON_POSITIVE_MASS',
      `RigidBody.mass is ${mass}`,
      'Use kilograms above 0, or make the body kinematic or fixed.',
      { entity },
    );
  }
}

export function checkQuaternion(x: number, y: number, z: number, w: number, entity: number): void {
  const squaredLength = x * x + y * y + z * z + w * w;
  if (Math.abs(squaredLength - 1) <= UNIT_TOLERANCE) return;
  throw new FirstContactError(
    'NON_UNIT_QUATERNION',
    `The rotation (${x}, ${y}, ${z}, ${w}) has length ${Math.sqrt(squaredLength)}`,
    'Give a unit quaternion in the order x, y, z, w; (0, 0, 0, 1) is no rotation.',
    { entity },
  );
}
