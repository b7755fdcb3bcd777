import type { VisibilityBackend } from '../visibility/backend.js';
import { ClusterPairs, SweepAndPrune } from '../visibility/cluster-pairs.js';
import { PotentiallyCollidingSet } from '../visibility/cullide.js';
import { addBody, type MovingPoints } from '../visibility/gather.js';
import type { CullingResult } from '../visibility/pair-facts.js';
import { addRawTriangles, lossyFootprint, RawTriangles } from '../visibility/raw-triangles.js';
import { triangleClusters } from '../visibility/self-pairs.js';
import { SweptClusters } from '../visibility/swept-clusters.js';
import { AXIS_VIEWS } from '../visibility/view.js';
import { BFV } from '../visibility/visible-classes.js';
import { DEFORMABLE } from './colliders.js';
import type { StepContext } from './context.js';
import type { PlacedBody } from './drawn-bodies.js';

/** The triangles of bodies where they are at the end of the step, where the backend is to draw them. */
export function rawOf({ lossy }: VisibilityBackend, bodies: Iterable<PlacedBody>): RawTriangles | undefined {
  if (!lossy?.rawTriangles) return undefined;
  const raw = new RawTriangles();
  for (const { cut, triangles, points } of bodies) addRawTriangles(raw, cut, triangles, points.end);
  return raw;
}

/** Frees pairs of clusters by their triangles alone (Quick-CULLIDE 4). LOSSY. */
export function cullRaw(
  backend: VisibilityBackend,
  clusters: SweptClusters,
  raw: RawTriangles,
  pairs: ClusterPairs,
): Promise<CullingResult> {
  const options = { views: AXIS_VIEWS, usesClasses: true, footprint: lossyFootprint(raw, false) };
  return new PotentiallyCollidingSet().cull(backend, clusters, pairs, options);
}

/** A deformable as it is asked about itself. */
export interface SelfMesh {
  readonly entity: number;
  /** 1 for each triangle that may touch another one (Quick-CULLIDE 3.2). LOSSY. */
  ask(backend: VisibilityBackend): Promise<{ problem: string | undefined; isIn: Uint8Array }>;
}

/** Deformables that are searched with themselves, where the backend is to be asked about that. */
export function selfMeshesOf(
  { lossy }: VisibilityBackend,
  { colliders, components }: StepContext,
  bodies: Iterable<PlacedBody>,
): SelfMesh[] {
  const meshes: SelfMesh[] = [];
  if (!lossy?.selfCollision) return meshes;
  for (const { entity, triangles, points } of bodies) {
    if (colliders.kind[entity] !== DEFORMABLE) continue;
    if (components.CollisionSettings.selfCollision[entity] === 0) continue;
    meshes.push({ entity, ask: selfQuestion(triangles, points) });
  }
  return meshes;
}

/** All that is needed of the mesh is copied: it goes on before the question is asked. */
function selfQuestion(triangles: Uint32Array, points: MovingPoints): SelfMesh['ask'] {
  const cut = triangleClusters(triangles);
  const clusters = new SweptClusters();
  addBody(clusters, 0, cut, triangles, points);
  const raw = new RawTriangles();
  addRawTriangles(raw, cut, triangles, points.end);
  const pairs = new ClusterPairs();
  new SweepAndPrune().findWithin(clusters, (p, q) => !shareVertex(triangles, 3 * p, 3 * q), pairs);
  return async (backend) => {
    const set = new PotentiallyCollidingSet();
    const options = { views: AXIS_VIEWS, usesClasses: true, footprint: lossyFootprint(raw, true) };
    const { problem } = await set.cull(backend, clusters, pairs, options);
    return { problem, isIn: set.classes.map((found) => (found === BFV ? 0 : 1)) };
  };
}

function shareVertex(triangles: Uint32Array, p: number, q: number): boolean {
  for (let i = 0; i < 9; i++) if (triangles[p + (i % 3)] === triangles[q + Math.floor(i / 3)]) return true;
  return false;
}
