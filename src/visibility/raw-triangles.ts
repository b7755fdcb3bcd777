import {
  CUT_WORDS,
  FOOTPRINT_CUTS,
  FOOTPRINT_FAR,
  FOOTPRINT_NEAR,
  FOOTPRINT_SLOPE_X,
  FOOTPRINT_SLOPE_Y,
  FOOTPRINT_WORDS,
  STEEPEST,
} from './footprint.js';
import type { FootprintWriter } from './footprint-writer.js';
import type { Frame } from './frame.js';
import type { MeshClusters } from './mesh-clusters.js';
import { longer } from './swept-clusters.js';

/** Corners lie on a grid of a quarter of a pixel, so that products of them are whole numbers of 32 bits. */
const GRID = 4;
const CORNER_NUMBERS = 9;

/** A mesh's triangles, in the order of its clusters. */
export function addRawTriangles(
  raw: RawTriangles,
  mesh: MeshClusters,
  triangles: Uint32Array,
  end: Float64Array,
): void {
  const corners = new Float64Array(CORNER_NUMBERS);
  for (let k = 0; k < mesh.count; k++) {
    for (let i = mesh.triangleStart[k]; i < mesh.triangleStart[k + 1]; i++) {
      const t = 3 * mesh.triangles[i];
      for (let c = 0; c < CORNER_NUMBERS; c++)
        corners[c] = end[3 * triangles[t + Math.floor(c / 3)] + (c % 3)];
      raw.addTriangle(corners, 0);
    }
    raw.endCluster();
  }
}

/** The triangles of each cluster where they are at the end of the step. */
export class RawTriangles {
  /** Where each cluster's triangles begin, and where the last one's end. */
  first = new Uint32Array(65);
  corners = new Float64Array(CORNER_NUMBERS * 64);
  #clusterCount = 0;

  clear(): void {
    this.#clusterCount = 0;
    this.first[1] = 0;
  }

  /** Nine numbers from `at` on. Belongs to the cluster that is ended next. */
  addTriangle(numbers: Float64Array, at: number): void {
    const to = this.first[this.#clusterCount + 1] * CORNER_NUMBERS;
    if (to === this.corners.length) this.corners = longer(this.corners, new Float64Array(2 * to));
    for (let i = 0; i < CORNER_NUMBERS; i++) this.corners[to + i] = numbers[at + i];
    this.first[this.#clusterCount + 1]++;
  }

  endCluster(): void {
    this.#clusterCount++;
    if (this.#clusterCount + 1 === this.first.length) {
      this.first = longer(this.first, new Uint32Array(2 * this.first.length));
    }
    this.first[this.#clusterCount + 1] = this.first[this.#clusterCount];
  }
}

/**
 * The papers' footprint: the triangles themselves, as they are at the end of the step, at the centres of pixels. LOSSY:
 * contacts between the centres, and those that are over at the end, are missed. For comparison only.
 * With `touchingIsFree` equal depths do not count, so that neighbours in one mesh do not block each other (3.2).
 */
export function lossyFootprint(triangles: RawTriangles, touchingIsFree: boolean): FootprintWriter {
  return (writer, _, cluster, frame) => {
    const from = triangles.first[cluster];
    const to = triangles.first[cluster + 1];
    for (let t = from; t < to; t++) {
      const at = writer.room();
      writeTriangle(triangles.corners, t * CORNER_NUMBERS, frame, writer.footprints, at);
      if (touchingIsFree) writer.footprints[at + FOOTPRINT_FAR]--;
      writer.advance();
    }
    return to - from;
  };
}

const x = new Int32Array(3);
const y = new Int32Array(3);
const depth = new Float64Array(3);

function writeTriangle(
  corners: Float64Array,
  from: number,
  frame: Frame,
  words: Int32Array,
  at: number,
): void {
  mapCorners(corners, from, frame);
  words.fill(0, at, at + FOOTPRINT_WORDS);
  words[at] = Math.floor(Math.min(x[0], x[1], x[2]) / GRID);
  words[at + 1] = Math.floor(Math.min(y[0], y[1], y[2]) / GRID);
  words[at + 2] = Math.ceil(Math.max(x[0], x[1], x[2]) / GRID);
  words[at + 3] = Math.ceil(Math.max(y[0], y[1], y[2]) / GRID);
  const area = (x[1] - x[0]) * (y[2] - y[0]) - (y[1] - y[0]) * (x[2] - x[0]);
  for (let e = 0; e < 3; e++) writeEdge(e, area < 0 ? -1 : 1, words, at + FOOTPRINT_CUTS + e * CUT_WORDS);
  if (area === 0)
    words[at + FOOTPRINT_CUTS + 2] = -1; // seen edge-on it covers nothing
  else writePlane(area, words, at);
}

function mapCorners(corners: Float64Array, from: number, { origin, rows, shift }: Frame): void {
  for (let c = 0; c < 3; c++) {
    const p = from + c * 3;
    const dx = corners[p] - origin[0];
    const dy = corners[p + 1] - origin[1];
    const dz = corners[p + 2] - origin[2];
    x[c] = Math.round(GRID * (rows[0] * dx + rows[1] * dy + rows[2] * dz + shift[0]));
    y[c] = Math.round(GRID * (rows[3] * dx + rows[4] * dy + rows[5] * dz + shift[1]));
    depth[c] = rows[6] * dx + rows[7] * dy + rows[8] * dz + shift[2];
  }
}

/** Inside of an edge, at the centre of a pixel. */
function writeEdge(e: number, side: number, words: Int32Array, at: number): void {
  const f = (e + 1) % 3;
  const a = -side * (y[f] - y[e]);
  const b = side * (x[f] - x[e]);
  words[at] = GRID * a;
  words[at + 1] = GRID * b;
  words[at + 2] = (GRID / 2) * (a + b) - a * x[e] - b * y[e];
}

/** The triangle's own plane, to a level of depth. */
function writePlane(area: number, words: Int32Array, at: number): void {
  const d1 = depth[1] - depth[0];
  const d2 = depth[2] - depth[0];
  const slopeX = steep((GRID * (d1 * (y[2] - y[0]) - d2 * (y[1] - y[0]))) / area);
  const slopeY = steep((GRID * (d2 * (x[1] - x[0]) - d1 * (x[2] - x[0]))) / area);
  const middle = depth[0] + slopeX * (0.5 - x[0] / GRID) + slopeY * (0.5 - y[0] / GRID);
  words[at + FOOTPRINT_SLOPE_X] = slopeX;
  words[at + FOOTPRINT_SLOPE_Y] = slopeY;
  words[at + FOOTPRINT_NEAR] = Math.round(middle);
  words[at + FOOTPRINT_FAR] = Math.round(middle);
}

function steep(slope: number): number {
  return Math.max(-STEEPEST, Math.min(STEEPEST, Math.round(slope)));
}
