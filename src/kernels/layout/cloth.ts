// The flat world of a cloth step: every vertex, triangle and constraint of all its parts, one after the other. Numbers
// are f64 unless said otherwise; points are x, y, z.
export const CLOTH_VERTEX_COUNT = 0;
/** Where vertices are, where they shall be, where they would be if nothing held them back, and their velocities. */
export const CLOTH_X = 4;
export const CLOTH_Y = 8;
export const CLOTH_WANTED = 12;
export const CLOTH_V = 16;
/** Inverse masses: 0 for what is prescribed. */
export const CLOTH_INVERSE_MASS = 20;
/** Half the thickness at each vertex. */
export const CLOTH_HALF = 24;
/** u32: the part that a vertex belongs to. */
export const CLOTH_PART_OF = 28;
/** Rest positions: of bodies in their own frame. */
export const CLOTH_REST = 32;
/** Where prescribed vertices shall be at the end of the step. */
export const CLOTH_GOAL = 36;
// Tubes: a ball at each vertex that moves evenly from where the vertex was at the last detection.
export const CLOTH_TUBE_START = 40;
export const CLOTH_TUBE_VELOCITY = 44;
export const CLOTH_TUBE_RADIUS = 48;
/** How far each vertex may go in this sub-step, held back or not. */
export const CLOTH_MOVE = 52;
export const CLOTH_SWEPT = 56;
export const CLOTH_SLABS = 60;
export const CLOTH_NODES = 64;
export const CLOTH_TRIANGLES = 68;
/** u8 a triangle: bits 0-2 corners that it represents, 3-5 edges (corner k to the next). */
export const CLOTH_OWNED = 72;
export const CLOTH_PARTS = 76;
export const CLOTH_PART_COUNT = 80;
/** Pairs of features near each other, and the pairs of parts that they belong to. */
export const CLOTH_PAIRS = 84;
export const CLOTH_PAIR_CAPACITY = 88;
export const CLOTH_SEGMENTS = 92;
export const CLOTH_SEGMENT_COUNT = 96;
export const CLOTH_CONTACT_COUNT = 108;
export const CLOTH_CONSTRAINTS = 112;
export const CLOTH_CONSTRAINT_COUNT = 116;
export const CLOTH_PLANES = 120;
export const CLOTH_PLANE_CAPACITY = 124;
/** u32 a vertex: its first plane, as plane * 4 + slot + 1; 0 for none. */
export const CLOTH_FIRST_PLANE = 128;
/** u8 a vertex: what this step did to it (MARK_...). */
export const CLOTH_MARKS = 132;
/** What a search works with besides (SCRATCH_...). */
export const CLOTH_SCRATCH = 136;
/** The pieces that the search was taken apart into. */
export const CLOTH_PIECES = 140;
export const CLOTH_PIECE_CAPACITY = 144;
export const CLOTH_PLANE_COUNT = 148;
/** Length of a sub-step; the share of the way to its goal that prescribed motion makes in it. */
export const CLOTH_HS = 152;
export const CLOTH_FRACTION = 160;
/** Time since the last detection, and how long its tubes hold. */
export const CLOTH_SINCE = 168;
export const CLOTH_HORIZON = 176;
// Counters of a step, u32: vertex moves cut back, bodies held, vertices frozen, feature pairs measured.
export const CLOTH_CUT = 184;
export const CLOTH_HELD = 188;
export const CLOTH_FROZEN = 192;
export const CLOTH_MEASURED = 196;
/** Prescribed vertices that were held. */
export const CLOTH_HELD_VERTICES = 200;
/** The same with the floor, as the detection takes them. */
export const CLOTH_WIDE_RADIUS = 204;
/** The least that half a floor is, whatever the thickness: more than rounding to f32 takes. */
export const CLOTH_LEAST_FLOOR = 208;
/** u8 a vertex: whether it has planes that it was not held to yet. */
export const CLOTH_FRESH = 216;
/** How far each vertex goes in this sub-step otherwise than its tube, and has gone since the detection. */
export const CLOTH_DEVIATION = 220;
export const CLOTH_STRAYED = 224;
/** u32: counts up with each beginning of planes; pairs that have one carry it. */
export const CLOTH_SERIAL = 228;
/** f64: friction of two kinds of surface, and u32: how many kinds there are. */
export const CLOTH_FRICTIONS = 232;
export const CLOTH_SURFACES = 236;
/** u8 a vertex: whether it was found out of its tube; whether it may not leave it in this sub-step, because nothing looks again. */
export const CLOTH_STRAY = 240;
export const CLOTH_CONFINED = 244;
/** u8 a node: whether a stray vertex is below it. */
export const CLOTH_MARKED = 248;
export const CLOTH_SEGMENT_CAPACITY = 252;
/** What each vertex has strayed since the detection, with this sub-step. */
export const CLOTH_SPENT = 256;
/** u8 a vertex: whether the last planes changed where it goes. */
export const CLOTH_CHANGED = 260;
/** What pushed each other in this step, once each (NOTE_...), and how many there are. */
export const CLOTH_NOTES = 264;
export const CLOTH_NOTE_COUNT = 268;
/** Where each note is found by its features: u32 a slot, the note's number and 1, or 0; the number of slots, less 1, has all bits set. */
export const CLOTH_NOTE_SLOTS = 272;
export const CLOTH_NOTE_MASK = 276;
/** u8 a pair of parts, a row for the smaller one's number: whether they had a contact in this step, pushed or not. */
export const CLOTH_NEAR = 280;
/** How many pairs there are, and how many pairs of parts there were before the search that is under way. */
export const CLOTH_PAIR_COUNT = 284;
export const CLOTH_FIRST_SEGMENT = 288;
/** Stitches (STITCH_...), and how many there are. */
export const CLOTH_STITCHES = 292;
export const CLOTH_STITCH_COUNT = 296;
/** u32 a vertex: the point that stitches draw it to with others; 0 for none. */
export const CLOTH_JOINTS = 300;
/** Ranges of constraints (RANGE_...), those that may be solved at the same time one behind the other. */
export const CLOTH_RANGES = 304;
/** What chunks of the list of pairs were found to be contacts (CHUNK_...), and how many there are. */
export const CLOTH_CHUNKS = 308;
export const CLOTH_CHUNK_COUNT = 312;
/** u32: the addresses of the contacts, in the order in which they are solved; and the cells that they lie in (CELL_...). */
export const CLOTH_ORDER = 316;
export const CLOTH_CELLS = 320;
/** Across which axis cells are, as its byte in a point, and how wide a slice of them is (f64). */
export const CLOTH_CELL_AXIS = 324;
export const CLOTH_CELL_WIDTH = 328;
/** Blocks of vertices (BLOCK_...), how many there are, and among how many runs of them a stage is divided. */
export const CLOTH_BLOCKS = 336;
export const CLOTH_BLOCK_COUNT = 340;
export const CLOTH_BLOCK_RUNS = 344;
/** f32, three and a 0 a vertex: how far contacts have pushed it in this sub-step. */
export const CLOTH_PUSHED = 348;
export const CLOTH_BYTES = 352;

