import type { CollisionPlugin } from '../../plugin.js';
import type { RayHit } from '../../queries/hits.js';
import type { BodyRecord } from './bodies.js';
import type { RaycastQuery, RaycastResult, Vector, VectorMaker } from './types.js';

/** Everything that a ray from one point to another meets, the closest first. Those who are no bodies of ours are left out. */
export function rayHits(
  plugin: CollisionPlugin,
  bodies: ReadonlyMap<number, BodyRecord>,
  from: Vector,
  to: Vector,
  query: RaycastQuery,
): RayHit[] {
  const way = [to.x - from.x, to.y - from.y, to.z - from.z] as const;
  const length = Math.sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
  if (length === 0) return [];
  const { mask } = plugin.components.CollisionSettings;
  const ignored = [...bodies.values()].find(({ owner }) => owner === query.ignoreBody);
  return plugin
    .raycast(
      { origin: [from.x, from.y, from.z], direction: way, length },
      {
        all: true,
        mask: (query.collideWith ?? -1) >>> 0,
        sensors: query.shouldHitTriggers === true,
        exclude: ignored === undefined ? [] : [ignored.entity],
      },
    )
    .filter(({ entity }) => bodies.has(entity) && (mask[entity] & (query.membership ?? -1)) !== 0);
}

/** Fills a result that Babylon made. */
export function writeHit(
  result: RaycastResult,
  { entity, normal, point, triangle }: RayHit,
  bodies: ReadonlyMap<number, BodyRecord>,
): void {
  result.setHitData(vectorOf(normal), vectorOf(point), triangle);
  result.calculateHitDistance();
  const body = bodies.get(entity);
  result.body = body?.owner;
  result.shape = body?.shape?.owner;
}

/** The same for a list of results: Babylon's own class is not at hand, its names are. */
export function newHit(
  { entity, normal, point, triangle, distance }: RayHit,
  bodies: ReadonlyMap<number, BodyRecord>,
  Vector: VectorMaker,
): object {
  const body = bodies.get(entity);
  return {
    hasHit: true,
    hitDistance: distance,
    hitPoint: new Vector(...point),
    hitPointWorld: new Vector(...point),
    hitNormal: new Vector(...normal),
    hitNormalWorld: new Vector(...normal),
    triangleIndex: triangle,
    body: body?.owner,
    shape: body?.shape?.owner,
    bodyIndex: 0,
  };
}

function vectorOf([x, y, z]: readonly [number, number, number]): Vector {
  return { x, y, z };
}
