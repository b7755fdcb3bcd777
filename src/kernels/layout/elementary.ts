// Elementary tests: queries about few points, and what they write.

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
