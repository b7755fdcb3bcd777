import { readMeshBlock } from '../mesh/mesh-block.js';
import { pinsOf } from './cloth-bridge.js';
import type { StepContext } from './context.js';
import type { PluginResolver } from './resolve.js';

/** An edge this much longer than at rest, as a share, springs back slowly. */
const ENOUGH = 0.01;
const ROUNDS = 60;
/** Over all edges, there and back, between two calls of the resolver. */
const SWEEPS = 8;

type Place = (entity: number, positions: Float64Array) => void;

/**
 * Takes the stretch out of a cloth before it is simulated: its edges draw it together, and the resolver brings it there, which knows no
 * velocities and lets nothing meet. What the solver would have to spring back at once, many metres a second fast.
 */
export function smoothShape(
  context: StepContext,
  resolver: PluginResolver,
  entity: number,
  from: Float64Array,
  place: Place,
): void {
  const edges = edgesOf(context, entity);
  const { vertexCount } = context.meshes.record(context.colliders.mesh[entity]);
  const weights = new Uint8Array(vertexCount).fill(1);
  for (const vertex of pinsOf(context, entity)) weights[vertex] = 0;
  let now = from;
  let stretch = longest(edges, now);
  for (let round = 0; round < ROUNDS && stretch > ENOUGH; round++) {
    const wanted = now.slice();
    for (let sweep = 0; sweep < SWEEPS; sweep++) drawTogether(edges, weights, wanted);
    const next = resolver.resolve(context, [entity], [wanted]).positions[0];
    place(entity, next);
    now = next;
    stretch = longest(edges, now);
  }
}

interface Edges {
  readonly ends: Uint32Array;
  readonly rest: Float64Array;
}

function edgesOf({ colliders, core, meshes }: StepContext, entity: number): Edges {
  const { block } = meshes.record(colliders.mesh[entity]);
  const mesh = readMeshBlock(core.arena.memory.buffer, core.arena.address(block));
  const [ends, positions] = [mesh.edges.slice(), mesh.positions.slice()];
  return {
    ends,
    rest: Float64Array.from({ length: ends.length / 2 }, (_, e) => lengthOf(ends, positions, e)),
  };
}

function lengthOf(ends: Uint32Array, positions: Float64Array, edge: number): number {
  const [a, b] = [3 * ends[2 * edge], 3 * ends[2 * edge + 1]];
  const [x, y, z] = [0, 1, 2].map((k) => positions[a + k] - positions[b + k]);
  return Math.sqrt(x * x + y * y + z * z);
}

/** The most that an edge is longer than at rest, as a share. */
function longest({ ends, rest }: Edges, positions: Float64Array): number {
  let most = 0;
  for (let e = 0; e < rest.length; e++) most = Math.max(most, lengthOf(ends, positions, e) / rest[e] - 1);
  return most;
}

/** Each edge in turn to its length at rest, in order and against it. */
function drawTogether({ ends, rest }: Edges, weights: Uint8Array, positions: Float64Array): void {
  for (let turn = 0; turn < 2 * rest.length; turn++) {
    const e = turn < rest.length ? turn : 2 * rest.length - 1 - turn;
    const [a, b] = [ends[2 * e], ends[2 * e + 1]];
    const weight = weights[a] + weights[b];
    const length = lengthOf(ends, positions, e);
    if (weight === 0 || length === 0) continue;
    const share = (rest[e] / length - 1) / weight;
    for (let k = 0; k < 3; k++) {
      const way = share * (positions[3 * a + k] - positions[3 * b + k]);
      positions[3 * a + k] += weights[a] * way;
      positions[3 * b + k] -= weights[b] * way;
    }
  }
}
