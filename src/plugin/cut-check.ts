import { COLLIDER_SOLID } from '../components/constants.js';
import {
  CLOSEST_DISTANCE,
  CLOSEST_ERROR,
  CLOSEST_POINT_A,
  CLOSEST_POINT_B,
  EXACT_SUM_BYTES,
  QUERY_FRAME_BYTES,
} from '../kernels/layout/elementary.js';
import { StepBuffer } from '../memory/step-buffer.js';
import { hasCorner } from '../mesh/adjacency.js';
import type { Places } from '../mesh/cut-inset.js';
import { Mover } from '../queries/mover.js';
import { TreeWalk } from '../queries/tree-walk.js';
import type { StepContext } from '../systems/context.js';
import { NearFaces } from './near-faces.js';
import type { Opened } from './opened.js';

const RESULT_BYTES = 128;
const UPRIGHT = [0, 0, 0, 1] as const;

/**
 * Whether moving the vertices lets nothing meet that did not meet before. Faces that had no vertex in common, and other
 * colliders, are so far away that the motion cannot reach them, or stay on their sides of a plane: that holds on the way too. Faces
 * that had one are tested exactly where they come to be, once more after rounding to f32, and no face turns over.
 */
export class CutCheck {
  readonly #context: StepContext;
  readonly #buffer: StepBuffer;
  readonly #walk: TreeWalk;
  readonly #mover = new Mover();
  readonly #points = new Float64Array(15);
  readonly #near = new NearFaces();

  constructor(context: StepContext) {
    this.#context = context;
    this.#buffer = new StepBuffer(context.core.arena);
    this.#walk = new TreeWalk(context);
  }

  /** `farthest`: no vertex is moved farther than this. */
  isFree(moved: Opened, farthest: number): boolean {
    this.#buffer.ensure(EXACT_SUM_BYTES + RESULT_BYTES + QUERY_FRAME_BYTES + 2 * 72);
    const faces = facesAt(moved);
    try {
      return (
        faces.every((face) => keepsItsSide(moved, face)) &&
        this.#isFreeOfItself(moved, faces, 2 * farthest) &&
        this.#isFreeOfOthers(moved, faces, farthest)
      );
    } finally {
      this.#buffer.free();
    }
  }

