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
/** Separating policy: contacts that open are passed by. */
export const POLICY_PASS_OPENING = 1;

// Results of a query.
export const RIGID_QUERY_RESULT_TIME = 1528;
export const RIGID_QUERY_RESULT_DISTANCE = 1536;
export const RIGID_QUERY_RESULT_POINT_A = 1544;
export const RIGID_QUERY_RESULT_POINT_B = 1568;
export const RIGID_QUERY_RESULT_NORMAL = 1592;
export const RIGID_QUERY_RESULT_SLOT_A = 1616;
export const RIGID_QUERY_RESULT_SLOT_B = 1620;
export const RIGID_QUERY_RESULT_FEATURE_A = 1624;
export const RIGID_QUERY_RESULT_FEATURE_B = 1628;
export const RIGID_QUERY_RESULT_TOLERANCE = 1632;
// Counters, u32.
export const RIGID_QUERY_BOX_TESTS = 1640;
export const RIGID_QUERY_TRIANGLE_TESTS = 1644;
export const RIGID_QUERY_ITERATIONS = 1648;
export const RIGID_QUERY_FRONT_NODES = 1652;
export const RIGID_QUERY_HEAP_PEAK = 1656;
export const RIGID_QUERY_HEAP_FULL = 1660;

// Features of a triangle: corner 0..2, edge 3..5 from corner k to k + 1, face 6.
export const FEATURE_EDGE = 3;
export const FEATURE_FACE = 6;

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

/** A waiting pair of boxes: its certified time, box of A, box of B. */
export const PAIR_ENTRY_BYTES = 16;
/** Room behind the heap for one pair's parts, refined in a stack: three more a level of either hierarchy. */
export const FRONT_STACK = 2048;

// A pair of features closer than a margin: f64 distance, both points and the normal in the world; u32 triangle slots
// and features.
export const NEAR_DISTANCE = 0;
export const NEAR_POINT_A = 8;
export const NEAR_POINT_B = 32;
export const NEAR_NORMAL = 56;
export const NEAR_SLOT_A = 80;
export const NEAR_SLOT_B = 84;
export const NEAR_FEATURE_A = 88;
export const NEAR_FEATURE_B = 92;
export const NEAR_BYTES = 96;

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
