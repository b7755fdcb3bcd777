import {
  COLLIDER_OFF,
  GPU_CULLING_AUTOMATIC,
  GPU_CULLING_ON,
  MOTION_DYNAMIC,
  MOTION_FIXED,
} from '../components/constants.js';
import { readMeshBlock } from '../mesh/mesh-block.js';
import type { MeshRecord } from '../mesh/mesh-store.js';
import { addBody, type MovingPoints } from '../visibility/gather.js';
import { clusterMesh, type MeshClusters } from '../visibility/mesh-clusters.js';
import { PointBuffer, placeDeformable, placeRigid } from '../visibility/moving-points.js';
import type { SweptClusters } from '../visibility/swept-clusters.js';
import { DEFORMABLE, RIGID } from './colliders.js';
import type { StepContext } from './context.js';

/** How far a guess may be off, in parts of the way that a point is guessed to go, and of the body's size. */
const PAD_OF_WAY = 0.5;
const PAD_OF_SIZE = 2 ** -9;

/** From so many triangles on it is tried whether drawing a body pays, where its settings leave the choice to us. */
const WORTH_TRYING = 2000;

/** A body's clusters, and its vertices at the start and at the end. */
export interface PlacedBody {
  /** Its place among the bodies that are drawn. */
  readonly index: number;
  readonly entity: number;
  readonly cut: MeshClusters;
  readonly triangles: Uint32Array;
  readonly points: MovingPoints;
}

/** Bodies whose clusters are drawn, in the order of the colliders. */
export class DrawnBodies {
  readonly entities: readonly number[];
  readonly #first: number[] = [];
  readonly #points = new PointBuffer();

  /** `automatic`: whether bodies are drawn whose settings leave the choice to us, and that are large enough. */
  constructor(context: StepContext, automatic: boolean) {
    const { colliders, components } = context;
    const entities: number[] = [];
    for (let i = 0; i < colliders.count; i++) {
      const entity = colliders.order[i];
      if (components.CollisionSettings.collider[entity] === COLLIDER_OFF) continue;
      if (!wantsGpuCulling(context, entity, automatic)) continue;
      entities.push(entity);
    }
    this.entities = entities;
  }

  get count(): number {
    return this.entities.length;
  }

