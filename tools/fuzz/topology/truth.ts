import {
  COLLIDER_OFF,
  COLLIDER_SOLID,
  type CollisionPlugin,
  MOTION_DYNAMIC,
  MOTION_FIXED,
} from '../../../src/index.js';
import { placed } from '../../../tests/oracle/exact/surfaces-meet.js';
import { exactContacts } from './exact-contacts.js';
import type { Expected } from './expected.js';
import { type FeaturePair, pairsBetween, pairsWithin } from './feature-pairs.js';
import { edgesOf } from './mesh-truth.js';
import { type Moving, turnedAbout } from './moving.js';
import { nearContacts, reachOf } from './near-contacts.js';

/** A collider as the one who put it there knows it. */
export interface Known {
  kind: 'rigid' | 'deformable';
  mesh: number;
  triangles: Uint32Array;
  /** A rigid body's at rest, a deformable's as they are now. */
  positions: Float64Array;
  /** Where a deformable's vertices go in this step. */
  next: Float64Array | undefined;
}

/** What each pair of colliders, or a collider with itself, is to touch in a step; by both entities. */
export interface Truth {
  readonly contacts: Map<string, Expected>;
  /** Pairs that the cloth solver keeps apart: it tells what it pushed. */
  readonly pushed: Set<string>;
}

export const pairKey = (a: number, b: number): string => (a <= b ? `${a} ${b}` : `${b} ${a}`);

/** Where everything goes in a step of `dt` seconds, from the columns as they are before it. */
export function motionsOf(
  plugin: CollisionPlugin,
  known: ReadonlyMap<number, Known>,
  dt: number,
  gravity: readonly number[],
): Map<number, Moving> {
  return new Map(
    [...known].map(([entity, one]) => {
      const { kind, mesh, next, positions, triangles } = one;
      const edges = edgesOf(plugin, mesh, triangles);
      if (kind === 'deformable') {
        const end = next ?? positions;
        return [entity, { entity, triangles, edges, start: positions, end, turn: undefined }];
      }
      const { RigidBody } = plugin.components;
      const way = [0, 1, 2].map((axis) => wayAlong(RigidBody, entity, axis, dt, gravity));
      const motion = isPlain(RigidBody, entity)
        ? plainMotion(plugin, entity, positions, way)
        : turningMotion(plugin, entity, positions, way, dt);
      return [entity, { entity, triangles, edges, ...motion }];
    }),
  );
}

type Body = CollisionPlugin['components']['RigidBody'];
type Motion = Pick<Moving, 'start' | 'end' | 'turn'>;

/** As it is, or turned by half a turn, and not turning: so that nothing is rounded but the way. */
function isPlain({ motion, qw, qx, qy, qz, wx, wy, wz }: Body, entity: number): boolean {
  const isStill = motion[entity] === MOTION_FIXED || [wx, wy, wz].every((column) => column[entity] === 0);
  return isStill && [qx, qy, qz, qw].filter((column) => column[entity] === 0).length === 3;
}

function plainMotion(
  { components }: CollisionPlugin,
  entity: number,
  rest: Float64Array,
  way: readonly number[],
): Motion {
  const { px, py, pz, qx, qy, qz } = components.RigidBody;
  const half = [qx[entity], qy[entity], qz[entity]];
  const isTurned = half.some((each) => each !== 0);
  const [start, end] = [0, 1].map((time) => {
    const place = [px, py, pz].map((column, axis) => column[entity] + time * way[axis]);
    return rest.map((x, i) => (isTurned && half[i % 3] === 0 ? -x : x) + place[i % 3]);
  });
  return { start, end, turn: undefined };
}

/** The centre goes straight, and everything turns about it with the angular velocity that the body has. */
function turningMotion(
  { components, meshFacts }: CollisionPlugin,
  entity: number,
  rest: Float64Array,
  way: readonly number[],
  dt: number,
): Motion {
  const { RigidBody: body } = components;
  const position = [body.px[entity], body.py[entity], body.pz[entity]];
  const rotation = [body.qx[entity], body.qy[entity], body.qz[entity], body.qw[entity]];
  const mass = centreOf(body, entity, meshFacts(components.MeshTopology.mesh[entity]).solid.centre);
  const seconds = body.motion[entity] === MOTION_FIXED ? 0 : dt;
  const vector = [body.wx, body.wy, body.wz].map((column) => column[entity] * seconds);
  const angle = Math.hypot(...vector);
  const axis = vector.map((x) => (angle > 0 ? x / angle : 0));
  const at = (points: Float64Array) =>
    placed({ positions: points, triangles: new Uint32Array(0) }, rotation, position).positions;
  const start = at(rest);
  const centre = Array.from(at(Float64Array.from(mass)));
  const end = start.slice();
  for (let i = 0; i < start.length; i += 3) {
    const arm = centre.map((x, k) => start[i + k] - x);
    turnedAbout(axis, angle, arm).forEach((x, k) => {
      end[i + k] = centre[k] + way[k] + x;
    });
  }
  const radius = farthest(rest) + Math.hypot(...mass);
  return { start, end, turn: { centre, way, axis, angle, radius } };
}

