// The one place that names byte offsets. Plain constants: both compilers read this file, AssemblyScript for the
// kernels and tsc for the library, so that neither repeats a number that the other relies on.

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
/** u32 an orphan, vertices with faces first: the node of the smallest region that has both features, or NONE. */
export const BLOCK_ORPHAN_REGIONS = 84;
export const BLOCK_HEADER_BYTES = 128;
export const SECTION_ALIGNMENT = 16;

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
/** The histogram of the sort of contacts, u32 each. */
export const SORT_DIGITS = 2048;

// Elementary tests at one instant, with thickness and on curved paths.
/** Scratch of the exact predicates: a signed sum of products of three doubles, 200 digits of 32 bits as i64. */
export const EXACT_SUM_BYTES = 1600;
/** Scratch of queries about a few points: the points in their own frame, and the stack of subdivisions. */
export const QUERY_FRAME_BYTES = 18432;
/** Four points at up to four control times, the answer, and a frame. */
export const CLOSE_RESULT = 384;
export const CLOSE_FRAME = 448;
export const CLOSE_SCRATCH_BYTES = 18880;

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

// Directions that all normals of a node agree with: 13 lines of the 26-neighbourhood, in this order; bit i is the
// direction itself, bit i + 16 its opposite.
export const DIRECTION_LINES = 13;
export const OPPOSITE_BIT = 16;
/** Set on the nodes of a region that was shown to be free of self-contact: the traversal leaves them out. */
export const SKIPPED_BIT = 31;
// A region that may be free of contact as a whole, 16 bytes: its node, its contour in the contour list, and how often
// in a row it failed (u8) and how many steps it is left alone for that (u8).
export const REGION_BYTES = 16;
/** In the record for the whole mesh: 1 where the body's tree was split anew, so that no region holds. */
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
export const SKIP_COUNTERS_BYTES = 32;

// Rigid meshes: a header, four-wide nodes of oriented boxes, triangles in leaf order. Positions are f64, relative to
// the mesh's box centre; offsets in the header are relative to the block.
export const RIGID_NODE_COUNT = 0;
export const RIGID_TRIANGLE_COUNT = 4;
export const RIGID_NODES = 8;
export const RIGID_TRIANGLES = 12;
export const RIGID_TRIANGLE_IDS = 16;
export const RIGID_CORNERS = 20;
/** No vertex is farther than this from the box centre. */
export const RIGID_RADIUS = 32;
export const RIGID_CENTRE = 40;
export const RIGID_HEADER_BYTES = 64;
/** Nine f64: the three corners. */
export const RIGID_TRIANGLE_BYTES = 72;

// A wide node has up to four children at higher indices. Node 0 has one child, the box of the whole mesh. A box is
// named by node * 4 + lane. Boxes are f32, lanes are children; their centres are relative to the node's f64 base, so
// that rounding is relative to the node and not to the mesh.
export const WIDE_BASE = 0;
/** f32: the largest |centre| + radius of the children. */
export const WIDE_SPREAD = 24;
export const WIDE_COUNT = 28;
/** Four u32: the child's wide node, or RIGID_LEAF | triangle slot. */
export const WIDE_LINKS = 32;
export const WIDE_CENTRE = 48;
/** Column j of the box's axes at + 48 j, its component i at + 16 i. */
export const WIDE_AXES = 96;
export const WIDE_HALF = 240;
/** No vertex in the box is farther than this from its centre. */
export const WIDE_RADIUS = 288;
export const WIDE_BYTES = 304;
export const RIGID_LEAF = 0x80000000;

