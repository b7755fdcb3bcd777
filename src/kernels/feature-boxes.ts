// R-Triangles 4 and 5: boxes of single features remove most tests of a pair of triangles.
import { DOP_HI03, DOP_HI47, DOP_LO8, DOP_LO03, DOP_LO47, DOP_META, DOP_NODE_BYTES } from './layout/meshes';
import {
  FEATURE_PAIR_BYTES,
  MESH_EDGE_DOPS,
  MESH_EDGES,
  MESH_VERTEX_DOPS,
  WORK_EDGES,
  WORK_EDGES_COUNT,
  WORK_MESH_A,
  WORK_MESH_B,
  WORK_VERTICES_A,
  WORK_VERTICES_A_COUNT,
  WORK_VERTICES_B,
  WORK_VERTICES_B_COUNT,
} from './layout/search';
import { doEdgesOverlap, overlap } from './overlap';

/** Boxes of `count` edges from those of their ends. */
export function boundEdges(vertexDops: usize, edges: usize, count: u32, edgeDops: usize): void {
  const end = edges + ((<usize>count) << 3);
  let dop = edgeDops;
  for (let edge = edges; edge < end; edge += 8) {
    const a = vertexDops + <usize>load<u32>(edge) * DOP_NODE_BYTES;
    const b = vertexDops + <usize>load<u32>(edge, 4) * DOP_NODE_BYTES;
    v128.store(dop, f32x4.pmin(v128.load(a, DOP_LO03), v128.load(b, DOP_LO03)), DOP_LO03);
    v128.store(dop, f32x4.pmax(v128.load(a, DOP_HI03), v128.load(b, DOP_HI03)), DOP_HI03);
    v128.store(dop, f32x4.pmin(v128.load(a, DOP_LO47), v128.load(b, DOP_LO47)), DOP_LO47);
    v128.store(dop, f32x4.pmax(v128.load(a, DOP_HI47), v128.load(b, DOP_HI47)), DOP_HI47);
    const last = f32x4.pmin(v128.load64_zero(a, DOP_LO8), v128.load64_zero(b, DOP_LO8));
    v128.store64_lane(dop, last, 0, DOP_LO8);
    dop += DOP_NODE_BYTES;
  }
}

/**
 * Keeps the feature pairs whose boxes overlap (all, where `boxes` is false), in their order, and puts faces in the
 * place of leaves.
 */
export function cullFeatures(work: usize, boxes: bool): void {
  const meshA = <usize>load<u32>(work, WORK_MESH_A);
  const meshB = <usize>load<u32>(work, WORK_MESH_B);
  cullVertices(
    work + WORK_VERTICES_A,
    work + WORK_VERTICES_A_COUNT,
    <usize>load<u32>(meshA, MESH_VERTEX_DOPS),
    boxes,
  );
  cullVertices(
    work + WORK_VERTICES_B,
    work + WORK_VERTICES_B_COUNT,
    <usize>load<u32>(meshB, MESH_VERTEX_DOPS),
    boxes,
  );
  if (!boxes) return;
  const isStored = load<u32>(meshA, MESH_EDGE_DOPS) !== 0 && load<u32>(meshB, MESH_EDGE_DOPS) !== 0;
  const edges = <usize>load<u32>(work, WORK_EDGES);
  const end = edges + <usize>load<u32>(work, WORK_EDGES_COUNT) * FEATURE_PAIR_BYTES;
  const kept = isStored ? cullEdges(meshA, meshB, edges, end) : cullUnboundEdges(meshA, meshB, edges, end);
  store<u32>(work, <u32>(kept - edges) / FEATURE_PAIR_BYTES, WORK_EDGES_COUNT);
}

function cullEdges(meshA: usize, meshB: usize, edges: usize, end: usize): usize {
  const dopsA = <usize>load<u32>(meshA, MESH_EDGE_DOPS);
  const dopsB = <usize>load<u32>(meshB, MESH_EDGE_DOPS);
  let out = edges;
  for (let at = edges; at < end; at += FEATURE_PAIR_BYTES) {
    const both = load<u64>(at);
    store<u64>(out, both);
    const a = dopsA + <usize>(<u32>both) * DOP_NODE_BYTES;
    const b = dopsB + <usize>(both >> 32) * DOP_NODE_BYTES;
    out += select<usize>(FEATURE_PAIR_BYTES, 0, overlap(a, b));
  }
  return out;
}

/** R-Triangles 5.1: boxes of edges made on demand, 120 bytes a triangle less for half the speed of this stage. */
function cullUnboundEdges(meshA: usize, meshB: usize, edges: usize, end: usize): usize {
  const dopsA = <usize>load<u32>(meshA, MESH_VERTEX_DOPS);
  const dopsB = <usize>load<u32>(meshB, MESH_VERTEX_DOPS);
  const endsA = <usize>load<u32>(meshA, MESH_EDGES);
  const endsB = <usize>load<u32>(meshB, MESH_EDGES);
  let out = edges;
  for (let at = edges; at < end; at += FEATURE_PAIR_BYTES) {
    const both = load<u64>(at);
    store<u64>(out, both);
    const ofA = endsA + ((<usize>(<u32>both)) << 3);
    const ofB = endsB + ((<usize>(both >> 32)) << 3);
    const keep = doEdgesOverlap(
      dopsA + <usize>load<u32>(ofA) * DOP_NODE_BYTES,
      dopsA + <usize>load<u32>(ofA, 4) * DOP_NODE_BYTES,
      dopsB + <usize>load<u32>(ofB) * DOP_NODE_BYTES,
      dopsB + <usize>load<u32>(ofB, 4) * DOP_NODE_BYTES,
    );
    out += select<usize>(FEATURE_PAIR_BYTES, 0, keep);
  }
  return out;
}

function cullVertices(list: usize, count: usize, dops: usize, boxes: bool): void {
  const begin = <usize>load<u32>(list);
  const end = begin + <usize>load<u32>(count) * FEATURE_PAIR_BYTES;
  let out = begin;
  for (let at = begin; at < end; at += FEATURE_PAIR_BYTES) {
    const vertex = load<u32>(at);
    const leaf = <usize>load<u32>(at, 4);
    store<u32>(out, vertex);
    store<u32>(out, load<u32>(leaf, DOP_META), 4);
    const keep = i32(overlap(dops + <usize>vertex * DOP_NODE_BYTES, leaf)) | i32(!boxes);
    out += select<usize>(FEATURE_PAIR_BYTES, 0, keep !== 0);
  }
  store<u32>(count, <u32>(out - begin) / FEATURE_PAIR_BYTES);
}
