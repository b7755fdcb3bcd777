// What a contact point's impulses do, set up once before they are found: three directions, the normal first. f64.

/**
 * Per direction: how the velocity along it follows from the bodies' (A's linear and angular, then B's), and what a unit of
 * impulse changes of theirs, in the same order.
 */
export const ROW_OF_B = 48;
export const ROW_CHANGE_A = 96;
export const ROW_CHANGE_B = 144;
export const ROW_TANGENT_1 = 192;
export const ROW_TANGENT_2 = 384;
/** What a unit about the normal changes of the angular velocities of A and of B. */
export const ROW_TWIST_A = 576;
export const ROW_TWIST_B = 600;
/** Friction and torsion that a unit of normal impulse allows. */
export const ROW_FRICTION = 624;
export const ROW_TORSION = 632;
/** The normal impulse that is in the pair's tally already. */
export const ROW_TALLIED = 640;
/** u32: where it says what impulses change of all bodies that are tied to either one (WIDE_*), 0 where that is nobody; how many bodies these are. */
export const ROW_WIDE = 648;
export const ROW_WIDE_COUNT = 652;
/** The velocities along the three directions, and about the normal, before impulses were given. */
export const ROW_BEFORE = 656;
export const ROW_BEFORE_1 = 664;
export const ROW_BEFORE_2 = 672;
export const ROW_BEFORE_TORSION = 680;
export const ROW_BYTES = 688;
