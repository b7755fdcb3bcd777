import type { RigidBody } from '../components/index.js';
import {
  BLOCK_EDGES,
  BLOCK_FEATURES,
  BLOCK_ORPHAN_EDGE_COUNT,
  BLOCK_ORPHAN_EDGES,
  BLOCK_ORPHAN_VERTEX_COUNT,
  BLOCK_ORPHAN_VERTICES,
  BLOCK_TRIANGLES,
  DOP_CHILD,
  DOP_META,
  DOP_NODE_BYTES,
  FEATURES_BYTES,
  FEATURES_CORNERS,
  FEATURES_COUNTS,
  FEATURES_EDGES,
  SWEPT_VERTEX_BYTES,
} from '../kernels/layout/meshes.js';
import { SKIPPED_BIT } from '../kernels/layout/regions.js';
import { FEATURE_PAIR_BYTES } from '../kernels/layout/search.js';
import { readMeshBlock } from '../mesh/mesh-block.js';
import type { SearchBody } from '../mesh/search-body.js';
import { EDGE_EDGE, FACE_VERTEX } from '../search/contact-kinds.js';
import { DEFORMABLE } from '../systems/colliders.js';
import type { StepContext } from '../systems/context.js';
import { locateDeformable } from '../systems/deformable-blocks.js';
import type { DebugLines } from './debug-lines.js';

type Point = Float64Array;

/** Reads features of colliders as points in the world, where they are now. */
export class FeatureReader {
  readonly #context: StepContext;
  readonly #points = [0, 1, 2, 3, 4].map(() => new Float64Array(3));

  constructor(context: StepContext) {
    this.#context = context;
  }

  /** Outlines of the triangles in regions that the last step did not search for contact with themselves. */
  skipped(entity: number, lines: DebugLines): void {
    const body = this.#deformable(entity);
    if (body === undefined) return;
    const { u32 } = this.#context.core.arena;
    for (let node = 0; node < body.nodeCount; node++) {
      const at = (body.nodes + node * DOP_NODE_BYTES) / 4;
      if (u32[at + DOP_CHILD / 4] !== 0 || u32[body.normalMasks / 4 + node] >>> SKIPPED_BIT === 0) continue;
      const [a, b, c] = this.#triangle(body, entity, u32[at + DOP_META / 4]);
      addLine(lines, a, b);
      addLine(lines, b, c);
      addLine(lines, c, a);
    }
  }

  /** A line between the two features of each orphan. */
  orphans(entity: number, lines: DebugLines): void {
    const body = this.#deformable(entity);
    if (body === undefined) return;
    const { u32 } = this.#context.core.arena;
    const section = (field: number) => (body.search + u32[(body.search + field) / 4]) / 4;
    const [vertices, edges] = [section(BLOCK_ORPHAN_VERTICES), section(BLOCK_ORPHAN_EDGES)];
    const words = FEATURE_PAIR_BYTES / 4;
    const [from, to] = [this.#points[3], this.#points[4]];
    for (let i = 0; i < u32[(body.search + BLOCK_ORPHAN_VERTEX_COUNT) / 4]; i++) {
      this.#vertex(entity, u32[vertices + i * words], from);
      middle(this.#triangle(body, entity, u32[vertices + i * words + 1]), to);
      addLine(lines, from, to);
    }
    for (let i = 0; i < u32[(body.search + BLOCK_ORPHAN_EDGE_COUNT) / 4]; i++) {
      middle(this.#edge(body.mesh, entity, u32[edges + i * words]), from);
      middle(this.#edge(body.mesh, entity, u32[edges + i * words + 1]), to);
      addLine(lines, from, to);
    }
  }

  /** From the middle of each triangle to the corners and edges that it represents. */
  representatives(entity: number, lines: DebugLines): void {
    const body = this.#deformable(entity);
    if (body === undefined) return;
    const { u32 } = this.#context.core.arena;
    const features = (body.search + u32[(body.search + BLOCK_FEATURES) / 4]) / 4;
    const [from, to] = [this.#points[3], this.#points[4]];
    for (let t = 0; t < body.triangleCount; t++) {
      const at = features + (t * FEATURES_BYTES) / 4;
      const counts = u32[at + FEATURES_COUNTS / 4];
      middle(this.#triangle(body, entity, t), from);
      for (let k = 0; k < (counts & 3); k++) {
        this.#vertex(entity, u32[at + FEATURES_CORNERS / 4 + k], to);
        addLine(lines, from, to);
      }
      for (let k = 0; k < ((counts >> 2) & 3); k++) {
        middle(this.#edge(body.mesh, entity, u32[at + FEATURES_EDGES / 4 + k]), to);
        addLine(lines, from, to);
      }
    }
  }

  /** Where the contact's point of `a` is now. */
  contactPoint(i: number, out: Point): Point {
    const { contacts, core } = this.#context;
    const { kind, a, b, featureA, featureB, weights } = contacts;
    if (kind[i] === FACE_VERTEX) return this.#vertex(b[i], featureB[i], out);
    if (kind[i] !== EDGE_EDGE) return this.#vertex(a[i], featureA[i], out);
    const { meshes, colliders } = this.#context;
    const block = core.arena.address(meshes.record(colliders.mesh[a[i]]).block);
    const [from, to] = this.#edge(block, a[i], featureA[i]);
    for (let k = 0; k < 3; k++) out[k] = from[k] * weights[4 * i] + to[k] * weights[4 * i + 1];
    return out;
  }

  #deformable(entity: number): SearchBody | undefined {
    const isDeformable = this.#context.colliders.kind[entity] === DEFORMABLE;
    return isDeformable ? locateDeformable(this.#context, entity) : undefined;
  }

  #triangle(body: SearchBody, entity: number, triangle: number): Point[] {
    const { u32 } = this.#context.core.arena;
    const at = (body.mesh + u32[(body.mesh + BLOCK_TRIANGLES) / 4]) / 4 + 3 * triangle;
    return [0, 1, 2].map((k) => this.#vertex(entity, u32[at + k], this.#points[k]));
  }

  #edge(mesh: number, entity: number, edge: number): Point[] {
    const { u32 } = this.#context.core.arena;
    const at = (mesh + u32[(mesh + BLOCK_EDGES) / 4]) / 4 + 2 * edge;
    return [0, 1].map((k) => this.#vertex(entity, u32[at + k], this.#points[k]));
  }

  #vertex(entity: number, vertex: number, out: Point): Point {
    const { colliders, core } = this.#context;
    const { arena } = core;
    if (colliders.kind[entity] !== DEFORMABLE) return this.#rigidVertex(entity, vertex, out);
    const at = (arena.address(colliders.vertices[entity]) + vertex * SWEPT_VERTEX_BYTES) / 8;
    for (let k = 0; k < 3; k++) out[k] = arena.f64[at + 2 * k + 1];
    return out;
  }

  #rigidVertex(entity: number, vertex: number, out: Point): Point {
    const { colliders, components, core, meshes } = this.#context;
    const { positions } = readMeshBlock(
      core.arena.memory.buffer,
      core.arena.address(meshes.record(colliders.mesh[entity]).block),
    );
    return toWorld(components.RigidBody, entity, positions, 3 * vertex, out);
  }
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

function middle(points: readonly Point[], out: Point): void {
  for (let k = 0; k < 3; k++) {
    let sum = 0;
    for (const point of points) sum += point[k];
    out[k] = sum / points.length;
  }
}

function addLine(lines: DebugLines, a: Point, b: Point): void {
  lines.add(a[0], a[1], a[2], b[0], b[1], b[2]);
}
