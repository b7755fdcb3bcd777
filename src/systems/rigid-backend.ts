import type { CollisionSettings } from '../components/index.js';
import type { FirstContactError } from '../errors.js';

/**
 * All rigid bodies of a step, in the order in which they became colliders. Body i's numbers begin at i * stride of
 * `numbers`; BODY_NUMBERS says what is where, and BODY_WORDS what is in `words`, the same bytes as u32. Poses are those of the mesh's origin, velocities those of the centre of mass.
 */
export interface RigidBodyTable {
  /** How many bodies there are. */
  readonly count: number;
  /** Numbers a body has. */
  readonly stride: number;
  /** Whose body each is. */
  readonly entity: Uint32Array;
  /** Valid until memory grows: take it anew in each call, never keep it. */
  readonly numbers: Float64Array;
  /** The same bytes as `numbers`. */
  readonly words: Uint32Array;
  /** Address of body 0, for kernels. */
  readonly address: number;
}

/** Takes contacts with what is no entity. */
export interface ContactSink {
  /**
   * An entity and a collider of the backend's own, which `handle` names; or two of its own, where `entity` is 0 and `handleA`, the smaller
   * handle, names the first. Returns a number for `place`.
   */
  add(entity: number, none: 0, handle: number, isSensor: boolean, impulse: number, handleA?: number): number;
  /** Coordinate k, 0 to 2, of where they touch and of the unit normal there away from the first of the two. */
  place(i: number, k: number, point: number, normal: number, swapped: false): void;
}

/** In the place of an entity: what stands still in the world. */
export const THE_WORLD = -1;

/** A joint whose locked axes the plugin solves together with contacts. Anchors and frames are those of each entity's mesh. */
export interface SolvedJoint {
  a: number;
  b: number;
  /** Which of B's three ways and three turns against A's frame are locked, from bit 0 on: all turns, none, or the last two. */
  locked: number;
  /** The first way (0) or turn (3) where that has limits, in metres or radians; undefined where none has. */
  limited: 0 | 3 | undefined;
  least: number;
  most: number;
  /** More of the backend's may act on its bodies than contacts of ours and what it locks: a motor, another joint, a collider of its own, a force. */
  driven: boolean;
  readonly anchorA: { x: number; y: number; z: number };
  readonly frameA: { x: number; y: number; z: number; w: number };
  readonly anchorB: { x: number; y: number; z: number };
  readonly frameB: { x: number; y: number; z: number; w: number };
}

/** What a backend is handed when it is opened. */
export interface RigidSetup {
  /** Metres per square second, as it is now. The plugin applies it to its bodies; a backend applies it to its own. */
  readonly gravity: readonly [x: number, y: number, z: number];
  /** Parts that a step is made in. */
  readonly subSteps: number;
  /** Tells `onReport` of what goes on otherwise than its user may think: when the next step begins or ends. */
  readonly report: (report: FirstContactError) => void;
  /** The kernels, for a backend that wants to use them. */
  readonly kernels: { moveBodies(bodies: number, count: number, seconds: number): void };
  /** The columns of CollisionSettings, for a backend that has colliders of its own. */
  readonly settings: CollisionSettings;
  /** The mesh of each entity that is a body, for such a backend as well. */
  readonly meshOf: Uint32Array;
  /** Copies of a mesh's arrays. */
  surfaceOf(mesh: number): { readonly positions: Float32Array; readonly triangles: Uint32Array };
}

/**
 * Who moves rigid bodies between contacts. The plugin owns forces, contacts and times of contact of its meshes; the
 * backend owns poses while they are stepped, joints, and colliders of its own. Of each sub-step the plugin
 * 1. puts forces, gravity and contact impulses into the velocities of the table,
 * 2. calls `step`, which moves every body that is neither fixed nor asleep and may change velocities (joints, own colliders),
 * 3. certifies the motion from the pose before to the pose after, centre of mass straight, rotation by the shorter way,
 *    and calls `place` for every body that it has to hold back, with the pose and velocity that it has now.
 * What the table says after `step` and `place` is what the backend stores, to the last bit.
 */
