// From pairs of triangles to pairs of features.

import {
  areAdjacent,
  cornerOf,
  edgeOf,
  featuresOfLeaf,
  hasCorner,
  mayBeNear,
  recordOfFirst,
  recordOfSecond,
  representedCorners,
  representedEdges,
} from './features';
import { DOP_META, FEATURES_CORNERS, FEATURES_COUNTS, FEATURES_EDGES } from './layout/meshes';
import {
  FEATURE_PAIR_BYTES,
  MESH_EDGES,
  MESH_FEATURES,
  NODE_PAIR_BYTES,
  PAIRS_ADJACENT,
  PAIRS_BY_MOTION,
  PAIRS_ONCE,
  WORK_EDGES,
  WORK_EDGES_COUNT,
  WORK_MESH_A,
  WORK_MESH_B,
  WORK_NEAR,
  WORK_PAIRS,
  WORK_RULE,
  WORK_TRIANGLE_PAIRS,
  WORK_VERTICES_A,
  WORK_VERTICES_A_COUNT,
  WORK_VERTICES_B,
  WORK_VERTICES_B_COUNT,
} from './layout/search';
import { areCornersApart, areEdgesApart, inheritCorners, inheritEdges } from './representatives';
import { beginSeparation, dropSeparated } from './separated-pairs';

/** All features of a pair: the counts of a record that represents everything it has. */
const ALL: u32 = 3 + 4 * 3;

// Where the next feature pairs go.
let verticesA: usize = 0;
let verticesB: usize = 0;
let edges: usize = 0;

/** Writes the feature pairs that `count` pairs of leaves hand on. */
export function pairFeatures(work: usize, count: u32): void {
  const meshA = <usize>load<u32>(work, WORK_MESH_A);
  const meshB = <usize>load<u32>(work, WORK_MESH_B);
  const pairs = <usize>load<u32>(work, WORK_PAIRS);
  const rule = load<u32>(work, WORK_RULE);
  const once = (rule & PAIRS_ONCE) !== 0;
  verticesA = <usize>load<u32>(work, WORK_VERTICES_A);
  verticesB = <usize>load<u32>(work, WORK_VERTICES_B);
  edges = <usize>load<u32>(work, WORK_EDGES);
  const byMotion = (rule & PAIRS_BY_MOTION) !== 0;
  if (byMotion) beginSeparation(work);
  const end = pairs + <usize>count * NODE_PAIR_BYTES;
  let triangles = count;
  if (meshA !== meshB) {
    const kept = byMotion ? dropSeparated(meshA, meshB, pairs, end) : end;
    handOnApart(meshA, meshB, pairs, kept, once ? 0 : ALL);
  } else {
    const near = <usize>load<u32>(work, WORK_NEAR);
    let apart = splitByPatches(meshA, pairs, end, near);
    let nearEnd = near + (end - apart);
    if (rule & PAIRS_ADJACENT) {
      handOnNotIncident(meshA, near, nearEnd, once);
    } else {
      const nearAdjacent = nearEnd;
      nearEnd = dropAdjacent(meshA, near, nearEnd);
      triangles -= <u32>(nearAdjacent - nearEnd) / NODE_PAIR_BYTES;
      if (byMotion) nearEnd = dropSeparated(meshA, meshA, near, nearEnd);
      if (once) handOnInherited(meshA, near, nearEnd);
      handOnApart(meshA, meshA, near, nearEnd, once ? 0 : ALL);
    }
    if (byMotion) apart = dropSeparated(meshA, meshA, pairs, apart);
    handOnApart(meshA, meshA, pairs, apart, once ? 0 : ALL);
  }
  store<f64>(work, load<f64>(work, WORK_TRIANGLE_PAIRS) + <f64>triangles, WORK_TRIANGLE_PAIRS);
  const beginA = <usize>load<u32>(work, WORK_VERTICES_A);
  const beginB = <usize>load<u32>(work, WORK_VERTICES_B);
  const beginE = <usize>load<u32>(work, WORK_EDGES);
  store<u32>(work, <u32>(verticesA - beginA) / FEATURE_PAIR_BYTES, WORK_VERTICES_A_COUNT);
  store<u32>(work, <u32>(verticesB - beginB) / FEATURE_PAIR_BYTES, WORK_VERTICES_B_COUNT);
  store<u32>(work, <u32>(edges - beginE) / FEATURE_PAIR_BYTES, WORK_EDGES_COUNT);
}

