// What a cut makes of triangles, and of the faces of vertices, of a mesh in a block: vertices are split, and copies come last.

import {
  BLOCK_TRIANGLE_COUNT,
  BLOCK_TRIANGLES,
  BLOCK_VERTEX_COUNT,
  BLOCK_VERTEX_FACE_START,
  BLOCK_VERTEX_FACES,
} from './layout/meshes';
import { cornersOf, facesOf, hasCorner, sectionOf } from './orphans';

/** The triangles of before, of which `count` have other corners, three each. */
export function splitTriangles(old: usize, mesh: usize, changed: usize, corners: usize, count: u32): void {
  const bytes: usize = 12 * <usize>load<u32>(old, BLOCK_TRIANGLE_COUNT);
  memory.copy(sectionOf(mesh, BLOCK_TRIANGLES), sectionOf(old, BLOCK_TRIANGLES), bytes);
  for (let end = changed + ((<usize>count) << 2); changed < end; changed += 4, corners += 12)
    memory.copy(cornersOf(mesh, load<u32>(changed)), corners, 12);
}

/** The faces of all vertices. `source`: u32 the vertex that each new one is a copy of; `marks`: a byte a vertex, all 0, which it sets for those. */
export function splitFaces(old: usize, mesh: usize, source: usize, marks: usize): void {
  const before = load<u32>(old, BLOCK_VERTEX_COUNT);
  const copies = load<u32>(mesh, BLOCK_VERTEX_COUNT) - before;
  const starts = sectionOf(mesh, BLOCK_VERTEX_FACE_START);
  const first = sectionOf(mesh, BLOCK_VERTEX_FACES);
  for (let i: u32 = 0; i < copies; i++) store<u8>(marks + <usize>load<u32>(source + ((<usize>i) << 2)), 1);
  let to = first;
  for (let vertex: u32 = 0; vertex < before; vertex++) {
    store<u32>(starts + ((<usize>vertex) << 2), <u32>((to - first) >> 2));
    if (load<u8>(marks + <usize>vertex) !== 0) {
      to = facesThatHave(old, mesh, vertex, vertex, to);
      continue;
    }
    const faces = facesOf(old, vertex);
    const end = facesOf(old, vertex + 1);
    for (let at = faces; at < end; at += 4, to += 4) store<u32>(to, load<u32>(at));
  }
  for (let i: u32 = 0; i < copies; i++) {
    store<u32>(starts + ((<usize>(before + i)) << 2), <u32>((to - first) >> 2));
    to = facesThatHave(old, mesh, load<u32>(source + ((<usize>i) << 2)), before + i, to);
  }
  store<u32>(starts + ((<usize>(before + copies)) << 2), <u32>((to - first) >> 2));
}

/** Of the faces that a vertex had those that have another now, or have it still. Returns where the next face goes. */
function facesThatHave(old: usize, mesh: usize, vertex: u32, now: u32, to: usize): usize {
  const end = facesOf(old, vertex + 1);
  for (let at = facesOf(old, vertex); at < end; at += 4) {
    const face = load<u32>(at);
    if (!hasCorner(cornersOf(mesh, face), now)) continue;
    store<u32>(to, face);
    to += 4;
  }
  return to;
}
