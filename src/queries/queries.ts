import {
  COLLIDER_OFF,
  COLLIDER_SENSOR,
  EVERY_GROUP,
  LOCK_X,
  LOCK_Y,
  LOCK_Z,
  MOTION_DYNAMIC,
} from '../components/constants.js';
import { BodyMotion } from '../rigid/motion.js';
import { CERTIFIED_TIME, CONTACT, defaultTolerance, INITIAL_OVERLAP } from '../rigid/queries.js';
import { THICKNESS, TOLERANCE, UNTIL } from '../rigid/settings.js';
import { RIGID } from '../systems/colliders.js';
import type { StepContext } from '../systems/context.js';
import { ingest } from '../systems/ingest.js';
import { writeMotion } from '../systems/rigid-pair.js';
import {
  checkFilter,
  checkPose,
  checkRay,
  checkRound,
  checkVector,
  isMeshShape,
  type Ray,
} from './check-arguments.js';
import type {
  CastHit,
  OverlapHit,
  QueryFilter,
  QueryShape,
  RayHit,
  RoundShape,
  ShapePose,
  Vector,
} from './hits.js';
import { Mover } from './mover.js';
import { NearSurface } from './near-surface.js';
import { TreeWalk } from './tree-walk.js';
import { TriangleProbe } from './triangle-probe.js';

const STILL: Vector = [0, 0, 0];
const UPRIGHT = [0, 0, 0, 1] as const;

/** Rays, casts and overlaps against the colliders as they are between two steps. */
export class Queries {
  readonly #context: StepContext;
  readonly #probe: TriangleProbe;
  readonly #walk: TreeWalk;
  readonly #mover = new Mover();
  readonly #own = new BodyMotion();
  readonly #other = new BodyMotion();
  readonly #near: NearSurface;

  constructor(context: StepContext) {
    this.#context = context;
    this.#probe = new TriangleProbe(context.core);
    this.#walk = new TreeWalk(context);
    this.#near = new NearSurface(context.core, this.#walk);
  }

