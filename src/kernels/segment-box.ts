// R-Triangles 5.1: a vertex that moves sweeps a segment, and an edge at one instant is one. A segment meets a box less often
// than the box around it does.

import { VOLUME_BOX, VOLUME_DOP14 } from './layout/ablations';
import {
  DOP_HI03,
  DOP_HI47,
  DOP_LO8,
  DOP_LO03,
  DOP_LO47,
  DOP_META,
  DOP_NEGATED_HI8,
  SWEPT_VERTEX_BYTES,
} from './layout/meshes';
import {
  FEATURE_PAIR_BYTES,
  MESH_EDGES,
  MESH_SWEPT,
  WORK_MESH_A,
  WORK_MESH_B,
  WORK_VERTICES_A,
  WORK_VERTICES_A_COUNT,
  WORK_VERTICES_B,
  WORK_VERTICES_B_COUNT,
} from './layout/search';

/**
 * By how much an interval of the segment grows, as a share of the segment. A bound is outward by at least 2^-44 of its value b.
 * Where the segment is shorter than 2^-26 |b| along an axis, that is more than the rounding of both its ends; where it is
 * longer, they amount to less than 2^-24 of it.
 */
const SLACK: f64 = 1.0 / <f64>(1 << 20);
/** Rounding of two sums, as a share of what is added: 14-DOPs have axes of three terms. */
const SUMS: f64 = 1.0 / <f64>((<u64>1) << 50);

// The part of the segment that is in all slabs so far.
let from: f64 = 0;
let to: f64 = 0;

/** Keeps the pairs of a moving vertex and a leaf that may meet, by the segment that the vertex moves along. */
export function cullSegments(work: usize, volume: u32): void {
  const meshA = <usize>load<u32>(work, WORK_MESH_A);
  const meshB = <usize>load<u32>(work, WORK_MESH_B);
  cullSwept(
    work + WORK_VERTICES_A,
    work + WORK_VERTICES_A_COUNT,
    <usize>load<u32>(meshA, MESH_SWEPT),
    volume,
  );
  cullSwept(
    work + WORK_VERTICES_B,
    work + WORK_VERTICES_B_COUNT,
    <usize>load<u32>(meshB, MESH_SWEPT),
    volume,
  );
}

function cullSwept(list: usize, count: usize, swept: usize, volume: u32): void {
  const begin = <usize>load<u32>(list);
  const end = begin + <usize>load<u32>(count) * FEATURE_PAIR_BYTES;
  let out = begin;
  for (let at = begin; at < end; at += FEATURE_PAIR_BYTES) {
    const vertex = swept + <usize>load<u32>(at) * SWEPT_VERTEX_BYTES;
    store<u64>(out, load<u64>(at));
    if (meets(vertex, vertex + 8, <usize>load<u32>(at, 4), volume)) out += FEATURE_PAIR_BYTES;
  }
  store<u32>(count, <u32>(out - begin) / FEATURE_PAIR_BYTES);
}

/**
 * Keeps the pairs of an edge and a leaf that may meet at one instant (start and end of the vertices are the same), and puts
 * faces in the place of leaves; all pairs, where `boxes` is false.
 */
export function cullEdgeFaces(work: usize, boxes: bool, volume: u32): void {
  const meshA = <usize>load<u32>(work, WORK_MESH_A);
  const meshB = <usize>load<u32>(work, WORK_MESH_B);
  cullEdges(work + WORK_VERTICES_A, work + WORK_VERTICES_A_COUNT, meshA, boxes, volume);
  cullEdges(work + WORK_VERTICES_B, work + WORK_VERTICES_B_COUNT, meshB, boxes, volume);
}

