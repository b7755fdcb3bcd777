import type { MeshId, MeshRecord } from '../memory/mesh-store.js';
import { buildBvh } from '../mesh/bvh-build.js';
import {
  buildMesh,
  buildMeshNow,
  type MeshData,
  type MeshInput,
  type MeshUse,
  type SlicedBuildOptions,
} from '../mesh/index.js';
import type { MeshSections } from '../mesh/mesh-block.js';
import type { StepContext } from '../systems/context.js';

export interface LoadOptions {
  /** 'deformable' checks that the mesh is a surface; 'rigid', the default, takes any soup of triangles. */
  readonly use?: MeshUse;
}

/** Loads a mesh at once. It stays until it is unloaded. */
export function loadMesh(context: StepContext, input: MeshInput, options: LoadOptions): MeshId {
  const use = options.use ?? 'rigid';
  return context.meshes.add(buildSections(input, use), use, true);
}

/** Checks a mesh and works out everything that kernels need of it, without touching the plugin. */
export function buildSections(input: MeshInput, use: MeshUse): MeshSections {
  return sectionsOf(buildMeshNow(input, use), use);
}

/** Loads a mesh in slices, so that the page stays alive. */
export async function loadMeshAsync(
  context: StepContext,
  input: MeshInput,
  options: LoadOptions & SlicedBuildOptions,
): Promise<MeshId> {
  const use = options.use ?? 'rigid';
  const mesh = await buildMesh(input, use, options);
  return context.meshes.add(sectionsOf(mesh, use), use, true);
}

export function meshFacts(context: StepContext, mesh: MeshId): Readonly<MeshRecord> {
  return { ...context.meshes.record(mesh) };
}

function sectionsOf(mesh: MeshData, use: MeshUse): MeshSections {
  return { ...mesh, treeLinks: use === 'deformable' ? treeLinksOf(mesh) : new Uint32Array(0) };
}

function treeLinksOf({ positions, triangles }: MeshData): Uint32Array {
  const { child, meta } = buildBvh(standingStill(positions), triangles);
  const links = new Uint32Array(2 * child.length);
  for (let node = 0; node < child.length; node++) {
    links[2 * node] = child[node];
    links[2 * node + 1] = meta[node];
  }
  return links;
}

/** Swept vertices of a mesh that does not move. */
function standingStill(positions: Float64Array): Float64Array {
  const swept = new Float64Array(2 * positions.length);
  for (let i = 0; i < positions.length; i++) {
    swept[2 * i] = positions[i];
    swept[2 * i + 1] = positions[i];
  }
  return swept;
}
