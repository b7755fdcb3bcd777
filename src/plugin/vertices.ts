import { FirstContactError } from '../errors.js';
import { SWEPT_VERTEX_BYTES } from '../kernels/layout.js';
import { POSITION_LIMIT } from '../mesh/index.js';
import { DEFORMABLE } from '../systems/colliders.js';
import type { StepContext } from '../systems/context.js';
import { ingest } from '../systems/ingest.js';
import { checkAlive, notACollider } from './entities.js';

/** x, y, z a vertex. */
export type VertexArray = Float32Array | Float64Array;

const SWEPT = SWEPT_VERTEX_BYTES / 8;

/** Where the deformable's vertices shall be at the end of the next step. */
export function moveVertices(context: StepContext, entity: number, next: VertexArray): void {
  const at = sweptVertices(context, entity);
  checkVertices(context, entity, next);
  const { f64 } = context.core.arena;
  for (let i = 0; i < next.length; i++) f64[at + 2 * i + 1] = next[i];
}

/** Puts the deformable's vertices somewhere else, without a motion from where they were. */
export function placeVertices(context: StepContext, entity: number, positions: VertexArray): void {
  moveVertices(context, entity, positions);
  const { arena, kernels } = context.core;
  const vertexCount = context.components.MeshTopology.vertexCount[entity];
  kernels.endBecomesStart(arena.address(context.colliders.vertices[entity]), vertexCount);
  context.components.Deformable.version[entity]++;
}

/** Copies the deformable's vertices as they are now into `out`, and returns it. */
export function readVertices<Out extends VertexArray>(context: StepContext, entity: number, out: Out): Out {
  const at = sweptVertices(context, entity);
  checkLength(context, entity, out, 'out');
  const { f64 } = context.core.arena;
  for (let i = 0; i < out.length; i++) out[i] = f64[at + 2 * i];
  return out;
}

/** Index into f64 of the entity's first swept vertex. An entity that was added since the last step is built first. */
export function sweptVertices(context: StepContext, entity: number): number {
  checkAlive(context, entity);
  if (context.changes.size > 0) ingest(context);
  if (!context.colliders.isCollider(entity)) throw notACollider(entity);
  if (context.colliders.kind[entity] === DEFORMABLE) {
    return context.core.arena.address(context.colliders.vertices[entity]) / 8;
  }
  throw new FirstContactError(
    'NOT_A_COLLIDER',
    'The entity is a rigid body, its vertices do not move by themselves',
    'Write its pose to the columns of RigidBody.',
    { entity },
  );
}

function checkVertices(context: StepContext, entity: number, positions: VertexArray): void {
  checkLength(context, entity, positions, 'positions');
  for (let i = 0; i < positions.length; i++) {
    if (Math.abs(positions[i]) <= POSITION_LIMIT) continue;
    const vertex = Math.floor(i / SWEPT_AXES);
    throw new FirstContactError(
      Number.isFinite(positions[i]) ? 'POSITION_TOO_LARGE' : 'NON_FINITE_POSITION',
      `Vertex ${vertex} would have ${'xyz'[i % SWEPT_AXES]} = ${positions[i]}`,
      `Use finite coordinates up to ${POSITION_LIMIT}; look for what blew up in your solver.`,
      { entity, index: vertex },
    );
  }
}

const SWEPT_AXES = SWEPT / 2;

export function checkLength(context: StepContext, entity: number, array: VertexArray, name: string): void {
  const wanted = SWEPT_AXES * context.components.MeshTopology.vertexCount[entity];
  if (!(array instanceof Float32Array || array instanceof Float64Array)) {
    throw new FirstContactError(
      'WRONG_ARRAY_TYPE',
      `${name} is ${Object.prototype.toString.call(array)}`,
      'Use a Float32Array or a Float64Array.',
      { entity },
    );
  }
  if (array.length === wanted) return;
  const detached = array.length === 0 && array.buffer.byteLength === 0;
  throw new FirstContactError(
    detached ? 'DETACHED_BUFFER' : 'START_END_LENGTH',
    detached ? `The buffer of ${name} was transferred` : `${name} has ${array.length} numbers, not ${wanted}`,
    'Give x, y and z of every vertex of the mesh, in its order.',
    { entity },
  );
}
