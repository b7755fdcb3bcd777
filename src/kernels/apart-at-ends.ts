// Features that are on different sides of an axis-aligned plane at both ends of the step. Every difference of two
// vertices along the axis is linear in time: of one sign at both ends, it is of that sign at all times. Swept boxes
// cannot see this where both features move in the same direction. Comparisons alone: nothing is rounded.
import { SWEPT_VERTEX_BYTES } from './layout/meshes';
import {
  FEATURE_PAIR_BYTES,
  MESH_EDGES,
  MESH_SWEPT,
  MESH_TRIANGLES,
  WORK_EDGES,
  WORK_EDGES_COUNT,
  WORK_GAP,
  WORK_MESH_A,
  WORK_MESH_B,
  WORK_VERTICES_A,
  WORK_VERTICES_A_COUNT,
  WORK_VERTICES_B,
  WORK_VERTICES_B_COUNT,
} from './layout/search';

const ROUNDED_UP: f64 = 1 + 4.440892098500626e-16; // 2^-51

/** How far apart features must be. Rounded up: the difference of two coordinates is rounded once. */
let gap: f64 = 0;

/** Makes WORK_GAP the distance that counts as apart. */
export function useGap(work: usize): void {
  gap = load<f64>(work, WORK_GAP) * ROUNDED_UP;
}

/** Keeps the feature pairs (faces, not leaves) that are not apart like this. */
export function cullByMotion(work: usize): void {
  useGap(work);
  const meshA = <usize>load<u32>(work, WORK_MESH_A);
  const meshB = <usize>load<u32>(work, WORK_MESH_B);
  cullVertices(work + WORK_VERTICES_A, work + WORK_VERTICES_A_COUNT, meshA, meshB);
  cullVertices(work + WORK_VERTICES_B, work + WORK_VERTICES_B_COUNT, meshB, meshA);
  cullEdges(work, meshA, meshB);
}

function cullVertices(list: usize, count: usize, ofVertex: usize, ofFace: usize): void {
  const sweptV = <usize>load<u32>(ofVertex, MESH_SWEPT);
  const sweptF = <usize>load<u32>(ofFace, MESH_SWEPT);
  const triangles = <usize>load<u32>(ofFace, MESH_TRIANGLES);
  const begin = <usize>load<u32>(list);
  const end = begin + <usize>load<u32>(count) * FEATURE_PAIR_BYTES;
  let out = begin;
  for (let at = begin; at < end; at += FEATURE_PAIR_BYTES) {
    const vertex = sweptVertex(sweptV, load<u32>(at));
    const corners = triangles + <usize>load<u32>(at, 4) * 12;
    const a = sweptVertex(sweptF, load<u32>(corners));
    const b = sweptVertex(sweptF, load<u32>(corners, 4));
    const c = sweptVertex(sweptF, load<u32>(corners, 8));
    store<u64>(out, load<u64>(at));
    out += select<usize>(0, FEATURE_PAIR_BYTES, areTrianglesApart(vertex, vertex, vertex, a, b, c));
  }
  store<u32>(count, <u32>(out - begin) / FEATURE_PAIR_BYTES);
}

function cullEdges(work: usize, meshA: usize, meshB: usize): void {
  const sweptA = <usize>load<u32>(meshA, MESH_SWEPT);
  const sweptB = <usize>load<u32>(meshB, MESH_SWEPT);
  const edgesA = <usize>load<u32>(meshA, MESH_EDGES);
  const edgesB = <usize>load<u32>(meshB, MESH_EDGES);
  const begin = <usize>load<u32>(work, WORK_EDGES);
  const end = begin + <usize>load<u32>(work, WORK_EDGES_COUNT) * FEATURE_PAIR_BYTES;
  let out = begin;
  for (let at = begin; at < end; at += FEATURE_PAIR_BYTES) {
    const endsA = edgesA + ((<usize>load<u32>(at)) << 3);
    const endsB = edgesB + ((<usize>load<u32>(at, 4)) << 3);
    const a = sweptVertex(sweptA, load<u32>(endsA));
    const b = sweptVertex(sweptA, load<u32>(endsA, 4));
    const c = sweptVertex(sweptB, load<u32>(endsB));
    const d = sweptVertex(sweptB, load<u32>(endsB, 4));
    store<u64>(out, load<u64>(at));
    const apart =
      areEdgesApart(a, b, c, d, 0) | areEdgesApart(a, b, c, d, 16) | areEdgesApart(a, b, c, d, 32);
    out += select<usize>(0, FEATURE_PAIR_BYTES, apart !== 0);
  }
  store<u32>(work, <u32>(out - begin) / FEATURE_PAIR_BYTES, WORK_EDGES_COUNT);
}

export function sweptVertex(swept: usize, vertex: u32): usize {
  return swept + <usize>vertex * SWEPT_VERTEX_BYTES;
}

/** Whether triangles p q r and a b c are apart along x, y or z at both ends, in the same order. */
export function areTrianglesApart(p: usize, q: usize, r: usize, a: usize, b: usize, c: usize): bool {
  return (
    (areApart(p, q, r, a, b, c, 0) | areApart(p, q, r, a, b, c, 16) | areApart(p, q, r, a, b, c, 32)) !== 0
  );
}

function areApart(p: usize, q: usize, r: usize, a: usize, b: usize, c: usize, axis: usize): i32 {
  const atP = v128.load(p + axis);
  const atQ = v128.load(q + axis);
  const atR = v128.load(r + axis);
  const atA = v128.load(a + axis);
  const atB = v128.load(b + axis);
  const atC = v128.load(c + axis);
  return isBeyond(
    f64x2.pmin(f64x2.pmin(atP, atQ), atR),
    f64x2.pmax(f64x2.pmax(atP, atQ), atR),
    f64x2.pmin(f64x2.pmin(atA, atB), atC),
    f64x2.pmax(f64x2.pmax(atA, atB), atC),
  );
}

function areEdgesApart(a: usize, b: usize, c: usize, d: usize, axis: usize): i32 {
  const atA = v128.load(a + axis);
  const atB = v128.load(b + axis);
  const atC = v128.load(c + axis);
  const atD = v128.load(d + axis);
  return isBeyond(f64x2.pmin(atA, atB), f64x2.pmax(atA, atB), f64x2.pmin(atC, atD), f64x2.pmax(atC, atD));
}

/** Whether one's most is below the other's least by more than the gap, at both ends; touching is not apart. */
function isBeyond(leastA: v128, mostA: v128, leastB: v128, mostB: v128): i32 {
  const least = f64x2.splat(gap);
  return (
    i32(i64x2.all_true(f64x2.gt(f64x2.sub(leastB, mostA), least))) |
    i32(i64x2.all_true(f64x2.gt(f64x2.sub(leastA, mostB), least)))
  );
}
