// Cloths that tear during a step: what is stretched beyond `Cloth.tearing` is cut, as `plugin.cut` cuts.
import { FirstContactError } from '../errors.js';
import { BLOCK_EDGE_COUNT, BLOCK_EDGES, BLOCK_POSITIONS } from '../kernels/layout/meshes.js';
import { readCutMesh } from '../mesh/cut-block.js';
import { DEFORMABLE } from '../systems/colliders.js';
import type { StepContext, System } from '../systems/context.js';
import { createFracture as createRigidFracture } from '../systems/fracture.js';
import type { Tear } from '../systems/tear.js';
import { cutSound } from './cut.js';
import { type Stretched, tearEdges } from './tear-edges.js';
import { ownRecord } from './vertices.js';

/** Places of one cloth that may tear in a step, the most stretched first. */
const MOST_PLACES = 64;
/** Where all of them together cannot open, so many are tried alone. */
const MOST_ALONE = 4;

/** The stage of what breaks: rigid bodies by impulse, cloths by strain. `plugin.breaks` and `plugin.tears` say which. */
export function createFracture(context: StepContext): System {
  const breakBodies = createRigidFracture(context);
  return (world) => {
    breakBodies(world);
    tearCloths(context);
    return world;
  };
}

function tearCloths(context: StepContext): void {
  const { colliders, components, counters, meshes, tears } = context;
  const { asleep, frozen, simulated, tearing } = components.Cloth;
  if (tears.length > 0) tears.length = 0;
  counters.tearsBlocked = 0;
  let isSettled = false;
  // pieces come behind the cloths that there are
  const count = colliders.count;
  for (let i = 0; i < count; i++) {
    const entity = colliders.order[i];
    if (colliders.kind[entity] !== DEFORMABLE || simulated[entity] !== 1) continue;
    if (!(tearing[entity] > 0 && tearing[entity] < Number.POSITIVE_INFINITY)) continue;
    if (asleep[entity] === 1 || frozen[entity] === 1) continue;
    // what is glued breaks, and its pieces may tear
    if (meshes.piecesOf(colliders.mesh[entity]).length > 0) continue;
    const stretched = findStretched(context, entity, 1 + tearing[entity]);
    if (stretched === undefined) continue;
    if (!isSettled) settle(context);
    isSettled = true;
    const tear = tearOne(context, entity, stretched);
    if (tear !== undefined) tears.push(tear);
  }
}

/** Edges longer than `most` times their length at rest, the longest first; undefined where there are none. */
function findStretched(context: StepContext, entity: number, most: number): Stretched[] | undefined {
  const { colliders, core } = context;
  const { f64, u32 } = core.arena;
  const block = core.arena.address(ownRecord(context, entity).block);
  const edges = (block + u32[(block + BLOCK_EDGES) / 4]) / 4;
  const rest = (block + u32[(block + BLOCK_POSITIONS) / 4]) / 8;
  const swept = core.arena.address(colliders.vertices[entity]) / 8;
  const count = u32[(block + BLOCK_EDGE_COUNT) / 4];
  let found: Stretched[] | undefined;
  for (let edge = 0; edge < count; edge++) {
    const a = 3 * u32[edges + 2 * edge];
    const b = 3 * u32[edges + 2 * edge + 1];
    let now = 0;
    let before = 0;
    for (let k = 0; k < 3; k++) {
      const way = f64[swept + 2 * (a + k) + 1] - f64[swept + 2 * (b + k) + 1];
      const had = f64[rest + a + k] - f64[rest + b + k];
      now += way * way;
      before += had * had;
    }
    if (now <= before * most * most) continue;
    found ??= [];
    found.push({ edge, stretch: now / before });
  }
  return found?.sort((x, y) => y.stretch - x.stretch || x.edge - y.edge);
}

/** What is cut lies still: deformables are where the step took them. */
function settle(context: StepContext): void {
  const { colliders, deformables } = context;
  for (let i = 0; i < colliders.count; i++) {
    const entity = colliders.order[i];
    if (colliders.kind[entity] === DEFORMABLE) deformables?.arrive(context, entity);
  }
}

/** Undefined where nothing could open: `counters.tearsBlocked` tells where something should have. */
function tearOne(context: StepContext, entity: number, stretched: readonly Stretched[]): Tear | undefined {
  const { colliders, core } = context;
  const { f64, u8 } = core.arena;
  const { mesh } = readCutMesh(core.arena, core.arena.address(ownRecord(context, entity).block));
  const swept = core.arena.address(colliders.vertices[entity]) / 8;
  const pins = core.arena.address(colliders.motion[entity]) + 24 * mesh.vertexCount;
  const surface = {
    mesh,
    at: (vertex: number, axis: number) => f64[swept + 6 * vertex + 2 * axis],
    isPinned: (vertex: number) => u8[pins + vertex] === 1,
  };
  const alone = stretched.slice(0, MOST_ALONE).map((each) => [each]);
  // all before the first is tried: a cut that is refused may have made memory grow
  const choices = [stretched.slice(0, MOST_PLACES), ...alone].map((places) => tearEdges(surface, places));
  for (const edges of choices) {
    if (edges.size === 0) continue;
    const tear = opened(context, entity, edges);
    if (tear !== undefined) return tear.opened > 0 ? tear : undefined;
  }
  return undefined;
}

/** Undefined where surfaces lie too close, or entities and memory end: the cloth holds, and is looked at again in the next step. */
function opened(context: StepContext, entity: number, edges: ReadonlySet<number>): Tear | undefined {
  try {
    return { entity, ...cutSound(context, entity, { edges: Uint32Array.from(edges) }) };
  } catch (error) {
    if (!(error instanceof FirstContactError)) throw error;
    context.counters.tearsBlocked++;
    return undefined;
  }
}
