import type { ClothPart } from '../cloth/part.js';
import { MOTION_DYNAMIC } from '../components/constants.js';
import { DEFORMABLE, RIGID } from './colliders.js';
import type { StepContext } from './context.js';

/** Seconds for which a cloth has to lie still before it may sleep. */
const IDLE = 2;
/** Edges a second: no vertex of a cloth that lies still goes farther. */
const STILL = 0.12;
/** Metres: things whose boxes are nearer than this, and their thickness, may push each other. */
const NEAR = 1e-3;

/**
 * Which cloths sleep: those that lie still with all that they lie on, until something moves near them. Decided from the
 * columns alone, so that a restored snapshot goes on the same.
 */
export class ClothSleep {
  /** The number of the island of each part; -1 for what is no cloth. */
  #island = new Int32Array(0);

  /** Says of each part whether it stays still in this step; wakes whom something comes near. True where all cloths sleep. */
  begin(
    context: StepContext,
    entities: readonly number[],
    parts: readonly ClothPart[],
    sewn: readonly number[],
  ): boolean {
    const { Cloth } = context.components;
    if (this.#island.length < parts.length) this.#island = new Int32Array(2 * parts.length);
    this.#findIslands(context, entities, parts);
    this.#joinSewn(sewn);
    let all = true;
    for (let i = 0; i < parts.length; i++) {
      if (parts[i].kind !== 'cloth') continue;
      const sleeps = this.#mayIslandSleep(context, entities, parts, this.#island[i], sewn);
      if (!sleeps && Cloth.asleep[entities[i]] === 1) Cloth.idle[entities[i]] = 0;
      Cloth.asleep[entities[i]] = sleeps ? 1 : 0;
    }
    for (let i = 0; i < parts.length; i++) {
      if (parts[i].kind !== 'cloth') continue;
      const isAsleep = Cloth.asleep[entities[i]] === 1;
      parts[i].isStill = isAsleep || Cloth.frozen[entities[i]] === 1;
      if (parts[i].isStill) parts[i].velocities.fill(0);
      // Nothing wakes what is frozen: it has to be in the way of others in every step.
      if (!isAsleep || Cloth.frozen[entities[i]] === 1) all = false;
    }
    return all;
  }

  /** Cloths of one island lie near each other. */
  #findIslands(
    { components: { Bvh } }: StepContext,
    entities: readonly number[],
    parts: readonly ClothPart[],
  ) {
    const island = this.#island;
    for (let i = 0; i < parts.length; i++) {
      island[i] = parts[i].kind === 'cloth' ? i : -1;
      if (island[i] < 0) continue;
      for (let k = 0; k < i; k++) {
        if (island[k] < 0 || island[k] === island[i]) continue;
        if (!areNear(Bvh, entities[i], entities[k], parts[i].thickness + parts[k].thickness)) continue;
        this.#unite(island[i], island[k], i + 1);
      }
    }
  }

  /** What is sewn together sleeps together, be it that the seam is open. `sewn`: pairs of parts. */
  #joinSewn(sewn: readonly number[]): void {
    for (let i = 0; i < sewn.length; i += 2) {
      const [a, b] = [this.#island[sewn[i]], this.#island[sewn[i + 1]]];
      if (a >= 0 && b >= 0 && a !== b) this.#unite(a, b, this.#island.length);
    }
  }

  #unite(a: number, b: number, count: number): void {
    const from = Math.max(a, b);
    const to = Math.min(a, b);
    for (let m = 0; m < count; m++) if (this.#island[m] === from) this.#island[m] = to;
  }