  #isFreeOfItself(moved: Opened, faces: readonly number[], reach: number): boolean {
    const { after, before } = moved;
    const { triangles } = moved.mesh;
    const { colliders, core } = this.#context;
    const nodes = core.arena.address(colliders.nodes[moved.entity]);
    const isMoved = new Uint8Array(triangles.length / 3);
    for (const face of faces) isMoved[face] = 1;
    const [mine, theirs] = [newCorners(), newCorners()];
    let face = 0;
    const keepsAway = (other: number): boolean => {
      if (other === face || (isMoved[other] === 1 && other < face)) return true;
      cornersOf(before, triangles, other, theirs.before);
      const isJoined = shareOrigin(moved, face, other);
      if (!isJoined && this.#isBeyond(mine.before, theirs.before, reach)) return true;
      cornersOf(after, triangles, other, theirs.after);
      return isJoined
        ? this.#keepsOff(moved, face, other, mine, theirs) && this.#keepsOff(moved, other, face, theirs, mine)
        : this.#stayParted(mine.before, mine.after, theirs.before, theirs.after);
    };
    for (face of faces) {
      cornersOf(before, triangles, face, mine.before);
      cornersOf(after, triangles, face, mine.after);
      if (!this.#near.each(core.arena, nodes, mine.before, reach, keepsAway)) return false;
    }
    return true;
  }

  /** Whether the edges of one face that have no corner in common with another do not come to meet it. */
  #keepsOff(moved: Opened, face: number, other: number, mine: Corners, theirs: Corners): boolean {
    const { triangles } = moved.mesh;
    for (let k = 0; k < 3; k++) {
      const a = triangles[3 * face + k];
      const b = triangles[3 * face + ((k + 1) % 3)];
      if (hasCorner(triangles, other, a) || hasCorner(triangles, other, b)) continue;
      if (!this.#meets(mine.after, k, theirs.after)) continue;
      // both sides of a cut begin in one place, which is no excuse
      if (edgeSharesOrigin(moved, a, b, other) || !this.#meets(mine.before, k, theirs.before)) return false;
    }
    return true;
  }

  /** Whether the edge behind a corner of one face meets another face, exactly: as they are, or rounded to f32. */
  #meets(ofEdge: Float64Array, corner: number, face: Float64Array): boolean {
    const points = this.#points;
    const next = (corner + 1) % 3;
    for (let k = 0; k < 3; k++) {
      points[k] = ofEdge[3 * corner + k];
      points[3 + k] = ofEdge[3 * next + k];
    }
    points.set(face, 6);
    if (areApart(points)) return false;
    const { arena, kernels } = this.#context.core;
    const exactSum = this.#buffer.address;
    const input = exactSum + EXACT_SUM_BYTES + RESULT_BYTES + QUERY_FRAME_BYTES;
    arena.f64.set(points, input / 8);
    if (kernels.staticEdgeMeetsFace(input, exactSum) !== 0) return true;
    for (let i = 0; i < points.length; i++) points[i] = Math.fround(points[i]);
    arena.f64.set(points, input / 8);
    return kernels.staticEdgeMeetsFace(input, exactSum) !== 0;
  }

  #isFreeOfOthers(moved: Opened, faces: readonly number[], farthest: number): boolean {
    const { colliders, components } = this.#context;
    for (let i = 0; i < colliders.count; i++) {
      const other = colliders.order[i];
      if (other === moved.entity || components.CollisionSettings.collider[other] !== COLLIDER_SOLID) continue;
      if (!faces.every((face) => this.#isFreeOf(other, moved, face, farthest))) return false;
    }
    return true;
  }

  #isFreeOf(other: number, moved: Opened, face: number, farthest: number): boolean {
    const corners = cornersOf(moved.before, moved.mesh.triangles, face);
    const after = cornersOf(moved.after, moved.mesh.triangles, face);
    const centre = [0, 1, 2].map((k) => (corners[k] + corners[3 + k] + corners[6 + k]) / 3);
    let squared = 0;
    for (let c = 0; c < 9; c += 3) {
      const [x, y, z] = [corners[c] - centre[0], corners[c + 1] - centre[1], corners[c + 2] - centre[2]];
      squared = Math.max(squared, x * x + y * y + z * z);
    }
    const reach = Math.sqrt(squared) + farthest;
    let isFree = true;
    this.#mover.set(centre, UPRIGHT, 0, reach, [0, 0, 0]);
    this.#walk.visit(other, this.#mover, 1, (_, theirs) => {
      isFree &&= this.#isBeyond(corners, theirs, farthest) || this.#stayParted(corners, after, theirs);
      return isFree ? 1 : -1;
    });
    return isFree;
  }

  /** Whether two triangles are farther apart than `distance`; those that meet already are nobody's fault. */
  #isBeyond(a: ArrayLike<number>, b: ArrayLike<number>, distance: number): boolean {
    const { arena, kernels } = this.#context.core;
    const exactSum = this.#buffer.address;
    const result = exactSum + EXACT_SUM_BYTES;
    const frame = result + RESULT_BYTES;
    const input = frame + QUERY_FRAME_BYTES;
    arena.f64.set(a, input / 8);
    arena.f64.set(b, input / 8 + 9);
    if (kernels.staticTriangleDistance(input, result, exactSum, frame) !== 0) return true;
    const least = arena.f64[(result + CLOSEST_DISTANCE) / 8] - arena.f64[(result + CLOSEST_ERROR) / 8];
    return least > distance;
  }

  /**
   * Whether the plane between two triangles as `#isBeyond` has just found them parts them where they are and where they come to be,
   * there with room for f32: what goes straight from one side of a plane to the same side does not cross it.
   */
  #stayParted(a: ArrayLike<number>, aAfter: ArrayLike<number>, b: ArrayLike<number>, bAfter = b): boolean {
    const { f64 } = this.#context.core.arena;
    const result = (this.#buffer.address + EXACT_SUM_BYTES) / 8;
    const distance = f64[result + CLOSEST_DISTANCE / 8];
    if (!(distance > 0)) return false;
    const [p, q] = [result + CLOSEST_POINT_A / 8, result + CLOSEST_POINT_B / 8];
    const direction = [0, 1, 2].map((k) => (f64[p + k] - f64[q + k]) / distance);
    return areParted(direction, a, b, ROUNDING) && areParted(direction, aAfter, bAfter, 2 * SLACK);
  }
}

