import { POSITION_LIMIT } from '../mesh/limits.js';
import type { RigidMotion, RigidPose } from '../rigid/motion.js';
import type { NearPoints } from '../rigid/near-points.js';
import {
  CERTIFIED_TIME,
  CERTIFIED_TOLERANCE,
  CONTACT,
  defaultTolerance,
  FAILED,
  FREE,
  INITIAL_OVERLAP,
  type RigidQueries,
} from '../rigid/queries.js';
import type { QueryCounts } from '../rigid/query-memory.js';
import {
  CONTACT_METHODS,
  type ContactMethod,
  DEFAULT_MAX_PAIRS,
  DEFAULT_MAX_STEPS,
  MARGIN,
  type QuerySettings,
  THICKNESS,
  TOLERANCE,
  UNTIL,
} from '../rigid/settings.js';
import {
  checkAtLeast,
  checkBetween,
  checkMotion,
  checkOneOf,
  checkPose,
  checkQueryOptions,
  checkWhole,
} from './rigid-arguments.js';
import { type NearPair, nearPair, nearPairs } from './rigid-features.js';
import { type RigidMesh, shapeOf } from './rigid-mesh.js';
import { rigidWorkspace } from './rigid-workspace.js';
import { intersectionOf, type StaticIntersection } from './static-intersection.js';
import { queryMemory } from './static-memory.js';

/** How to look for a time of contact. */
export interface TimeOfContactOptions {
  /** `earliest-first`, unless given. */
  readonly method?: ContactMethod;
  /** Bodies this close are in contact. A millionth of the bodies' mean radius, unless given. */
  readonly tolerance?: number;
  /** Surfaces touch at this distance; 0 unless given. Tolerance counts from it. */
  readonly thickness?: number;
  /**
   * What to say of bodies that start within tolerance and do not come closer: `free` lets them go and reports what
   * they meet later; `contact` reports them at once.
   */
  readonly separating?: 'free' | 'contact';
  /** Contacts after this time are not looked for; 1 unless given. */
  readonly until?: number;
  /** How many pairs of boxes may wait at a time. At the bound the answer is the same and takes longer. */
  readonly maxPairs?: number;
  /**
   * After this many pairs of boxes and of triangles the query gives up with `failed` and the time that was certified so far;
   * ten million unless given.
   */
  readonly maxSteps?: number;
}

interface Certified {
  /** The motion is certainly free of contact up to here. */
  readonly time: number;
  /** The tolerance in force: at most two thirds of the distance at the start where the bodies start closer than was asked for. */
  readonly tolerance: number;
  readonly counts: QueryCounts;
}

/** No contact up to `time`, which is the end of what was asked for. */
export interface FreeMotion extends Certified {
  /** Tells the results apart. */
  readonly state: 'free';
}

/** The query gave up; what is certain is still certain. */
export interface FailedMotion extends Certified {
  /** Tells the results apart. */
  readonly state: 'failed';
}

/**
 * Contact at `time`, at most tolerance / closing speed before the surfaces touch, or bodies that already touch, cross
 * or, where that is asked for, are within tolerance at the start.
 */
export interface ContactMotion extends Certified, NearPair {
  /** Tells the results apart. */
  readonly state: 'contact' | 'initial-overlap';
  /** All contact points at that time, at most 32. Of bodies far apart for their size, those about as close as the closest. */
  readonly manifold: readonly NearPair[];
}

/** What became of a search for a time of contact; `state` tells the cases apart. */
export type TimeOfContact = FreeMotion | FailedMotion | ContactMotion;

/**
 * The first time of contact of two rigidly moving meshes, t from 0 to 1. The motion up to the answer is certified free
 * of contact: the answer is never late, and early by at most tolerance / closing speed.
 *
 * @example
 * import { initGeometry, rigidMesh, timeOfContact } from 'first-contact/geometry';
 * await initGeometry();
 * const triangle = rigidMesh([-1, 0, -1, 1, 0, -1, 0, 0, 1], [0, 2, 1]);
 * const pose = (y) => ({ position: [0, y, 0], rotation: [0, 0, 0, 1] });
 * const still = { start: pose(0), linear: [0, 0, 0], angular: [0, 0, 0] };
 * const result = timeOfContact(triangle, { start: pose(1), end: pose(-1) }, triangle, still);
 * if (result.state === 'contact') console.log(result.time.toFixed(3)); // 0.500
 */
export function timeOfContact(
  meshA: RigidMesh,
  motionA: RigidMotion,
  meshB: RigidMesh,
  motionB: RigidMotion,
  options: TimeOfContactOptions = {},
): TimeOfContact {
  checkMotion(motionA, 'A');
  checkMotion(motionB, 'B');
  const { queries, manifold } = rigidWorkspace();
  begin(queries, meshA, motionA, meshB, motionB, options);
  return answer(queries, manifold);
}

/** Asks what was set up, and reads what was found. */
export function answer(queries: RigidQueries, manifold: NearPoints): TimeOfContact {
  const state = queries.timeOfContact();
  const time = queries.certified[CERTIFIED_TIME];
  const tolerance = queries.certified[CERTIFIED_TOLERANCE];
  const { memory } = queries;
  if (state === FAILED) return { state: 'failed', time, tolerance, counts: memory.counts };
  if (state === FREE) return { state: 'free', time, tolerance, counts: memory.counts };
  manifold.clear();
  queries.manifold(manifold);
  return {
    state: state === CONTACT ? 'contact' : 'initial-overlap',
    time,
    tolerance,
    counts: memory.counts,
    ...nearPair(queries.closest, 0),
    manifold: nearPairs(manifold),
  };
}

