import { hasComponent } from 'bitecs';
import {
  ADVANCEMENT_CA,
  ALL_STAGES,
  COLLIDER_OFF,
  COMBINE_MULTIPLY_FIRST,
  CONTACTS_ALL,
  CONTINUOUS_ON,
  GPU_CULLING_AUTOMATIC,
  LOCK_ALL,
  MOTION_DYNAMIC,
  MOTION_FIXED,
  OVERLAP_REPORT,
  SEPARATING_CONTACT,
} from '../components/constants.js';
import type { RigidBody } from '../components/index.js';
import { FirstContactError } from '../errors.js';
import { POSITION_LIMIT, SPIN_LIMIT } from '../mesh/limits.js';
import type { MeshId } from '../mesh/mesh-store.js';
import { checkMake } from './body-make.js';
import { checkCloth } from './check-cloth.js';
import { DEFORMABLE, NOT_A_COLLIDER, RIGID } from './colliders.js';
import type { StepContext } from './context.js';
import { requirePart } from './parts.js';
import { checkRow } from './rows.js';

/** How far from 1 a quaternion's squared length may be: the rounding of f32 poses, with room. */
export const UNIT_TOLERANCE = 1e-5;

const FINITE = [
  ...(['px', 'py', 'pz', 'vx', 'vy', 'vz', 'wx', 'wy', 'wz'] as const),
  ...(['fx', 'fy', 'fz', 'tx', 'ty', 'tz', 'cx', 'cy', 'cz', 'gravityScale'] as const),
] as const;
const DAMPING = ['linearDamping', 'angularDamping'] as const;

const NOT_NEGATIVE = ['tolerance', 'friction', 'restitution'] as const;

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
  checkRow(components, entity);
  const kind = rigid ? RIGID : DEFORMABLE;
  checkMesh(context, entity, components.MeshTopology.mesh[entity], kind);
  checkColumns(context, entity, kind);
  if (rigid)
    checkMake(
      components.RigidBody,
      entity,
      context.meshes.record(components.MeshTopology.mesh[entity]).solid,
    );
  return kind;
}

/** The values of a collider's columns. */
export function checkColumns(context: StepContext, entity: number, kind: number): void {
  checkSettings(context, entity);
  if (kind === RIGID) checkRigidBody(context, entity);
  else {
    requirePart(context.parts, 'deformables', 'A deformable', entity);
    if (context.components.Cloth.simulated[entity] === 0) return;
    requirePart(context.parts, 'cloth', 'A simulated deformable', entity);
    checkCloth(context.components.Cloth, entity);
  }
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
  const settings = components.CollisionSettings;
  const { thickness } = settings;
  if (!(thickness[entity] >= 0 && thickness[entity] <= POSITION_LIMIT)) {
    throw new FirstContactError(
      thickness[entity] > POSITION_LIMIT ? 'BAD_SETTING' : 'NEGATIVE_THICKNESS',
      `CollisionSettings.thickness is ${thickness[entity]}`,
      `Use metres, 0 to ${POSITION_LIMIT}.`,
      { entity },
    );
  }
  for (const name of CHOICE_NAMES) {
    checkChoice(name, settings[name][entity], CHOICES[name], entity);
  }
  for (const name of NOT_NEGATIVE) {
    const column = settings[name];
    if (column[entity] >= 0 && Number.isFinite(column[entity])) continue;
    throw new FirstContactError(
      'BAD_SETTING',
      `CollisionSettings.${name} is ${column[entity]}`,
      'Use a finite number, 0 or more.',
      { entity },
    );
  }
}

/** Columns that hold one of a few values, 0 to the last. */
const CHOICES = {
  advancement: ADVANCEMENT_CA,
  rigid: CONTINUOUS_ON,
  frictionRule: COMBINE_MULTIPLY_FIRST,
  restitutionRule: COMBINE_MULTIPLY_FIRST,
  separating: SEPARATING_CONTACT,
  collider: COLLIDER_OFF,
  contacts: CONTACTS_ALL,
  selfCollision: 1,
  sleep: 1,
  overlap: OVERLAP_REPORT,
  gpuCulling: GPU_CULLING_AUTOMATIC,
  stages: ALL_STAGES,
} as const;
const CHOICE_NAMES = Object.keys(CHOICES) as readonly (keyof typeof CHOICES)[];