function facesAt({ mesh: { mesh }, rim }: Opened): number[] {
  const faces = new Set<number>();
  for (const vertex of rim) {
    for (let i = mesh.vertexFaceStart[vertex]; i < mesh.vertexFaceStart[vertex + 1]; i++)
      faces.add(mesh.vertexFaces[i]);
  }
  return [...faces];
}

/** Of a face: where they are, and where they come to be. */
interface Corners {
  readonly before: Float64Array;
  readonly after: Float64Array;
}

function newCorners(): Corners {
  return { before: new Float64Array(9), after: new Float64Array(9) };
}

function cornersOf(
  at: Places,
  triangles: Uint32Array,
  face: number,
  out: Float64Array = new Float64Array(9),
): Float64Array {
  for (let c = 0; c < 3; c++) {
    const vertex = triangles[3 * face + c];
    for (let k = 0; k < 3; k++) out[3 * c + k] = at(vertex, k);
  }
  return out;
}

function shareOrigin({ origin, mesh: { triangles } }: Opened, a: number, b: number): boolean {
  for (let i = 3 * a; i < 3 * a + 3; i++) {
    for (let j = 3 * b; j < 3 * b + 3; j++) if (origin(triangles[i]) === origin(triangles[j])) return true;
  }
  return false;
}

/** Whether an end of the edge from a to b and a corner of a face were one vertex before the cut. */
function edgeSharesOrigin(
  { origin, mesh: { triangles } }: Opened,
  a: number,
  b: number,
  face: number,
): boolean {
  return triangles
    .subarray(3 * face, 3 * face + 3)
    .some((vertex) => origin(vertex) === origin(a) || origin(vertex) === origin(b));
}

/** Whether the boxes of an edge and a face are apart, by more than rounding to f32 closes. */
function areApart(points: Float64Array): boolean {
  for (let k = 0; k < 3; k++) {
    const [p, q] = [points[k], points[3 + k]];
    const [a, b, c] = [points[6 + k], points[9 + k], points[12 + k]];
    const slack = SLACK * (Math.abs(p) + Math.abs(q) + Math.abs(a) + Math.abs(b) + Math.abs(c));
    if (Math.min(p, q) > Math.max(a, b, c) + slack || Math.max(p, q) < Math.min(a, b, c) - slack) return true;
  }
  return false;
}

/** Whether two triangles are on different sides of a plane, by more than a share of their coordinates. */
function areParted(
  [x, y, z]: readonly number[],
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  room: number,
): boolean {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  let size = 0;
  for (let c = 0; c < 9; c += 3) {
    least = Math.min(least, x * a[c] + y * a[c + 1] + z * a[c + 2]);
    most = Math.max(most, x * b[c] + y * b[c + 1] + z * b[c + 2]);
    for (let k = c; k < c + 3; k++) size = Math.max(size, Math.abs(a[k]), Math.abs(b[k]));
  }
  return least - most > room * 3 * size;
}

/** More than a dot product loses of three numbers. */
const ROUNDING = 2 ** -50;
/** More than f32 loses of two numbers. */
const SLACK = 2 ** -22;

function keepsItsSide({ after, before, mesh: { triangles } }: Opened, face: number): boolean {
  const [a, b] = [normalOf(cornersOf(before, triangles, face)), normalOf(cornersOf(after, triangles, face))];
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] > 0;
}

function normalOf(c: Float64Array): [number, number, number] {
  const [ux, uy, uz] = [c[3] - c[0], c[4] - c[1], c[5] - c[2]];
  const [vx, vy, vz] = [c[6] - c[0], c[7] - c[1], c[8] - c[2]];
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
}
