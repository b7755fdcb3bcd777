// Flat regions: the directions of their normals, their contours, and how they fared.

// Directions that all normals of a node agree with: 13 lines of the 26-neighbourhood, in this order; bit i is the
// direction itself, bit i + 16 its opposite.
export const DIRECTION_LINES = 13;
export const OPPOSITE_BIT = 16;
/** Set on the nodes of a region that was shown to be free of self-contact: the traversal leaves them out. */
export const SKIPPED_BIT = 31;
// A region that may be free of contact as a whole, 16 bytes: its node, its contour in the contour list, and how often
// in a row it failed (u8) and how many steps it is left alone for that (u8).
export const REGION_BYTES = 16;
/** NONE where the body's tree was split anew and the region is no node any more. */
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
/** A vertex while contours of its mesh are tested: its point, the inner control points of it, and a byte. */
export const CONTOUR_VERTEX_BYTES = 65;
/** Consecutive edges that share a box. */
export const EDGES_A_RUN = 8;
// What a search for skippable regions did: regions and triangles skipped, contours and contour edges tested.
export const SKIPPED_REGIONS = 0;
export const SKIPPED_TRIANGLES = 4;
export const TESTED_REGIONS = 8;
export const TESTED_EDGES = 12;
// And of a search that uses what it knows again: points that were projected before, regions that have a pair of edges
// which crossed in one around them.
export const REUSED_POINTS = 24;
export const INHERITED_FAILURES = 28;
// A region that failed, 32 bytes: its descendants among the nodes, the line, and the two edges that may meet, a vertex each.
export const FAILURE_BYTES = 32;
export const FAILURE_FIRST_NODE = 0;
export const FAILURE_END_NODE = 4;
export const FAILURE_LINE = 8;
export const FAILURE_CROSSED = 16;
export const FAILURE_CROSSING = 24;
export const SKIP_COUNTERS_BYTES = 32;
