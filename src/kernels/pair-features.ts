// From pairs of triangles to pairs of features.

import {
  areAdjacent,
  cornerOf,
  edgeOf,
  featuresOfLeaf,
  hasCorner,
  mayBeNear,
  representedCorners,
  representedEdges,
} from './features';
import {
  DOP_META,
  FEATURE_PAIR_BYTES,
  FEATURES_CORNERS,
  FEATURES_COUNTS,
  FEATURES_EDGES,
  MESH_EDGES,
  MESH_FEATURES,
  NODE_PAIR_BYTES,
  PAIRS_ADJACENT,
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
} from './layout';
import { representCorners, representEdges } from './representatives';

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
  let triangles = count;
  if (meshA !== meshB) {
    handOnApart(meshA, meshB, pairs, pairs + <usize>count * NODE_PAIR_BYTES, once ? 0 : ALL);
  } else {
    const near = <usize>load<u32>(work, WORK_NEAR);
    const apart = splitPairs(meshA, pairs, count, near);
    const nearCount = count - <u32>(apart - pairs) / NODE_PAIR_BYTES;
    handOnApart(meshA, meshA, pairs, apart, once ? 0 : ALL);
    triangles -= handOnNear(meshA, near, nearCount, rule);
  }
  store<f64>(work, load<f64>(work, WORK_TRIANGLE_PAIRS) + <f64>triangles, WORK_TRIANGLE_PAIRS);
  const beginA = <usize>load<u32>(work, WORK_VERTICES_A);
  const beginB = <usize>load<u32>(work, WORK_VERTICES_B);
  const beginE = <usize>load<u32>(work, WORK_EDGES);
  store<u32>(work, <u32>(verticesA - beginA) / FEATURE_PAIR_BYTES, WORK_VERTICES_A_COUNT);
  store<u32>(work, <u32>(verticesB - beginB) / FEATURE_PAIR_BYTES, WORK_VERTICES_B_COUNT);
  store<u32>(work, <u32>(edges - beginE) / FEATURE_PAIR_BYTES, WORK_EDGES_COUNT);
}

/** Moves pairs that may be near each other in the mesh to `near`; returns the end of the others. No branches. */
function splitPairs(mesh: usize, pairs: usize, count: u32, near: usize): usize {
  const features = <usize>load<u32>(mesh, MESH_FEATURES);
  const end = pairs + <usize>count * NODE_PAIR_BYTES;
  let apart = pairs;
  for (let at = pairs; at < end; at += NODE_PAIR_BYTES) {
    const both = load<u64>(at);
    const a = featuresOfLeaf(features, <usize>(<u32>both));
    const b = featuresOfLeaf(features, <usize>(both >> 32));
    const toNear = mayBeNear(a, b);
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
    const edgesB = v128.load(b, FEATURES_EDGES);
    const ofB = countsB >> 2;
    const ofA = countsA >> 2;
    ee = writeThree(ee, i32x4.splat(<i32>edgeOf(a, 0)), edgesB, ofA > 0 ? ofB : 0);
    ee = writeThree(ee, i32x4.splat(<i32>edgeOf(a, 1)), edgesB, ofA > 1 ? ofB : 0);
    ee = writeThree(ee, i32x4.splat(<i32>edgeOf(a, 2)), edgesB, ofA > 2 ? ofB : 0);
  }
  verticesA = va;
  verticesB = vb;
  edges = ee;
}

/** Writes three pairs of lanes, and moves on by `count` of them. */
function writeThree(out: usize, first: v128, second: v128, count: u32): usize {
  v128.store(out, v128.shuffle<i32>(first, second, 0, 4, 1, 5));
  v128.store64_lane(out, v128.shuffle<i32>(first, second, 2, 6, 2, 6), 0, 16);
  return out + <usize>count * FEATURE_PAIR_BYTES;
}

/** Pairs that may be adjacent or near each other. Returns how many of them hand on nothing, being adjacent. */
function handOnNear(mesh: usize, pairs: usize, count: u32, rule: u32): u32 {
  const features = <usize>load<u32>(mesh, MESH_FEATURES);
  const once = (rule & PAIRS_ONCE) !== 0;
  const withAdjacent = (rule & PAIRS_ADJACENT) !== 0;
  const end = pairs + <usize>count * NODE_PAIR_BYTES;
  let dropped: u32 = 0;
  for (let at = pairs; at < end; at += NODE_PAIR_BYTES) {
    const leafA = <usize>load<u32>(at);
    const leafB = <usize>load<u32>(at, 4);
    const a = featuresOfLeaf(features, leafA);
    const b = featuresOfLeaf(features, leafB);
    if (withAdjacent) {
      handOnNotIncident(mesh, a, b, leafA, leafB, once);
    } else if (areAdjacent(a, b)) {
      dropped++;
    } else if (once) {
      const triangleA = load<u32>(leafA, DOP_META);
      const triangleB = load<u32>(leafB, DOP_META);
      verticesA = representCorners(mesh, a, triangleA, b, leafB, verticesA);
      verticesB = representCorners(mesh, b, triangleB, a, leafA, verticesB);
      edges = representEdges(mesh, a, triangleA, b, triangleB, edges);
    } else {
      handOnNotIncident(mesh, a, b, leafA, leafB, false);
    }
  }
  return dropped;
}

/** Every feature pair of two triangles that has no vertex in common; with `once`, those that R-Triangles gave them. */
function handOnNotIncident(mesh: usize, a: usize, b: usize, leafA: usize, leafB: usize, once: bool): void {
  const cornersA: u32 = once ? representedCorners(a) : 3;
  const cornersB: u32 = once ? representedCorners(b) : 3;
  const edgesA: u32 = once ? representedEdges(a) : 3;
  const edgesB: u32 = once ? representedEdges(b) : 3;
  for (let k: u32 = 0; k < cornersA; k++) {
    if (!hasCorner(b, cornerOf(a, k))) verticesA = write(verticesA, cornerOf(a, k), <u32>leafB);
  }
  for (let k: u32 = 0; k < cornersB; k++) {
    if (!hasCorner(a, cornerOf(b, k))) verticesB = write(verticesB, cornerOf(b, k), <u32>leafA);
  }
  const ends = <usize>load<u32>(mesh, MESH_EDGES);
  for (let i: u32 = 0; i < edgesA; i++) {
    for (let j: u32 = 0; j < edgesB; j++) {
      if (!shareEnd(ends, edgeOf(a, i), edgeOf(b, j))) edges = write(edges, edgeOf(a, i), edgeOf(b, j));
    }
  }
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
