import type { RigidBody } from '../components/index.js';
import { BLOCK_EDGES, BLOCK_POSITIONS, SWEPT_VERTEX_BYTES } from '../kernels/layout/meshes.js';
import { KIND_EDGE_EDGE, KIND_FACE_VERTEX } from '../kernels/layout/search.js';
import { DEFORMABLE } from './colliders.js';
import type { StepContext } from './context.js';

type Point = Float64Array;

const from = new Float64Array(3);
const to = new Float64Array(3);

/** Where a contact is now: its vertex, or the point of `a`'s edge. */
export function contactPoint(context: StepContext, contact: number, out: Point): Point {
  const { kind, a, b, featureA, featureB, weights } = context.contacts;
  if (kind[contact] === KIND_FACE_VERTEX) return vertexNow(context, b[contact], featureB[contact], out);
  if (kind[contact] !== KIND_EDGE_EDGE) return vertexNow(context, a[contact], featureA[contact], out);
  const { arena } = context.core;
  const block = arena.address(context.meshes.record(context.colliders.mesh[a[contact]]).block);
  const ends = (block + arena.u32[(block + BLOCK_EDGES) >> 2]) / 4 + 2 * featureA[contact];
  vertexNow(context, a[contact], arena.u32[ends], from);
  vertexNow(context, a[contact], arena.u32[ends + 1], to);
  for (let k = 0; k < 3; k++) out[k] = from[k] * weights[4 * contact] + to[k] * weights[4 * contact + 1];
  return out;
}

/** Where the step took, or takes, a collider's vertex. */
export function vertexNow(context: StepContext, entity: number, vertex: number, out: Point): Point {
  const { colliders, components, core, meshes } = context;
  const { arena } = core;
  if (colliders.kind[entity] === DEFORMABLE) {
    const at = (arena.address(colliders.vertices[entity]) + vertex * SWEPT_VERTEX_BYTES) / 8;
    for (let k = 0; k < 3; k++) out[k] = arena.f64[at + 2 * k + 1];
    return out;
  }
  const block = arena.address(meshes.record(colliders.mesh[entity]).block);
  const at = (block + arena.u32[(block + BLOCK_POSITIONS) >> 2]) / 8 + 3 * vertex;
  return toWorld(components.RigidBody, entity, arena.f64, at, out);
}

/** Turns a point of the body's frame and moves it to where the body is. */
export function toWorld(
  { px, py, pz, qx, qy, qz, qw }: RigidBody,
  entity: number,
  from: ArrayLike<number>,
  at: number,
  out: Point,
): Point {
  const [x, y, z] = [from[at], from[at + 1], from[at + 2]];
  const [a, b, c, w] = [qx[entity], qy[entity], qz[entity], qw[entity]];
  const tx = 2 * (b * z - c * y);
  const ty = 2 * (c * x - a * z);
  const tz = 2 * (a * y - b * x);
  out[0] = px[entity] + x + w * tx + b * tz - c * ty;
  out[1] = py[entity] + y + w * ty + c * tx - a * tz;
  out[2] = pz[entity] + z + w * tz + a * ty - b * tx;
  return out;
}
