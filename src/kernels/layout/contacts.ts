// Pairs of rigid bodies that may touch, and their contact points. f64 unless it says otherwise.

/** u32: the bodies' places in the table. The normal of a pair points from A to B. */
export const LINK_A = 0;
export const LINK_B = 4;
/** u32: the pair's contact points in the list. */
export const LINK_FIRST = 8;
export const LINK_COUNT = 12;
/** The bodies are at least this far apart. */
export const LINK_BOUND = 16;
/** How far the bodies may be displaced since contact points were looked for, and how far from each other these were then. */
export const LINK_SINCE = 24;
export const LINK_MARGIN = 32;
export const LINK_FRICTION = 40;
export const LINK_RESTITUTION = 48;
/** The gap that resting bodies keep, and the one at which a motion is stopped. */
export const LINK_REST = 56;
export const LINK_STOP = 64;
/** No gap is allowed to become smaller than this: poses may be rounded. */
export const LINK_FLOOR = 72;
/** The smaller body's size. */
export const LINK_SIZE = 80;
/** u32: entities of A and B. */
export const LINK_ENTITY_A = 88;
export const LINK_ENTITY_B = 92;
/** u32: LINK_* flags. */
export const LINK_FLAGS = 96;
/** u32: how often a motion of the pair was stopped in this step. */
export const LINK_STOPS = 100;
/** How much of the motion in progress is certified with both bodies moving, and of either one's where it was looked at last. */
export const LINK_BOTH = 104;
export const LINK_SEEN_A = 112;
export const LINK_SEEN_B = 120;
/** u32: how times of contact are found: CONTACT_METHODS' index. */
export const LINK_METHOD = 128;
/** Impulses of the step along the normal, all that was given and nothing that was taken back. */
export const LINK_IMPULSE = 136;
/** The smallest gap of a contact point when the last sub-step ended; Infinity where the pair has none. */
export const LINK_GAP = 144;
/** The largest impulse of a contact point in a sub-step of the step, and its place and normal. */
export const LINK_STRONGEST = 152;
export const LINK_POINT = 160;
export const LINK_FACING = 184;
/** Of bodies that overlap: the way on which they part, from A to B. */
export const LINK_PARTING = 208;
/** u32: its pairs of near triangles in their list, f64: how near they were, how far the bodies went since, and from where (PLACE_BYTES). */
export const LINK_PAIRS_FIRST = 232;
export const LINK_PAIRS_COUNT = 236;
export const LINK_PAIRS_MARGIN = 240;
export const LINK_PAIRS_SINCE = 248;
export const LINK_PAIRS_FROM = 256;
/** Behind what is known of near triangles. */
export const LINK_PAIRS_END = 344;
/** Motions in which the two come closer by no more than this are not certified: Infinity where none is. */
export const LINK_DISCRETE = 344;
/** Their distance, or a bound of it, when contact points were looked for, and where they were against each other then (PLACE_BYTES). */
export const LINK_MEASURED = 352;
export const LINK_FROM = 360;
export const LINK_BYTES = 448;
/** Where two bodies are against each other: from A's origin to B's, and both rotations. */
export const PLACE_BYTES = 88;
/** What has more near triangles than this is looked for anew each time. */
export const MOST_PAIRS = 2048;

/** The bodies touched when the step before ended. */
export const LINK_TOUCHED = 1;
/** They are reported and never pushed or stopped. */
export const LINK_SENSOR = 2;
/** They overlap: their motion is not certified until they are apart. */
export const LINK_OVERLAPS = 8;

/** Of a sensor's pair: surfaces met in this step; */
export const LINK_SENSED = 16;
/** one body was inside the other when surfaces had last left each other; */
export const LINK_INSIDE = 32;
/** and that has to be found out anew. */
export const LINK_UNSURE = 64;
/** Bodies that overlap are not pushed apart; that they overlap was told. */
export const LINK_LEFT_ALONE = 128;
export const LINK_TOLD = 256;
/** One of the two is another body since: what the pair was ends with the step. */
export const LINK_OVER = 512;
/** In the motion in progress they are so close that where their poses are stored has to be looked at. */
export const LINK_CLOSE = 1024;
/** They had contact points in the sub-step, or one of them was stopped. */
export const LINK_MET = 2048;

/** Points in the bodies' own frames, from the centre of mass. */
export const TOUCH_OWN_A = 0;
export const TOUCH_OWN_B = 24;
export const TOUCH_NORMAL = 48;
/** The point between both, from each centre of mass, in the world. */
export const TOUCH_ARM_A = 72;
export const TOUCH_ARM_B = 96;
export const TOUCH_TANGENT_1 = 120;
export const TOUCH_TANGENT_2 = 144;
export const TOUCH_GAP = 168;
/** Impulses of this sub-step: normal, two tangents, torsion; kept from one to the next as a beginning. */
export const TOUCH_IMPULSE = 176;
export const TOUCH_FRICTION_1 = 184;
export const TOUCH_FRICTION_2 = 192;
export const TOUCH_TORSION = 200;
/** Effective masses along the normal, both tangents and about the normal. */
export const TOUCH_MASS = 208;
export const TOUCH_MASS_1 = 216;
export const TOUCH_MASS_2 = 224;
export const TOUCH_MASS_TORSION = 232;
/** The velocity along the normal that is allowed at the least. */
export const TOUCH_TARGET = 240;
/** The velocity along the normal before impulses, and the largest impulse since. */
export const TOUCH_APPROACH = 248;
export const TOUCH_MOST = 256;
/** u32: features of A and of B, two words each, as in NEAR records. */
export const TOUCH_KEY = 264;
/** u32: addresses of both bodies, and the pair's place in its list. */
export const TOUCH_BODY_A = 280;
export const TOUCH_BODY_B = 284;
export const TOUCH_LINK = 288;
/** The impulse of a push, which lasts for one motion. */
export const TOUCH_PUSH = 296;
export const TOUCH_BYTES = 304;
/** A pair has at most so many contact points: those that lie or face most differently. */
export const MOST_TOUCHES = 16;
/** Pairs of boxes that may wait while a pair's motion is certified. */
export const MOST_WAITING = 8192;
/** And pairs of bodies, of each one that there is, while who is stopped is found. */
export const WAITING_A_PAIR = 4;
