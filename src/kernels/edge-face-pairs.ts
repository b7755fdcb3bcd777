// The discrete case of R-Triangles (4): of two triangles at one instant, each edge that one represents meets the other's face.
import { sweptVertex } from './apart-at-ends';
import { edgeMeetsFace } from './elementary/edge-face-static';
import { useExactSum } from './elementary/exact-sum';
import { edgeOf, featuresOfLeaf, hasCorner, representedEdges } from './features';
import { givenTriangle } from './given-numbers';
import { KIND_EDGE_FACE, KIND_FACE_EDGE } from './layout/discrete';
import {
  FEATURE_PAIR_BYTES,
  FOUND_A,
  FOUND_B,
  FOUND_BYTES,
  FOUND_KIND,
  FOUND_TIME,
  MESH_EDGES,
  MESH_FEATURES,
  MESH_SWEPT,
  MESH_TRIANGLES,
  NODE_PAIR_BYTES,
  PAIRS_ONCE,
  WORK_EDGES_COUNT,
  WORK_MESH_A,
  WORK_MESH_B,
  WORK_PAIRS,
  WORK_RULE,
  WORK_TRIANGLE_PAIRS,
  WORK_VERTICES_A,
  WORK_VERTICES_A_COUNT,
  WORK_VERTICES_B,
  WORK_VERTICES_B_COUNT,
} from './layout/search';

/** Writes the pairs of an edge and a leaf that `count` pairs of leaves hand on, in the place of vertices and leaves. */
export function pairEdgeFaces(work: usize, count: u32): void {
  const meshA = <usize>load<u32>(work, WORK_MESH_A);
  const meshB = <usize>load<u32>(work, WORK_MESH_B);
  const featuresA = <usize>load<u32>(meshA, MESH_FEATURES);
  const featuresB = <usize>load<u32>(meshB, MESH_FEATURES);
  // within one mesh an edge that shares a vertex with a face always touches it
  const endsA = meshA === meshB ? <usize>load<u32>(meshA, MESH_EDGES) : 0;
  const once = (load<u32>(work, WORK_RULE) & PAIRS_ONCE) !== 0;
  const pairs = <usize>load<u32>(work, WORK_PAIRS);
  let outA = <usize>load<u32>(work, WORK_VERTICES_A);
  let outB = <usize>load<u32>(work, WORK_VERTICES_B);
  for (let at = pairs; at < pairs + <usize>count * NODE_PAIR_BYTES; at += NODE_PAIR_BYTES) {
    const leafA = load<u32>(at);
    const leafB = load<u32>(at, 4);
    const a = featuresOfLeaf(featuresA, <usize>leafA);
    const b = featuresOfLeaf(featuresB, <usize>leafB);
    outA = writeEdges(outA, a, once ? representedEdges(a) : 3, b, leafB, endsA);
    outB = writeEdges(outB, b, once ? representedEdges(b) : 3, a, leafA, endsA);
  }
  store<f64>(work, load<f64>(work, WORK_TRIANGLE_PAIRS) + <f64>count, WORK_TRIANGLE_PAIRS);
  store<u32>(
    work,
    <u32>(outA - load<u32>(work, WORK_VERTICES_A)) / FEATURE_PAIR_BYTES,
    WORK_VERTICES_A_COUNT,
  );
  store<u32>(
    work,
    <u32>(outB - load<u32>(work, WORK_VERTICES_B)) / FEATURE_PAIR_BYTES,
    WORK_VERTICES_B_COUNT,
  );
  store<u32>(work, 0, WORK_EDGES_COUNT);
}

function writeEdges(out: usize, record: usize, count: u32, face: usize, leaf: u32, ends: usize): usize {
  for (let k: u32 = 0; k < count; k++) {
    const edge = edgeOf(record, k);
    const atEnds = ends + ((<usize>edge) << 3);
    if (ends !== 0 && (hasCorner(face, load<u32>(atEnds)) || hasCorner(face, load<u32>(atEnds, 4)))) continue;
    store<u32>(out, edge);
    store<u32>(out, leaf, 4);
    out += FEATURE_PAIR_BYTES;
  }
  return out;
}

/** Tests the pairs of an edge and a face at the start of the step. There must be room for all; returns how many meet. */
export function testEdgeFaces(work: usize, found: usize, points: usize, exactSum: usize): u32 {
  const meshA = <usize>load<u32>(work, WORK_MESH_A);
  const meshB = <usize>load<u32>(work, WORK_MESH_B);
  useExactSum(exactSum);
  const isSelf = meshA === meshB;
  let out = testList(
    work + WORK_VERTICES_A,
    work + WORK_VERTICES_A_COUNT,
    meshA,
    meshB,
    false,
    found,
    points,
  );
  out = testList(work + WORK_VERTICES_B, work + WORK_VERTICES_B_COUNT, meshB, meshA, !isSelf, out, points);
  return <u32>(out - found) / FOUND_BYTES;
}

function testList(
  list: usize,
  count: usize,
  ofEdge: usize,
  ofFace: usize,
  faceFirst: bool,
  found: usize,
  points: usize,
): usize {
  const sweptE = <usize>load<u32>(ofEdge, MESH_SWEPT);
  const sweptF = <usize>load<u32>(ofFace, MESH_SWEPT);
  const edges = <usize>load<u32>(ofEdge, MESH_EDGES);
  const triangles = <usize>load<u32>(ofFace, MESH_TRIANGLES);
  const begin = <usize>load<u32>(list);
  const end = begin + <usize>load<u32>(count) * FEATURE_PAIR_BYTES;
  let out = found;
  for (let at = begin; at < end; at += FEATURE_PAIR_BYTES) {
    const edge = load<u32>(at);
    const face = load<u32>(at, 4);
    const ends = edges + ((<usize>edge) << 3);
    const corners = triangles + <usize>face * 12;
    copyPoint(sweptVertex(sweptE, load<u32>(ends)), points);
    copyPoint(sweptVertex(sweptE, load<u32>(ends, 4)), points + 24);
    copyPoint(sweptVertex(sweptF, load<u32>(corners)), points + 48);
    copyPoint(sweptVertex(sweptF, load<u32>(corners, 4)), points + 72);
    copyPoint(sweptVertex(sweptF, load<u32>(corners, 8)), points + 96);
    if (!edgeMeetsFace(points, points + 24, points + 48, points + 72, points + 96)) continue;
    const given = givenTriangle(ofFace, face);
    store<u32>(out, faceFirst ? KIND_FACE_EDGE : KIND_EDGE_FACE, FOUND_KIND);
    store<u32>(out, faceFirst ? given : edge, FOUND_A);
    store<u32>(out, faceFirst ? edge : given, FOUND_B);
    store<f64>(out, 0, FOUND_TIME);
    out += FOUND_BYTES;
  }
  return out;
}

function copyPoint(swept: usize, point: usize): void {
  store<f64>(point, load<f64>(swept));
  store<f64>(point, load<f64>(swept, 16), 8);
  store<f64>(point, load<f64>(swept, 32), 16);
}