function checkChoice(name: string, value: number, last: number, entity: number): void {
  if (value <= last) return;
  throw new FirstContactError(
    'BAD_SETTING',
    `${name} is ${value}`,
    `Use one of 0 to ${last}; first-contact exports names for them, such as MOTION_FIXED.`,
    { entity },
  );
}

/** Without names: a column that is looked up by name costs an object for its number. NaN times 0 is NaN. */
function isFiniteBody(body: RigidBody, e: number): boolean {
  const place = body.px[e] * 0 + body.py[e] * 0 + body.pz[e] * 0;
  const velocity = body.vx[e] * 0 + body.vy[e] * 0 + body.vz[e] * 0;
  const spin = body.wx[e] * 0 + body.wy[e] * 0 + body.wz[e] * 0;
  const force = body.fx[e] * 0 + body.fy[e] * 0 + body.fz[e] * 0;
  const torque = body.tx[e] * 0 + body.ty[e] * 0 + body.tz[e] * 0;
  const centre = body.cx[e] * 0 + body.cy[e] * 0 + body.cz[e] * 0;
  return place + velocity + spin + force + torque + centre + body.gravityScale[e] * 0 === 0;
}

function refuseNonFinite(body: RigidBody, entity: number): void {
  for (const name of FINITE) {
    if (Number.isFinite(body[name][entity])) continue;
    throw new FirstContactError(
      'NON_FINITE_VALUE',
      `RigidBody.${name} is ${body[name][entity]}`,
      'Write a finite number; look for a division by zero in what moves the body.',
      { entity },
    );
  }
}

/** Checked again at each step: these columns are written by users in their loops. */
function checkRigidBody({ components, gravity }: StepContext, entity: number): void {
  const body = components.RigidBody;
  if (!isFiniteBody(body, entity)) refuseNonFinite(body, entity);
  if (!isWithin(body, entity)) refuseOutside(body, entity);
  for (const name of DAMPING) {
    if (body.linearDamping[entity] >= 0 && body.angularDamping[entity] >= 0) break;
    if (body[name][entity] >= 0) continue;
    throw new FirstContactError(
      'BAD_SETTING',
      `RigidBody.${name} is ${body[name][entity]}`,
      'Use 0 or more, per second.',
      { entity },
    );
  }
  if (!isSlowEnough(body, entity)) refuseSpin(body, entity);
  checkChoice('motion', body.motion[entity], MOTION_FIXED, entity);
  checkChoice('locks', body.locks[entity], LOCK_ALL, entity);
  checkChoice('asleep', body.asleep[entity], 1, entity);
  if (!isTurned(body, entity))
    checkQuaternion(body.qx[entity], body.qy[entity], body.qz[entity], body.qw[entity], entity);
  if (body.motion[entity] !== MOTION_DYNAMIC) return;
  if (!hasMass(body, entity)) {
    throw new FirstContactError(
      'NON_POSITIVE_MASS',
      `RigidBody.mass is ${body.mass[entity]}`,
      `Use kilograms from ${LEAST_MASS} to ${1 / LEAST_MASS}, or make the body kinematic or fixed.`,
      { entity },
    );
  }
  if (!isForceWithin(body, entity, gravity)) refuseForce(body, entity);
}

/** What is smaller or larger has squares and inverses that overflow. */
const LEAST_MASS = 1e-100;

function hasMass(body: RigidBody, e: number): boolean {
  return body.mass[e] >= LEAST_MASS && body.mass[e] <= 1 / LEAST_MASS;
}

