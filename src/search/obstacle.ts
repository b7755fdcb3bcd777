import {
  BLOCK_POSITIONS,
  BLOCK_TRIANGLE_COUNT,
  BLOCK_VERTEX_COUNT,
  DOP_NODE_BYTES,
  SWEPT_VERTEX_BYTES,
} from '../kernels/layout/meshes.js';
import {
  OBSTACLE_BYTES,
  OBSTACLE_CENTRE,
  OBSTACLE_POSITION,
  OBSTACLE_ROTATION,
  OBSTACLE_TRAVEL,
  OBSTACLE_TURN,
} from '../kernels/layout/obstacle.js';
import type { Core } from '../memory/open.js';
import { linkNodes } from '../mesh/body-blocks.js';
import { bvhNodeCount } from '../mesh/bvh-build.js';
import { refitBody } from '../mesh/refit-body.js';
import { locateMesh, newSearchBody, type SearchBody, sectionAt } from '../mesh/search-body.js';

/** A body turns by at most this much in a piece of the step, in radians. */
const LARGEST_TURN = 0.2;
/** Beyond this the inflation grows instead: nothing is lost, and a body that spins like a drill costs what it costs. */
const MOST_PIECES = 256;
/** A turn by more than this in a step, in radians, is no motion that anybody means: the body may be anywhere it can turn to. */
const WILDEST_TURN = 1e4;
/** How far a vertex may be off its way, as a share of the body's size, where no tolerance is set. */
const TOLERANCE_SHARE = 1e-3;
const ROUNDED_UP = 1 + 2 ** -40;

/**
 * A rigid body among deformables. In a piece of the step its vertices go straight from where they are at its start to
 * where they are at its end, and by how much they would leave that way in truth the gap is wider.
 */
export class Obstacle {
  readonly #core: Core;
  readonly #body: SearchBody = newSearchBody();
  readonly #swept: number;
  readonly #vertexDops: number;
  readonly #nodes: number;
  readonly #input: number;
  /** Inner control points, beside bodies on curves; -1 before the first. */
  #inner = -1;
  readonly #numbers = new Float64Array(OBSTACLE_BYTES / 8);
  #angle = 0;
  /** No vertex is farther from the centre that the body turns about. */
  #radius = 0;
  /** Nor from where the origin would be without the turn. */
  #reach = 0;
  #placedFrom = -1;
  #placedUntil = -1;
  #placedWidth = -1;
  #placedDegree = -1;