/** Moves pairs that may be near each other in the mesh to `near`; returns the end of the others. */
function splitByPatches(mesh: usize, pairs: usize, end: usize, near: usize): usize {
  const features = <usize>load<u32>(mesh, MESH_FEATURES);
  let apart = pairs;
  for (let at = pairs; at < end; at += NODE_PAIR_BYTES) {
    const both = load<u64>(at);
    const toNear = mayBeNear(recordOfFirst(features, both), recordOfSecond(features, both));
    store<u64>(near, both);
    store<u64>(apart, both);
    near += select<usize>(NODE_PAIR_BYTES, 0, toNear);
    apart += select<usize>(0, NODE_PAIR_BYTES, toNear);
  }
  return apart;
}

/**
 * Pairs that are not adjacent and represent what the greedy assignment gave them (or everything, where `least` says
 * so). What is represented comes first in a record: everything is written, and what counts is kept.
 */
function handOnApart(meshA: usize, meshB: usize, pairs: usize, end: usize, least: u32): void {
  const featuresA = <usize>load<u32>(meshA, MESH_FEATURES);
  const featuresB = <usize>load<u32>(meshB, MESH_FEATURES);
  let va = verticesA;
  let vb = verticesB;
  let ee = edges;
  for (let at = pairs; at < end; at += NODE_PAIR_BYTES) {
    const leafA = <usize>load<u32>(at);
    const leafB = <usize>load<u32>(at, 4);
    const a = featuresOfLeaf(featuresA, leafA);
    const b = featuresOfLeaf(featuresB, leafB);
    const countsA = load<u32>(a, FEATURES_COUNTS) | least;
    const countsB = load<u32>(b, FEATURES_COUNTS) | least;
    va = writeThree(va, v128.load(a, FEATURES_CORNERS), i32x4.splat(<i32>leafB), countsA & 3);
    vb = writeThree(vb, v128.load(b, FEATURES_CORNERS), i32x4.splat(<i32>leafA), countsB & 3);
    ee = writeEdges(ee, a, b, countsA >> 2, countsB >> 2);
  }
  verticesA = va;
  verticesB = vb;
  edges = ee;
}

/** Writes all pairs of the first `ofA` edges of `a` and the first `ofB` of `b`. */
function writeEdges(out: usize, a: usize, b: usize, ofA: u32, ofB: u32): usize {
  const edgesB = v128.load(b, FEATURES_EDGES);
  out = writeThree(out, i32x4.splat(<i32>edgeOf(a, 0)), edgesB, select<u32>(ofB, 0, ofA > 0));
  out = writeThree(out, i32x4.splat(<i32>edgeOf(a, 1)), edgesB, select<u32>(ofB, 0, ofA > 1));
  return writeThree(out, i32x4.splat(<i32>edgeOf(a, 2)), edgesB, select<u32>(ofB, 0, ofA > 2));
}

/** Writes three pairs of lanes, and moves on by `count` of them. */
function writeThree(out: usize, first: v128, second: v128, count: u32): usize {
  v128.store(out, v128.shuffle<i32>(first, second, 0, 4, 1, 5));
  v128.store64_lane(out, v128.shuffle<i32>(first, second, 2, 6, 2, 6), 0, 16);
  return out + <usize>count * FEATURE_PAIR_BYTES;
}

/** Keeps the pairs that share no vertex; returns their end. */
function dropAdjacent(mesh: usize, pairs: usize, end: usize): usize {
  const features = <usize>load<u32>(mesh, MESH_FEATURES);
  let out = pairs;
  for (let at = pairs; at < end; at += NODE_PAIR_BYTES) {
    const both = load<u64>(at);
    store<u64>(out, both);
    const drop = areAdjacent(recordOfFirst(features, both), recordOfSecond(features, both));
    out += select<usize>(0, NODE_PAIR_BYTES, drop);
  }
  return out;
}

