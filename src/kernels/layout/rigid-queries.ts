// Rigid queries: two bodies, their poses, and scratch, all in one record.

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
/** The time that the way back from B to A is for. */
export const RIGID_QUERY_BACK_TIME = 2672;
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
/** Four f64: gaps of children that are far away for their size. */
export const SIDE_FAR_GAPS = 3088;
export const RIGID_QUERY_BYTES = 3120;

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
/** More than so many are not listed: they would take most of a memory. */
export const MOST_NEAR = 8388608;

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
/** The distance of the closest pair of triangles that a search for near features measured, where it is within the margin; else Infinity. */
export const RIGID_QUERY_NEAREST = 3072;
/** u32: how many pairs of triangles it listed, or would have with more room. */
export const RIGID_QUERY_PAIRS = 3080;
/** A waiting pair of volumes in C2A's stack: f64 distance, f64 time until which it is free, box of A, box of B. */
export const SWEPT_ENTRY_BYTES = 32;