/** What a force makes of a velocity in a step is the way of the step after it. Torques are held to the same, on an arm of a metre. */
function isForceWithin(body: RigidBody, e: number, [x, y, z]: StepContext['gravity']): boolean {
  const scale = body.gravityScale[e];
  const most = POSITION_LIMIT * body.mass[e];
  const weight = body.mass[e] * (Math.abs(scale * x) + Math.abs(scale * y) + Math.abs(scale * z));
  const force = Math.abs(body.fx[e]) + Math.abs(body.fy[e]) + Math.abs(body.fz[e]);
  const torque = Math.abs(body.tx[e]) + Math.abs(body.ty[e]) + Math.abs(body.tz[e]);
  return force + torque + weight <= most;
}

function refuseForce(body: RigidBody, entity: number): void {
  const { fx, fy, fz, gravityScale, mass, tx, ty, tz } = body;
  throw new FirstContactError(
    'FORCE_TOO_LARGE',
    `The force is (${fx[entity]}, ${fy[entity]}, ${fz[entity]}), the torque (${tx[entity]}, ${ty[entity]}, ${tz[entity]}), gravityScale ${gravityScale[entity]}, for ${mass[entity]} kg`,
    `Use newtons and newton metres: all together at most ${POSITION_LIMIT} times the mass, with the weight.`,
    { entity },
  );
}

/** A step is a second at most: the velocity is the longest way. Columns are read where they are used: a number that is handed on is an object. */
function isWithin(body: RigidBody, e: number): boolean {
  return (
    Math.abs(body.px[e]) + Math.abs(body.vx[e]) <= POSITION_LIMIT &&
    Math.abs(body.py[e]) + Math.abs(body.vy[e]) <= POSITION_LIMIT &&
    Math.abs(body.pz[e]) + Math.abs(body.vz[e]) <= POSITION_LIMIT
  );
}

function refuseOutside(body: RigidBody, entity: number): void {
  for (const [at, by] of [
    ['px', 'vx'],
    ['py', 'vy'],
    ['pz', 'vz'],
  ] as const) {
    if (Math.abs(body[at][entity]) + Math.abs(body[by][entity]) <= POSITION_LIMIT) continue;
    throw new FirstContactError(
      'POSITION_TOO_LARGE',
      `RigidBody.${at} is ${body[at][entity]}, with a velocity of ${body[by][entity]}`,
      `Stay within ${POSITION_LIMIT} of the origin.`,
      { entity },
    );
  }
}

/** Beyond this, the sine of an angle in the step would be less exact than the queries' bounds say. */
function isSlowEnough(body: RigidBody, e: number): boolean {
  const square = body.wx[e] * body.wx[e] + body.wy[e] * body.wy[e] + body.wz[e] * body.wz[e];
  return square <= SPIN_LIMIT * SPIN_LIMIT;
}

function refuseSpin({ wx, wy, wz }: RigidBody, entity: number): void {
  throw new FirstContactError(
    'BAD_SETTING',
    `The angular velocity is (${wx[entity]}, ${wy[entity]}, ${wz[entity]})`,
    `Use radians a second, at most ${SPIN_LIMIT}.`,
    { entity },
  );
}

function isTurned({ qx, qy, qz, qw }: RigidBody, e: number): boolean {
  const square = qx[e] * qx[e] + qy[e] * qy[e] + qz[e] * qz[e] + qw[e] * qw[e];
  return Math.abs(square - 1) <= UNIT_TOLERANCE;
}

function checkQuaternion(x: number, y: number, z: number, w: number, entity: number): void {
  const squaredLength = x * x + y * y + z * z + w * w;
  if (Math.abs(squaredLength - 1) <= UNIT_TOLERANCE) return;
  throw new FirstContactError(
    'NON_UNIT_QUATERNION',
    `The rotation (${x}, ${y}, ${z}, ${w}) has length ${Math.sqrt(squaredLength)}`,
    'Give a unit quaternion in the order x, y, z, w; (0, 0, 0, 1) is no rotation.',
    { entity },
  );
}
