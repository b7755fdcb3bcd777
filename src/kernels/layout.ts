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

// A triangle's features as the pair stage reads them: four vectors of four u32. Those that it represents come first
// among its corners and among its edges (R-Triangles 5.1), so that two counts say which they are.
export const FEATURES_BYTES = 64;
/** v0 v1 v2, and the lower half of the neighbourhood's signature. */
export const FEATURES_CORNERS = 0;
export const FEATURES_SIGNATURE_LOW = 12;
/** e0 e1 e2, and the upper half of the signature. */
export const FEATURES_EDGES = 16;
export const FEATURES_SIGNATURE_HIGH = 28;
/** For an edge that another triangle represents, the corner of that one across the edge. Then the counts. */
export const FEATURES_ACROSS = 32;
/** Represented corners, and represented edges times 4: the four bits of the paper. */
export const FEATURES_COUNTS = 44;
/** The triangles that represent the three corners. */
export const FEATURES_FIRST_FACES = 48;

// A traversal under way: it stops when its output is full and goes on where it was.
/** Next inner node whose two children meet each other. */
export const TRAVERSAL_NEXT_NODE = 0;
/** How many bytes of open pairs are on the stack. */
export const TRAVERSAL_OPEN_BYTES = 4;
/** Box tests made so far, f64. */
export const TRAVERSAL_BOX_TESTS = 8;
/** The open pairs worked on now, apart from the stack that their children go to. */
export const TRAVERSAL_BATCH = 64;
export const TRAVERSAL_BATCH_BYTES = 512;
export const TRAVERSAL_STACK = 576;
/** Two node addresses. */
export const NODE_PAIR_BYTES = 8;
/** Leaf pairs that one batch finds at the most: the output is full when there is no room for them. */
export const PAIRS_A_BATCH = 256;

// Addresses of a mesh's data, u32 each: written anew before a step, since blocks may move.
export const MESH_SWEPT = 0;
export const MESH_VERTEX_DOPS = 4;
export const MESH_EDGE_DOPS = 8;
export const MESH_NODES = 12;
export const MESH_FEATURES = 16;
export const MESH_TRIANGLES = 20;
export const MESH_EDGES = 24;
export const MESH_EDGE_FACES = 28;
export const MESH_VERTEX_FACE_START = 32;
export const MESH_VERTEX_FACES = 36;
export const MESH_BYTES = 64;

// The pair stage's work on two meshes, or on one with itself (the same mesh twice): addresses, u32 each.
export const WORK_MESH_A = 0;
export const WORK_MESH_B = 4;
/** Leaf pairs from the traversal, and room for twice as many while they are sorted. */
export const WORK_PAIRS = 8;
export const WORK_NEAR = 12;
/** Feature pairs: vertices of A with leaves of B, vertices of B with leaves of A, edges of A with edges of B. */
export const WORK_VERTICES_A = 16;
export const WORK_VERTICES_B = 20;
export const WORK_EDGES = 24;
/** How many there are of each. */
export const WORK_VERTICES_A_COUNT = 28;
export const WORK_VERTICES_B_COUNT = 32;
export const WORK_EDGES_COUNT = 36;
/** PAIRS_* bits: which pairs of triangles hand on which of their features. */
export const WORK_RULE = 40;
/** Counters, f64: pairs of triangles that handed on features, and tests decided by the exact stage. */
export const WORK_TRIANGLE_PAIRS = 48;
export const WORK_EXACT_TESTS = 56;
export const WORK_BYTES = 64;
/** Every feature test once: the procedural rule on pairs that are not adjacent (otherwise all 15 of each pair). */
export const PAIRS_ONCE = 1;
/** Adjacent pairs too, so that nothing is left to orphans. */
export const PAIRS_ADJACENT = 2;
/** Triangles that are apart along an axis at both ends hand on nothing. */
export const PAIRS_BY_MOTION = 4;
/** A feature pair: two u32. A pair of triangles has at most 3 + 3 + 9. */
export const FEATURE_PAIR_BYTES = 8;
export const MOST_CORNER_TESTS = 3;
export const MOST_EDGE_TESTS = 9;
// A contact: u32 kind, u32 a (a feature of A), u32 b (of B), unused, f64 time.
export const FOUND_BYTES = 24;
export const FOUND_KIND = 0;
export const FOUND_A = 4;
export const FOUND_B = 8;
export const FOUND_TIME = 16;
// Kinds: a vertex of A and a face of B, a face of A and a vertex of B, two edges. Within one mesh the second is the first.
export const KIND_VERTEX_FACE = 0;
export const KIND_FACE_VERTEX = 1;
export const KIND_EDGE_EDGE = 2;
/** The histogram of the sort of contacts, u32 each. */
export const SORT_DIGITS = 2048;

// Directions that all normals of a node agree with: 13 lines of the 26-neighbourhood, in this order; bit i is the
// direction itself, bit i + 16 its opposite.
export const DIRECTION_LINES = 13;
export const OPPOSITE_BIT = 16;
/** Set on the nodes of a region that was shown to be free of self-contact: the traversal leaves them out. */
export const SKIPPED_BIT = 31;
// A region that may be free of contact as a whole, 16 bytes: its node, its contour in the contour list, and how often
// in a row it failed (u8) and how many steps it is left alone for that (u8).
export const REGION_BYTES = 16;
export const REGION_NODE = 0;
export const REGION_CONTOUR = 4;
export const REGION_CONTOUR_COUNT = 8;
export const REGION_FAILURES = 12;
export const REGION_WAIT = 13;
/** Whether no other region contains it (u8). */
export const REGION_IS_OUTER = 14;
// A contour vertex in the plane: f64 u0 u1 w0 w1 (both coordinates at both times); a box of a swept edge or of several:
// f64 least u, w, negated most u, w.
export const PLANE_POINT_BYTES = 32;
export const PLANE_BOX_BYTES = 32;
/** Consecutive edges that share a box. */
export const EDGES_A_RUN = 8;
// What a search for skippable regions did: regions and triangles skipped, contours and contour edges tested.
export const SKIPPED_REGIONS = 0;
export const SKIPPED_TRIANGLES = 4;
export const TESTED_REGIONS = 8;
export const TESTED_EDGES = 12;
export const SKIP_COUNTERS_BYTES = 16;
