// Elementary tests of feature pairs; contacts are written down.
import { sweptVertex } from './apart-at-ends';
import { writeControl } from './curves';
import { curvedEdgeEdge, curvedVertexFace } from './elementary/curved-contact';
import { contactOf, contactTime } from './elementary/filter';
import { thickEdgeEdge, thickVertexFace } from './elementary/thick-contact';
import { givenTriangle, givenVertex } from './given-numbers';
import { MESH_DEGREE, MESH_INNER } from './layout/curves';
import {
  CLOSE_FRAME,
  CLOSE_RESULT,
  CONTACT_BIT,
  CONTACT_FREE,
  CONTACT_TIME,
  DECIDED_EXACTLY,
} from './layout/elementary';
import {
  FEATURE_PAIR_BYTES,
  FOUND_A,
  FOUND_B,
  FOUND_BYTES,
  FOUND_KIND,
  FOUND_TIME,
  KIND_EDGE_EDGE,
  KIND_FACE_VERTEX,
  KIND_VERTEX_FACE,
  MESH_EDGES,
  MESH_SWEPT,
  MESH_TRIANGLES,
  WORK_EDGES,
  WORK_EDGES_COUNT,
  WORK_EXACT_TESTS,
  WORK_GAP,
  WORK_MESH_A,
  WORK_MESH_B,
  WORK_SCRATCH,
  WORK_TIME_FROM,
  WORK_TIME_SPAN,
  WORK_VERTICES_A,
  WORK_VERTICES_A_COUNT,
  WORK_VERTICES_B,
  WORK_VERTICES_B_COUNT,
} from './layout/search';

const ROUNDED_DOWN: f64 = 1 - 4.440892098500626e-16; // 2^-51

let exactTests: u32 = 0;
let gap: f64 = 0;
let from: f64 = 0;
let span: f64 = 1;
let scratch: usize = 0;
let degree: i32 = 1;
let toInnerOfFirst: usize = 0;
let toInnerOfSecond: usize = 0;
/** After a contact: its time, in the part of the step that is searched. */
let time: f64 = 0;

/** Tests the feature pairs of a chunk. There must be room for as many contacts; returns how many there are. */
export function testFeatures(work: usize, contacts: usize): u32 {
  const meshA = <usize>load<u32>(work, WORK_MESH_A);
  const meshB = <usize>load<u32>(work, WORK_MESH_B);
  const kindB = meshA === meshB ? KIND_VERTEX_FACE : KIND_FACE_VERTEX;
  exactTests = 0;
  gap = load<f64>(work, WORK_GAP);
  from = load<f64>(work, WORK_TIME_FROM);
  span = load<f64>(work, WORK_TIME_SPAN);
  scratch = <usize>load<u32>(work, WORK_SCRATCH);
  degree = <i32>load<u32>(meshA, MESH_DEGREE);
  let out = testVertices(
    work + WORK_VERTICES_A,
    work + WORK_VERTICES_A_COUNT,
    meshA,
    meshB,
    KIND_VERTEX_FACE,
    contacts,
  );
  out = testVertices(work + WORK_VERTICES_B, work + WORK_VERTICES_B_COUNT, meshB, meshA, kindB, out);
  out = testEdges(work, meshA, meshB, out);
  store<f64>(work, load<f64>(work, WORK_EXACT_TESTS) + <f64>exactTests, WORK_EXACT_TESTS);
  return <u32>(out - contacts) / FOUND_BYTES;
}

/** CONTACT_BIT where four vertices meet, v f0 f1 f2 or a0 a1 b0 b1 (`edges`), or come as close as the gap. */
function stateOf(p0: usize, p1: usize, p2: usize, p3: usize, edges: bool): i32 {
  if (degree > 1 || gap > 0) return boundedState(p0, p1, p2, p3, edges);
  const state = contactOf(p0, p1, p2, p3, edges);
  time = contactTime;
  return state;
}

/** Never later: two roundings are taken off. */
function timeInStep(): f64 {
  return max(from, (from + span * time) * ROUNDED_DOWN);
}

/** With a gap, or on curved paths. What a bounded amount of work proves nothing about counts as contact: nothing is lost. */
function boundedState(p0: usize, p1: usize, p2: usize, p3: usize, edges: bool): i32 {
  for (let k = 0; k <= degree; k++) {
    const points = scratch + <usize>k * 96;
    writeControl(p0, p0 + toInnerOfFirst, degree, k, points);
    writeControl(p1, p1 + (edges ? toInnerOfFirst : toInnerOfSecond), degree, k, points + 24);
    writeControl(p2, p2 + toInnerOfSecond, degree, k, points + 48);
    writeControl(p3, p3 + toInnerOfSecond, degree, k, points + 72);
  }
  const state = edges ? boundedEdges() : boundedFace();
  time = load<f64>(scratch + CLOSE_RESULT, CONTACT_TIME);
  return state === CONTACT_FREE ? 0 : CONTACT_BIT;
}