// A rigid query: two bodies, their relative pose at one time, and scratch. Input per body: positions of the body's
// origin and unit quaternions x y z w at both ends, the centre of rotation in the body's frame; or velocities.
export const BODY_MESH = 0;
/** 0: end pose, shortest rotation. 1: linear and angular velocity per step in place of the end pose. */
export const BODY_MODE = 4;
export const BODY_POSITION0 = 8;
export const BODY_ROTATION0 = 32;
export const BODY_POSITION1 = 64;
export const BODY_ROTATION1 = 88;
export const BODY_PIVOT = 120;
// Derived: R(t) = K0 + cos(w t) K1 + sin(w t) K2, column by column.
export const BODY_K0 = 144;
export const BODY_K1 = 216;
export const BODY_K2 = 288;
export const BODY_ROTATION = 360;
export const BODY_SPEED = 432;
export const BODY_AXIS = 440;
export const BODY_OWN_AXIS = 464;
/** The centre of rotation relative to the mesh's box centre. */
export const BODY_ARM = 488;
/** No vertex is farther than this from the centre of rotation. */
export const BODY_REACH = 512;
/** Where the centre of rotation is at t = 0, and how far it moves, in the world. */
export const BODY_START = 520;
export const BODY_TRAVEL = 544;
export const BODY_BYTES = 576;

export const RIGID_QUERY_BODY_A = 0;
export const RIGID_QUERY_BODY_B = 576;
/** A's centre of rotation minus B's at t = 0, and its change over the step. */
export const RIGID_QUERY_OFFSET = 1152;
export const RIGID_QUERY_VELOCITY = 1176;
/** The time that the poses below are for; -1 for none. */
export const RIGID_QUERY_TIME = 1200;
/** A's mesh frame to B's: p_b = P p_a + T, columns of P, then T; and the way back. */
export const RIGID_QUERY_A_TO_B = 1208;
export const RIGID_QUERY_B_TO_A = 1304;
/** In A's mesh frame: velocity of A relative to B, B's axis. In B's: the same velocity, A's axis. */
export const RIGID_QUERY_IN_A = 1400;
export const RIGID_QUERY_IN_B = 1448;
/** Bound on the error of any computed coordinate, distances between points and motion included. */
export const RIGID_QUERY_NOISE = 1496;
export const RIGID_QUERY_TOLERANCE = 1504;
export const RIGID_QUERY_CAPACITY = 1512;
export const RIGID_QUERY_POLICY = 1516;
export const RIGID_QUERY_MAX_STEPS = 1520;
/** Nothing after this time matters: 1, or less where an earlier contact is known. */
export const RIGID_QUERY_UNTIL = 2624;
/** Where and how near `nearFeatures` looks. */
export const RIGID_QUERY_NEAR_TIME = 2632;
export const RIGID_QUERY_NEAR_MARGIN = 2640;
/** Of several queries in one heap, the one that ended the search: in the first of them. */
export const RIGID_QUERY_ENDED_BY = 2648;
/** Surfaces this far apart touch, in searches for a time of contact; and the same for boxes, an f32 rounded up. */
export const RIGID_QUERY_THICKNESS = 2656;
export const SIDE_THICKNESS = 2664;
/** Separating policy: contacts that open are passed by. */
export const POLICY_PASS_OPENING = 1;

// Results of a query.
export const RIGID_QUERY_RESULT_TIME = 1528;
export const RIGID_QUERY_RESULT_TOLERANCE = 1632;
/** The pair that ended the query, as a NEAR record. */
export const RIGID_QUERY_RESULT_PAIR = 2968;
// Counters, u32.
export const RIGID_QUERY_BOX_TESTS = 1640;
export const RIGID_QUERY_TRIANGLE_TESTS = 1644;
export const RIGID_QUERY_ITERATIONS = 1648;
export const RIGID_QUERY_FRONT_NODES = 1652;
export const RIGID_QUERY_HEAP_PEAK = 1656;
export const RIGID_QUERY_HEAP_FULL = 1660;

// States of a rigid query.
export const RIGID_FREE = 0;
export const RIGID_CONTACT = 1;
export const RIGID_INITIAL_OVERLAP = 2;
export const RIGID_FAILED = 3;

