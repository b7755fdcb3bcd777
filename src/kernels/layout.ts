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

// 18-DOP nodes: slabs along x, y, z, x+y, x+z, y+z, x-y, x-z, y-z as f32, so that four slabs are one vector. The last
// axis keeps its upper bound negated: one minimum then merges both bounds. Vertices have their slabs in the same form.
export const DOP_NODE_BYTES = 80;
export const DOP_LO03 = 0;
export const DOP_HI03 = 16;
export const DOP_LO47 = 32;
export const DOP_HI47 = 48;
export const DOP_LO8 = 64;
export const DOP_NEGATED_HI8 = 68;
/** An inner node's first child (its sibling follows), 0 for a leaf: the root is nobody's child. */
export const DOP_CHILD = 72;
/** A leaf's triangle, an inner node's number of triangles. */
export const DOP_META = 76;
// Elementary tests. A query is four u32 indices of swept vertices: v f0 f1 f2, or a0 a1 b0 b1.
export const QUERY_BYTES = 16;
// A contact: u32 query, u32 state, f64 time, f64 width; the true first contact is in [time, time + width].
export const CONTACT_RECORD_BYTES = 24;
// A state: whether there is contact, and (state >> 1) the number of the stage that decided.
export const CONTACT_BIT = 1;
export const DECIDED_BY_DETERMINANT = 0;
export const DECIDED_BY_SIDES = 2;
export const DECIDED_BY_PIECES = 4;
export const DECIDED_EXACTLY = 6;
// One u32 counter a stage.
export const STAGE_COUNTERS = 4;
// The exact stage's own memory, one an instance. Enough for every finite f64: docs/elementary-bounds.md, section 6.
export const EXACT_SCRATCH_BYTES = 262144;
// Details of a contact: f64 weights of the four points, f64 x y z of the unit normal.
export const CONTACT_NORMAL_OFFSET = 32;
export const CONTACT_DETAILS_BYTES = 56;
