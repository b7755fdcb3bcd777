import type { BvhTopology } from './bvh-build.js';
import { type Connectivity, connect } from './connectivity.js';
import type { MeshLimits } from './limits.js';
import { type MassProperties, massProperties } from './mass-properties.js';
import { meshBounds } from './mesh-bounds.js';
import { readMesh, refuseRepeatedIndices } from './read-mesh.js';
import { rigidBlockBytes } from './rigid-block.js';
import type { SearchSections } from './search-sections.js';
import type { Steps } from './steps.js';
import type { MeshArrays, MeshInput, MeshUse } from './types.js';
import { refuseUnknownUse } from './use.js';

/** Everything that is known about a mesh once it is loaded. */
export interface MeshData extends MeshArrays, Connectivity {
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

/** What deforms, and what meets it, needs besides: handed in, since pages of rigid bodies do without (surface-building.ts). */
export interface SurfaceBuilding {
  /** Refuses what is no surface. */
  check(mesh: MeshArrays, connectivity: Connectivity): Steps<void>;
  tree(positions: Float64Array, triangles: Uint32Array): Steps<BvhTopology>;
  search(triangles: Uint32Array, connectivity: Connectivity, tree: BvhTopology): Steps<SearchSections>;
  /** For a rigid mesh. */
  searchRigid(
    positions: Float64Array,
    triangles: Uint32Array,
    connectivity: Connectivity,
  ): Steps<SearchSections>;
}

export interface BuildOptions {
  readonly limits?: MeshLimits;
  /** Whether a mesh for rigid bodies is built with what searches for contacts with deformables read of it. */
  readonly meetsDeformables?: boolean;
  /** Needed for meshes that deform or meet what does. */
  readonly surfaces?: SurfaceBuilding | undefined;
}

/** The list of a build. A new stage is a line in runStages, one in its plan, one in SHARES and what it adds to MeshData. */
export function buildSteps(input: MeshInput, use: MeshUse, options: BuildOptions): BuildSteps {
  refuseUnknownUse(use);
  // Outside the generator, so that the input is copied now and not at the first step.
  return runStages(readMesh(input, options.limits), use, options);
}

function* runStages(reading: Steps<MeshArrays>, use: MeshUse, options: BuildOptions): BuildSteps {
  const { meetsDeformables, surfaces } = options;
  const deforming = use === 'deformable' ? surfaces : undefined;
  const meeting = use === 'rigid' && meetsDeformables ? surfaces : undefined;
  const plan = new Plan([
    'reading',
    'checking triangles',
    'connecting',
    ...(deforming ? (['checking the surface'] as const) : []),
    'bounding',
    'weighing',
    ...(deforming ? (['building the tree'] as const) : []),
    ...(deforming || meeting ? (['preparing searches'] as const) : []),
    ...(use === 'rigid' ? (['building the boxes'] as const) : []),
  ]);
  const mesh = yield* plan.tell('reading', reading);
  const { positions, triangles } = mesh;
  yield* plan.tell('checking triangles', refuseRepeatedIndices(mesh));
  const connectivity = yield* plan.tell('connecting', connect(triangles, positions.length / 3));
  if (deforming) yield* plan.tell('checking the surface', deforming.check(mesh, connectivity));
  const bounds = yield* plan.tell('bounding', meshBounds(positions, connectivity));
  const solid = yield* plan.tell('weighing', massProperties(positions, triangles, connectivity));
  const tree = deforming && (yield* plan.tell('building the tree', deforming.tree(positions, triangles)));
  let search: SearchSections | undefined;
  if (deforming && tree) {
    search = yield* plan.tell('preparing searches', deforming.search(triangles, connectivity, tree));
  } else if (meeting) {
    search = yield* plan.tell('preparing searches', meeting.searchRigid(positions, triangles, connectivity));
  }
  const boxes =
    use === 'rigid'
      ? yield* plan.tell('building the boxes', rigidBlockBytes(positions, triangles))
      : undefined;
  return { ...mesh, ...connectivity, use, bounds, tree, search, boxes, solid };
}

/** The stages that one mesh goes through: together they are the whole of its progress. */
class Plan {
  readonly #stages: readonly BuildStage[];

  constructor(stages: readonly BuildStage[]) {
    this.#stages = stages;
  }

  /** Runs a stage, and says after each step how far all of it is. */
  *tell<Result>(stage: BuildStage, steps: Steps<Result>): Generator<BuildProgress, Result, void> {
    const at = this.#stages.indexOf(stage);
    const total = sumOf(this.#stages);
    const from = sumOf(this.#stages.slice(0, at)) / total;
    const share = SHARES[stage] / total;
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
      yield { stage, progress: from + share * step.value };
    }
  }
}

function sumOf(stages: readonly BuildStage[]): number {
  return stages.reduce((sum, stage) => sum + SHARES[stage], 0);
}