  #mayIslandSleep(
    context: StepContext,
    entities: readonly number[],
    parts: readonly ClothPart[],
    island: number,
    sewn: readonly number[],
  ): boolean {
    const { Cloth } = context.components;
    for (let i = 0; i < sewn.length; i++) {
      const other = sewn[i % 2 === 0 ? i + 1 : i - 1];
      if (this.#island[sewn[i]] !== island || parts[other].kind === 'cloth') continue;
      if (isMoving(context, entities[other], parts[other])) return false;
    }
    for (let i = 0; i < parts.length; i++) {
      if (this.#island[i] !== island) continue;
      if (Cloth.idle[entities[i]] < IDLE || isBlown(context, entities[i]) || isPulled(parts[i])) return false;
      for (let k = 0; k < parts.length; k++) {
        if (parts[k].kind === 'cloth' || !isMoving(context, entities[k], parts[k])) continue;
        const gap = 2 * parts[i].thickness + wayOf(parts[k]);
        if (areNear(context.components.Bvh, entities[i], entities[k], gap)) return false;
      }
    }
    return true;
  }

  /** Counts for how long cloths have been still; one that moves wakes the bodies that lie on it. */
  end(context: StepContext, entities: readonly number[], parts: readonly ClothPart[]): void {
    const { colliders, components } = context;
    const { Cloth, Bvh, RigidBody } = components;
    const { dt } = context.clock;
    for (let i = 0; i < parts.length; i++) {
      const part = parts[i];
      const entity = entities[i];
      if (part.kind !== 'cloth' || part.isStill) continue;
      if (farthest(context, entity, part) < STILL * dt * part.edge) {
        Cloth.idle[entity] += dt;
        continue;
      }
      Cloth.idle[entity] = 0;
      for (let k = 0; k < parts.length; k++) {
        const other = entities[k];
        if (colliders.kind[other] !== RIGID || RigidBody.asleep[other] === 0) continue;
        if (areNear(Bvh, entity, other, 2 * part.thickness)) RigidBody.asleep[other] = 0;
      }
    }
  }
}

/** How far a vertex came in this step, along an axis. */
function farthest({ colliders, core }: StepContext, entity: number, { positions }: ClothPart): number {
  const { f64 } = core.arena;
  const swept = core.arena.address(colliders.vertices[entity]) / 8;
  let most = 0;
  for (let i = 0; i < positions.length; i++)
    most = Math.max(most, Math.abs(positions[i] - f64[swept + 2 * i]));
  return most;
}

/** Whether a pinned vertex is told to go somewhere else. */
function isPulled({ goals, inverseMasses, positions }: ClothPart): boolean {
  for (let v = 0; v < inverseMasses.length; v++) {
    if (inverseMasses[v] > 0) continue;
    for (let i = 3 * v; i < 3 * v + 3; i++) if (goals[i] !== positions[i]) return true;
  }
  return false;
}

function isBlown({ components: { Cloth } }: StepContext, entity: number): boolean {
  if (Cloth.drag[entity] === 0) return false;
  return Cloth.windX[entity] !== 0 || Cloth.windY[entity] !== 0 || Cloth.windZ[entity] !== 0;
}

/** Whether a body, or a mesh whose vertices come from elsewhere, moves in this step or may be moved. */
function isMoving({ colliders, components }: StepContext, entity: number, part: ClothPart): boolean {
  if (colliders.kind[entity] === DEFORMABLE) {
    for (let i = 0; i < part.goals.length; i++) if (part.goals[i] !== part.positions[i]) return true;
    return false;
  }
  const { asleep, motion } = components.RigidBody;
  if (motion[entity] === MOTION_DYNAMIC && asleep[entity] === 0) return true;
  for (let i = 0; i < 7; i++) if (part.goal[i] !== part.pose[i]) return true;
  return false;
}

/** How far a body's centre goes: what is struck within the step may have left the box that it was given before. */
function wayOf({ goal, pose }: ClothPart): number {
  const x = goal[0] - pose[0];
  const y = goal[1] - pose[1];
  const z = goal[2] - pose[2];
  return Math.sqrt(x * x + y * y + z * z);
}

type Boxes = StepContext['components']['Bvh'];

function areNear(box: Boxes, a: number, b: number, gap: number): boolean {
  const near = gap + NEAR;
  return (
    box.minX[a] <= box.maxX[b] + near &&
    box.minX[b] <= box.maxX[a] + near &&
    box.minY[a] <= box.maxY[b] + near &&
    box.minY[b] <= box.maxY[a] + near &&
    box.minZ[a] <= box.maxZ[b] + near &&
    box.minZ[b] <= box.maxZ[a] + near
  );
}