  /** Where a ray crosses colliders' triangles: decided exactly on their corners in the world. */
  raycast(ray: Ray, filter: QueryFilter = {}): RayHit[] {
    const way = checkRay(ray);
    checkFilter(filter);
    this.#mover.set(ray.origin, UPRIGHT, 0, 0, way);
    const length = Math.sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
    const hits = this.#cast(filter, (corners, until) =>
      this.#probe.crosses(this.#mover, corners)
        ? this.#probe.crossingTime(this.#mover, corners, until)
        : Infinity,
    );
    return hits.map((hit) => ({ ...hit, distance: hit.time * length }));
  }

  /** Where a shape that goes straight, without turning, first meets colliders. */
  shapeCast(shape: QueryShape, pose: ShapePose, way: Vector, filter: QueryFilter = {}): CastHit[] {
    checkPose(pose);
    checkVector('The way', way);
    checkFilter(filter);
    if (isMeshShape(shape)) return this.#meshCast(shape.mesh, pose, way, filter);
    this.#round(shape, pose, way);
    return this.#cast(filter, (corners, until) => this.#probe.castTime(this.#mover, corners, until));
  }

  /** The entities whose surface a shape reaches. */
  overlap(shape: QueryShape, pose: ShapePose, filter: QueryFilter = {}): OverlapHit[] {
    checkPose(pose);
    checkFilter(filter);
    if (isMeshShape(shape)) return this.#meshOverlap(shape.mesh, pose, filter);
    this.#round(shape, pose, STILL);
    const found: OverlapHit[] = [];
    this.#eachCollider(filter, (entity) => {
      let met = -1;
      this.#walk.visit(entity, this.#mover, 1, (triangle, corners) => {
        if (met < 0 && this.#probe.distance(this.#mover, corners, 0) <= this.#mover.radius) met = triangle;
        return met < 0 ? 1 : -1;
      });
      if (met >= 0) found.push({ entity, triangle: met });
      return filter.all !== false || met < 0;
    });
    return found;
  }

  /** How near the closest surface within reach is, and its normal; Infinity where there is none. */
  nearest(shape: RoundShape, pose: ShapePose, filter: QueryFilter, normal: Float64Array): number {
    this.#round(shape, pose, STILL);
    let least = Number.POSITIVE_INFINITY;
    this.#eachCollider(filter, (entity) => {
      this.#walk.visit(entity, this.#mover, 1, (_, corners) => {
        const distance = this.#probe.distance(this.#mover, corners, 0);
        if (distance < least && distance <= this.#mover.radius) {
          least = distance;
          normal.set(this.#probe.normal);
        }
        return 1;
      });
      return true;
    });
    return least;
  }

  /**
   * Gives a dynamic body its part of an impact with something heavy that moves at a velocity: along the normal, at the
   * body's centre of mass, with no bounce.
   */
  push({ entity, normal }: CastHit, velocity: Vector, mass: number): void {
    const { colliders, components } = this.#context;
    const body = components.RigidBody;
    if (colliders.kind[entity] !== RIGID || body.motion[entity] !== MOTION_DYNAMIC) return;
    const closing =
      normal[0] * (body.vx[entity] - velocity[0]) +
      normal[1] * (body.vy[entity] - velocity[1]) +
      normal[2] * (body.vz[entity] - velocity[2]);
    if (!(closing > 0)) return;
    const change = (-closing * mass) / (mass + body.mass[entity]);
    const { locks } = body;
    if ((locks[entity] & LOCK_X) === 0) body.vx[entity] += change * normal[0];
    if ((locks[entity] & LOCK_Y) === 0) body.vy[entity] += change * normal[1];
    if ((locks[entity] & LOCK_Z) === 0) body.vz[entity] += change * normal[2];
  }

  /** Seconds of a step: what a character's moves are meant to cover. */
  get seconds(): number {
    return this.#context.clock.dt;
  }

  #round(shape: RoundShape, { position, rotation = UPRIGHT }: ShapePose, way: Vector): void {
    checkRound(shape);
    this.#mover.set(position, rotation, shape.halfHeight ?? 0, shape.radius, way);
  }

  /** The first hit of each entity, or of the first one alone; `timeOf` says when a triangle is met. */
  #cast(filter: QueryFilter, timeOf: (corners: Float64Array, until: number) => number): CastHit[] {
    const hits: CastHit[] = [];
    const { point, normal } = this.#probe;
    let until = 1;
    this.#eachCollider(filter, (entity) => {
      let first: CastHit | undefined;
      this.#walk.visit(entity, this.#mover, until, (triangle, corners) => {
        const limit = first?.time ?? until;
        const time = timeOf(corners, limit);
        const isSooner =
          time < limit || (time === limit && (first === undefined || triangle < first.triangle));
        if (isSooner) first = { entity, time, triangle, point: vectorOf(point), normal: vectorOf(normal) };
        return first?.time ?? until;
      });
      if (first !== undefined) hits.push(first);
      if (first !== undefined && filter.all !== true) until = (first as CastHit).time;
      return true;
    });
    return this.#inOrder(hits, filter);
  }

  #inOrder<Hit extends CastHit>(hits: Hit[], filter: QueryFilter): Hit[] {
    hits.sort((a, b) => a.time - b.time);
    return filter.all === true ? hits : hits.slice(0, 1);
  }

  #meshCast(mesh: number, pose: ShapePose, way: Vector, filter: QueryFilter): CastHit[] {
    this.#context.meshes.record(mesh);
    const hits: CastHit[] = [];
    this.#eachCollider(filter, (entity) => {
      if (!this.#beginMesh(mesh, pose, way, entity)) return true;
      const { rigid } = this.#context;
      const state = rigid.timeOfContact();
      if (state !== CONTACT && state !== INITIAL_OVERLAP) return true;
      const { closest } = rigid;
      hits.push({
        entity,
        time: rigid.certified[CERTIFIED_TIME],
        triangle: this.#triangleOf(entity, closest.triangleB[0]),
        point: vectorOf(closest.pointB),
        normal: vectorOf(closest.normal).map((value) => -value) as unknown as Vector,
      });
      return true;
    });
    return this.#inOrder(hits, filter);
  }

  #meshOverlap(mesh: number, pose: ShapePose, filter: QueryFilter): OverlapHit[] {
    this.#context.meshes.record(mesh);
    const found: OverlapHit[] = [];
    this.#eachCollider(filter, (entity) => {
      if (!this.#beginMesh(mesh, pose, STILL, entity)) return true;
      const { rigid } = this.#context;
      if (rigid.distance() !== INITIAL_OVERLAP) return true;
      found.push({ entity, triangle: this.#triangleOf(entity, rigid.closest.triangleB[0]) });
      return filter.all !== false;
    });
    return found;
  }

  #triangleOf(entity: number, triangle: number): number {
    return this.#context.colliders.kind[entity] === RIGID ? triangle : this.#near.triangleOf(triangle);
  }

  /** Sets the query of a mesh and a collider up. False for what is far from each other. */
  #beginMesh(
    mesh: number,
    { position, rotation = UPRIGHT }: ShapePose,
    way: Vector,
    entity: number,
  ): boolean {
    const { colliders, meshes, rigid } = this.#context;
    this.#mover.set(position, UPRIGHT, 0, meshes.record(mesh).radius, way);
    const isRigid = colliders.kind[entity] === RIGID;
    const isNear = isRigid ? this.#walk.isNear(entity, this.#mover, 1) : this.#near.take(entity, this.#mover);
    if (!isNear) return false;
    const shape = meshes.shape(mesh);
    const other = isRigid ? meshes.shape(colliders.mesh[entity]) : this.#near;
    this.#own.start.position.set(position);
    this.#own.start.rotation.set(rotation);
    this.#own.linear.set(way);
    this.#other.seconds[0] = 0;
    if (isRigid) writeMotion(this.#context, entity, this.#other);
    else standInWorld(this.#other);
    rigid.settings.method = 'earliest-first';
    rigid.settings.passOpening = true;
    rigid.settings.fractions[UNTIL] = 1;
    rigid.settings.fractions[TOLERANCE] = defaultTolerance(shape, other);
    rigid.settings.fractions[THICKNESS] = 0;
    rigid.begin(shape, this.#own, other, this.#other);
    return true;
  }

  /** In the order in which they became colliders, until `look` returns false. */
  #eachCollider(filter: QueryFilter, look: (entity: number) => boolean): void {
    const { colliders, components } = this.#context;
    ingest(this.#context);
    this.#probe.prepare();
    const { collider, group } = components.CollisionSettings;
    const mask = filter.mask ?? EVERY_GROUP;
    for (let i = 0; i < colliders.count; i++) {
      const entity = colliders.order[i];
      if ((group[entity] & mask) === 0 || collider[entity] === COLLIDER_OFF) continue;
      if (collider[entity] === COLLIDER_SENSOR && filter.sensors !== true) continue;
      if (filter.exclude?.includes(entity) === true) continue;
      if (!look(entity)) return;
    }
  }
}

/** Corners are the world's, and nothing moves. */
function standInWorld({ angular, linear, pivot, start }: BodyMotion): void {
  for (const vector of [start.position, pivot, linear, angular]) vector.fill(0);
  start.rotation.set(UPRIGHT);
}

const vectorOf = (v: Float64Array): Vector => [v[0], v[1], v[2]];
