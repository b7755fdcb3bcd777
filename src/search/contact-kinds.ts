import { KIND_EDGE_EDGE, KIND_FACE_VERTEX, KIND_VERTEX_FACE } from '../kernels/layout/search.js';

/** Kinds of contacts: which feature of the first body meets which of the second. Within one body there is no FACE_VERTEX. */
export const VERTEX_FACE = KIND_VERTEX_FACE;
/** A face of the first body, a vertex of the second. */
export const FACE_VERTEX = KIND_FACE_VERTEX;
/** An edge of either. */
export const EDGE_EDGE = KIND_EDGE_EDGE;