// A part: a cloth, a mesh whose vertices are prescribed one by one, or a rigid body.
export const PART_KIND = 0;
export const PART_CLOTH = 0;
export const PART_DRIVEN = 1;
export const PART_BODY = 2;
export const PART_FLAGS = 4;
/** Bits of PART_FLAGS: tested against itself. */
export const PART_SELF = 1;
/** Stays where it is, whatever kind it is of: it sleeps, or what moves it came to numbers that are not finite. */
export const PART_STILL = 4;
/** A body that the contacts push. */
export const PART_MOVABLE = 2;
export const PART_FIRST_VERTEX = 8;
export const PART_VERTEX_COUNT = 12;
export const PART_FIRST_NODE = 16;
export const PART_NODE_COUNT = 20;
export const PART_GROUP = 24;
export const PART_MASK = 28;
/** Parts with the same number, other than 0, are glued: they are kept apart, and do not push each other. */
export const PART_GLUE = 32;
export const PART_HELD = 36;
/** u32: the kind of its surface. */
export const PART_SURFACE = 40;
/** u32: how many of its vertices are out of their tubes. */
export const PART_STRAYS = 44;
export const PART_GRAVITY = 48;
/** Share of the velocity that is lost in a second. */
export const PART_DAMPING = 72;
/** Mean displacement in this sub-step; the most that a vertex of it has strayed, with this sub-step. */
export const PART_MEAN = 80;
export const PART_REACH = 104;
/** The farthest that a vertex goes in this sub-step. */
export const PART_FARTHEST = 112;
// Bodies: where they are and where they shall be (position, then quaternion x y z w).
export const PART_POSE = 120;
export const PART_GOAL = 176;
/** The pose that the sub-step heads for. */
export const PART_WANTED = 232;
// Movable bodies, about their centre of mass, which is the origin of their frame: how far pushes may still take them from
// where they were told to go; inverse inertia (3 x 3 in the world); how pushes displace them in this sub-step.
export const PART_SLACK = 288;
export const PART_INVERSE_INERTIA = 296;
export const PART_SHIFT = 368;
export const PART_TURN = 392;
/** Stiffness of the shape, 0 to 1; the rotation that was found last. */
export const PART_SHAPE = 416;
export const PART_SHAPE_ROTATION = 424;
/** First triangle and how many. */
export const PART_FIRST_TRIANGLE = 456;
export const PART_TRIANGLE_COUNT = 460;
/** The largest half thickness of its vertices. */
export const PART_HALF = 512;
/** Where the body would go if nothing held it back. */
export const PART_ASKED = 520;
/** What contacts pushed it with in this step, newton seconds. */
export const PART_IMPULSE = 584;
/** Scratch of shape matching: 17 sums. */
export const SHAPE_SUMS = 592;
/** Movable bodies: velocity (3) and spin (3) that they have been given in this step, and the part of it they have not moved with. */
export const PART_GAINED = 728;
export const PART_OWED = 776;
/** Inverse mass along each axis. */
export const PART_INVERSE_MASS = 824;
/** No vertex of a body is farther from its origin. */
export const PART_RADIUS = 848;
/** Half the density of the air times this pushes on a surface, and the wind's velocity. */
export const PART_DRAG = 856;
export const PART_WIND = 864;
/** The volume that it keeps; 0 for none. */
export const PART_VOLUME = 888;
/** What its volume gives way, cubic metres a pascal. */
export const PART_VOLUME_COMPLIANCE = 896;
export const PART_BYTES = 912;

