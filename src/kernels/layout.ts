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
