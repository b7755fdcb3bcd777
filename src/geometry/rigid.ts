import {
  RIGID_CONTACT,
  RIGID_FAILED,
  RIGID_INITIAL_OVERLAP,
  RIGID_QUERY_RESULT_DISTANCE,
  RIGID_QUERY_RESULT_FEATURE_A,
  RIGID_QUERY_RESULT_FEATURE_B,
  RIGID_QUERY_RESULT_NORMAL,
  RIGID_QUERY_RESULT_POINT_A,
  RIGID_QUERY_RESULT_POINT_B,
  RIGID_QUERY_RESULT_SLOT_A,
  RIGID_QUERY_RESULT_SLOT_B,
  RIGID_QUERY_RESULT_TIME,
  RIGID_QUERY_RESULT_TOLERANCE,
} from '../kernels/layout.js';
import type { QueryCounts, RigidMotion, RigidPose } from '../memory/rigid-query.js';
import { contactManifold } from './contact-manifold.js';
import { checkAtLeast, checkBetween, checkMotion, checkPose, checkWhole } from './rigid-arguments.js';
import { featureAt, type NearPair, triangleAt } from './rigid-features.js';
import type { RigidMesh } from './rigid-mesh.js';
import { nearPairs, type RigidWorkspace, rigidWorkspace } from './rigid-workspace.js';

/**
 * Ways to the same answer: earliest-first advancement, C2A (controlled conservative advancement over swept spheres),
 * and plain conservative advancement for comparison.
 */
export type ContactMethod = 'earliest-first' | 'c2a' | 'ca';

/** How to look for a time of contact. */
export interface TimeOfContactOptions {
  /** `earliest-first`, unless given. */
  readonly method?: ContactMethod;
  /** Bodies this close are in contact. A millionth of the bodies' mean radius, unless given. */
  readonly tolerance?: number;
  /**
   * What to say of bodies that start within tolerance and do not come closer: `free` lets them go and reports what
   * they meet later; `contact` reports them at once.
   */
  readonly separating?: 'free' | 'contact';
  /** Contacts after this time are not looked for; 1 unless given. */
  readonly until?: number;
  /** How many pairs of boxes may wait at a time. At the bound the answer is the same and takes longer. */
  readonly maxPairs?: number;
  /** After this many steps the query gives up with `failed` and the time that was certified so far. */
  readonly maxSteps?: number;
}

interface Certified {
  /** The motion is certainly free of contact up to here. */
  readonly time: number;
  /** The tolerance in force: smaller than asked for where the bodies start closer than it. */
  readonly tolerance: number;
  readonly counts: QueryCounts;
}

/** No contact up to `time`, which is the end of what was asked for. */
export interface FreeMotion extends Certified {
  readonly state: 'free';
}

/** The query gave up; what is certain is still certain. */
export interface FailedMotion extends Certified {
  readonly state: 'failed';
}

/**
 * Contact at `time`, at most tolerance / closing speed before the surfaces touch, or bodies that already touch, cross
 * or, where that is asked for, are within tolerance at the start.
 */
export interface ContactMotion extends Certified, NearPair {
  readonly state: 'contact' | 'initial-overlap';
  /** All contact points at that time, at most 32. */
  readonly manifold: readonly NearPair[];
}

export type TimeOfContact = FreeMotion | FailedMotion | ContactMotion;

const DEFAULT_TOLERANCE = 1e-6;
const DEFAULT_MAX_PAIRS = 32768;
const DEFAULT_MAX_STEPS = 10_000_000;
/** C2A's w, for the first iterations: the paper uses 0.3 to 0.5. */
const CONTROL = 0.4;
/** Contact points closer together than this share of the smaller body are one. */
const MANIFOLD_SPACING = 1e-4;

