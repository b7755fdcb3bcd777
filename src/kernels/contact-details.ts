// Where the contacts of a search are, and along which normals.
import { sweptVertex } from './apart-at-ends';
import { writeTangent } from './curves';
import { contactDetails } from './elementary/details';
import { MESH_DEGREE, MESH_INNER } from './layout/curves';
import { CONTACT_DETAILS_BYTES, CONTACT_NORMAL_OFFSET } from './layout/elementary';
import { SWEPT_VERTEX_BYTES } from './layout/meshes';
import {
  FOUND_A,
  FOUND_B,
  FOUND_BYTES,
  FOUND_KIND,
  FOUND_TIME,
  KIND_EDGE_EDGE,
  KIND_FACE_VERTEX,
  MESH_EDGES,
  MESH_SWEPT,
  MESH_TRIANGLES,
  WORK_GAP,
  WORK_MESH_A,
  WORK_MESH_B,
  WORK_SCRATCH,
  WORK_TIME_FROM,
  WORK_TIME_SPAN,
} from './layout/search';

/** Where the tangents of curved paths go. */
let scratch: usize = 0;

/**
 * Writes CONTACT_DETAILS_BYTES a contact: four weights, of the vertex and the face's corners or of both edges' ends, and
 * a unit normal from b to the side that a comes from.
 */
export function detailContacts(work: usize, contacts: usize, count: u32, out: usize): void {
  const a = <usize>load<u32>(work, WORK_MESH_A);
  const b = <usize>load<u32>(work, WORK_MESH_B);
  const apart = load<f64>(work, WORK_GAP) > 0;
  const from = load<f64>(work, WORK_TIME_FROM);
  const span = load<f64>(work, WORK_TIME_SPAN);
  scratch = <usize>load<u32>(work, WORK_SCRATCH);
  for (let end = contacts + <usize>count * FOUND_BYTES; contacts < end; contacts += FOUND_BYTES) {
    const kind = load<u32>(contacts, FOUND_KIND);
    const first = load<u32>(contacts, FOUND_A);
    const second = load<u32>(contacts, FOUND_B);
    const time = min(max((load<f64>(contacts, FOUND_TIME) - from) / span, 0), 1);
    if (kind === KIND_EDGE_EDGE) writeEdges(a, first, b, second, time, apart, out);
    else if (kind === KIND_FACE_VERTEX) {
      writeFace(b, second, a, first, time, apart, out);
      for (let i: usize = CONTACT_NORMAL_OFFSET; i < <usize>CONTACT_DETAILS_BYTES; i += 8) {
        store<f64>(out + i, 0 - load<f64>(out + i)); // no negative zeros
      }
    } else writeFace(a, first, b, second, time, apart, out);
    out += CONTACT_DETAILS_BYTES;
  }
}

function writeFace(
  ofVertex: usize,
  vertex: u32,
  ofFace: usize,
  face: u32,
  time: f64,
  apart: bool,
  out: usize,
): void {
  const corners = <usize>load<u32>(ofFace, MESH_TRIANGLES) + <usize>face * 12;
  contactDetails(
    pathOf(ofVertex, vertex, time, 0),
    pathOf(ofFace, load<u32>(corners), time, 1),
    pathOf(ofFace, load<u32>(corners, 4), time, 2),
    pathOf(ofFace, load<u32>(corners, 8), time, 3),
    false,
    time,
    apart,
    out,
  );
}

function writeEdges(
  ofA: usize,
  edgeA: u32,
  ofB: usize,
  edgeB: u32,
  time: f64,
  apart: bool,
  out: usize,
): void {
  const a = <usize>load<u32>(ofA, MESH_EDGES) + ((<usize>edgeA) << 3);
  const b = <usize>load<u32>(ofB, MESH_EDGES) + ((<usize>edgeB) << 3);
  contactDetails(
    pathOf(ofA, load<u32>(a), time, 0),
    pathOf(ofA, load<u32>(a, 4), time, 1),
    pathOf(ofB, load<u32>(b), time, 2),
    pathOf(ofB, load<u32>(b, 4), time, 3),
    true,
    time,
    apart,
    out,
  );
}

/** The straight path of a vertex, or one that is where its curve is at the time, and goes the same way there. */
function pathOf(mesh: usize, vertex: u32, time: f64, point: usize): usize {
  const swept = <usize>load<u32>(mesh, MESH_SWEPT);
  const path = sweptVertex(swept, vertex);
  const degree = <i32>load<u32>(mesh, MESH_DEGREE);
  if (degree === 1) return path;
  const tangent = scratch + point * SWEPT_VERTEX_BYTES;
  writeTangent(path, path + <usize>load<u32>(mesh, MESH_INNER) - swept, degree, time, tangent);
  return tangent;
}