  forEach(visit: (entity: number, firstCluster: number, end: number) => void): void {
    for (let i = 0; i < this.count; i++) visit(this.entities[i], this.#first[i], this.#first[i + 1]);
  }

  /** Adds what the bodies sweep in this step, or are guessed to sweep in the next one, padded. */
  gather(context: StepContext, clusters: SweptClusters, stepsAhead: 0 | 1): void {
    clusters.clear();
    for (const { index, cut, triangles, points } of this.placed(context, stepsAhead)) {
      this.#first[index] = clusters.count;
      addBody(clusters, index, cut, triangles, points);
    }
    this.#first[this.count] = clusters.count;
  }

  /** The bodies, where they go; the points are valid until the next one. */
  *placed(context: StepContext, stepsAhead: 0 | 1): Generator<PlacedBody> {
    for (let index = 0; index < this.count; index++) {
      const entity = this.entities[index];
      const record = context.meshes.record(context.colliders.mesh[entity]);
      const { arena } = context.core;
      const { positions, triangles } = readMeshBlock(arena.memory.buffer, arena.address(record.block));
      const cut = clustersOf(record, positions, triangles);
      this.#place(context, entity, positions);
      if (stepsAhead === 1) {
        const goesOn = context.colliders.kind[entity] === DEFORMABLE;
        guessNext(this.#points, positions.length / 3, record.radius * PAD_OF_SIZE, goesOn);
      }
      yield { index, entity, cut, triangles, points: this.#points };
    }
  }

  #place(context: StepContext, entity: number, positions: Float64Array): void {
    const { clock, colliders, components, core } = context;
    const reach = reachOf(context, entity);
    if (colliders.kind[entity] === DEFORMABLE) {
      const at = core.arena.address(colliders.vertices[entity]) / 8;
      placeDeformable(this.#points, core.arena.f64, at, positions.length / 3, reach);
      return;
    }
    const { px, py, pz, qx, qy, qz, qw, cx, cy, cz, vx, vy, vz, wx, wy, wz } = components.RigidBody;
    const time = components.RigidBody.motion[entity] === MOTION_FIXED ? 0 : clock.dt;
    placeRigid(
      this.#points,
      positions,
      {
        position: [px[entity], py[entity], pz[entity]],
        rotation: [qx[entity], qy[entity], qz[entity], qw[entity]],
        centre: [cx[entity], cy[entity], cz[entity]],
        way: [vx[entity] * time, vy[entity] * time, vz[entity] * time],
        turn: [wx[entity] * time, wy[entity] * time, wz[entity] * time],
      },
      reach,
    );
  }
}

/** More than the tolerances that later stages take for bodies of this size where none is set. */
const UNSET_TOLERANCE = 2 ** -9;
/** Times of contact with a thickness are certified to less than this share of it. */
const THICKNESS_ROUNDING = 2 ** -10;

/**
 * How far from the body something counts as in contact: later stages may take what is within their tolerance for it,
 * and are to find the same with culling as without. A turning body's way is cut into straight pieces that are off by its
 * tolerance, on both sides.
 */
function reachOf({ colliders, components, meshes }: StepContext, entity: number): number {
  const { thickness, tolerance } = components.CollisionSettings;
  const unset =
    colliders.kind[entity] === RIGID ? UNSET_TOLERANCE * radiusAround(components, entity, meshes) : 0;
  return (thickness[entity] / 2) * (1 + THICKNESS_ROUNDING) + 2 * tolerance[entity] + unset;
}

/** No vertex is farther from the centre that the body turns about. */
function radiusAround(
  { MeshTopology, RigidBody }: StepContext['components'],
  entity: number,
  meshes: StepContext['meshes'],
): number {
  const { cx, cy, cz } = RigidBody;
  const arm = cx[entity] * cx[entity] + cy[entity] * cy[entity] + cz[entity] * cz[entity];
  return meshes.record(MeshTopology.mesh[entity]).radius + Math.sqrt(arm);
}

/**
 * Pads the way to the next step's; where it shows the last step's, it is taken to go on as it did. A deformable's start is
 * where it ended; a rigid body is there already.
 */
function guessNext(
  { start, end, reach }: PointBuffer,
  vertexCount: number,
  pad: number,
  goesOn: boolean,
): void {
  for (let v = 0; v < vertexCount; v++) {
    let squared = 0;
    for (let i = 3 * v; i < 3 * v + 3; i++) {
      const way = end[i] - start[i];
      squared += way * way;
      if (!goesOn) continue;
      start[i] = end[i];
      end[i] += way;
    }
    reach[v] += pad + PAD_OF_WAY * Math.sqrt(squared);
  }
}

/**
 * Whether contacts decide where the body is at the end of the step. Facts hold for the way that its velocities make of the
 * step, which contacts and impacts are looked for along, and not for where it is pushed.
 */
export function isMovedByContacts({ colliders, components }: StepContext, entity: number): boolean {
  return colliders.kind[entity] === RIGID && components.RigidBody.motion[entity] === MOTION_DYNAMIC;
}

/** Whether the body's settings, or its size, let it be drawn. */
function wantsGpuCulling(
  { colliders, components, meshes }: StepContext,
  entity: number,
  automatic: boolean,
): boolean {
  const choice = components.CollisionSettings.gpuCulling[entity];
  if (choice !== GPU_CULLING_AUTOMATIC) return choice === GPU_CULLING_ON;
  return automatic && meshes.record(colliders.mesh[entity]).triangleCount >= WORTH_TRYING;
}

const cuts = new WeakMap<MeshRecord, MeshClusters>();

function clustersOf(record: MeshRecord, positions: Float64Array, triangles: Uint32Array): MeshClusters {
  let cut = cuts.get(record);
  if (cut === undefined) {
    cut = clusterMesh(positions, triangles);
    cuts.set(record, cut);
  }
  return cut;
}