// A piece of a search, u32 each: two parts, a node of either, or the same node twice for all that is below it (addresses); 1 where pairs
// with a stray alone are looked for.
export const PIECE_A = 0;
export const PIECE_B = 4;
export const PIECE_NODE_A = 8;
export const PIECE_NODE_B = 12;
export const PIECE_OF_STRAYS = 16;
export const PIECE_BYTES = 20;

// What a thread searches with: a traversal with its open pairs, and the pairs of leaves that it comes to, so many and those of a batch.
export const SCRATCH_TRAVERSAL_BYTES = 1049152;
export const SCRATCH_LEAF_PAIRS = 16384;
/** Behind that, pairs of features as a pair begins: their boxes are compared when there are so many, beside those of two triangles. */
export const SCRATCH_FEATURES = 1182272;
export const CANDIDATE_BYTES = 32;
export const MANY_FEATURES = 128;
/** And those of them that are near by their boxes: they are measured when there are so many, beside all that are compared at once. */
export const SCRATCH_CANDIDATES = 1186880;
export const MANY_CANDIDATES = 64;
/** Which corners of two triangles each pair of features that they may have is of: two masks of bytes. */
export const SCRATCH_MASKS = 1193536;
export const MASKS_BYTES = 32;
/** And a batch of pairs whose closest points are found (BATCH_...). */
export const SCRATCH_BATCH = 1194016;
export const SCRATCH_BYTES = 1197728;