/** What it turns about, in its mesh's frame: columns have it from when it has entered, or with the inertia that it was given. */
function centreOf(body: Body, entity: number, ofSolid: readonly number[]): readonly number[] {
  if (body.motion[entity] !== MOTION_DYNAMIC) return [0, 0, 0];
  const { ixx, iyy, izz } = body;
  const isGiven = [ixx, iyy, izz].some((column) => column[entity] !== 0);
  return isGiven ? [body.cx[entity], body.cy[entity], body.cz[entity]] : ofSolid;
}

function farthest(points: Float64Array): number {
  let most = 0;
  for (let i = 0; i < points.length; i += 3)
    most = Math.max(most, Math.hypot(points[i], points[i + 1], points[i + 2]));
  return most;
}

const SUB_STEPS = 4;

/** As far as its velocity and gravity take it, sub-step by sub-step, when nothing is in the way. */
function wayAlong(body: Body, entity: number, axis: number, dt: number, gravity: readonly number[]): number {
  const { asleep, gravityScale, motion, vx, vy, vz } = body;
  if (motion[entity] === MOTION_FIXED) return 0;
  let velocity = [vx, vy, vz][axis][entity];
  const change = gravityScale[entity] * gravity[axis];
  if (motion[entity] !== MOTION_DYNAMIC || asleep[entity] === 1 || change === 0) return velocity * dt;
  let way = 0;
  for (let k = 0; k < SUB_STEPS; k++) {
    velocity += (dt / SUB_STEPS) * change;
    way += (dt / SUB_STEPS) * velocity;
  }
  return way;
}

/** Where no tolerance is set it is this share of a body's size. */
const TOLERANCE_SHARE = 1e-3;

/** All contacts that a step is to tell. */
export function truthOf(
  plugin: CollisionPlugin,
  known: ReadonlyMap<number, Known>,
  motions: ReadonlyMap<number, Moving>,
): Truth {
  const { collider, selfCollision, thickness } = plugin.components.CollisionSettings;
  const contacts: Truth['contacts'] = new Map();
  const pushed = new Set<string>();
  const entities = [...known.keys()].filter((entity) => collider[entity] !== COLLIDER_OFF);
  entities.forEach((a, i) => {
    const isDeformable = known.get(a)?.kind === 'deformable';
    const one = motions.get(a) as Moving;
    if (isDeformable && selfCollision[a] === 1) {
      if (isPushed(plugin, a, a)) pushed.add(pairKey(a, a));
      else contacts.set(pairKey(a, a), expectedOf(pairsWithin(one), thickness[a], 0, true));
    }
    for (const b of entities.slice(i + 1)) {
      if (!isDeformable && known.get(b)?.kind === 'rigid') continue;
      if (!mayMeet(plugin, a, b)) continue;
      if (isPushed(plugin, a, b)) {
        pushed.add(pairKey(a, b));
        continue;
      }
      const other = motions.get(b) as Moving;
      const isExact = one.turn === undefined && other.turn === undefined;
      const gap = (thickness[a] + thickness[b]) / 2;
      const off = offOf(plugin, one, other);
      contacts.set(pairKey(a, b), expectedOf(pairsBetween(one, other), gap, off, isExact));
    }
  });
  return { contacts, pushed };
}

function expectedOf(pairs: Iterable<FeaturePair>, gap: number, off: number, isExact: boolean): Expected {
  return gap === 0 && isExact ? exactContacts(pairs) : nearContacts(pairs, gap, reachOf(gap, off));
}

/** By how much what is told of two may be off, since one of them turns. */
function offOf({ components }: CollisionPlugin, a: Moving, b: Moving): number {
  const { tolerance } = components.CollisionSettings;
  const [rigid, other] = a.turn === undefined ? [b, a] : [a, b];
  if (rigid.turn === undefined || rigid.turn.angle === 0) return 0;
  if (tolerance[rigid.entity] > 0) return tolerance[rigid.entity];
  return tolerance[other.entity] > 0 ? tolerance[other.entity] : TOLERANCE_SHARE * rigid.turn.radius;
}

export function mayMeet({ components }: CollisionPlugin, a: number, b: number): boolean {
  const { group, mask } = components.CollisionSettings;
  return (group[a] & mask[b]) !== 0 && (group[b] & mask[a]) !== 0;
}

/** Whether the cloth solver moves one of the two, and keeps them apart. */
export function isPushed({ components }: CollisionPlugin, a: number, b: number): boolean {
  const { Cloth, CollisionSettings } = components;
  const isSolid = (entity: number) => CollisionSettings.collider[entity] === COLLIDER_SOLID;
  return (Cloth.simulated[a] === 1 || Cloth.simulated[b] === 1) && isSolid(a) && isSolid(b);
}
