import { ClothWorld } from '../cloth/cloth-world.js';
import { ClothPart, type PartInput, type PartPose } from '../cloth/part.js';
import { type ResolvedMotion, resolveMotion } from '../cloth/resolve-motion.js';
import { COLLIDER_SOLID, MOTION_FIXED } from '../components/constants.js';
import { readMeshBlock } from '../mesh/mesh-block.js';
import { describe, isSame, pinsOf } from './cloth-bridge.js';
import { MADE_OF, type MadePart } from './cloth-shapes.js';
import { DEFORMABLE } from './colliders.js';
import type { StepContext } from './context.js';

/** A part, with whether a wish moves it. */
interface Known extends MadePart {
  readonly isWished: boolean;
}

/** The colliders of a plugin for users with solvers of their own: kept from call to call while they are the same. */
export class PluginResolver {
  readonly #world: ClothWorld;
  /** Nothing else moves, and no vertex is pinned. */
  readonly #isStill: boolean;
  #known = new Map<number, Known>();
  #materials = 0;

  constructor({ core, materials, sharedPairs }: StepContext, isStill = false) {
    this.#world = new ClothWorld(core, sharedPairs);
    this.#world.frictionBetween = materials.frictionBetween;
    this.#isStill = isStill;
  }

  /** `proposed` of each entity in turn; all other colliders go where they are about to. */
  resolve(
    context: StepContext,
    entities: readonly number[],
    proposed: readonly ArrayLike<number>[],
  ): ResolvedMotion {
    this.#take(context, entities);
    const wishes = entities.map((entity, i) => {
      const { part } = this.#known.get(entity)!;
      return { part, proposed: proposed[i] };
    });
    return resolveMotion(this.#world, wishes);
  }

  /** What the entity keeps off others. */
  thicknessOf(context: StepContext, entity: number): number {
    this.#take(context, [entity]);
    return 2 * this.#known.get(entity)!.part.halves[0];
  }

  dispose(): void {
    this.#world.dispose();
  }

  #take(context: StepContext, entities: readonly number[]): void {
    const { colliders, components } = context;
    const before = this.#known;
    const wished = new Set(entities);
    this.#known = new Map();
    let isSameWorld = true;
    for (let i = 0; i < colliders.count; i++) {
      const entity = colliders.order[i];
      const isWished = wished.has(entity);
      if (!isWished && components.CollisionSettings.collider[entity] !== COLLIDER_SOLID) continue;
      const made = describe(context, entity, new Float64Array(MADE_OF));
      const pins = this.#isStill ? [] : pinsOf(context, entity);
      const old = before.get(entity);
      const isKnown =
        old !== undefined && old.isWished === isWished && isSame(old.made, made) && isSame(old.pins, pins);
      isSameWorld &&= isKnown;
      this.#known.set(
        entity,
        isKnown
          ? old
          : { part: new ClothPart(inputOf(context, entity, isWished, pins)), made, pins, isWished },
      );
    }
    if (this.#materials !== context.materials.version) this.#world.touch();
    this.#materials = context.materials.version;
    if (!isSameWorld || before.size !== this.#known.size) this.#fill();
    for (const [entity, { part }] of this.#known) {
      if (context.colliders.kind[entity] === DEFORMABLE) takeVertices(context, entity, part);
      else takeWay(context, entity, part, this.#isStill);
    }
  }

  #fill(): void {
    this.#world.parts.length = 0;
    for (const { part } of this.#known.values()) this.#world.include(part);
  }
}

function inputOf(
  { colliders, components, core, meshes }: StepContext,
  entity: number,
  isWished: boolean,
  pins: readonly number[],
): PartInput {
  const { CollisionSettings } = components;
  const { block } = meshes.record(colliders.mesh[entity]);
  const { positions, triangles } = readMeshBlock(core.arena.memory.buffer, core.arena.address(block));
  const mesh = { positions: positions.slice(), triangles: triangles.slice() };
  const settings = {
    damping: 0,
    friction: CollisionSettings.friction[entity],
    frictionRule: CollisionSettings.frictionRule[entity],
    material: CollisionSettings.material[entity],
    thickness: CollisionSettings.thickness[entity],
    gravity: [0, 0, 0] as const,
    selfCollision: CollisionSettings.selfCollision[entity] === 1,
    group: CollisionSettings.group[entity],
    mask: CollisionSettings.mask[entity],
  };
  if (colliders.kind[entity] !== DEFORMABLE) return { kind: 'body', mesh, settings, pose: UPRIGHT };
  if (!isWished) return { kind: 'driven', mesh, settings };
  return { kind: 'cloth', isFree: true, mesh, settings, pins };
}

const UPRIGHT: PartPose = [0, 0, 0, 0, 0, 0, 1];

function takeVertices({ colliders, core }: StepContext, entity: number, part: ClothPart): void {
  const { f64 } = core.arena;
  const swept = core.arena.address(colliders.vertices[entity]) / 8;
  for (let i = 0; i < part.positions.length; i++) {
    part.positions[i] = f64[swept + 2 * i];
    part.goals[i] = f64[swept + 2 * i + 1];
  }
}

/** A body goes on with its velocities for a step: nobody knows yet what will push it. */
function takeWay(
  { clock, components }: StepContext,
  entity: number,
  { goal, pose }: ClothPart,
  isStill: boolean,
): void {
  const body = components.RigidBody;
  const now = [body.px, body.py, body.pz, body.qx, body.qy, body.qz, body.qw].map((column) => column[entity]);
  pose.set(now);
  goal.set(now);
  if (isStill || body.motion[entity] === MOTION_FIXED) return;
  const turn = [body.wx[entity], body.wy[entity], body.wz[entity]].map((w) => (w * clock.dt) / 2);
  const [x, y, z, w] = now.slice(3);
  // one step of the quaternion's own motion, made a unit again
  const turned = [
    x + turn[0] * w + turn[1] * z - turn[2] * y,
    y + turn[1] * w + turn[2] * x - turn[0] * z,
    z + turn[2] * w + turn[0] * y - turn[1] * x,
    w - turn[0] * x - turn[1] * y - turn[2] * z,
  ];
  const size = Math.sqrt(turned.reduce((sum, value) => sum + value * value, 0));
  for (let k = 0; k < 4; k++) goal[3 + k] = turned[k] / size;
  const centre = [body.cx[entity], body.cy[entity], body.cz[entity]];
  const isDynamic = body.motion[entity] === 0;
  const [from, to] = [pose, goal].map((at) => (isDynamic ? rotated(at, centre) : [0, 0, 0]));
  const velocity = [body.vx[entity], body.vy[entity], body.vz[entity]];
  // a dynamic body's velocity is that of its centre of mass
  for (let k = 0; k < 3; k++) goal[k] += velocity[k] * clock.dt + from[k] - to[k];
}

function rotated(pose: Float64Array, v: readonly number[]): number[] {
  const [x, y, z, w] = pose.subarray(3);
  const t = [2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])];
  return [
    v[0] + w * t[0] + y * t[2] - z * t[1],
    v[1] + w * t[1] + z * t[0] - x * t[2],
    v[2] + w * t[2] + x * t[1] - y * t[0],
  ];
}
