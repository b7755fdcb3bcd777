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
} from '../kernels/layout/meshes.js';
import { SKIPPED_BIT } from '../kernels/layout/regions.js';
import { FEATURE_PAIR_BYTES } from '../kernels/layout/search.js';
import type { SearchBody } from '../mesh/search-body.js';
import { DEFORMABLE } from '../systems/colliders.js';
import { vertexNow } from '../systems/contact-point.js';
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
      vertexNow(this.#context, entity, u32[vertices + i * words], from);
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
        vertexNow(this.#context, entity, u32[at + FEATURES_CORNERS / 4 + k], to);
        addLine(lines, from, to);
      }
      for (let k = 0; k < ((counts >> 2) & 3); k++) {
        middle(this.#edge(body.mesh, entity, u32[at + FEATURES_EDGES / 4 + k]), to);
        addLine(lines, from, to);
      }
    }
  }

  #deformable(entity: number): SearchBody | undefined {
    const isDeformable = this.#context.colliders.kind[entity] === DEFORMABLE;
    return isDeformable ? locateDeformable(this.#context, entity) : undefined;
  }

  #triangle(body: SearchBody, entity: number, triangle: number): Point[] {
    const { u32 } = this.#context.core.arena;
    const at = (body.mesh + u32[(body.mesh + BLOCK_TRIANGLES) / 4]) / 4 + 3 * triangle;
    return [0, 1, 2].map((k) => vertexNow(this.#context, entity, u32[at + k], this.#points[k]));
  }

  #edge(mesh: number, entity: number, edge: number): Point[] {
    const { u32 } = this.#context.core.arena;
    const at = (mesh + u32[(mesh + BLOCK_EDGES) / 4]) / 4 + 2 * edge;
    return [0, 1].map((k) => vertexNow(this.#context, entity, u32[at + k], this.#points[k]));
  }
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
