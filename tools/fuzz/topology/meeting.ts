import type { SceneMesh } from '../../../scenes/meshes/index.js';
import { COLLIDER_SOLID, type CollisionPlugin, MOTION_KINEMATIC } from '../../../src/index.js';
import { meetingTriangles, placed } from '../../../tests/oracle/exact/surfaces-meet.js';
import { StaticTest } from '../../conform/simulate/static-test.js';
import { type Known, mayMeet, pairKey } from './truth.js';

/**
 * The pairs of colliders that have a point in common where they are, of those that the cloth solver is to keep apart: a simulated cloth with
 * itself and with whatever is solid. Exact, and nothing of the kernels takes part.
 */
export function meetingWithCloth(
  plugin: CollisionPlugin,
  known: ReadonlyMap<number, Known>,
): ReadonlySet<string> {
  const { Cloth, CollisionSettings } = plugin.components;
  const isCloth = (entity: number) =>
    known.get(entity)?.kind === 'deformable' && Cloth.simulated[entity] === 1;
  const solids = [...known.keys()].filter((entity) => CollisionSettings.collider[entity] === COLLIDER_SOLID);
  const places = new Map(solids.map((entity) => [entity, placedNow(plugin, entity, known)]));
  const meeting = new Set<string>();
  for (const a of solids) {
    if (!isCloth(a)) continue;
    const cloth = places.get(a) as SceneMesh;
    if (CollisionSettings.selfCollision[a] === 1 && meetsItself(cloth)) meeting.add(pairKey(a, a));
    for (const b of solids) {
      if (b === a || (isCloth(b) && b < a) || !mayMeet(plugin, a, b)) continue;
      if (meetingTriangles(cloth, places.get(b) as SceneMesh) !== undefined) meeting.add(pairKey(a, b));
    }
  }
  return meeting;
}

function placedNow(
  { components }: CollisionPlugin,
  entity: number,
  known: ReadonlyMap<number, Known>,
): SceneMesh {
  const { kind, positions, triangles } = known.get(entity) as Known;
  if (kind === 'deformable') return { positions, triangles };
  const { Obstacle, RigidBody } = components;
  // a kinematic body that was put elsewhere comes from where it was, as far as cloth is concerned
  const cameFrom = RigidBody.motion[entity] === MOTION_KINEMATIC && Obstacle.met[entity] === 1;
  const { px, py, pz, qx, qy, qz, qw } = cameFrom ? Obstacle : RigidBody;
  return placed(
    { positions, triangles },
    [qx, qy, qz, qw].map((column) => column[entity]),
    [px, py, pz].map((column) => column[entity]),
  );
}

function meetsItself({ positions, triangles }: SceneMesh): boolean {
  const count = positions.length / 3;
  return new StaticTest(triangles, count, { prescribed: new Uint8Array(count) }).count(positions) > 0;
}
