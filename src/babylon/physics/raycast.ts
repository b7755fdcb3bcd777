import type { CollisionPlugin } from '../../plugin.js';
import type { QueryFilter, RayHit } from '../../queries/hits.js';
import { type Three, turned } from '../rotation.js';
import type { BodyRecord } from './bodies.js';
import { givenThree } from './given.js';
import { type Leaf, triangleOf } from './shapes.js';
import type { RaycastQuery, RaycastResult, Settable, Vector, VectorMaker } from './types.js';

/** Where a ray meets a part of a body. */
export interface ShapeHit {
  readonly body: BodyRecord;
  readonly leaf: Leaf;
  readonly point: Three;
  readonly normal: Three;
  readonly distance: number;
  /** Of the part's Babylon mesh; -1 where it has none. */
  readonly triangle: number;
}

interface Ray {
  readonly plugin: CollisionPlugin;
  readonly bodies: ReadonlyMap<number, BodyRecord>;
  readonly origin: Three;
  readonly direction: Three;
  readonly length: number;
  readonly query: RaycastQuery;
}

/**
 * What a ray from one point to another meets, the closest first: the closest alone, or each surface of a mesh and each solid
 * where the ray enters it. Masks are those of the parts. What is no body of ours is left out.
 */
export function rayHits(
  plugin: CollisionPlugin,
  bodies: ReadonlyMap<number, BodyRecord>,
  [from, to]: readonly [Vector, Vector],
  query: RaycastQuery,
  isAll: boolean,
): ShapeHit[] {
  const origin = givenThree('Where a ray begins', from);
  const end = givenThree('Where a ray ends', to);
  const way = end.map((x, k) => x - origin[k]);
  const length = Math.sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
  if (length === 0) return [];
  const direction = way.map((x) => x / length) as unknown as Three;
  const ray: Ray = { plugin, bodies, origin, direction, length, query };
  const found: ShapeHit[] = [];
  const first = surfaces(ray, 0, ignored(ray));
  for (const met of first) {
    if (!isAll && found.length > 0 && found[0].distance <= met.distance) break;
    const others = first.filter(({ entity }) => entity !== met.entity).map(({ entity }) => entity);
    found.push(...hitsOf(ray, met, [...ignored(ray), ...others], isAll));
    found.sort((a, b) => a.distance - b.distance);
  }
  return isAll ? found : found.slice(0, 1);
}

function ignored({ bodies, query }: Ray): number[] {
  if (query.ignoreBody === undefined || query.ignoreBody === null) return [];
  return [...bodies].filter(([, { owner }]) => owner === query.ignoreBody).map(([entity]) => entity);
}

/** The first surface of each entity from some metres along the ray on, the closest first. */
function surfaces(ray: Ray, start: number, exclude: readonly number[]): RayHit[] {
  const { bodies, direction, length, origin, plugin, query } = ray;
  const filter: QueryFilter = {
    all: true,
    mask: (query.collideWith ?? -1) >>> 0,
    sensors: query.shouldHitTriggers === true,
    exclude: [...exclude],
  };
  const from = origin.map((x, k) => x + start * direction[k]) as unknown as Three;
  return plugin
    .raycast({ origin: from, direction, length: length - start }, filter)
    .filter(({ entity }) => bodies.has(entity))
    .map((hit) => ({ ...hit, distance: hit.distance + start }));
}

/** A surface behind another is looked for from here on, as a share of the way: beyond what rounding makes of the first. */
const BEHIND = 1e-7;

/** Where the ray meets an entity from its first surface on: everywhere, or the first time. */
function hitsOf(ray: Ray, first: RayHit, exclude: readonly number[], isAll: boolean): ShapeHit[] {
  const hits: ShapeHit[] = [];
  let met: RayHit | undefined = first;
  while (met !== undefined) {
    const hit = shapeHit(ray, met);
    if (hit !== undefined) hits.push(hit);
    if (hits.length > 0 && !isAll) break;
    const start: number = met.distance + BEHIND * (1 + met.distance);
    met = start < ray.length ? surfaces(ray, start, exclude).find(isOf(first)) : undefined;
  }
  return hits;
}

function isOf({ entity }: RayHit): (other: RayHit) => boolean {
  return (other) => other.entity === entity;
}

/** Undefined where the part is not asked for, or is a solid that the ray leaves there. */
function shapeHit(
  { bodies, direction, query }: Ray,
  { distance, entity, normal, point, triangle }: RayHit,
): ShapeHit | undefined {
  const body = bodies.get(entity);
  const found = body && triangleOf(body.parts.leavesOf(entity), triangle);
  if (body === undefined || found === undefined) return undefined;
  const { leaf, outwards, own } = found;
  const { shape } = leaf;
  const isAsked =
    (shape.membership & (query.collideWith ?? -1)) !== 0 &&
    (shape.collideWith & (query.membership ?? -1)) !== 0;
  const out = turned(body.rotation, outwards);
  const isLeft = out[0] * direction[0] + out[1] * direction[1] + out[2] * direction[2] > 0;
  if (!isAsked || (shape.isSolid && isLeft)) return undefined;
  return { body, leaf, point, normal, distance, triangle: shape.originalOf(own) };
}

/** Fills a result that Babylon made, or one of ours. */
export function writeHit(result: RaycastResult, hit: ShapeHit): void {
  result.setHitData(vectorOf(hit.normal), vectorOf(hit.point), hit.triangle);
  result.setHitDistance(hit.distance);
  result.body = hit.body.owner;
  result.bodyIndex = 0;
  result.shape = hit.leaf.shape.owner;
}

function vectorOf([x, y, z]: Three): Vector {
  return { x, y, z };
}

/** Babylon's PhysicsRaycastResult by its members, for lists that Babylon hands over empty: its class is not at hand then. */
export class RayResult implements RaycastResult {
  hasHit = false;
  hitDistance = 0;
  triangleIndex = -1;
  body: unknown;
  bodyIndex: number | undefined;
  shape: unknown;
  readonly hitPoint: Settable;
  readonly hitNormal: Settable;
  readonly rayFromWorld: Settable;
  readonly rayToWorld: Settable;

  constructor(Vector: VectorMaker) {
    this.hitPoint = new Vector(0, 0, 0);
    this.hitNormal = new Vector(0, 0, 0);
    this.rayFromWorld = new Vector(0, 0, 0);
    this.rayToWorld = new Vector(0, 0, 0);
  }

  get hitPointWorld(): Settable {
    return this.hitPoint;
  }

  get hitNormalWorld(): Settable {
    return this.hitNormal;
  }

  reset(from: Vector, to: Vector): void {
    this.hasHit = false;
    this.hitDistance = 0;
    this.triangleIndex = -1;
    this.body = undefined;
    this.bodyIndex = undefined;
    this.shape = undefined;
    for (const vector of [this.hitPoint, this.hitNormal]) vector.set(0, 0, 0);
    this.rayFromWorld.set(from.x, from.y, from.z);
    this.rayToWorld.set(to.x, to.y, to.z);
  }

  setHitData(normal: Vector, point: Vector, triangleIndex = -1): void {
    this.hasHit = true;
    this.hitNormal.set(normal.x, normal.y, normal.z);
    this.hitPoint.set(point.x, point.y, point.z);
    this.triangleIndex = triangleIndex;
  }

  setHitDistance(distance: number): void {
    this.hitDistance = distance;
  }
}
