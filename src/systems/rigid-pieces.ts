import { addEntity, removeEntity } from 'bitecs';
import { MOTION_DYNAMIC } from '../components/constants.js';
import type { MassProperties } from '../mesh/mass-properties.js';
import { readMeshBlock } from '../mesh/mesh-block.js';
import type { MeshId } from '../mesh/mesh-store.js';
import { shellProperties } from '../mesh/shell-properties.js';
import { writeCentre, writeInertia } from './body-make.js';
import type { Break } from './break.js';
import { endBreak, readBroken } from './broken-mesh.js';
import { RIGID } from './colliders.js';
import type { DeformableBlocks, StepContext } from './context.js';
import { showPieces } from './deformable-pieces.js';
import { describeMesh } from './ingest.js';
import { blocksOfFlying, type FlyingPiece, replaceByDeformables } from './pieces-as-deformables.js';
import { boundStandingBody } from './refit.js';
import { checkRow, rowOf, writeRow } from './rows.js';
import { aroundCentre, motionOfPieces, type Solid, turned, type Vec } from './shared-momentum.js';

/**
 * Takes a rigid body apart into the pieces of its mesh: the largest is what the entity is from now on, the others are entities
 * of their own. They share its mass by volume, or by area where one is open, and have its linear and angular momentum.
 */
export function breakBody(context: StepContext, entity: number): Break {
  const { colliders, components, meshes } = context;
  const whole = colliders.mesh[entity];
  const ids = meshes.piecesOf(whole);
  const broken = readBroken(context, whole);
  const made = newEntities(context, ids.length - 1);
  const solids = solidsOf(context, ids);
  const shares = solids.map(({ volume }) => volume);
  // the largest first; equal ones in the order of their labels
  const order = ids.map((_, i) => i).sort((i, j) => shares[j] - shares[i] || i - j);
  const sum = shares.reduce((total, share) => total + share, 0);
  const mass = components.RigidBody.mass[entity];
  const parts: Solid[] = order.map((i) => ({ ...solids[i], mass: (mass * shares[i]) / sum }));
  const motion = motionBefore(context, entity, parts);
  const impulse = components.Breaking.impulse[entity];
  const entities = [entity, ...made];
  const ordered = order.map((i) => ids[i]);
  if (meshes.record(ids[0]).use === 'deformable') goOnDeforming(context, entities, ordered, parts, motion);
  else goOnAsBodies(context, entities, ordered, parts, motion);
  endBreak(context, broken, entities, order);
  return { entity, pieces: entities, impulse };
}

type Motion = ReturnType<typeof motionBefore>;

function goOnAsBodies(
  context: StepContext,
  entities: readonly number[],
  ids: readonly MeshId[],
  parts: readonly Solid[],
  motion: Motion,
): void {
  const { colliders, components, meshes } = context;
  const [entity, ...made] = entities;
  const before = rowOf(components.RigidBody, entity);
  const settings = rowOf(components.CollisionSettings, entity);
  const isClosed = ids.every((id) => meshes.record(id).solid.volume > 0);
  for (const id of ids) meshes.retain(id);
  meshes.release(colliders.mesh[entity]);
  context.links?.forget(entity);
  colliders.replaceMesh(entity, ids[0]);
  entities.forEach((each, k) => {
    const id = ids[k];
    if (each !== entity) {
      colliders.append(each, RIGID, id);
      writeRow(components.RigidBody, each, { ...before, ...NO_FORCE });
      writeRow(components.CollisionSettings, each, settings);
      components.Breaking.parent[each] = entity;
    }
    writeRow(components.RigidBody, each, {
      ...motion(parts[k]),
      ...inertiaOf(parts[k], isClosed),
      motion: MOTION_DYNAMIC,
      asleep: 0,
      idle: 0,
      mass: parts[k].mass,
      radius: meshes.record(id).radius,
    });
    writeCentre(components.RigidBody, each, meshes.record(id).solid);
    describeMesh(context, each, id);
    boundStandingBody(context, each, id);
  });
  showPieces(context, made, RIGID);
}

