import { type BvhTopology, buildBvhInSteps } from './bvh-build.js';
import { connect } from './connectivity.js';
import type { MeshLimits } from './limits.js';
import { type MassProperties, massProperties } from './mass-properties.js';
import { meshBounds } from './mesh-bounds.js';
import { readMesh, refuseRepeatedIndices } from './read-mesh.js';
import { rigidBlockBytes } from './rigid-block.js';
import { type SearchSections, searchOfMesh, searchOfRigidMesh } from './search-sections.js';
import type { Steps } from './steps.js';
import { refuseNonSurface } from './surface-rules.js';
import { sweptVertices } from './swept.js';
import { describeTopology, type MeshTopology } from './topology.js';
import type { MeshArrays, MeshInput, MeshUse } from './types.js';
import { refuseUnknownUse } from './validate.js';

/** Everything that is known about a mesh once it is loaded. */
export interface MeshData extends MeshArrays, MeshTopology {
  readonly use: MeshUse;
  /** Smallest x, y, z, then largest, of the vertices that a triangle uses. */
  readonly bounds: Float64Array;
  /** A deformable's tree over its triangles at rest. */
  readonly tree: BvhTopology | undefined;
  /** What searches for contacts read: of a deformable, and of a rigid mesh that is built for meeting such. */
  readonly search: SearchSections | undefined;
  /** What rigid queries walk, for meshes that are loaded for rigid bodies: the bytes of a rigid block. */
  readonly boxes: Uint8Array | undefined;
  /** What a solid of the mesh's shape would weigh. */
  readonly solid: MassProperties;
}

/** Stages in order, each with its share of the time (measured on a cloth of 250,000 triangles). */
const SHARES = {
  reading: 8,
  'checking triangles': 1,
  connecting: 35,
  'checking the surface': 16,
  describing: 38,
  bounding: 2,
  weighing: 8,
  'building the tree': 120,
  'preparing searches': 200,
  'building the boxes': 1000,
};

export type BuildStage = keyof typeof SHARES;

export interface BuildProgress {
  /** Of the whole, 0 to 1. It never goes back. */
  readonly progress: number;
  readonly stage: BuildStage;
}

export type BuildSteps = Generator<BuildProgress, MeshData, void>;

export interface BuildOptions {
  readonly limits?: MeshLimits;
  /** Whether a mesh for rigid bodies is built with what searches for contacts with deformables read of it. */
  readonly meetsDeformables?: boolean;
}

/** The list of a build. A new stage is a line in runStages, a line in SHARES and what it adds to MeshData. */
export function buildSteps(input: MeshInput, use: MeshUse, options: BuildOptions): BuildSteps {
  refuseUnknownUse(use);
  // Outside the generator, so that the input is copied now and not at the first step.
  return runStages(readMesh(input, options.limits), use, options.meetsDeformables === true);
}

function* runStages(reading: Steps<MeshArrays>, use: MeshUse, meetsDeformables: boolean): BuildSteps {
  const mesh = yield* inStage('reading', reading);
  yield* inStage('checking triangles', refuseRepeatedIndices(mesh));
  const connectivity = yield* inStage('connecting', connect(mesh.triangles, mesh.positions.length / 3));
  if (use === 'deformable') yield* inStage('checking the surface', refuseNonSurface(mesh, connectivity));
  const facts = yield* inStage('describing', describeTopology(mesh.triangles, connectivity));
  const bounds = yield* inStage('bounding', meshBounds(mesh.positions, connectivity));
  const { positions, triangles } = mesh;
  const solid = yield* inStage('weighing', massProperties(positions, triangles, connectivity));
  const tree =
    use === 'deformable'
      ? yield* inStage('building the tree', buildBvhInSteps(sweptVertices(positions, positions), triangles))
      : undefined;
  let search: SearchSections | undefined;
  if (tree !== undefined) {
    search = yield* inStage('preparing searches', searchOfMesh(triangles, connectivity, tree));
  } else if (meetsDeformables) {
    search = yield* inStage('preparing searches', searchOfRigidMesh(positions, triangles, connectivity));
  }
  const boxes =
    use === 'rigid' ? yield* inStage('building the boxes', rigidBlockBytes(positions, triangles)) : undefined;
  return { ...mesh, ...connectivity, ...facts, use, bounds, tree, search, boxes, solid };
}

function* inStage<Result>(stage: BuildStage, steps: Steps<Result>): Generator<BuildProgress, Result, void> {
  const names = Object.keys(SHARES) as BuildStage[];
  const sumOf = (stages: BuildStage[]) => stages.reduce((sum, name) => sum + SHARES[name], 0);
  const total = sumOf(names);
  const from = sumOf(names.slice(0, names.indexOf(stage))) / total;
  const share = SHARES[stage] / total;
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    yield { stage, progress: from + share * step.value };
  }
}