function boundedFace(): i32 {
  const result = scratch + CLOSE_RESULT;
  const frame = scratch + CLOSE_FRAME;
  return gap > 0
    ? thickVertexFace(scratch, degree, gap, result, frame)
    : curvedVertexFace(scratch, degree, result, frame);
}

function boundedEdges(): i32 {
  const result = scratch + CLOSE_RESULT;
  const frame = scratch + CLOSE_FRAME;
  return gap > 0
    ? thickEdgeEdge(scratch, degree, gap, result, frame)
    : curvedEdgeEdge(scratch, degree, result, frame);
}

/** From swept vertices to their inner control points. */
function toInnerOf(mesh: usize): usize {
  return <usize>load<u32>(mesh, MESH_INNER) - <usize>load<u32>(mesh, MESH_SWEPT);
}

function testVertices(
  list: usize,
  count: usize,
  ofVertex: usize,
  ofFace: usize,
  kind: u32,
  contacts: usize,
): usize {
  const sweptV = <usize>load<u32>(ofVertex, MESH_SWEPT);
  const sweptF = <usize>load<u32>(ofFace, MESH_SWEPT);
  toInnerOfFirst = toInnerOf(ofVertex);
  toInnerOfSecond = toInnerOf(ofFace);
  const triangles = <usize>load<u32>(ofFace, MESH_TRIANGLES);
  const begin = <usize>load<u32>(list);
  const end = begin + <usize>load<u32>(count) * FEATURE_PAIR_BYTES;
  let out = contacts;
  for (let at = begin; at < end; at += FEATURE_PAIR_BYTES) {
    const vertex = load<u32>(at);
    const triangle = load<u32>(at, 4);
    const corners = triangles + <usize>triangle * 12;
    const state = stateOf(
      sweptVertex(sweptV, vertex),
      sweptVertex(sweptF, load<u32>(corners)),
      sweptVertex(sweptF, load<u32>(corners, 4)),
      sweptVertex(sweptF, load<u32>(corners, 8)),
      false,
    );
    if (state >= DECIDED_EXACTLY) exactTests++;
    if (!(state & CONTACT_BIT)) continue;
    const givenV = givenVertex(ofVertex, vertex);
    const givenT = givenTriangle(ofFace, triangle);
    const first = select(givenT, givenV, kind === KIND_FACE_VERTEX);
    const second = select(givenV, givenT, kind === KIND_FACE_VERTEX);
    out = write(out, kind, first, second);
  }
  return out;
}

function testEdges(work: usize, meshA: usize, meshB: usize, contacts: usize): usize {
  const sweptA = <usize>load<u32>(meshA, MESH_SWEPT);
  const sweptB = <usize>load<u32>(meshB, MESH_SWEPT);
  toInnerOfFirst = toInnerOf(meshA);
  toInnerOfSecond = toInnerOf(meshB);
  const edgesA = <usize>load<u32>(meshA, MESH_EDGES);
  const edgesB = <usize>load<u32>(meshB, MESH_EDGES);
  const isSelf = meshA === meshB;
  const begin = <usize>load<u32>(work, WORK_EDGES);
  const end = begin + <usize>load<u32>(work, WORK_EDGES_COUNT) * FEATURE_PAIR_BYTES;
  let out = contacts;
  for (let at = begin; at < end; at += FEATURE_PAIR_BYTES) {
    let a = load<u32>(at);
    let b = load<u32>(at, 4);
    if (isSelf && a > b) {
      // one order for a pair within a mesh, so that its time has the same bits however it was found
      const larger = a;
      a = b;
      b = larger;
    }
    const endsA = edgesA + ((<usize>a) << 3);
    const endsB = edgesB + ((<usize>b) << 3);
    const state = stateOf(
      sweptVertex(sweptA, load<u32>(endsA)),
      sweptVertex(sweptA, load<u32>(endsA, 4)),
      sweptVertex(sweptB, load<u32>(endsB)),
      sweptVertex(sweptB, load<u32>(endsB, 4)),
      true,
    );
    if (state >= DECIDED_EXACTLY) exactTests++;
    if (state & CONTACT_BIT) out = write(out, KIND_EDGE_EDGE, a, b);
  }
  return out;
}

function write(out: usize, kind: u32, a: u32, b: u32): usize {
  store<u32>(out, kind, FOUND_KIND);
  store<u32>(out, a, FOUND_A);
  store<u32>(out, b, FOUND_B);
  store<f64>(out, span === 1 ? time : timeInStep(), FOUND_TIME);
  return out + FOUND_BYTES;
}
