// Vertices on Bezier curves of degree 2 or 3: their inner control points, as f64 x1 x2 y1 y2 z1 z2 a vertex (both the same for
// degree 2), beside the swept vertices, which are the first and the last one.
/** In MESH_BYTES: the address of the inner control points, 0 for straight paths, and the degree. */
export const MESH_INNER = 40;
export const MESH_DEGREE = 44;
