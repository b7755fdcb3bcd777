import { addEntity, removeEntity } from 'bitecs';
import { lumpedMasses } from '../cloth/measures.js';
import { MOTION_DYNAMIC, MOTION_FIXED } from '../components/constants.js';
import { buildMeshNow } from '../mesh/index.js';
import type { LoadedMesh, MeshId } from '../mesh/mesh-store.js';
import { changeKind, showKind } from './change-kind.js';
import { RIGID } from './colliders.js';
import type { StepContext } from './context.js';
import { type DeformablePiece, replaceByPieces, showPieces } from './deformable-pieces.js';
import { describeMesh } from './ingest.js';
import { lumpOf, motionOfLump } from './lumped-motion.js';
import { boundStandingBody } from './refit.js';
import { checkRow, type Row, rowOf, writeRow } from './rows.js';

/** A part of a deformable: x0 x1 y0 y1 z0 z1 a vertex, and what it has at rest. */
export interface MovingPiece {
  readonly swept: Float64Array;
  readonly velocities: Float64Array;
  readonly pinned: Uint8Array;
  readonly rest: Float64Array;
  readonly triangles: Uint32Array;
}

/** A piece as a body: its mesh, about its centre of mass, and its row of RigidBody. */
interface NewBody {
  readonly mesh: LoadedMesh;
  readonly row: Row;
}

/**
 * Pieces of a deformable go on as rigid bodies: each in the shape that it has now, so that nothing moves, with the mass, the linear and
 * the angular momentum of its vertices. One with pinned vertices stays where it is, as a fixed body. The first is what the entity is
 * from now on. Where memory or columns end, nothing has changed.
 */
export function replaceByBodies(
  context: StepContext,
  entity: number,
  pieces: readonly MovingPiece[],
): number[] {
  const bodies = pieces.map((piece) => bodyOf(context, entity, piece));
  const { made, ids } = loadBodies(context, bodies);
  const { CollisionSettings, Breaking } = context.components;
  const settings = rowOf(CollisionSettings, entity);
  changeKind(context, entity, RIGID, ids[0]);
  made.forEach((each, i) => {
    context.colliders.append(each, RIGID, ids[i + 1]);
    writeRow(CollisionSettings, each, settings);
    Breaking.parent[each] = entity;
  });
  const entities = [entity, ...made];
  showKind(context, entity);
  showPieces(context, made, RIGID);
  entities.forEach((each, i) => {
    describeBody(context, each, ids[i], bodies[i].row);
  });
  context.meshes.removeUnclaimed();
  return entities;
}

/** A piece with a mesh that is to be loaded. */
export type CutState = DeformablePiece & { readonly mesh: LoadedMesh };

/** Pieces of a deformable of which the first stays one, and the others go on as bodies. */
export function replaceWithBodies(
  context: StepContext,
  entity: number,
  pieces: readonly CutState[],
): number[] {
  const { meshes } = context;
  const bodies = pieces
    .slice(1)
    .map((piece) =>
      bodyOf(context, entity, { ...piece, rest: piece.mesh.positions, triangles: piece.mesh.triangles }),
    );
  const ids = retained(context, bodies);
  let entities: number[];
  try {
    entities = replaceByPieces(context, entity, pieces);
  } catch (error) {
    for (const id of ids) meshes.release(id);
    meshes.removeUnclaimed();
    throw error;
  }
  ids.forEach((id, i) => {
    const each = entities[i + 1];
    changeKind(context, each, RIGID, id);
    showKind(context, each);
    describeBody(context, each, id, bodies[i].row);
  });
  meshes.removeUnclaimed();
  return entities;
}

/** Their meshes, loaded and retained; or nothing has changed. */
function retained({ core, meshes }: StepContext, bodies: readonly NewBody[]): MeshId[] {
  try {
    const ids = core.arena.allOrNone(() => bodies.map(({ mesh }) => meshes.add(mesh, 'rigid', false)));
    for (const id of ids) meshes.retain(id);
    return ids;
  } catch (error) {
    meshes.removeUnclaimed();
    throw error;
  }
}

/** Entities but for the first, and meshes that are retained; or nothing has changed. */
function loadBodies(
  context: StepContext,
  bodies: readonly NewBody[],
): { readonly made: number[]; readonly ids: MeshId[] } {
  const { world } = context;
  const made: number[] = [];
  try {
    for (let i = 1; i < bodies.length; i++) {
      made.push(addEntity(world));
      checkRow(context.components, made[i - 1]);
    }
    return { made, ids: retained(context, bodies) };
  } catch (error) {
    for (const each of made.toReversed()) removeEntity(world, each);
    throw error;
  }
}

function bodyOf(context: StepContext, entity: number, piece: MovingPiece): NewBody {
  const { components, deformables } = context;
  const masses = lumpedMasses(
    { positions: piece.rest, triangles: piece.triangles },
    components.Cloth.density[entity],
  );
  const points = piece.swept.filter((_, i) => i % 2 === 1);
  const lump = lumpOf({ masses, points });
  const { linear, angular } = motionOfLump(lump, { masses, points }, piece.velocities);
  const [x, y, z] = lump.centre;
  const mesh = buildMeshNow(
    { positions: points.map((value, i) => value - lump.centre[i % 3]), triangles: piece.triangles },
    'rigid',
    { surfaces: deformables?.surfaces },
  );
  const [ixx, iyy, izz, ixy, ixz, iyz] = lump.inertia;
  const isHeld = piece.pinned.includes(1);
  const [vx, vy, vz] = isHeld ? [0, 0, 0] : linear;
  const [wx, wy, wz] = isHeld ? [0, 0, 0] : angular;
  const row = {
    ...{ px: x, py: y, pz: z, qx: 0, qy: 0, qz: 0, qw: 1, vx, vy, vz, wx, wy, wz },
    ...{ mass: lump.mass, cx: 0, cy: 0, cz: 0, ixx, iyy, izz, ixy, ixz, iyz },
    motion: isHeld ? MOTION_FIXED : MOTION_DYNAMIC,
    gravityScale: components.Cloth.gravityScale[entity],
  };
  return { mesh, row };
}

function describeBody(context: StepContext, entity: number, mesh: MeshId, row: Row): void {
  const { components, meshes } = context;
  writeRow(components.RigidBody, entity, { ...row, radius: meshes.record(mesh).radius });
  describeMesh(context, entity, mesh);
  boundStandingBody(context, entity, mesh);
}
