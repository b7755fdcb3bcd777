import { lumpedMasses } from '../cloth/measures.js';
import { allocateBody, motionBytes } from '../mesh/body-blocks.js';
import { readMeshBlock } from '../mesh/mesh-block.js';
import type { MeshId } from '../mesh/mesh-store.js';
import { shellProperties } from '../mesh/shell-properties.js';
import { sweptVertices } from '../mesh/swept.js';
import { changeKind, showKind } from './change-kind.js';
import { DEFORMABLE } from './colliders.js';
import type { DeformableBlocks, StepContext } from './context.js';
import { describeDeformable, showPieces } from './deformable-pieces.js';
import { lumpOf } from './lumped-motion.js';
import { rowOf, writeRow } from './rows.js';
import { aroundCentre, crossOf, difference, solve, times, turned, type Vec } from './shared-momentum.js';

/** A piece of a rigid body as it flies: its velocities in the world, its inertia, xx yy zz xy xz yz, and centre in the body's frame. */
export interface FlyingPiece {
  readonly mesh: MeshId;
  readonly mass: number;
  readonly centre: Vec;
  readonly inertia: ArrayLike<number> & Iterable<number>;
  readonly linear: Vec;
  readonly angular: Vec;
}

interface Pose {
  readonly position: Vec;
  readonly rotation: readonly [number, number, number, number];
}

/** Memory for all of them, or for none: before anything is changed. */
export function blocksOfFlying(
  context: StepContext,
  pose: Pose,
  pieces: readonly FlyingPiece[],
): DeformableBlocks[] {
  return context.core.arena.allOrNone(() => pieces.map((piece) => blocksOf(context, pose, piece)));
}

/**
 * Pieces of a rigid body go on as deformables, where they are: their density is what their mass makes it, and their vertices have
 * the motion that has their linear and angular momentum. The first is what the entity is from now on; the others were added.
 */
export function replaceByDeformables(
  context: StepContext,
  entities: readonly number[],
  pose: Pose,
  pieces: readonly FlyingPiece[],
  blocks: readonly DeformableBlocks[],
): void {
  const [entity, ...made] = entities;
  const { colliders, components } = context;
  const { Breaking, Cloth, CollisionSettings } = components;
  const settings = rowOf(CollisionSettings, entity);
  const cloth = rowOf(Cloth, entity);
  changeKind(context, entity, DEFORMABLE, pieces[0].mesh);
  made.forEach((each, i) => {
    colliders.append(each, DEFORMABLE, pieces[i + 1].mesh);
    writeRow(CollisionSettings, each, settings);
    Breaking.parent[each] = entity;
  });
  showKind(context, entity);
  showPieces(context, made, DEFORMABLE);
  const [turnX, turnY, turnZ, turnW] = pose.rotation;
  entities.forEach((each, i) => {
    const density = pieces[i].mass / shellProperties(meshOf(context, pieces[i].mesh)).volume;
    const simulated = context.parts.has('cloth') ? 1 : 0;
    writeRow(Cloth, each, { ...cloth, density, simulated, turnX, turnY, turnZ, turnW });
    describeDeformable(context, each, pieces[i].mesh, blocks[i]);
  });
  context.meshes.removeUnclaimed();
}

function meshOf({ core, meshes }: StepContext, mesh: MeshId) {
  return readMeshBlock(core.arena.memory.buffer, core.arena.address(meshes.record(mesh).block));
}

function blocksOf(context: StepContext, pose: Pose, piece: FlyingPiece): DeformableBlocks {
  const { core, meshes } = context;
  const { arena } = core;
  const rest = meshOf(context, piece.mesh);
  const area = shellProperties(rest).volume;
  const masses = lumpedMasses(rest, piece.mass / area);
  const points = placed(rest.positions, pose);
  const velocities = velocitiesOf(masses, points, pose, piece);
  const body = allocateBody(arena, meshes.record(piece.mesh).block, false);
  const motion = arena.allocate(motionBytes(meshes.record(piece.mesh)));
  arena.f64.set(sweptVertices(points, points), arena.address(body.swept) / 8);
  arena.f64.set(velocities, arena.address(motion) / 8);
  return { ...body, motion };
}

function placed(positions: Float64Array, { position, rotation }: Pose): Float64Array {
  const points = new Float64Array(positions.length);
  for (let i = 0; i < points.length; i += 3) {
    const at = turned(rotation, [positions[i], positions[i + 1], positions[i + 2]]);
    for (let k = 0; k < 3; k++) points[i + k] = position[k] + at[k];
  }
  return points;
}

/** Those of one rigid motion of the vertices with the momenta of the piece, about wherever their centre of mass is. */
function velocitiesOf(
  masses: Float64Array,
  points: Float64Array,
  { position, rotation }: Pose,
  piece: FlyingPiece,
): Float64Array {
  const lump = lumpOf({ masses, points });
  const arm = turned(rotation, piece.centre);
  const middle: Vec = [position[0] + arm[0], position[1] + arm[1], position[2] + arm[2]];
  const back = [-rotation[0], -rotation[1], -rotation[2], rotation[3]] as const;
  const spin = turned(rotation, times(piece.inertia, turned(back, piece.angular)));
  const moved = crossOf(difference(middle, lump.centre), piece.linear);
  const left: Vec = [0, 1, 2].map((k) => spin[k] + piece.mass * moved[k]) as unknown as Vec;
  const angular = solve(lump.inertia, left);
  const velocities = new Float64Array(points.length);
  for (let i = 0; i < points.length; i += 3) {
    const from = difference([points[i], points[i + 1], points[i + 2]], lump.centre);
    velocities.set(aroundCentre(piece.linear, angular, from), i);
  }
  return velocities;
}
