import { findCrossings } from '../cloth/crossings.js';
import { fittedTo } from '../cloth/rigid-fit.js';
import { COLLIDER_SOLID } from '../components/constants.js';
import { readMeshBlock } from '../mesh/mesh-block.js';
import { DEFORMABLE } from './colliders.js';
import type { StepContext } from './context.js';
import { PluginResolver } from './resolve.js';
import { smoothShape } from './smooth-shape.js';
import type { Tangle } from './start.js';
import { placed, tanglesOf } from './tangles.js';

/** What untangling came to. */
export interface Untangled {
  /** How many tangles there were. Of two, or of one with itself, no more than 65,536 are counted. */
  readonly before: number;
  /** Those that are left: none, unless a shape at rest meets itself. As many of two are listed. */
  readonly remaining: readonly Tangle[];
  /** The deformables that were moved. */
  readonly moved: readonly number[];
}

/** Of the way back, in thicknesses: what one call of the resolver does well. */
const LONGEST_STEP = 8;
const MOST_STEPS = 64;
/** Calls after the last step, so that what was held on the way may arrive. */
const SETTLING = 4;
/** Ways away that are tried, the shortest first. */
const MOST_WAYS = 4;
/** Beyond the boxes of all others, as a share of the way. */
const SPARE = 0.02;

type Place = (entity: number, positions: Float64Array) => void;

/**
 * Takes tangled deformables apart, one after the other: each is put where it meets nothing (its shape at rest where it meets itself,
 * out of the way where it meets others) and brought back towards where it was by the resolver, which never lets anything meet. Of
 * several ways out, the one that leaves it closest to where it was. What is nearer to it than that stays.
 */
export function untangle(context: StepContext, among: ReadonlySet<number>, place: Place): Untangled {
  const resolver = new PluginResolver(context, true);
  const first = tanglesOf(context, among);
  let remaining = first;
  const tried = new Set<number>();
  const moved: number[] = [];
  for (;;) {
    const entity = mostTangled(context, remaining, among, tried);
    if (entity === undefined) break;
    tried.add(entity);
    if (!bringBack(context, resolver, entity, remaining, place)) continue;
    moved.push(entity);
    remaining = tanglesOf(context, among);
  }
  resolver.dispose();
  return { before: first.length, remaining, moved };
}

function mostTangled(
  { colliders }: StepContext,
  tangles: readonly Tangle[],
  among: ReadonlySet<number>,
  tried: ReadonlySet<number>,
): number | undefined {
  const counts = new Map<number, number>();
  for (const { a, b } of tangles) {
    for (const entity of new Set([a, b])) counts.set(entity, (counts.get(entity) ?? 0) + 1);
  }
  let most: number | undefined;
  for (const [entity, count] of counts) {
    if (colliders.kind[entity] !== DEFORMABLE || !among.has(entity) || tried.has(entity)) continue;
    const best = most === undefined ? 0 : counts.get(most)!;
    if (count > best || (count === best && entity > most!)) most = entity;
  }
  return most;
}

/** False where its shape at rest meets itself: it stays as it was. */
function bringBack(
  context: StepContext,
  resolver: PluginResolver,
  entity: number,
  tangles: readonly Tangle[],
  place: Place,
): boolean {
  const target = positionsOf(context, entity);
  const meetsItself = tangles.some(({ a, b }) => a === entity && b === entity);
  const shape = meetsItself ? restShape(context, entity, target) : target;
  if (shape === undefined) return false;
  let best: Float64Array | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const way of waysOut(context, entity, shape, meetsItself)) {
    const start = shape.map((x, i) => x + way[i % 3]);
    place(entity, start);
    if (tanglesOf(context, new Set([entity])).length > 0) continue;
    const end = comeBack(context, resolver, entity, start, target, place);
    const error = end.reduce((sum, x, i) => sum + (x - target[i]) * (x - target[i]), 0);
    if (error >= least) continue;
    least = error;
    best = end;
  }
  place(entity, best ?? target);
  if (best === undefined) return false;
  if (context.components.Cloth.simulated[entity] === 1) smoothShape(context, resolver, entity, best, place);
  return true;
}

function positionsOf({ colliders, core, meshes }: StepContext, entity: number): Float64Array {
  const { vertexCount } = meshes.record(colliders.mesh[entity]);
  const swept = core.arena.address(colliders.vertices[entity]) / 8;
  const positions = new Float64Array(3 * vertexCount);
  for (let i = 0; i < positions.length; i++) positions[i] = core.arena.f64[swept + 2 * i];
  return positions;
}

function restShape(context: StepContext, entity: number, target: Float64Array): Float64Array | undefined {
  const { colliders, core, meshes } = context;
  const { block } = meshes.record(colliders.mesh[entity]);
  const { edges, positions, triangles } = readMeshBlock(core.arena.memory.buffer, core.arena.address(block));
  const rest = { positions: positions.slice(), edges: edges.slice(), triangles: triangles.slice() };
  if (findCrossings(core, rest, () => true, undefined, 1).length > 0) return undefined;
  return fittedTo(rest.positions, target);
}

/** Along the axes, out of the boxes of all other solids; first not at all, where only the shape is another. */
function waysOut(context: StepContext, entity: number, shape: Float64Array, mayStay: boolean): number[][] {
  const { colliders, components } = context;
  const [low, high] = [
    [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
    [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY],
  ];
  for (let i = 0; i < colliders.count; i++) {
    const other = colliders.order[i];
    if (other === entity || components.CollisionSettings.collider[other] !== COLLIDER_SOLID) continue;
    placed(context, other).positions.forEach((x, at) => {
      low[at % 3] = Math.min(low[at % 3], x);
      high[at % 3] = Math.max(high[at % 3], x);
    });
  }
  const ways: number[][] = [];
  for (let k = 0; k < 3 && low[0] <= high[0]; k++) {
    const own = shape.filter((_, i) => i % 3 === k);
    const up = high[k] - own.reduce((least, x) => Math.min(least, x));
    const down = low[k] - own.reduce((most, x) => Math.max(most, x));
    for (const by of [up, down]) ways.push([0, 1, 2].map((axis) => (axis === k ? by * (1 + SPARE) : 0)));
  }
  const length = (way: readonly number[]) => Math.abs(way[0] + way[1] + way[2]);
  ways.sort((a, b) => length(a) - length(b));
  return [...(mayStay ? [[0, 0, 0]] : []), ...ways.slice(0, MOST_WAYS)];
}

function comeBack(
  context: StepContext,
  resolver: PluginResolver,
  entity: number,
  start: Float64Array,
  target: Float64Array,
  place: Place,
): Float64Array {
  const farthest = start.reduce((most, x, i) => Math.max(most, Math.abs(target[i] - x)), 0);
  const longest = LONGEST_STEP * resolver.thicknessOf(context, entity);
  const steps = Math.min(MOST_STEPS, Math.max(1, Math.ceil(farthest / longest)));
  let now = start;
  for (let step = 1; step <= steps + SETTLING; step++) {
    const share = Math.min(1, step / steps);
    const wanted = start.map((x, i) => x + share * (target[i] - x));
    now = resolver.resolve(context, [entity], [wanted]).positions[0];
    place(entity, now);
  }
  return now;
}