export interface RigidBackend {
  /** For messages: 'rapier'. */
  readonly name: string;
  /**
   * Largest share by which a coordinate changes when it is stored: 0 for f64, 2^-24 for f32. The plugin stops bodies
   * early enough that poses rounded like this are still free of contact.
   */
  readonly rounding: number;
  /** Where `step` moves bodies by the velocities that the table has, and changes none. */
  readonly movesStraight?: boolean;
  /** What a world that the backend was handed falls by: the plugin's where its options say none. */
  readonly gravity?: readonly [x: number, y: number, z: number] | undefined;
  /** Seconds that a step of such a world covers: those of a step of the plugin's where its options say none. */
  readonly timeStep?: number | undefined;
  /** Called once, by the plugin that the backend was handed to. */
  open(setup: RigidSetup): void;
  /** Frees what `open` made. What the backend was handed stays its owner's. */
  close(): void;
  /**
   * `addRigidBody` gave an entity this mesh: what takes long may be made of it now, and not in the step in which the body enters,
   * which it may never do. Left out where there is nothing to make.
   */
  prepare?(mesh: number): void;
  /**
   * Body i is new, or its kind, mass, centre, inertia or locked axes changed. Returns what is wrong with it: the plugin
   * then sets the body aside with a report, and the rest goes on.
   */
  enter(bodies: RigidBodyTable, i: number): string | undefined;
  /**
   * Called before a step and before a snapshot: takes the plugin's gravity over, or writes its own into it where that was changed,
   * and returns whether it did. Left out by backends that have nothing of their own that falls.
   */
  shareGravity?(gravity: [x: number, y: number, z: number]): boolean;
  /** Called when a step of so many seconds begins, before anything is changed: throws where nothing can be moved. */
  begin?(seconds: number): void;
  /** What has become wrong with a body since then, asked at the start of a step. Left out where nothing can. */
  check?(entity: number): string | undefined;
  /** The entity is no body any more. */
  leave(entity: number): void;
  /** Moves the bodies on by `seconds`, in the last sub-step of a step or in one before: called `subSteps` times a step, be there bodies or none. */
  step(bodies: RigidBodyTable, seconds: number, isLast: boolean): void;
  /**
   * Puts body i where the table says, with its velocity, and whether it sleeps; then writes what it stores back into
   * the table. Called for bodies whose columns the user wrote, and for those that a contact held back.
   */
  place(bodies: RigidBodyTable, i: number): void;
  /**
   * Tells of every two entities that a joint ties together: they share an island. `own` hears of those that one ties to a body of
   * the backend's own, and whether that body stands still. Left out by backends without joints.
   */
  joined?(visit: (a: number, b: number) => void, own?: (entity: number, isStill: boolean) => void): void;
  /**
   * Tells of every joint that the plugin can solve; asked once a step. A body that is `bent` (BODY_WORDS) goes by its velocities alone, whatever
   * joints say: none of its is `driven`. The object is the same each time. `step` goes on
   * mending what is left of their errors. Left out by backends without joints.
   */
  joints?(visit: (joint: SolvedJoint) => void): void;
  /**
   * Tells `out` of every entity that touches a collider of the backend's own when a step ends, and of two of its own that touch: the
   * impulse is that of the step. Left out where there are none.
   */
  contacts?(out: ContactSink): void;
  /** Whether a collider of the backend's own sleeps, or never moves. */
  isAtRest?(handle: number): boolean;
  /** What a plugin's snapshot keeps of the backend. Left out where the table is all there is. */
  save?(): Uint8Array;
  /** Reads what `save` gave, and throws where it cannot; what is returned makes the backend what it was. */
  restore?(saved: Uint8Array): () => void;
}

/** Bodies move by their velocities alone, in f64: no joints and no colliders but ours. */
export function builtInBackend(): RigidBackend {
  let kernels: RigidSetup['kernels'] | undefined;
  return {
    name: 'built-in',
    rounding: 0,
    movesStraight: true,
    open(setup) {
      kernels = setup.kernels;
    },
    close() {
      kernels = undefined;
    },
    enter: () => undefined,
    leave() {},
    step(bodies, seconds) {
      kernels?.moveBodies(bodies.address, bodies.count, seconds);
    },
    place() {},
  };
}
