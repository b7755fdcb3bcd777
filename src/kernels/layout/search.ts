// The search for contacts: the traversal, the pair stage, and the contacts that it writes.

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
/** 1: vertices and triangles are in the order of the tree, and contacts name them by the numbers that they were given with. */
export const MESH_IS_REORDERED = 56;
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
/** f64: features this close, and closer, are in contact. 0: those that touch, decided exactly. */
export const WORK_GAP = 64;
/** f64: the part of the step that the swept vertices are of, where it begins and how long it is; times are of the step. */
export const WORK_TIME_FROM = 72;
export const WORK_TIME_SPAN = 80;
/** Address of CLOSE_SCRATCH_BYTES, for tests of features that come close. */
export const WORK_SCRATCH = 44;
export const WORK_BYTES = 128;
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
/** The seven histograms of the sort of contacts, u32 each. */
export const SORT_DIGITS = 14336;