/**
 * Hands on what the triangles have beyond the greedy assignment, by the procedural rule: found for all pairs first,
 * since a branch on each pair would be a guess.
 */
function handOnInherited(mesh: usize, pairs: usize, end: usize): void {
  const features = <usize>load<u32>(mesh, MESH_FEATURES);
  let doubtful = end;
  for (let at = pairs; at < end; at += NODE_PAIR_BYTES) {
    const both = load<u64>(at);
    const a = recordOfFirst(features, both);
    const b = recordOfSecond(features, both);
    const apart = areCornersApart(features, a, b);
    const apartToo = areCornersApart(features, b, a);
    const holds = (i32(areEdgesApart(a, b)) & i32(apart) & i32(apartToo)) !== 0;
    store<u64>(doubtful, both);
    doubtful += select<usize>(0, NODE_PAIR_BYTES, holds);
  }
  for (let at = end; at < doubtful; at += NODE_PAIR_BYTES) {
    const leafA = load<u32>(at);
    const leafB = load<u32>(at, 4);
    const triangleA = load<u32>(<usize>leafA, DOP_META);
    const triangleB = load<u32>(<usize>leafB, DOP_META);
    const a = featuresOfLeaf(features, <usize>leafA);
    const b = featuresOfLeaf(features, <usize>leafB);
    verticesA = inheritCorners(mesh, a, triangleA, b, leafB, verticesA);
    verticesB = inheritCorners(mesh, b, triangleB, a, leafA, verticesB);
    edges = inheritEdges(mesh, a, triangleA, b, triangleB, edges);
  }
}

/** Every feature pair of two triangles that has no vertex in common; with `once`, those that R-Triangles gave them. */
function handOnNotIncident(mesh: usize, pairs: usize, end: usize, once: bool): void {
  const features = <usize>load<u32>(mesh, MESH_FEATURES);
  const ends = <usize>load<u32>(mesh, MESH_EDGES);
  for (let at = pairs; at < end; at += NODE_PAIR_BYTES) {
    const leafA = load<u32>(at);
    const leafB = load<u32>(at, 4);
    const a = featuresOfLeaf(features, <usize>leafA);
    const b = featuresOfLeaf(features, <usize>leafB);
    verticesA = writeNotIncident(verticesA, a, once ? representedCorners(a) : 3, b, leafB);
    verticesB = writeNotIncident(verticesB, b, once ? representedCorners(b) : 3, a, leafA);
    const ofA: u32 = once ? representedEdges(a) : 3;
    const ofB: u32 = once ? representedEdges(b) : 3;
    for (let i: u32 = 0; i < ofA; i++) {
      for (let j: u32 = 0; j < ofB; j++) {
        if (!shareEnd(ends, edgeOf(a, i), edgeOf(b, j))) edges = write(edges, edgeOf(a, i), edgeOf(b, j));
      }
    }
  }
}

function writeNotIncident(out: usize, record: usize, count: u32, face: usize, leaf: u32): usize {
  for (let k: u32 = 0; k < count; k++) {
    if (!hasCorner(face, cornerOf(record, k))) out = write(out, cornerOf(record, k), leaf);
  }
  return out;
}

function shareEnd(ends: usize, edge: u32, other: u32): bool {
  const atEdge = ends + ((<usize>edge) << 3);
  const atOther = ends + ((<usize>other) << 3);
  const a = load<u32>(atEdge);
  const b = load<u32>(atEdge, 4);
  const c = load<u32>(atOther);
  const d = load<u32>(atOther, 4);
  return a === c || a === d || b === c || b === d;
}

function write(out: usize, first: u32, second: u32): usize {
  store<u32>(out, first);
  store<u32>(out, second, 4);
  return out + FEATURE_PAIR_BYTES;
}
