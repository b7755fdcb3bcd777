// A rigid body as the solver moves it: f64 unless it says otherwise, all in world coordinates unless it says "own",
// which is the mesh's frame. A table is one record after the other.

/** The mesh's origin. */
export const MOVER_POSITION = 0;
/** Unit quaternion x y z w. */
export const MOVER_ROTATION = 24;
/** Velocity of the centre of mass. */
export const MOVER_LINEAR = 56;
export const MOVER_ANGULAR = 80;
/** 1 / mass along each axis; 0 where the axis is locked or nothing moves the body. */
export const MOVER_INVERSE_MASS = 104;
/** Own: the centre of mass. */
export const MOVER_CENTRE = 128;
export const MOVER_CENTRE_NOW = 152;
/** Own, about the centre of mass: xx yy zz xy xz yz. The other two are the inertia as it is turned, and its inverse. */
export const MOVER_INERTIA = 176;
export const MOVER_TURNED_INERTIA = 224;
export const MOVER_INVERSE_INERTIA = 272;
export const MOVER_FORCE = 320;
export const MOVER_TORQUE = 344;
export const MOVER_MASS = 368;
export const MOVER_GRAVITY_SCALE = 376;
export const MOVER_LINEAR_DAMPING = 384;
export const MOVER_ANGULAR_DAMPING = 392;
/** No vertex is farther than this from the centre of mass. */
export const MOVER_REACH = 400;
/** Where the motion in progress began. */
export const MOVER_START_POSITION = 408;
export const MOVER_START_ROTATION = 432;
/** Seconds that the body's next motion covers. */
export const MOVER_LEFT = 464;
/** The share of the motion in progress that is certified. */
export const MOVER_CERTIFIED = 472;
/** No vertex moved farther than this in the motion in progress. */
export const MOVER_MOVED = 480;
/** u32: how it moves, 0 dynamic, 1 kinematic, 2 fixed. */
export const MOVER_KIND = 488;
/** u32: LOCK_* bits. */
export const MOVER_LOCKS = 492;
/** u32: 1 where the body sleeps: it has no velocity and is not moved. */
export const MOVER_ASLEEP = 496;
/** u32: the entity. */
export const MOVER_ENTITY = 500;
/** u32: addresses of the hierarchy and of the topology of its mesh. */
export const MOVER_HIERARCHY = 504;
export const MOVER_TOPOLOGY = 508;
/** u32: address of its swept spheres, where C2A is asked for. */
export const MOVER_SPHERES = 512;
/** u32: 1 where the motion in progress was cut short, or made without the backend: it has to be told. 2 where it was taken back. */
export const MOVER_HELD = 516;
/** How far the centre of mass went in the motion in progress, and how far turning can have taken any vertex besides. */
export const MOVER_WAY = 520;
export const MOVER_SWUNG = 544;
/** u32: 1 where the body, or its centre of mass, was put somewhere else before the step: what was known of its distances and contact points is not true any more. */
export const MOVER_PLACED = 552;
/** u32: its mesh. */
export const MOVER_MESH = 556;
/** Seconds of the sub-step that are left to it after that. */
export const MOVER_LATER = 560;
/** What a push adds to its velocities for one motion. */
export const MOVER_PUSH = 568;
/** u32: settings by which it meets others, as they were when the step began. */
export const MOVER_GROUP = 616;
export const MOVER_MASK = 620;
export const MOVER_COLLIDER = 624;
/** u32: how many pairs it has in this step. Who has none flies, and nobody asks how far it turned. */
export const MOVER_PAIRS = 628;
/** Seconds of the sub-step that it made, and of these those of its last motion. */
export const MOVER_MADE = 632;
export const MOVER_WENT = 640;
/** Twice the energy of its spin as `applyForces` left it, below 0 where it did not; what that has more where the sub-step ends, at the same momentum; and twice the energy of all its motion. */
export const MOVER_SPIN_HALFWAY = 648;
export const MOVER_SPIN_OWED = 656;
export const MOVER_ENERGY = 664;
/** u32: the address of another body of its island of contacts, or its own. */
export const MOVER_ISLAND = 672;
/** u32: the address of the set of bodies that joints tie together, itself among them (layout/joints.ts); 0 where no joint holds it. */
export const MOVER_TIED = 676;
/** Of the body that stands for an island: what impulses of the sub-step before do there, before they are given and after; the energy that they took. */
export const MOVER_WARM = 680;
export const MOVER_WARMED = 688;
/** In the same places, u32: while sets of tied bodies are found, the first and the last joint of those that a body stands for, counted from 1; of each body, its first row, from 1. */
export const MOVER_FIRST_JOINT = 680;
export const MOVER_LAST_JOINT = 684;
export const MOVER_FIRST_ROW = 688;
/** In the same places, u32, once impulses have been given: of the body that stands for an island, the first of its bodies; of each body, the next one of its island, or 0 (solver/contact-islands.ts). */
export const MOVER_FIRST = 680;
export const MOVER_NEXT = 684;
export const MOVER_SPARE = 696;
/** u32: of the body that stands for an island, what it touches; and the angular momentum that its bodies lost (solver/settle-spin.ts). */
export const MOVER_CONTACTS = 704;
export const MOVER_MISSING = 712;
/** u32: joints hold it, and it goes by its velocities all the same: the plugin has found those that joints leave it. */
export const MOVER_BENT = 708;
/** The velocity of an even turn to where a fast spin leads in the sub-step, 0 where there is none, and what the spin's is meanwhile (solver/fast-spin.ts). */
export const MOVER_TURN = 736;
export const MOVER_SPUN = 760;
/** In the same place, of a body that joints tie: its angular momentum while the ways of its set are looked for (solver/bent-ways.ts). */
export const MOVER_MOMENTUM = 760;
/** The gap of a contact point that is all but closed and would close for others that are pushed open; Infinity where there is none (solver/push-apart.ts). */
export const MOVER_SQUEEZED = 784;
export const MOVER_BYTES = 800;

export const MOVER_DYNAMIC = 0;
export const MOVER_FIXED = 2;
