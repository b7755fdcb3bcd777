// Rigid meshes: boxes, triangles and swept spheres.

// Rigid meshes: a header, four-wide nodes of oriented boxes, triangles in leaf order. Positions are f64, relative to
// the mesh's box centre; offsets in the header are relative to the block.
export const RIGID_NODE_COUNT = 0;
export const RIGID_TRIANGLE_COUNT = 4;
export const RIGID_NODES = 8;
export const RIGID_TRIANGLES = 12;
export const RIGID_TRIANGLE_IDS = 16;
/**
 * Three u32 a triangle: its vertices, each with OWNS_CORNER where no triangle before it has that corner, and with OWNS_EDGE
 * where none has the edge from that corner to the next.
 */
export const RIGID_CORNERS = 20;
export const OWNS_CORNER = 0x80000000;
export const OWNS_EDGE = 0x40000000;
/** The vertex itself: indices have 24 bits. */
export const CORNER_VERTEX = 0x00ffffff;
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
