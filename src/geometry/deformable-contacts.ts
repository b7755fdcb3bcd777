import {
  BLOCK_EDGES,
  BLOCK_TRIANGLES,
  CONTACT_DETAILS_BYTES,
  CONTACT_NORMAL_OFFSET,
  FOUND_A,
  FOUND_B,
  FOUND_BYTES,
  FOUND_KIND,
  FOUND_TIME,
  KIND_EDGE_EDGE,
  KIND_FACE_VERTEX,
  KIND_VERTEX_FACE,
  SWEPT_VERTEX_BYTES,
} from '../kernels/layout.js';
import type { Core } from '../memory/open.js';
import { type SearchBody, sectionAt } from '../mesh/search-body.js';
import type { ContactSearch } from '../search/contact-search.js';
import type { SearchCounters } from '../search/search-counters.js';

/** Kinds of contacts between two meshes; within one mesh there is no FACE_VERTEX. */
export const VERTEX_FACE = KIND_VERTEX_FACE;
export const FACE_VERTEX = KIND_FACE_VERTEX;
export const EDGE_EDGE = KIND_EDGE_EDGE;

/** Contacts in the order of kind, a and b: the same whatever found them. */
export interface DeformableContacts {
  readonly count: number;
  /** VERTEX_FACE, FACE_VERTEX or EDGE_EDGE. */
  readonly kind: Uint8Array;
  /** A vertex, face or edge of the first mesh. Edges are numbered in the order of (larger, smaller) vertex. */
  readonly a: Uint32Array;
  readonly b: Uint32Array;
  /** In [0, 1]: never later than the true first contact of the two features, and at most 1e-8 earlier. */
  readonly time: Float64Array;
  /** With `details`, four a contact: 1 and the weights of the face's corners, or of both edges' ends. */
  readonly weights: Float64Array | undefined;
  /** With `details`, three a contact: unit normals from b to the side that a comes from. */
  readonly normals: Float64Array | undefined;
  readonly counters: Readonly<SearchCounters>;
}

export function readContacts(
  core: Core,
  search: ContactSearch,
  count: number,
  a: SearchBody,
  b: SearchBody,
  withDetails: boolean,
): DeformableContacts {
  const contacts = {
    count,
    kind: new Uint8Array(count),
    a: new Uint32Array(count),
    b: new Uint32Array(count),
    time: new Float64Array(count),
    weights: withDetails ? new Float64Array(4 * count) : undefined,
    normals: withDetails ? new Float64Array(3 * count) : undefined,
    counters: search.counters,
  };
  const { u32, f64 } = core.arena;
  const { address } = search.contacts;
  for (let i = 0; i < count; i++) {
    const at = address + i * FOUND_BYTES;
    contacts.kind[i] = u32[(at + FOUND_KIND) / 4];
    contacts.a[i] = u32[(at + FOUND_A) / 4];
    contacts.b[i] = u32[(at + FOUND_B) / 4];
    contacts.time[i] = f64[(at + FOUND_TIME) / 8];
  }
  if (withDetails) fillDetails(core, contacts, a, b);
  return contacts;
}

function fillDetails(core: Core, contacts: DeformableContacts, a: SearchBody, b: SearchBody): void {
  const { arena, kernels } = core;
  const region = arena.allocateRegion(CONTACT_DETAILS_BYTES);
  const out = arena.regionAddress(region);
  for (let i = 0; i < contacts.count; i++) {
    const isEdges = contacts.kind[i] === EDGE_EDGE;
    const isFaceFirst = contacts.kind[i] === FACE_VERTEX;
    const [p0, p1, p2, p3] = isEdges
      ? [...edgeEnds(core, a, contacts.a[i]), ...edgeEnds(core, b, contacts.b[i])]
      : isFaceFirst
        ? [vertexAt(b, contacts.b[i]), ...faceCorners(core, a, contacts.a[i])]
        : [vertexAt(a, contacts.a[i]), ...faceCorners(core, b, contacts.b[i])];
    kernels.contactDetails(p0, p1, p2, p3, isEdges, contacts.time[i], out);
    contacts.weights!.set(arena.f64.subarray(out / 8, out / 8 + 4), 4 * i);
    const normal = (out + CONTACT_NORMAL_OFFSET) / 8;
    // The kernel's normal points to the vertex; this one to the side that `a` comes from.
    const side = isFaceFirst ? -1 : 1;
    for (let k = 0; k < 3; k++) contacts.normals![3 * i + k] = side * arena.f64[normal + k];
  }
  arena.freeRegion(region);
}

function vertexAt(mesh: SearchBody, vertex: number): number {
  return mesh.swept + vertex * SWEPT_VERTEX_BYTES;
}

function edgeEnds(core: Core, mesh: SearchBody, edge: number): number[] {
  const at = sectionAt(core.arena, mesh.mesh, BLOCK_EDGES) / 4 + 2 * edge;
  return [0, 1].map((k) => vertexAt(mesh, core.arena.u32[at + k]));
}

function faceCorners(core: Core, mesh: SearchBody, face: number): number[] {
  const at = sectionAt(core.arena, mesh.mesh, BLOCK_TRIANGLES) / 4 + 3 * face;
  return [0, 1, 2].map((k) => vertexAt(mesh, core.arena.u32[at + k]));
}
