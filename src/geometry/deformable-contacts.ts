import { CONTACT_DETAILS_BYTES, CONTACT_NORMAL_OFFSET } from '../kernels/layout/elementary.js';
import { FOUND_A, FOUND_B, FOUND_BYTES, FOUND_KIND, FOUND_TIME } from '../kernels/layout/search.js';
import type { Core } from '../memory/open.js';
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

/** `details` is where CONTACT_DETAILS_BYTES of each contact are, or 0. */
export function readContacts(
  core: Core,
  search: ContactSearch,
  count: number,
  details: number,
): DeformableContacts {
  const contacts = {
    count,
    kind: new Uint8Array(count),
    a: new Uint32Array(count),
    b: new Uint32Array(count),
    time: new Float64Array(count),
    weights: details === 0 ? undefined : new Float64Array(4 * count),
    normals: details === 0 ? undefined : new Float64Array(3 * count),
    counters: { ...search.counters, ms: { ...search.counters.ms } },
  };
  const { u32, f64 } = core.arena;
  const { address } = search.contacts;
  for (let i = 0; i < count; i++) {
    const at = address + i * FOUND_BYTES;
    contacts.kind[i] = u32[(at + FOUND_KIND) / 4];
    contacts.a[i] = u32[(at + FOUND_A) / 4];
    contacts.b[i] = u32[(at + FOUND_B) / 4];
    contacts.time[i] = f64[(at + FOUND_TIME) / 8];
    if (details === 0) continue;
    const detail = details + i * CONTACT_DETAILS_BYTES;
    const normal = (detail + CONTACT_NORMAL_OFFSET) / 8;
    for (let k = 0; k < 4; k++) contacts.weights![4 * i + k] = f64[detail / 8 + k];
    for (let k = 0; k < 3; k++) contacts.normals![3 * i + k] = f64[normal + k];
  }
  return contacts;
}
