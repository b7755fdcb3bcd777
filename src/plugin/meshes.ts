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
import type { MeshId, MeshRecord } from '../mesh/mesh-store.js';
import { sweptVertices } from '../mesh/swept.js';
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

/** The same in slices, so that the page stays alive. */
export async function buildSectionsInSlices(
  input: MeshInput,
  options: LoadOptions & SlicedBuildOptions,
): Promise<MeshSections> {
  const use = options.use ?? 'rigid';
  return sectionsOf(await buildMesh(input, use, options), use);
}

export function meshFacts(context: StepContext, mesh: MeshId): Readonly<MeshRecord> {
  return { ...context.meshes.record(mesh) };
}

function sectionsOf(mesh: MeshData, use: MeshUse): MeshSections {
  return { ...mesh, treeLinks: use === 'deformable' ? treeLinksOf(mesh) : new Uint32Array(0) };
}

function treeLinksOf({ positions, triangles }: MeshData): Uint32Array {
  const { child, meta } = buildBvh(sweptVertices(positions, positions), triangles);
  const links = new Uint32Array(2 * child.length);
  for (let node = 0; node < child.length; node++) {
    links[2 * node] = child[node];
    links[2 * node + 1] = meta[node];
  }
  return links;
}