/**
 * The first time of contact of two rigidly moving meshes, t from 0 to 1. The motion up to the answer is certified free
 * of contact: the answer is never late, and early by at most tolerance / closing speed.
 *
 * @example
 * const still = { start: pose, linear: [0, 0, 0], angular: [0, 0, 0] };
 * const result = timeOfContact(gear, { start: from, end: to }, gear, still);
 * if (result.state === 'contact') console.log(result.time, result.normal);
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
  const workspace = rigidWorkspace();
  begin(workspace, meshA, motionA, meshB, motionB, options);
  const state = search(workspace, meshA, meshB, options.method ?? 'earliest-first');
  return readResult(workspace, meshA, meshB, state);
}

function search(
  { core, query }: RigidWorkspace,
  meshA: RigidMesh,
  meshB: RigidMesh,
  method: ContactMethod,
): number {
  if (method === 'earliest-first') return core.kernels.earliestFirst(query.address, query.heap);
  query.setSwept(meshA.swept, meshB.swept, method === 'c2a' ? CONTROL : 1);
  return core.kernels.conservativeAdvancement(query.address, query.heap);
}

function begin(
  { query }: RigidWorkspace,
  meshA: RigidMesh,
  motionA: RigidMotion,
  meshB: RigidMesh,
  motionB: RigidMotion,
  options: TimeOfContactOptions,
): void {
  const size = (meshA.radius + meshB.radius) / 2;
  const settings = {
    tolerance: options.tolerance ?? DEFAULT_TOLERANCE * size,
    passOpening: options.separating !== 'contact',
    maxPairs: options.maxPairs ?? DEFAULT_MAX_PAIRS,
    maxSteps: options.maxSteps ?? DEFAULT_MAX_STEPS,
    until: options.until ?? 1,
  };
  checkAtLeast('tolerance', settings.tolerance, 0);
  checkBetween('until', settings.until, 0, 1);
  checkWhole('maxPairs', settings.maxPairs, 8, 2 ** 24);
  checkWhole('maxSteps', settings.maxSteps, 1, 2 ** 32 - 1);
  const blocks = [meshA.block, meshB.block] as const;
  query.begin(settings);
  query.setBody(0, blocks[0], motionA);
  query.setBody(1, blocks[1], motionB);
}

function readResult(workspace: RigidWorkspace, a: RigidMesh, b: RigidMesh, state: number): TimeOfContact {
  const { query } = workspace;
  const certified = {
    time: query.number(RIGID_QUERY_RESULT_TIME),
    tolerance: query.number(RIGID_QUERY_RESULT_TOLERANCE),
    counts: query.counts,
  };
  if (state === RIGID_FAILED) return { state: 'failed', ...certified };
  if (state !== RIGID_CONTACT && state !== RIGID_INITIAL_OVERLAP) return { state: 'free', ...certified };
  const found = readClosest(workspace, a, b);
  const margin = Math.max(certified.tolerance, found.distance);
  const spacing = MANIFOLD_SPACING * Math.min(a.radius, b.radius);
  const manifold = contactManifold(nearPairs(workspace, a, b, certified.time, margin), spacing);
  // another pair may have come closer than the one that ended the query
  const closest = manifold[0] !== undefined && manifold[0].distance < found.distance ? manifold[0] : found;
  return {
    state: state === RIGID_CONTACT ? 'contact' : 'initial-overlap',
    ...certified,
    ...closest,
    manifold,
  };
}

function readClosest({ core, query }: RigidWorkspace, a: RigidMesh, b: RigidMesh): NearPair {
  const { arena } = core;
  const slotA = query.word(RIGID_QUERY_RESULT_SLOT_A);
  const slotB = query.word(RIGID_QUERY_RESULT_SLOT_B);
  return {
    distance: query.number(RIGID_QUERY_RESULT_DISTANCE),
    pointA: query.vector(RIGID_QUERY_RESULT_POINT_A),
    pointB: query.vector(RIGID_QUERY_RESULT_POINT_B),
    normal: query.vector(RIGID_QUERY_RESULT_NORMAL),
    triangleA: triangleAt(arena, a.block, slotA),
    triangleB: triangleAt(arena, b.block, slotB),
    featureA: featureAt(arena, a.block, slotA, query.word(RIGID_QUERY_RESULT_FEATURE_A)),
    featureB: featureAt(arena, b.block, slotB, query.word(RIGID_QUERY_RESULT_FEATURE_B)),
  };
}

/** The distance of two meshes in fixed poses, and where they are closest. `overlap` where they touch or cross. */
export interface MeshDistance extends NearPair {
  readonly state: 'apart' | 'overlap';
  readonly counts: QueryCounts;
}

/** How far two meshes are apart. */
export function distance(
  meshA: RigidMesh,
  poseA: RigidPose,
  meshB: RigidMesh,
  poseB: RigidPose,
): MeshDistance {
  const workspace = beginPoses(meshA, poseA, meshB, poseB);
  const { core, query } = workspace;
  const state = core.kernels.distanceAtStart(query.address, query.heap);
  return {
    state: state === RIGID_INITIAL_OVERLAP ? 'overlap' : 'apart',
    counts: query.counts,
    ...readClosest(workspace, meshA, meshB),
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
  const workspace = beginPoses(meshA, poseA, meshB, poseB);
  workspace.core.kernels.beginAdvancement(workspace.query.address);
  return nearPairs(workspace, meshA, meshB, 0, margin);
}

const STILL = [0, 0, 0];

function beginPoses(meshA: RigidMesh, poseA: RigidPose, meshB: RigidMesh, poseB: RigidPose): RigidWorkspace {
  checkPose(poseA, 'A');
  checkPose(poseB, 'B');
  const workspace = rigidWorkspace();
  const still = { linear: STILL, angular: STILL };
  begin(workspace, meshA, { start: poseA, ...still }, meshB, { start: poseB, ...still }, {});
  return workspace;
}
