import { EXACT_SUM_BYTES } from '../kernels/layout/elementary.js';
import type { Core } from '../memory/open.js';
import { StepBuffer } from '../memory/step-buffer.js';

/** Triangles at one instant, and their edges, two vertices each. */
export interface StillSurface {
  readonly positions: Float64Array;
  readonly triangles: Uint32Array;
  readonly edges: Uint32Array;
  /** Which of several surfaces each vertex is of; without it all are of one. */
  readonly partOfVertex?: Uint32Array;
}

/** Lowest and highest x, y, z. */
export type Region = readonly [low: readonly number[], high: readonly number[]];

/**
 * The pairs of an edge and a triangle that share no vertex and have a point in common, two numbers each: surfaces meet exactly
 * where there is one. Decided exactly; a uniform grid says which to look at. What lies beside the region is left out, where
 * one is given, and what comes behind the first `most` of two parts, or of one with itself: so none hides others.
 */
export function findCrossings(
  { arena, kernels }: Core,
  surface: StillSurface,
  mayMeet: (edge: number, triangle: number) => boolean,
  region?: Region,
  most = Number.POSITIVE_INFINITY,
): number[] {
  const { edges, positions, triangles } = surface;
  const found: number[] = [];
  const tally = new Tally(surface, most);
  const grid = new Grid(surface, region);
  const buffer = new StepBuffer(arena);
  buffer.ensure(EXACT_SUM_BYTES + 5 * 24);
  const points = new Float64Array(15);
  for (let edge = 0; 2 * edge < edges.length; edge++) {
    if (region !== undefined && isBeside(region, positions, edges, 2 * edge, 2)) continue;
    if (tally.isOver) break;
    grid.eachNear(edge, (triangle) => {
      if (tally.isFull(edge, triangle)) return;
      const [a, b] = [edges[2 * edge], edges[2 * edge + 1]];
      for (let k = 3 * triangle; k < 3 * triangle + 3; k++)
        if (triangles[k] === a || triangles[k] === b) return;
      for (let c = 0; c < 5; c++) {
        const vertex = c < 2 ? edges[2 * edge + c] : triangles[3 * triangle + c - 2];
        for (let k = 0; k < 3; k++) points[3 * c + k] = positions[3 * vertex + k];
      }
      if (boxesApart(points) || !mayMeet(edge, triangle)) return;
      const input = buffer.address + EXACT_SUM_BYTES;
      arena.f64.set(points, input / 8);
      if (kernels.staticEdgeMeetsFace(input, buffer.address) === 0) return;
      found.push(edge, triangle);
      tally.add(edge, triangle);
    });
  }
  buffer.free();
  return found;
}

/** How many were found of each two parts, up to so many. */
class Tally {
  readonly #surface: StillSurface;
  readonly #most: number;
  readonly #found = new Map<number, number>();

  constructor(surface: StillSurface, most: number) {
    this.#surface = surface;
    this.#most = most;
  }

  /** Nothing is looked for any more. */
  get isOver(): boolean {
    return this.#surface.partOfVertex === undefined && (this.#found.get(0) ?? 0) >= this.#most;
  }

  isFull(edge: number, triangle: number): boolean {
    return (this.#found.get(this.#parts(edge, triangle)) ?? 0) >= this.#most;
  }

  add(edge: number, triangle: number): void {
    const parts = this.#parts(edge, triangle);
    this.#found.set(parts, (this.#found.get(parts) ?? 0) + 1);
  }

  /** The same number for a with b and b with a. */
  #parts(edge: number, triangle: number): number {
    const { edges, partOfVertex, triangles } = this.#surface;
    if (partOfVertex === undefined) return 0;
    const [a, b] = [partOfVertex[edges[2 * edge]], partOfVertex[triangles[3 * triangle]]];
    return Math.max(a, b) * 2 ** 26 + Math.min(a, b);
  }
}

function boxesApart(p: Float64Array): boolean {
  for (let k = 0; k < 3; k++) {
    if (Math.max(p[k], p[3 + k]) < Math.min(p[6 + k], p[9 + k], p[12 + k])) return true;
    if (Math.min(p[k], p[3 + k]) > Math.max(p[6 + k], p[9 + k], p[12 + k])) return true;
  }
  return false;
}

/** Whether all of so many vertices lie on the far side of one face of the region. */
function isBeside(
  [low, high]: Region,
  positions: Float64Array,
  vertices: Uint32Array,
  first: number,
  count: number,
): boolean {
  for (let k = 0; k < 3; k++) {
    let [isBelow, isAbove] = [true, true];
    for (let i = first; i < first + count; i++) {
      const x = positions[3 * vertices[i] + k];
      if (x >= low[k]) isBelow = false;
      if (x <= high[k]) isAbove = false;
    }
    if (isBelow || isAbove) return true;
  }
  return false;
}

const CELLS = 1 << 16;
const EVERYWHERE: Region = [Array(3).fill(Number.NEGATIVE_INFINITY), Array(3).fill(Number.POSITIVE_INFINITY)];

/** Triangles by the cells of a grid, as large as an edge in the mean, that their boxes touch. */
class Grid {
  readonly #surface: StillSurface;
  readonly #size: number;
  readonly #region: Region;
  readonly #cells = new Map<number, number[]>();
  readonly #seen: Int32Array;

  constructor(surface: StillSurface, region: Region | undefined) {
    const { edges, positions, triangles } = surface;
    this.#surface = surface;
    this.#region = region ?? EVERYWHERE;
    let sum = 0;
    for (let e = 0; e < edges.length; e += 2) {
      for (let k = 0; k < 3; k++)
        sum += Math.abs(positions[3 * edges[e] + k] - positions[3 * edges[e + 1] + k]);
    }
    this.#size = (2 * sum) / edges.length || 1;
    this.#seen = new Int32Array(triangles.length / 3).fill(-1);
    for (let t = 0; t < triangles.length; t += 3) {
      if (region !== undefined && isBeside(region, positions, triangles, t, 3)) continue;
      this.#eachCell(triangles.subarray(t, t + 3), (cell) => {
        const list = this.#cells.get(cell);
        if (list === undefined) this.#cells.set(cell, [t / 3]);
        else if (list[list.length - 1] !== t / 3) list.push(t / 3);
      });
    }
  }

  eachNear(edge: number, visit: (triangle: number) => void): void {
    this.#eachCell(this.#surface.edges.subarray(2 * edge, 2 * edge + 2), (cell) => {
      for (const triangle of this.#cells.get(cell) ?? []) {
        if (this.#seen[triangle] === edge) continue;
        this.#seen[triangle] = edge;
        visit(triangle);
      }
    });
  }

  #eachCell(vertices: Uint32Array, visit: (cell: number) => void): void {
    const { positions } = this.#surface;
    const range = (k: number) => {
      let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
      for (const vertex of vertices) {
        low = Math.min(low, positions[3 * vertex + k]);
        high = Math.max(high, positions[3 * vertex + k]);
      }
      // what meets does so in the region: a ground of kilometres would have a cell for each finger's breadth
      low = Math.max(low, this.#region[0][k]);
      high = Math.min(high, this.#region[1][k]);
      return [Math.floor(low / this.#size), Math.floor(high / this.#size)];
    };
    const [[x0, x1], [y0, y1], [z0, z1]] = [range(0), range(1), range(2)];
    for (let x = x0; x <= x1; x++) {
      for (let y = y0; y <= y1; y++) {
        for (let z = z0; z <= z1; z++) {
          visit((Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791)) & (CELLS - 1));
        }
      }
    }
  }
}