// A batch: so many pairs (u32 addresses), and what was found of each: f64 the weights of its four vertices, the unit direction from the second feature to
// the first, where its vertices lie along it, and where the first feature ends and the second begins. Where features touch, the direction is zero.
export const BATCH_PAIRS = 32;
export const BATCH_RESULTS = 128;
export const CLOSEST_WEIGHTS = 0;
export const CLOSEST_DIRECTION = 32;
export const CLOSEST_ALONG = 56;
export const CLOSEST_LEAST_OF_FIRST = 88;
export const CLOSEST_MOST_OF_SECOND = 96;
export const CLOSEST_BYTES = 112;
export const BATCH_BYTES = 3712;

// Pairs of one pair of parts: both parts, where its pairs begin and end; the largest thickness.
export const SEGMENT_A = 0;
export const SEGMENT_B = 4;
export const SEGMENT_FIRST = 8;
export const SEGMENT_END = 12;
export const SEGMENT_THICKNESS = 16;
export const SEGMENT_BYTES = 24;

// A pair: vertex and three corners, or two and two ends of edges (u32 each); f64 distance that it had at the least when
// it was measured, plus what it had lost by then since the tubes were made: by how fast tubes of the two move against each other (f64, at
// the most), and by what its vertices strayed from their own; u32 kind; f64 what it has lost when it may be a contact again; f64 what it
// pushed in the last sub-step.
export const PAIR_BOUND = 16;
export const PAIR_KIND = 24;
/**
 * Bits 0-5, of a vertex and a face: which corners and edges the face represents, as in CLOTH_OWNED. From bit 8 on: the serial
 * number of the planes among which the pair has one.
 */
export const PAIR_OWNED = 28;
export const PAIR_SERIAL_SHIFT = 8;
export const PAIR_WAIT = 32;
export const PAIR_VERTEX_FACE = 0;
export const PAIR_EDGE_EDGE = 1;
export const PAIR_RATE = 40;
export const PAIR_PUSH = 48;
export const CLOTH_PAIR_BYTES = 56;

// A contact: the pair's four vertices (u32). What sweeps read is in f32: their weights (those of the second feature negative), how far a push of
// 1 takes each, the direction from the second feature to the first, how far the two points go from each other before they are pushed (three and
// a 0, as what follows), how far they were dragged across; how far they are to be pushed, how soft the contact is beside what its vertices
// give way, friction, how far they were pushed.
export const CONTACT_WEIGHTS = 16;
export const CONTACT_SHARES = 32;
export const CONTACT_DIRECTION = 48;
export const CONTACT_SLID = 64;
export const CONTACT_DRAG = 80;
export const CONTACT_REST = 96;
export const CONTACT_SOFT = 100;
export const CONTACT_FRICTION = 104;
export const CONTACT_PUSH = 108;
/** The two parts where they are movable bodies (u32 addresses, 0 otherwise). */
export const CONTACT_BODY_A = 112;
export const CONTACT_BODY_B = 116;
/** u32: the cell that it lies in. */
export const CONTACT_CELL = 120;
/** u32: the pair that it is of. */
export const CONTACT_PAIR = 124;
/** f64: weights and direction as they were found; what a push is multiplied with to be a mass times a way; what bodies were given of that. */
export const CONTACT_EXACT_WEIGHTS = 128;
export const CONTACT_EXACT_DIRECTION = 160;
export const CONTACT_EASILY = 184;
export const CONTACT_GIVEN = 192;
export const CLOTH_CONTACT_BYTES = 256;

// A range of constraints: u32 numbers of the first and behind the last.
export const RANGE_FIRST = 0;
export const RANGE_END = 4;
export const RANGE_BYTES = 8;

// A block: u32 the number of a part, which of its vertices, and how many of them are strays; f64 the sum of their displacements (3), the
// most that one of them has strayed, and the farthest that one goes.
export const BLOCK_PART = 0;
export const BLOCK_FIRST = 4;
export const BLOCK_END = 8;
export const BLOCK_STRAYS = 12;
export const BLOCK_SUM = 16;
export const BLOCK_REACH = 40;
export const BLOCK_FARTHEST = 48;
export const BLOCK_BYTES = 56;
/** No block has more vertices. */
export const BLOCK_VERTICES = 1024;