// One box against four, f32, in the single box's frame: rotation and offset of the other mesh, half sizes, velocity,
// axes, arms; then the results, a lane a child.
export const SIDE_M = 1664;
export const SIDE_OFFSET = 1700;
export const SIDE_HALF = 1712;
export const SIDE_VELOCITY = 1724;
export const SIDE_AXIS_FOUR = 1736;
export const SIDE_AXIS_ONE = 1748;
export const SIDE_ARM_FOUR = 1760;
export const SIDE_ARM_ONE = 1772;
export const SIDE_SPEED_FOUR = 1784;
export const SIDE_SPEED_ONE = 1788;
export const SIDE_REACH_ONE = 1792;
export const SIDE_GAP_ERROR = 1796;
export const SIDE_RATE_ERROR = 1800;
export const SIDE_GAPS = 1808;
export const SIDE_NORMAL = 1824;
export const SIDE_COLUMNS = 1872;
export const SIDE_MOVED = 2016;
export const SIDE_STEPS = 2064;

// Two triangles in B's mesh frame, corner by corner, and what was found about them.
export const PAIR_A = 2080;
export const PAIR_B = 2152;
export const PAIR_POINT_A = 2224;
export const PAIR_POINT_B = 2248;
export const PAIR_NORMAL = 2272;
export const PAIR_DISTANCE = 2296;
export const PAIR_GAP = 2304;
export const PAIR_FEATURE_A = 2312;
export const PAIR_FEATURE_B = 2316;
export const PAIR_STEP_A = 2320;
export const PAIR_STEP_B = 2416;
/** f32: angular velocity of the four, velocity at their base relative to the single box's centre, its own swing. */
export const SIDE_TURN_FOUR = 2512;
export const SIDE_CENTRE_RATE = 2524;
export const SIDE_SPIN_ONE = 2536;
export const SIDE_CENTRE_VELOCITY = 2544;
export const SIDE_SPIN = 2592;
export const RIGID_QUERY_BYTES = 3072;

/**
 * A waiting pair of boxes: its certified time, box of A, box of B. Boxes have 26 bits, four a node and at most one node a
 * triangle; the six above them say which of several queries the pair belongs to, A's the upper six bits of its number.
 */
export const PAIR_ENTRY_BYTES = 16;
export const BOX_BITS = 26;
export const LABEL_BITS = 6;
/** Queries that one heap can hold. */
export const MOST_QUERIES = 4096;
/** Room behind the heap for one pair's parts, refined in a stack: three more a level of either hierarchy. */
export const FRONT_STACK = 2048;

// A pair of features closer than a margin: f64 distance, both points and the normal in the world; u32 triangles; then
// both features, two u32 each: a vertex twice, an edge as its smaller and its larger vertex, or a triangle and NONE.
export const NEAR_DISTANCE = 0;
export const NEAR_POINT_A = 8;
export const NEAR_POINT_B = 32;
export const NEAR_NORMAL = 56;
export const NEAR_TRIANGLE_A = 80;
export const NEAR_TRIANGLE_B = 84;
export const NEAR_FEATURE_A = 88;
export const NEAR_FEATURE_B = 96;
export const NEAR_BYTES = 104;

// Swept spheres: per box of a wide node twelve f32, rounded so that the volume holds what the box holds. A rectangle
// around a centre relative to the node's base, with two unit axes, half sizes and a radius; a line has the second half
// size 0, a point both.
export const SWEPT_CENTRE = 0;
export const SWEPT_AXIS_1 = 12;
export const SWEPT_AXIS_2 = 24;
export const SWEPT_HALF_1 = 36;
export const SWEPT_HALF_2 = 40;
export const SWEPT_RADIUS = 44;
export const SWEPT_BYTES = 48;
// Two of them as f64 in B's mesh frame, same order: centre, axes, half sizes, radius at 0, 24, 48, 72, 80, 88.
export const RIGID_QUERY_SWEPT_A = 2688;
export const RIGID_QUERY_SWEPT_B = 2784;
export const RIGID_QUERY_SWEPT_POINT_A = 2880;
export const RIGID_QUERY_SWEPT_POINT_B = 2904;
export const RIGID_QUERY_SWEPT_NORMAL = 2928;
/** Addresses of the swept spheres of A and of B. */
export const RIGID_QUERY_SWEPT = 2952;
/** The share of the distance in force below which volumes are opened: C2A's w. */
export const RIGID_QUERY_CONTROL = 2960;
/** A waiting pair of volumes in C2A's stack: f64 distance, f64 time until which it is free, box of A, box of B. */
export const SWEPT_ENTRY_BYTES = 32;