function cullEdges(list: usize, count: usize, mesh: usize, boxes: bool, volume: u32): void {
  const swept = <usize>load<u32>(mesh, MESH_SWEPT);
  const edges = <usize>load<u32>(mesh, MESH_EDGES);
  const begin = <usize>load<u32>(list);
  const end = begin + <usize>load<u32>(count) * FEATURE_PAIR_BYTES;
  let out = begin;
  for (let at = begin; at < end; at += FEATURE_PAIR_BYTES) {
    const edge = load<u32>(at);
    const leaf = <usize>load<u32>(at, 4);
    const ends = edges + ((<usize>edge) << 3);
    const p = swept + <usize>load<u32>(ends) * SWEPT_VERTEX_BYTES;
    const q = swept + <usize>load<u32>(ends, 4) * SWEPT_VERTEX_BYTES;
    if (boxes && !meets(p, q, leaf, volume)) continue;
    store<u32>(out, edge);
    store<u32>(out, load<u32>(leaf, DOP_META), 4);
    out += FEATURE_PAIR_BYTES;
  }
  store<u32>(count, <u32>(out - begin) / FEATURE_PAIR_BYTES);
}

/** False where the segment from p to q (f64 x at 0, y at 16, z at 32) certainly misses the box. */
function meets(p: usize, q: usize, box: usize, volume: u32): bool {
  from = 0;
  to = 1;
  const px = load<f64>(p);
  const py = load<f64>(p, 16);
  const pz = load<f64>(p, 32);
  const qx = load<f64>(q);
  const qy = load<f64>(q, 16);
  const qz = load<f64>(q, 32);
  clip(px, qx, load<f32>(box, DOP_LO03), load<f32>(box, DOP_HI03));
  clip(py, qy, load<f32>(box, DOP_LO03 + 4), load<f32>(box, DOP_HI03 + 4));
  clip(pz, qz, load<f32>(box, DOP_LO03 + 8), load<f32>(box, DOP_HI03 + 8));
  if (from > to || volume === VOLUME_BOX) return from <= to;
  if (volume === VOLUME_DOP14) {
    const size = Math.abs(px) + Math.abs(py) + Math.abs(pz) + Math.abs(qx) + Math.abs(qy) + Math.abs(qz);
    const wide = SUMS * size;
    clip(
      px + py + pz,
      qx + qy + qz,
      load<f32>(box, DOP_LO03 + 12) - wide,
      load<f32>(box, DOP_HI03 + 12) + wide,
    );
    clip(px + py - pz, qx + qy - qz, load<f32>(box, DOP_LO47) - wide, load<f32>(box, DOP_HI47) + wide);
    clip(
      px - py + pz,
      qx - qy + qz,
      load<f32>(box, DOP_LO47 + 4) - wide,
      load<f32>(box, DOP_HI47 + 4) + wide,
    );
    clip(
      px - py - pz,
      qx - qy - qz,
      load<f32>(box, DOP_LO47 + 8) - wide,
      load<f32>(box, DOP_HI47 + 8) + wide,
    );
    return from <= to;
  }
  clip(px + py, qx + qy, load<f32>(box, DOP_LO03 + 12), load<f32>(box, DOP_HI03 + 12));
  clip(px + pz, qx + qz, load<f32>(box, DOP_LO47), load<f32>(box, DOP_HI47));
  clip(py + pz, qy + qz, load<f32>(box, DOP_LO47 + 4), load<f32>(box, DOP_HI47 + 4));
  clip(px - py, qx - qy, load<f32>(box, DOP_LO47 + 8), load<f32>(box, DOP_HI47 + 8));
  clip(px - pz, qx - qz, load<f32>(box, DOP_LO47 + 12), load<f32>(box, DOP_HI47 + 12));
  clip(py - pz, qy - qz, load<f32>(box, DOP_LO8), -load<f32>(box, DOP_NEGATED_HI8));
  return from <= to;
}

/** Cuts off what is outside of one slab. A segment along the slab is in it as a whole, or not at all. */
function clip(p: f64, q: f64, low: f64, high: f64): void {
  const along = q - p;
  if (along === 0) {
    if (p < low || p > high) from = 2;
    return;
  }
  const atLow = (low - p) / along;
  const atHigh = (high - p) / along;
  from = max(from, min(atLow, atHigh) - SLACK);
  to = min(to, max(atLow, atHigh) + SLACK);
}
