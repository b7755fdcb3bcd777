import { CONTACT_DETAILS_BYTES, CONTACT_NORMAL_OFFSET } from '../kernels/layout/elementary.js';
import {
  FOUND_A,
  FOUND_B,
  FOUND_BYTES,
  FOUND_KIND,
  FOUND_TIME,
  KIND_EDGE_EDGE,
  KIND_FACE_VERTEX,
} from '../kernels/layout/search.js';
import type { Arena } from '../memory/arena.js';
import type { Core } from '../memory/open.js';
import { givenTriangles, givenVertices } from '../mesh/given-numbers.js';
import type { SearchBody } from '../mesh/search-body.js';
import { inverseOf } from '../mesh/tree-order.js';
import type { ContactSearch } from '../search/contact-search.js';
import type { SearchCounters } from '../search/search-counters.js';

/** Contacts in the order of kind, a and b: the same whatever found them. */
export interface DeformableContacts {
  /** How many there are. */
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
  /** What each stage of the search did. */
  readonly counters: Readonly<SearchCounters>;
}

/** Without weights and normals: `addDetails` adds them. */
export function readContacts(core: Core, search: ContactSearch, count: number): DeformableContacts {
  const contacts = {
    count,
    kind: new Uint8Array(count),
    a: new Uint32Array(count),
    b: new Uint32Array(count),
    time: new Float64Array(count),
    weights: undefined,
    normals: undefined,
    counters: { ...search.counters, ms: { ...search.counters.ms } },
  };
  const { kind, a, b, time } = contacts;
  const { u32, f64 } = core.arena;
  const { address } = search.contacts;
  for (let i = 0; i < count; i++) {
    const at = address + i * FOUND_BYTES;
    kind[i] = u32[(at + FOUND_KIND) / 4];
    a[i] = u32[(at + FOUND_A) / 4];
    b[i] = u32[(at + FOUND_B) / 4];
    time[i] = f64[(at + FOUND_TIME) / 8];
  }
  return contacts;
}

/** `details` is where CONTACT_DETAILS_BYTES of each contact are. */
export function addDetails(
  { f64 }: Arena,
  contacts: DeformableContacts,
  details: number,
): DeformableContacts {
  const { count } = contacts;
  const weights = new Float64Array(4 * count);
  const normals = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) {
    const detail = details + i * CONTACT_DETAILS_BYTES;
    const normal = (detail + CONTACT_NORMAL_OFFSET) / 8;
    for (let k = 0; k < 4; k++) weights[4 * i + k] = f64[detail / 8 + k];
    for (let k = 0; k < 3; k++) normals[3 * i + k] = f64[normal + k];
  }
  return { ...contacts, weights, normals };
}

/** Contacts that were found, by the places that their features have in memory, which is what details are worked out from. */
export function useOwnNumbers(
  { arena }: Core,
  { contacts }: ContactSearch,
  count: number,
  a: SearchBody,
  b: SearchBody,
): void {
  if (a.isReordered === 0 && b.isReordered === 0) return;
  const ofA = placesOf(arena, a);
  const ofB = a === b ? ofA : placesOf(arena, b);
  const { u32 } = arena;
  for (let i = 0; i < count; i++) {
    const at = (contacts.address + i * FOUND_BYTES) / 4;
    const kind = u32[at + FOUND_KIND / 4];
    if (kind === KIND_EDGE_EDGE) continue;
    const isFaceFirst = kind === KIND_FACE_VERTEX;
    const first = at + FOUND_A / 4;
    const second = at + FOUND_B / 4;
    u32[first] = (isFaceFirst ? ofA.triangles : ofA.vertices)[u32[first]];
    u32[second] = (isFaceFirst ? ofB.vertices : ofB.triangles)[u32[second]];
  }
}

function placesOf(arena: Arena, body: SearchBody): { vertices: Uint32Array; triangles: Uint32Array } {
  return {
    vertices: inverseOf(givenVertices(arena, body)),
    triangles: inverseOf(givenTriangles(arena, body)),
  };
}
