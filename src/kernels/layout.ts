// The one place that names byte offsets. Plain constants: both compilers read this file, AssemblyScript for the
// kernels and tsc for the library, so that neither repeats a number that the other relies on.

/** Addresses 0..1023 stay unused, so that a null address never points at data. */
export const RESERVED_BYTES = 1024;
/** Blocks start on this boundary: a cache line, and a multiple of every SIMD width. */
export const BLOCK_ALIGNMENT = 64;

/** "No such element" in index lists: an edge's missing second face, a list's end. */
export const NONE = 0xffffffff;

// Swept vertices: a vertex at the start and at the end of the step, as f64 x0 x1 y0 y1 z0 z1, so that one 128-bit
// load has an axis at both times.
export const SWEPT_VERTEX_BYTES = 48;

// Elementary tests at one instant, with thickness and on curved paths.
/** Scratch of the exact predicates: a signed sum of products of three doubles, 200 digits of 32 bits as i64. */
export const EXACT_SUM_BYTES = 1600;
/** Scratch of queries about a few points: the points in their own frame, and the stack of subdivisions. */
export const QUERY_FRAME_BYTES = 18432;

// Closest points, as f64: what a distance query writes.
export const CLOSEST_DISTANCE = 0;
export const CLOSEST_SQUARED = 8;
export const CLOSEST_ERROR = 16;
export const CLOSEST_POINT_A = 24;
export const CLOSEST_POINT_B = 48;
export const CLOSEST_FEATURE_A = 72;
export const CLOSEST_FEATURE_B = 80;
/** Features: a corner 0..2, an edge 3..5 from corner 0..2 to the next, the face. */
export const FEATURE_EDGE = 3;
export const FEATURE_FACE = 6;

// Contacts within a thickness and on curved paths, as f64: what such a query writes. States are returned.
export const CONTACT_FREE = 0;
export const CONTACT_FOUND = 1;
/** A bound on the work was reached: contact, to be safe. */
export const CONTACT_UNDECIDED = 2;
export const CONTACT_TIME = 0;
export const CONTACT_DISTANCE = 8;
export const CONTACT_TOLERANCE = 16;
export const CONTACT_LATEST_TIME = 24;