function begin(
  queries: RigidQueries,
  meshA: RigidMesh,
  motionA: RigidMotion,
  meshB: RigidMesh,
  motionB: RigidMotion,
  options: TimeOfContactOptions,
): void {
  const a = shapeOf(meshA, 'mesh A');
  const b = shapeOf(meshB, 'mesh B');
  chooseSettings(queries.settings, options);
  queries.settings.fractions[TOLERANCE] = options.tolerance ?? defaultTolerance(a, b);
  queries.begin(a, motionA, b, motionB);
}

/** Checks the options and writes all of them but a tolerance that nobody gave. */
export function chooseSettings(settings: QuerySettings, options: TimeOfContactOptions): void {
  checkQueryOptions(options);
  const method = options.method ?? 'earliest-first';
  const separating = options.separating ?? 'free';
  const tolerance = options.tolerance ?? 0;
  const thickness = options.thickness ?? 0;
  const until = options.until ?? 1;
  const maxPairs = options.maxPairs ?? DEFAULT_MAX_PAIRS;
  const maxSteps = options.maxSteps ?? DEFAULT_MAX_STEPS;
  checkOneOf('method', method, CONTACT_METHODS);
  checkOneOf('separating', separating, ['free', 'contact']);
  checkAtLeast('tolerance', tolerance, 0);
  checkBetween('thickness', thickness, 0, POSITION_LIMIT);
  checkBetween('until', until, 0, 1);
  checkWhole('maxPairs', maxPairs, 8, 2 ** 24);
  checkWhole('maxSteps', maxSteps, 1, 2 ** 32 - 1);
  Object.assign(settings, { method, passOpening: separating === 'free', maxPairs, maxSteps });
  settings.fractions[TOLERANCE] = tolerance;
  settings.fractions[UNTIL] = until;
  settings.fractions[THICKNESS] = thickness;
}

/** The distance of two meshes in fixed poses, and where they are closest. `overlap` where they touch or cross. */
export interface MeshDistance extends NearPair {
  /** Whether they are apart. */
  readonly state: 'apart' | 'overlap';
  /** What the query cost. */
  readonly counts: QueryCounts;
}

/** How far two meshes are apart. */
export function distance(
  meshA: RigidMesh,
  poseA: RigidPose,
  meshB: RigidMesh,
  poseB: RigidPose,
): MeshDistance {
  const queries = beginPoses(meshA, poseA, meshB, poseB);
  const state = queries.distance();
  return {
    state: state === INITIAL_OVERLAP ? 'overlap' : 'apart',
    counts: queries.memory.counts,
    ...nearPair(queries.closest, 0),
  };
}

/**
 * All pairs of features that are at most `margin` apart: the closest points of every pair of triangles within it, each
 * vertex over the inside of a face, and each two edges that are closest inside both; each pair of features once.
 */
export function proximity(
  meshA: RigidMesh,
  poseA: RigidPose,
  meshB: RigidMesh,
  poseB: RigidPose,
  margin: number,
): NearPair[] {
  checkAtLeast('margin', margin, 0);
  const queries = beginPoses(meshA, poseA, meshB, poseB);
  queries.settings.fractions[MARGIN] = margin;
  queries.proximity();
  return nearPairs(queries.points);
}

/**
 * Whether two meshes have a point in common, be it one corner: a surface inside of a closed one has none. The first pair of
 * triangles that meets ends it, so that it costs less than `distance` and `timeOfContact`. A's corners are placed in B's frame,
 * which rounds them by at most 2^-46 of the coordinates; whether what is placed so meets is decided exactly.
 *
 * @example
 * import { initGeometry, meshesIntersect, rigidMesh } from 'first-contact/geometry';
 * await initGeometry();
 * const triangle = rigidMesh([-1, 0, -1, 1, 0, -1, 0, 0, 1], [0, 2, 1]);
 * const level = { position: [0, 0, 0], rotation: [0, 0, 0, 1] };
 * const upright = { position: [0, 0.5, 0], rotation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2] };
 * if (meshesIntersect(triangle, level, triangle, upright)) console.log('they meet'); // they meet
 */
export function meshesIntersect(
  meshA: RigidMesh,
  poseA: RigidPose,
  meshB: RigidMesh,
  poseB: RigidPose,
): boolean {
  const { exactSum } = queryMemory(0); // first: what moves blocks moves meshes
  const queries = beginPoses(meshA, poseA, meshB, poseB);
  return queries.meet(exactSum);
}

/**
 * What `meshesIntersect` decides, as a state like those of other queries.
 *
 * @example
 * import { initGeometry, rigidMesh, staticIntersection } from 'first-contact/geometry';
 * await initGeometry();
 * const triangle = rigidMesh([-1, 0, -1, 1, 0, -1, 0, 0, 1], [0, 2, 1]);
 * const at = (y) => ({ position: [0, y, 0], rotation: [0, 0, 0, 1] });
 * console.log(staticIntersection(triangle, at(0), triangle, at(1)).state); // separate
 */
export function staticIntersection(
  meshA: RigidMesh,
  poseA: RigidPose,
  meshB: RigidMesh,
  poseB: RigidPose,
): StaticIntersection {
  return intersectionOf(meshesIntersect(meshA, poseA, meshB, poseB));
}

const STILL = [0, 0, 0];

function beginPoses(meshA: RigidMesh, poseA: RigidPose, meshB: RigidMesh, poseB: RigidPose): RigidQueries {
  checkPose(poseA, 'A');
  checkPose(poseB, 'B');
  const { queries } = rigidWorkspace();
  const still = { linear: STILL, angular: STILL };
  begin(queries, meshA, { start: poseA, ...still }, meshB, { start: poseB, ...still }, {});
  return queries;
}