function goOnDeforming(
  context: StepContext,
  entities: readonly number[],
  ids: readonly MeshId[],
  parts: readonly Solid[],
  motion: Motion,
): void {
  const { components, meshes, world } = context;
  const [entity, ...made] = entities;
  const { px, py, pz, qx, qy, qz, qw } = components.RigidBody;
  const pose = {
    position: [px[entity], py[entity], pz[entity]],
    rotation: [qx[entity], qy[entity], qz[entity], qw[entity]],
  } as const;
  const pieces = parts.map((part, k): FlyingPiece => {
    const { vx, vy, vz, wx, wy, wz } = motion(part);
    const inertia = part.inertia.map((share) => part.mass * share);
    const { centre, mass } = part;
    return { mesh: ids[k], mass, centre, inertia, linear: [vx, vy, vz], angular: [wx, wy, wz] };
  });
  let blocks: DeformableBlocks[];
  try {
    blocks = blocksOfFlying(context, pose, pieces);
  } catch (error) {
    for (const each of made.toReversed()) removeEntity(world, each);
    throw error;
  }
  for (const id of ids) meshes.retain(id);
  replaceByDeformables(context, entities, pose, pieces, blocks);
}

const NO_FORCE = { fx: 0, fy: 0, fz: 0, tx: 0, ty: 0, tz: 0 };

function newEntities(context: StepContext, count: number): number[] {
  const made: number[] = [];
  try {
    for (let i = 0; i < count; i++) {
      made.push(addEntity(context.world));
      checkRow(context.components, made[i]);
    }
    return made;
  } catch (error) {
    for (const each of made.toReversed()) removeEntity(context.world, each);
    throw error;
  }
}

/** As solids, where all enclose a volume, and otherwise as shells. */
function solidsOf({ core, meshes }: StepContext, ids: readonly MeshId[]): MassProperties[] {
  const records = ids.map((id) => meshes.record(id));
  if (records.every(({ solid }) => solid.volume > 0)) return records.map(({ solid }) => solid);
  const { arena } = core;
  return records.map(({ block }) =>
    shellProperties(readMeshBlock(arena.memory.buffer, arena.address(block))),
  );
}

/** A shell's centre and inertia are not its mesh's to know. */
function inertiaOf({ centre, inertia, mass }: Solid, isClosed: boolean) {
  if (isClosed) return { ixx: 0, iyy: 0, izz: 0, ixy: 0, ixz: 0, iyz: 0 };
  const [ixx, iyy, izz, ixy, ixz, iyz] = inertia.map((share) => mass * share);
  const [cx, cy, cz] = centre;
  return { ixx, iyy, izz, ixy, ixz, iyz, cx, cy, cz };
}

/** What each piece's velocities are: those of the body, so that both momenta stay what they were. */
function motionBefore(
  { colliders, components, meshes }: StepContext,
  entity: number,
  parts: readonly Solid[],
) {
  const body = components.RigidBody;
  const rotation = [body.qx[entity], body.qy[entity], body.qz[entity], body.qw[entity]] as const;
  const back = [-rotation[0], -rotation[1], -rotation[2], rotation[3]] as const;
  const own = (x: number, y: number, z: number): Vec => turned(back, [x, y, z]);
  const linear = own(body.vx[entity], body.vy[entity], body.vz[entity]);
  const angular = own(body.wx[entity], body.wy[entity], body.wz[entity]);
  const isDynamic = body.motion[entity] === MOTION_DYNAMIC;
  let velocities: (part: Solid) => { linear: Vec; angular: Vec };
  if (isDynamic) {
    const inertia = new Float64Array(6);
    writeInertia(body, entity, meshes.record(colliders.mesh[entity]).solid, inertia);
    const centre: Vec = [body.cx[entity], body.cy[entity], body.cz[entity]];
    velocities = motionOfPieces({ mass: body.mass[entity], centre, inertia, linear, angular }, parts);
  } else {
    // such a body turns about its origin, and its velocity is that of its origin
    velocities = (part) => ({ linear: aroundCentre(linear, angular, part.centre), angular });
  }
  return (part: Solid) => {
    const now = velocities(part);
    const [vx, vy, vz] = turned(rotation, now.linear);
    const [wx, wy, wz] = turned(rotation, now.angular);
    return { vx, vy, vz, wx, wy, wz };
  };
}
