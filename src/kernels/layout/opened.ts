// A surface that is opened, and where it is: addresses, u32 each, written anew before each call, since blocks may move.

/** The tree that it had before, and the swept vertices: copies stand where those are that they are copies of. */
export const OPENED_NODES = 0;
export const OPENED_SWEPT = 4;
/** The triangles that it has now. */
export const OPENED_TRIANGLES = 8;
/** How many vertices it had, and u32 the vertex that each new one is a copy of. */
export const OPENED_OLD_VERTICES = 12;
export const OPENED_SOURCE = 16;
/** u32 leaves of the faces that have moved vertices, and how many. */
export const OPENED_LEAVES = 20;
export const OPENED_LEAF_COUNT = 24;
/** u32 a vertex: 0, or one more than its place among those that are moved; and f64 x y z by which each of these is. */
export const OPENED_PLACES = 28;
export const OPENED_WAYS = 32;
/** EXACT_SUM_BYTES. */
export const OPENED_EXACT_SUM = 64;
/** Two faces, one behind the other, f64 x y z a corner: where they are, and where they come to be. */
export const OPENED_BEFORE = 1664;
export const OPENED_AFTER = 1808;
/** What is closest in them, and the points of a query in their frame: QUERY_FRAME_BYTES. */
export const OPENED_RESULT = 1952;
export const OPENED_FRAME = 2080;
/** An edge and a face, f64 x y z a point. */
export const OPENED_POINTS = 20512;
/** The boxes of a face and of a corner, and a stack of nodes. */
export const OPENED_BOXES = 20640;
export const OPENED_STACK = 20800;
export const OPENED_BYTES = 21056;