// A chunk of the list of pairs: u32 where its contacts are, how many there are and how many of them had room, how many pairs it measured, how
// many of its contacts are in each cell.
export const CHUNK_FIRST = 0;
export const CHUNK_CONTACTS = 4;
export const CHUNK_KEPT = 8;
export const CHUNK_MEASURED = 12;
export const CHUNK_COUNTS = 16;
/** What it measures pairs in (BATCH_...). */
export const CHUNK_BATCH = 96;
export const CHUNK_BYTES = 3808;
/** There are no more of them than this; each has so many pairs at the least. */
export const MOST_CHUNKS = 16;
export const CHUNK_PAIRS = 512;

// A cell of contacts: u32 where they begin and end in their order; f64 the farthest that the last sweep pushed. Cells with even
// numbers come first, then those with odd ones, then what lies in no two neighbours.
export const CELL_FIRST = 0;
export const CELL_END = 4;
export const CELL_PUSHED = 8;
/** u32: where those begin and end, in their order, that pushed behind the last sweep: behind the order of all contacts. */
export const CELL_FIRST_PUSHING = 16;
export const CELL_END_PUSHING = 20;
/** u32: other than 0 where one of them moves a body. */
export const CELL_BODIES = 24;
export const CELL_BYTES = 32;
// How a cell is swept, bits: against its order; those alone that pushed behind the last sweep.
export const SWEEP_BACKWARD = 1;
export const SWEEP_PUSHING = 2;
export const EVEN_CELLS = 8;
export const ALL_CELLS = 16;
/** Fewer contacts are in one row, behind all cells. */
export const FEW_CONTACTS = 1024;

// A note: the four vertices of a contact, their weights, the direction from the second feature to the first in the last sub-step in
// which they pushed, the share of the step at which the first such sub-step began, and newton seconds in all.
export const NOTE_WEIGHTS = 16;
export const NOTE_DIRECTION = 48;
export const NOTE_TIME = 72;
export const NOTE_IMPULSE = 80;
export const NOTE_BYTES = 88;

// A separating plane of a pair: direction, the least that the first feature and the most that the second may have along
// it, the four vertices, and for each the vertex' next plane. The second feature begins at slot PLANE_SPLIT. How far the plane goes
// with the two in the sub-step: f64, in both bounds; 0 where it stays.
export const PLANE_DIRECTION = 0;
export const PLANE_LEAST = 24;
export const PLANE_MOST = 32;
export const PLANE_VERTICES = 40;
export const PLANE_NEXT = 56;
export const PLANE_SPLIT = 72;
export const PLANE_SHIFT = 80;
export const PLANE_BYTES = 88;

// Which pairs planes are made for: what could meet on the straight way; of that, what goes elsewhere since the last planes; what could
// meet wherever vertices stop on their way.
export const PLANES_OF_ALL = 0;
export const PLANES_OF_CHANGED = 1;
export const PLANES_ANYWHERE = 2;

// Two constraints of distances, without a common vertex, or one twice: the vertices of each (u32), then f64 of either the rest length, the
// compliance, and the multiplier.
export const TWO_REST = 16;
export const TWO_COMPLIANCE = 32;
export const TWO_LAMBDA = 48;
/** Of one of them. */
export const CONSTRAINT_BYTES = 32;

// A stitch: two vertices (u32); f64 the length that it draws to, compliance, multiplier, what it pulled in this step, newton seconds, and
// how short it may become in this sub-step.
export const STITCH_REST = 8;
export const STITCH_COMPLIANCE = 16;
export const STITCH_LAMBDA = 24;
export const STITCH_PULLED = 32;
export const STITCH_SHORTEST = 40;
export const STITCH_BYTES = 48;

export const MARK_CUT = 1;
export const MARK_CONTACT = 2;
/** Cut by half or more in some sub-step of this step. */
export const MARK_HALVED = 4;
