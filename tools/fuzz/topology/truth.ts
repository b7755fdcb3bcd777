import { COLLIDER_OFF, type CollisionPlugin, MOTION_DYNAMIC, MOTION_FIXED } from '../../../src/index.js';
import { contactsBetween, contactsWithin, type Expected, type Moving } from './exact-contacts.js';
import { edgesOf } from './mesh-truth.js';

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
export type Truth = Map<string, Expected>;

export const pairKey = (a: number, b: number): string => (a <= b ? `${a} ${b}` : `${b} ${a}`);

/** Where everything goes in a step of `dt` seconds, from the columns as they are before it. */
export function motionsOf(
  plugin: CollisionPlugin,
  known: ReadonlyMap<number, Known>,
  dt: number,
  gravity: readonly number[],
): Map<number, Moving> {
  return new Map(
    [...known].map(([entity, { kind, mesh, next, positions, triangles }]) => {
      const edges = edgesOf(plugin, mesh, triangles);
      if (kind === 'deformable')
        return [entity, { entity, triangles, edges, start: positions, end: next ?? positions }];
      const [start, end] = [0, 1].map((time) => placedAt(plugin, entity, positions, dt, gravity, time));
      return [entity, { entity, triangles, edges, start, end }];
    }),
  );
}

/** Bodies of these scenes are as they are, or turned by half a turn, so that nothing is rounded but the way. */
function placedAt(
  { components }: CollisionPlugin,
  entity: number,
  rest: Float64Array,
  dt: number,
  gravity: readonly number[],
  time: number,
): Float64Array {
  const { px, py, pz, qx, qy, qz } = components.RigidBody;
  const half = [qx[entity], qy[entity], qz[entity]];
  const isTurned = half.some((each) => each !== 0);
  const place = [px, py, pz].map(
    (column, axis) => column[entity] + time * wayAlong(components.RigidBody, entity, axis, dt, gravity),
  );
  return rest.map((x, i) => (isTurned && half[i % 3] === 0 ? -x : x) + place[i % 3]);
}

const SUB_STEPS = 4;

/** As far as its velocity and gravity take it, sub-step by sub-step, when nothing is in the way. */
function wayAlong(
  body: CollisionPlugin['components']['RigidBody'],
  entity: number,
  axis: number,
  dt: number,
  gravity: readonly number[],
): number {
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

/** All contacts that a step is to tell. */
export function truthOf(
  plugin: CollisionPlugin,
  known: ReadonlyMap<number, Known>,
  motions: ReadonlyMap<number, Moving>,
): Truth {
  const { collider, group, mask, selfCollision } = plugin.components.CollisionSettings;
  const truth: Truth = new Map();
  const entities = [...known.keys()].filter((entity) => collider[entity] !== COLLIDER_OFF);
  entities.forEach((a, i) => {
    const isDeformable = known.get(a)?.kind === 'deformable';
    if (isDeformable && selfCollision[a] === 1)
      truth.set(pairKey(a, a), contactsWithin(motions.get(a) as Moving));
    for (const b of entities.slice(i + 1)) {
      if (!isDeformable && known.get(b)?.kind === 'rigid') continue;
      if ((group[a] & mask[b]) === 0 || (group[b] & mask[a]) === 0) continue;
      truth.set(pairKey(a, b), contactsBetween(motions.get(a) as Moving, motions.get(b) as Moving));
    }
  });
  return truth;
}