  /** For the mesh in the block at `mesh`, whose sections for searches are in the block at `search`. */
  constructor(core: Core, mesh: number, search: number) {
    this.#core = core;
    const { arena } = core;
    const vertices = arena.u32[(mesh + BLOCK_VERTEX_COUNT) / 4];
    const nodeCount = bvhNodeCount(arena.u32[(mesh + BLOCK_TRIANGLE_COUNT) / 4]);
    // regions do not move blocks: both addresses stay good
    this.#swept = arena.allocateRegion(vertices * SWEPT_VERTEX_BYTES);
    this.#vertexDops = arena.allocateRegion(vertices * DOP_NODE_BYTES);
    this.#nodes = arena.allocateRegion(nodeCount * DOP_NODE_BYTES);
    this.#input = arena.allocateRegion(OBSTACLE_BYTES);
    linkNodes(arena, search, arena.regionAddress(this.#nodes), nodeCount);
  }

  free(): void {
    const { arena } = this.#core;
    for (const region of [this.#swept, this.#vertexDops, this.#nodes, this.#input]) arena.freeRegion(region);
    if (this.#inner >= 0) arena.freeRegion(this.#inner);
  }

  /**
   * Where the body starts, and what it does in the step: how far its centre goes, and the rotation vector by which it
   * turns about it. No vertex is farther than `radius` from the origin.
   */
  move(pose: ObstaclePose, radius: number): void {
    const { px, py, pz, qx, qy, qz, qw, vx, vy, vz, wx, wy, wz, cx, cy, cz } = pose;
    const at = this.#numbers;
    this.#angle = Math.sqrt(wx * wx + wy * wy + wz * wz);
    const turns = this.#angle <= WILDEST_TURN ? 1 : 0;
    set3(at, OBSTACLE_POSITION, px, py, pz);
    set3(at, OBSTACLE_ROTATION, qx, qy, qz);
    at[OBSTACLE_ROTATION / 8 + 3] = qw;
    set3(at, OBSTACLE_TRAVEL, vx, vy, vz);
    set3(at, OBSTACLE_CENTRE, cx, cy, cz);
    if (turns === 1) set3(at, OBSTACLE_TURN, wx, wy, wz);
    else set3(at, OBSTACLE_TURN, 0, 0, 0);
    const arm = Math.sqrt(cx * cx + cy * cy + cz * cz);
    this.#radius = (radius + arm) * ROUNDED_UP;
    this.#reach = radius + 2 * arm;
    this.#placedUntil = -1;
  }

  /** Into how many pieces the step is cut, so that nothing is off by more than the tolerance; 0 chooses one. */
  pieces(tolerance: number): number {
    const angle = this.#angle;
    if (angle === 0 || !(angle <= WILDEST_TURN)) return 1;
    const least = tolerance > 0 ? tolerance : this.#radius * TOLERANCE_SHARE;
    const byTolerance = least > 0 ? angle * Math.sqrt(this.#radius / (8 * least)) : 0;
    return Math.min(MOST_PIECES, Math.max(1, Math.ceil(Math.max(angle / LARGEST_TURN, byTolerance))));
  }

  /**
   * How far vertices may be off the straight way in each of so many pieces. A vertex at a distance r from the axis is
   * accelerated by r w^2: over a time d it leaves the straight way by at most r (w d)^2 / 8.
   */
  inflation(pieces: number): number {
    const angle = this.#angle / pieces;
    const farthest = 2 * this.#radius;
    if (angle === 0) return 0;
    return (
      Math.min(angle <= WILDEST_TURN ? (this.#radius * angle * angle) / 8 : farthest, farthest) * ROUNDED_UP
    );
  }

  /** No coordinate of the body in the step is larger. */
  get reach(): number {
    const at = this.#numbers;
    let reach = 0;
    for (let k = 0; k < 3; k++) {
      const there = Math.abs(at[OBSTACLE_POSITION / 8 + k]) + Math.abs(at[OBSTACLE_TRAVEL / 8 + k]);
      reach = Math.max(reach, there);
    }
    return reach + this.#reach;
  }

  /**
   * The body with its boxes in a part of the step, for a mesh that lies at these addresses; its ways are straight, as curves of
   * `degree` where it meets what moves on such.
   */
  place(mesh: number, search: number, { from, span, width }: ObstaclePart, degree = 1): SearchBody {
    const until = from + span;
    const { arena, kernels } = this.#core;
    const body = this.#body;
    locateMesh(arena, mesh, search, body);
    body.swept = arena.regionAddress(this.#swept);
    body.vertexDops = arena.regionAddress(this.#vertexDops);
    body.nodes = arena.regionAddress(this.#nodes);
    body.degree = degree;
    body.inner = degree > 1 ? this.#innerPoints(body.vertexCount) : 0;
    if (
      from === this.#placedFrom &&
      until === this.#placedUntil &&
      width === this.#placedWidth &&
      degree === this.#placedDegree
    )
      return body;
    const input = arena.regionAddress(this.#input);
    arena.f64.set(this.#numbers, input / 8);
    const rest = sectionAt(arena, mesh, BLOCK_POSITIONS);
    kernels.sweepRigid(input, from, until, rest, body.vertexCount, body.swept);
    if (degree > 1) kernels.raisePaths(body.swept, 0, 1, body.vertexCount, body.inner, degree);
    refitBody(this.#core, body, width);
    this.#placedDegree = degree;
    this.#placedFrom = from;
    this.#placedUntil = until;
    this.#placedWidth = width;
    return body;
  }

  #innerPoints(vertexCount: number): number {
    const { arena } = this.#core;
    if (this.#inner < 0) this.#inner = arena.allocateRegion(vertexCount * SWEPT_VERTEX_BYTES);
    return arena.regionAddress(this.#inner);
  }
}

/** A part of the step, as an object: numbers that are no whole ones would be put into new ones with each call. */
export interface ObstaclePart {
  readonly from: number;
  readonly span: number;
  /** How far boxes are widened. */
  readonly width: number;
}

/** Position, rotation (a quaternion x y z w), what is added to both in the step, and the centre in the body's frame. */
export interface ObstaclePose {
  px: number;
  py: number;
  pz: number;
  qx: number;
  qy: number;
  qz: number;
  qw: number;
  vx: number;
  vy: number;
  vz: number;
  wx: number;
  wy: number;
  wz: number;
  cx: number;
  cy: number;
  cz: number;
}

function set3(numbers: Float64Array, offset: number, x: number, y: number, z: number): void {
  numbers[offset / 8] = x;
  numbers[offset / 8 + 1] = y;
  numbers[offset / 8 + 2] = z;
}
