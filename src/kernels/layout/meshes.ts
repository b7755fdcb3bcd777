// Blocks of memory, and what a mesh and a body that deforms are in them. Plain constants, here and in the files beside this one: both
// compilers read them, AssemblyScript for the kernels and tsc for the library, so that neither repeats a number that the
// other relies on.

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
/** Of a vertex's slabs: the number that it was given with, where the mesh is in an order of its own (MESH_IS_REORDERED). */
export const DOP_GIVEN = 76;

// A mesh block: this header, then the sections it names, each on a 16-byte boundary. Sections are offsets from the
// block's first byte.
export const BLOCK_VERTEX_COUNT = 0;
export const BLOCK_TRIANGLE_COUNT = 4;
export const BLOCK_EDGE_COUNT = 8;
/** f64 x y z a vertex. */
export const BLOCK_POSITIONS = 16;
/** u32 a b c a triangle. */
export const BLOCK_TRIANGLES = 20;
/** u32 min max an edge, sorted by (max, min). */
export const BLOCK_EDGES = 24;
/** u32 two faces an edge, ascending; NONE where there is no second. */
export const BLOCK_EDGE_FACES = 32;
/** u32 a vertex and one more: where its faces begin in BLOCK_VERTEX_FACES. */
export const BLOCK_VERTEX_FACE_START = 36;
/** u32 faces of each vertex, ascending. */
export const BLOCK_VERTEX_FACES = 40;
// What searches for contacts read besides: in a block with the mesh, or in one of its own (header and these sections)
// where a mesh is searched only now and then.
/** u32 child of each tree node, then u32 meta of each. */
export const BLOCK_TREE_LINKS = 44;
/** FEATURES_BYTES a triangle. */
export const BLOCK_FEATURES = 48;
/** Orphans: (vertex, face) and (edge, edge), FEATURE_PAIR_BYTES each, and how many. */
export const BLOCK_ORPHAN_VERTICES = 52;
export const BLOCK_ORPHAN_EDGES = 56;
export const BLOCK_ORPHAN_VERTEX_COUNT = 60;
export const BLOCK_ORPHAN_EDGE_COUNT = 64;
/** Regions (REGION_BYTES each, one more than there are) as every body's own begin, and their contours. */
export const BLOCK_REGIONS = 68;
export const BLOCK_CONTOURS = 72;
export const BLOCK_REGION_COUNT = 76;
export const BLOCK_LONGEST_CONTOUR = 80;
/** u32 an orphan, vertices with faces first: the record of the smallest region that has both features, or NONE. */
export const BLOCK_ORPHAN_REGIONS = 84;
/** u32 a triangle, of meshes that break: the piece that it belongs to. */
export const BLOCK_PIECES = 88;
export const BLOCK_HEADER_BYTES = 128;
export const SECTION_ALIGNMENT = 16;

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
/** The number that the triangle was given with, where the mesh is in an order of its own. */
export const FEATURES_GIVEN = 60;
