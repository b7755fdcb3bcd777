// The discrete pipeline: edges and faces at one instant. Kinds go on from those of contacts in time.
export const KIND_EDGE_FACE = 3;
export const KIND_FACE_EDGE = 4;
/** Five points of three f64: an edge and a face as the exact test reads them. */
export const EDGE_FACE_POINTS_BYTES = 120;
