import { findCrossings, type Region, type StillSurface } from '../cloth/crossings.js';
import { COLLIDER_SOLID } from '../components/constants.js';
import { readMeshBlock } from '../mesh/mesh-block.js';
import { DEFORMABLE } from './colliders.js';
import type { StepContext } from './context.js';
import type { Tangle } from './start.js';

/** What is put into one line or place has as many tangles as pairs of features: of two, or of one with itself, no more are looked for. */
const MOST_TANGLES = 2 ** 16;

/** The tangles of deformables with themselves, each other and bodies, as they are between steps; of some entities or of all. */
export function tanglesOf(context: StepContext, entities?: ReadonlySet<number>): Tangle[] {
  const { colliders, components } = context;
  const { collider, group, mask, selfCollision } = components.CollisionSettings;
  const surfaces: Placed[] = [];
  for (let i = 0; i < colliders.count; i++) {
    const entity = colliders.order[i];
    if (collider[entity] === COLLIDER_SOLID) surfaces.push(placed(context, entity));
  }
  const surface = asOne(surfaces);
  const { partOfVertex } = surface;
  const mayMeet = (edge: number, triangle: number) => {
    const a = surfaces[partOfVertex[surface.edges[2 * edge]]].entity;
    const b = surfaces[partOfVertex[surface.triangles[3 * triangle]]].entity;
    if (entities !== undefined && !entities.has(a) && !entities.has(b)) return false;
    if (a === b) return colliders.kind[a] === DEFORMABLE && selfCollision[a] === 1;
    if (colliders.kind[a] !== DEFORMABLE && colliders.kind[b] !== DEFORMABLE) return false;
    return (group[a] & mask[b]) !== 0 && (group[b] & mask[a]) !== 0;
  };
  // of the two that meet, one is asked about
  const asked = surfaces.filter(
    ({ entity }) => entities?.has(entity) ?? colliders.kind[entity] === DEFORMABLE,
  );
  const crossings = findCrossings(context.core, surface, mayMeet, regionOf(asked), MOST_TANGLES);
  const tangles: Tangle[] = [];
  for (let i = 0; i < crossings.length; i += 2) {
    const [p, q] = [surface.edges[2 * crossings[i]], surface.edges[2 * crossings[i] + 1]];
    const a = surfaces[partOfVertex[p]];
    const b = surfaces[partOfVertex[surface.triangles[3 * crossings[i + 1]]]];
    tangles.push({
      a: a.entity,
      edge: [p - a.firstVertex, q - a.firstVertex],
      b: b.entity,
      triangle: crossings[i + 1] - b.firstTriangle,
    });
  }
  return tangles;
}

/** A box around the surfaces: what they meet is in it. */
function regionOf(surfaces: readonly Placed[]): Region {
  const low = [0, 0, 0].fill(Number.POSITIVE_INFINITY);
  const high = [0, 0, 0].fill(Number.NEGATIVE_INFINITY);
  for (const { positions } of surfaces) {
    for (let i = 0; i < positions.length; i++) {
      low[i % 3] = Math.min(low[i % 3], positions[i]);
      high[i % 3] = Math.max(high[i % 3], positions[i]);
    }
  }
  return [low, high];
}

interface Placed extends StillSurface {
  readonly entity: number;
  firstVertex: number;
  firstTriangle: number;
}

/** A collider's surface where it is. */
export function placed({ colliders, components, core, meshes }: StepContext, entity: number): Placed {
  const { arena } = core;
  const mesh = readMeshBlock(arena.memory.buffer, arena.address(meshes.record(colliders.mesh[entity]).block));
  const positions = mesh.positions.slice();
  if (colliders.kind[entity] === DEFORMABLE) {
    const swept = arena.address(colliders.vertices[entity]) / 8;
    for (let i = 0; i < positions.length; i++) positions[i] = arena.f64[swept + 2 * i];
  } else {
    const { px, py, pz, qx, qy, qz, qw } = components.RigidBody;
    const [x, y, z, w] = [qx[entity], qy[entity], qz[entity], qw[entity]];
    for (let v = 0; v < positions.length; v += 3) {
      const [a, b, c] = positions.subarray(v, v + 3);
      const [p, q, r] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
      positions[v] = px[entity] + a + w * p + y * r - z * q;
      positions[v + 1] = py[entity] + b + w * q + z * p - x * r;
      positions[v + 2] = pz[entity] + c + w * r + x * q - y * p;
    }
  }
  const { edges, triangles } = mesh;
  return { entity, positions, triangles, edges, firstVertex: 0, firstTriangle: 0 };
}

function asOne(surfaces: readonly Placed[]): Required<StillSurface> {
  const sum = (of: (surface: Placed) => ArrayLike<number>) =>
    surfaces.reduce((count, surface) => count + of(surface).length, 0);
  const positions = new Float64Array(sum((surface) => surface.positions));
  const triangles = new Uint32Array(sum((surface) => surface.triangles));
  const edges = new Uint32Array(sum((surface) => surface.edges));
  const partOfVertex = new Uint32Array(positions.length / 3);
  let [vertex, corner, end] = [0, 0, 0];
  surfaces.forEach((surface, part) => {
    const first = vertex;
    surface.firstVertex = first;
    surface.firstTriangle = corner / 3;
    positions.set(surface.positions, 3 * first);
    partOfVertex.fill(part, first, first + surface.positions.length / 3);
    for (const v of surface.triangles) triangles[corner++] = first + v;
    for (const v of surface.edges) edges[end++] = first + v;
    vertex += surface.positions.length / 3;
  });
  return { positions, triangles, edges, partOfVertex };
}
