// Values of component columns, by name.

/** How a rigid body moves. */
export const MOTION_DYNAMIC = 0;
/** It goes where its velocity says; nothing pushes it. */
export const MOTION_KINEMATIC = 1;
/** It does not move. */
export const MOTION_FIXED = 2;

/** Bits of `locks`: axes of the world along which a body does not go, and about which it does not turn. */
export const LOCK_X = 1;
/** Bit of `locks`: not along y. */
export const LOCK_Y = 2;
/** Bit of `locks`: not along z. */
export const LOCK_Z = 4;
/** Bit of `locks`: not about x. */
export const LOCK_TURN_X = 8;
/** Bit of `locks`: not about y. */
export const LOCK_TURN_Y = 16;
/** Bit of `locks`: not about z. */
export const LOCK_TURN_Z = 32;
/** All bits of `locks`: it neither goes nor turns. */
export const LOCK_ALL = 63;

/** Values of `collider`: what others make of the entity. */
export const COLLIDER_SOLID = 0;
/** Contacts are reported and nothing is pushed. */
export const COLLIDER_SENSOR = 1;
/** Nothing meets it and no query sees it; a dynamic body goes on moving. */
export const COLLIDER_OFF = 2;

/** Values of `frictionRule` and `restitutionRule`: how two numbers become the pair's. Of two bodies the higher number is taken. */
export const COMBINE_DEFAULT = 0; // friction: COMBINE_GEOMETRIC, restitution: COMBINE_MAXIMUM
/** Half of both together. */
export const COMBINE_AVERAGE = 1;
/** The root of the product. */
export const COMBINE_GEOMETRIC = 2;
/** The smaller one. */
export const COMBINE_MINIMUM = 3;
/** The product. */
export const COMBINE_MULTIPLY = 4;
/** The larger one. */
export const COMBINE_MAXIMUM = 5;
/** As COMBINE_AVERAGE, and before all of the rules above where the other body has one of them. */
export const COMBINE_AVERAGE_FIRST = 6;
/** As COMBINE_MULTIPLY, and before all of the rules above where the other body has one of them. */
export const COMBINE_MULTIPLY_FIRST = 7;

/** Values of `overlap`: what is made of bodies that are put where they overlap. Of two bodies the higher number is taken. */
export const OVERLAP_PUSH = 0;
/** They are left as they are until somebody parts them; `onReport` and `contactEvents` tell. */
export const OVERLAP_REPORT = 1;

/**
 * Values of `rigid`: whether the motion of a rigid body is certified free of contact. Of two dynamic bodies the higher number is taken;
 * what is fixed or driven has no say where it meets a dynamic one.
 */
export const CONTINUOUS_OFF = 0;
/** Where it is fast for its thickness; where it is slow, only its end is tested. */
export const CONTINUOUS_AUTOMATIC = 1;
/** Always. */
export const CONTINUOUS_ON = 2;

/** Values of `gpuCulling`: whether the visibility backend draws the entity. */
export const GPU_CULLING_OFF = 0;
/** The backend draws it. */
export const GPU_CULLING_ON = 1;
/** By the number of its triangles. */
export const GPU_CULLING_AUTOMATIC = 2;

/** Values of `advancement`: how the time of contact of two rigid bodies is found. The answer is the same, to tolerance. */
export const ADVANCEMENT_EARLIEST_FIRST = 0;
/** Controlled conservative advancement, as in the C2A paper. */
export const ADVANCEMENT_C2A = 1;
/** Plain conservative advancement, for comparison. */
export const ADVANCEMENT_CA = 2;

/** Values of `separating`: what is made of rigid bodies that start within tolerance and do not come closer. */
export const SEPARATING_FREE = 0;
/** They are reported at once. */
export const SEPARATING_CONTACT = 1;

/** Which contacts a step looks for. */
export const CONTACTS_FIRST = 0;
/** Value of `contacts`: all of them. */
export const CONTACTS_ALL = 1;

/** Bits of `stages`: which culling stages run. None of them changes what is found, only how fast. */
export const STAGE_NORMAL_CONES = 1;
/** Bit of `stages`: contours of flat regions are tested, and regions skipped. */
export const STAGE_CONTOURS = 2;
/** Bit of `stages`: each pair of features comes up once. */
export const STAGE_REPRESENTATIVES = 4;
/** Bit of `stages`: boxes of features are compared before they are tested. */
export const STAGE_FEATURE_BOXES = 8;
/** All bits of `stages`. */
export const ALL_STAGES = STAGE_NORMAL_CONES | STAGE_CONTOURS | STAGE_REPRESENTATIVES | STAGE_FEATURE_BOXES;

/** All bits of `mask`. */
export const EVERY_GROUP = 0xffffffff;
