import { hasComponent } from 'bitecs';
import { aboutEntity, FirstContactError } from '../errors.js';
import { POSITION_LIMIT } from '../mesh/index.js';
import { refuseDetached, refuseOtherKinds } from '../mesh/input-arrays.js';
import { readMeshBlock } from '../mesh/mesh-block.js';
import type { MeshRecord } from '../mesh/mesh-store.js';
import { colliderKindOf } from '../systems/check-entity.js';
import { areInOnePlace, collapsed } from '../systems/collapsed.js';
import { DEFORMABLE } from '../systems/colliders.js';
import type { StepContext } from '../systems/context.js';
import { sizeAtRest } from '../systems/deformable-blocks.js';
import { ingest } from '../systems/ingest.js';
import { checkAlive, notACollider } from './entities.js';

/** x, y, z a vertex. */
export type VertexArray = Float32Array | Float64Array;

const AXES = 3;
const VERTEX_KINDS = ['Float32Array', 'Float64Array'];

/** Where the deformable's vertices shall be at the end of the next step. One that is new is built first. */
export function moveVertices(context: StepContext, entity: number, next: VertexArray): void {
  checkAlive(context, entity);
  checkVertices(meshToMove(context, entity), entity, next);
  // of a simulated one only the pins count; of one that is none any more by then, the step looks
  if (context.components.Cloth.simulated[entity] === 0) refuseCollapsed(entity, next);
  if (context.changes.size > 0 || !hasNamedMesh(context, entity)) {
    ingest(context);
    checkLength(ownRecord(context, entity), entity, next, 'positions'); // the user's observers were called
  }
  const { arena } = context.core;
  const first = arena.address(context.colliders.vertices[entity]) / 8;
  for (let i = 0; i < next.length; i++) arena.f64[first + 2 * i + 1] = next[i];
}

/** Puts the deformable's vertices somewhere else, without a motion from where they were. */
export function placeVertices(context: StepContext, entity: number, positions: VertexArray): void {
  checkAlive(context, entity);
  checkVertices(meshToMove(context, entity), entity, positions);
  refuseCollapsed(entity, positions);
  moveVertices(context, entity, positions);
  const { arena, kernels } = context.core;
  const vertexCount = context.meshes.record(context.colliders.mesh[entity]).vertexCount;
  kernels.endBecomesStart(arena.address(context.colliders.vertices[entity]), vertexCount);
  sizeAtRest(context, entity);
  context.components.Cloth.idle[entity] = 0;
  // where it could not be simulated it is not any more
  context.components.Cloth.frozen[entity] = 0;
  context.components.Deformable.version[entity] = ++context.revision.count;
}

/** Copies the deformable's vertices as they are now into `out`, and returns it. Reading changes nothing. */
export function readVertices<Out extends VertexArray>(context: StepContext, entity: number, out: Out): Out {
  checkAlive(context, entity);
  const { arena } = context.core;
  const resting = restingMesh(context, entity);
  const record = resting ?? ownRecord(context, entity);
  checkLength(record, entity, out, 'out');
  if (resting !== undefined) {
    out.set(readMeshBlock(arena.memory.buffer, arena.address(resting.block)).positions);
    return out;
  }
  const first = arena.address(context.colliders.vertices[entity]) / 8;
  for (let i = 0; i < out.length; i++) out[i] = arena.f64[first + 2 * i];
  return out;
}

/** The mesh of a deformable that the next step will take in: it rests there until then. */
export function restingMesh(context: StepContext, entity: number): MeshRecord | undefined {
  const { changes, colliders, meshes } = context;
  if (colliders.isCollider(entity) && !changes.left(entity)) return undefined;
  if (!changes.pending.has(entity) && !changes.refused.has(entity)) return undefined;
  if (colliderKindOf(context, entity) !== DEFORMABLE) return undefined;
  return meshes.record(context.components.MeshTopology.mesh[entity]);
}

/** The mesh of a deformable once the next ingest has looked: a user may have written another to its column. */
function meshToMove(context: StepContext, entity: number): MeshRecord {
  const record = restingMesh(context, entity) ?? ownRecord(context, entity);
  if (hasNamedMesh(context, entity) || !context.colliders.isCollider(entity)) return record;
  colliderKindOf(context, entity); // throws what ingest would
  return context.meshes.record(context.components.MeshTopology.mesh[entity]);
}

/** Whether a collider has the mesh that its column names. */
export function hasNamedMesh({ colliders, components }: StepContext, entity: number): boolean {
  return components.MeshTopology.mesh[entity] === colliders.mesh[entity];
}

/** The mesh of a deformable that is a collider, and stays one. */
export function ownRecord(context: StepContext, entity: number): MeshRecord {
  const { changes, colliders, components, meshes, world } = context;
  const stays = colliders.isCollider(entity) && !changes.left(entity);
  if (stays && colliders.kind[entity] === DEFORMABLE) return meshes.record(colliders.mesh[entity]);
  if (!hasComponent(world, entity, components.RigidBody)) throw notACollider(entity);
  throw new FirstContactError(
    'NOT_A_COLLIDER',
    'The entity is a rigid body, its vertices do not move by themselves',
    'Write its pose to the columns of RigidBody.',
    { entity },
  );
}

export function checkVertices(mesh: MeshRecord, entity: number, positions: VertexArray): void {
  checkLength(mesh, entity, positions, 'positions');
  for (let i = 0; i < positions.length; i++) {
    if (Math.abs(positions[i]) <= POSITION_LIMIT) continue;
    const vertex = Math.floor(i / AXES);
    throw new FirstContactError(
      Number.isFinite(positions[i]) ? 'POSITION_TOO_LARGE' : 'NON_FINITE_POSITION',
      `Vertex ${vertex} would have ${'xyz'[i % AXES]} = ${positions[i]}`,
      `Use finite coordinates up to ${POSITION_LIMIT}; look for what blew up in your solver.`,
      { entity, index: vertex },
    );
  }
}

function refuseCollapsed(entity: number, positions: VertexArray): void {
  if (!areInOnePlace(positions, 0, positions.length / AXES)) return;
  throw collapsed(entity, [positions[0], positions[1], positions[2]]);
}

export function checkLength(mesh: MeshRecord, entity: number, array: VertexArray, name: string): void {
  const wanted = AXES * mesh.vertexCount;
  // What is right is recognised without making an object: this runs in every step.
  if ((array instanceof Float64Array || array instanceof Float32Array) && array.length === wanted) return;
  try {
    refuseOtherKinds(name, array, VERTEX_KINDS);
    refuseDetached(name, array);
  } catch (error) {
    throw aboutEntity(error, entity);
  }
  if (array.length === wanted) return;
  throw new FirstContactError(
    'START_END_LENGTH',
    `${name} has ${array.length} numbers, and the mesh has ${mesh.vertexCount} vertices, which take ${wanted}`,
    'Give x, y and z of every vertex of the mesh, in its order.',
    { entity },
  );
}
