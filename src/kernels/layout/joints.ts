// Joints between rigid bodies that are solved together with their contacts. f64 unless it says otherwise. A table has a head, a body
// that stands still for what is tied to the world, and one record after the other.

/** u32: how many joints there are; addresses of their rows, of the factor and of the sets of bodies that are tied together; how many rows hold, and how many limits come after these. */
export const JOINTS_COUNT = 0;
export const JOINTS_ROWS = 4;
export const JOINTS_FACTOR = 8;
export const JOINTS_SETS = 12;
export const JOINTS_HOLDING = 16;
export const JOINTS_LIMITS = 20;
/** u32: the address of two notes of each body (solver/noted-momenta.ts). */
export const JOINTS_NOTES = 24;
/** A MOVER record of zeroes, but for its rotation. */
export const JOINTS_WORLD = 32;
export const JOINTS_FIRST = 832;

/** u32: the bodies' places in the table, or NO_MOVER. */
export const JOINT_A = 0;
export const JOINT_B = 4;
export const NO_MOVER = 0xffffffff;
/** u32: which of B's three ways and three turns against A's frame are locked, in this order from bit 0 on. */
export const JOINT_LOCKED = 8;
/** u32: the one that has limits, or NO_LIMIT. */
export const JOINT_LIMITED = 12;
export const NO_LIMIT = 6;
/** Own: where each body is held, and how the joint's frame is turned there. */
export const JOINT_ANCHOR_A = 16;
export const JOINT_FRAME_A = 40;
export const JOINT_ANCHOR_B = 72;
export const JOINT_FRAME_B = 96;
/** Metres or radians. */
export const JOINT_LEAST = 128;
export const JOINT_MOST = 136;
/** As bodies are now: B's anchor from each centre of mass, and the axes of A's frame. */
export const JOINT_ARM_A = 144;
export const JOINT_ARM_B = 168;
export const JOINT_AXES = 192;
/** u32: its first row, and the next joint of the same set, counted from 1, or 0. */
export const JOINT_FIRST_ROW = 264;
export const JOINT_NEXT = 268;
/** u32: the backend has more that acts on its bodies than contacts and what the joint locks. */
export const JOINT_DRIVEN = 272;
export const JOINT_BYTES = 280;

/** A row begins as one of a contact point does (layout/solver-rows.ts). u32: both bodies' addresses. */
export const JOINT_ROW_A = 192;
export const JOINT_ROW_B = 196;
/** u32: the first row that it shares a body with, directly or not; where its part of the factor is. */
export const JOINT_ROW_FIRST = 200;
export const JOINT_ROW_FACTOR = 204;
/** What is to be solved for, then the solution; one over the pivot. */
export const JOINT_ROW_RIGHT = 208;
export const JOINT_ROW_PIVOT = 216;
/** How far it is open; of a limit: how far it is to its lower end, as a way along it, and to its upper end. */
export const JOINT_ROW_ERROR = 224;
export const JOINT_ROW_ABOVE = 232;
/** In the place of what a limit does not have: its impulse before, the velocity along it that does not bring it on, and the seconds that it is for. */
export const JOINT_ROW_BEFORE = 200;
export const JOINT_ROW_DRIFT = 208;
export const JOINT_ROW_SECONDS = 216;
/** Of a limit: impulses at either end (of another row, the first has what was missing along it while ways are looked for), and the effective mass. */
export const JOINT_ROW_LOWER = 240;
export const JOINT_ROW_UPPER = 248;
export const JOINT_ROW_MASS = 256;
/** u32, as a contact point's: where it says what an impulse changes of all bodies that are tied, or 0, and how many these are. */
export const JOINT_ROW_WIDE = 264;
export const JOINT_ROW_WIDE_COUNT = 268;
/** Where a limit's joint is between its ends. */
export const JOINT_ROW_AT = 272;
export const JOINT_ROW_BYTES = 280;
/** Rows that a joint has at the most: six axes, and a limit is one that is not locked. */
export const MOST_JOINT_ROWS = 6;

/** A set of dynamic bodies that joints tie together. u32: its rows, how many bodies, and their addresses. A joint adds two at the most. */
export const TIED_FIRST_ROW = 0;
export const TIED_END_ROW = 4;
export const TIED_COUNT = 8;
/** u32: TIED_* flags. */
export const TIED_FLAGS = 12;
/** Twice the energy of its motion where a sub-step begins, but for its drift; below 0 where it may become more. */
export const TIED_ENERGY = 16;
/** u32: how many of its joints have limits, and where these are solved together, or 0. */
export const TIED_LIMITED = 24;
export const TIED_LIMITS = 28;
export const TIED_BODIES = 32;
/** What the set of one joint takes, and a joint more of no set of its own no more than that. */
export const MOST_TIED_BYTES = 40;
/** One of its joints is JOINT_DRIVEN; a contact point is one of its bodies'; its joints contradict each other. */
export const TIED_DRIVEN = 1;
export const TIED_TOUCHES = 2;
export const TIED_CONTRARY = 4;
/** A joint ties it to what is not dynamic, or a body may not go along an axis; the velocities that keep it closed were not found; in the sub-step it met something, or a push closed it. */
export const TIED_ANCHORED = 64;
export const TIED_TOO_FAST = 128;
export const TIED_MET = 256;
export const TIED_PUSHED = 512;
/** While ways are looked for: what it closes brings bodies too close, which was just found out; it closes less; it closes nothing. */
export const TIED_CROWDS = 8;
export const TIED_CLOSES_SOME = 16;
export const TIED_CLOSES_NONE = 32;

/** What an impulse changes of a body that joints tie to where it is given. u32: the body; its velocities, linear and angular. */
export const WIDE_BODY = 0;
export const WIDE_CHANGE = 8;
export const WIDE_BYTES = 56;
/** Sets of more bodies than this, both sides of a contact together, take turns with their contacts. */
export const WIDEST = 40;

/** Of a body at some time: its centre of mass, its velocity, and the angular momentum of its spin. */
export const NOTE_VELOCITY = 24;
export const NOTE_SPIN = 48;
export const NOTE_BYTES = 72;

/** Limits of a set that are solved together: how many, u32, and whether they were not found together since they were prepared; then one record of each, what an impulse along one does to the velocity along another, and room for a factor of that. */
export const LIMITS_COUNT = 0;
export const LIMITS_MISSED = 4;
export const LIMITS_FIRST = 8;
/** u32: the limit's row; a list of those that push, by their places; i32: which end pushes, 1 the lower, -1 the upper, 0 none, and which one is to. */
export const LIMIT_ROW = 0;
export const LIMIT_PUSHING = 4;
export const LIMIT_END = 8;
export const LIMIT_WANTED = 12;
/** Velocities along it, the least, the most and as they are; its impulse before, and what is added to it. */
export const LIMIT_LOW = 16;
export const LIMIT_HIGH = 24;
export const LIMIT_SPEED = 32;
export const LIMIT_BEFORE = 40;
export const LIMIT_ADDED = 48;
/** What the factored system is solved for. */
export const LIMIT_RIGHT = 56;
export const LIMIT_BYTES = 64;
