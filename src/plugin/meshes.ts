import { checkOptions } from '../check-options.js';
import {
  buildMesh,
  buildMeshNow,
  type MeshInput,
  type MeshUse,
  type SlicedBuildOptions,
} from '../mesh/index.js';
import type { LoadedMesh, MeshId, MeshRecord } from '../mesh/mesh-store.js';
import type { StepContext } from '../systems/context.js';

/** What `loadMesh` takes beside the mesh. */
export interface LoadOptions {
  /** 'deformable' checks that the mesh is a surface; 'rigid', the default, takes any soup of triangles. */
  readonly use?: MeshUse;
}

/** Loads a mesh at once. It stays until it is unloaded. */
export function loadMesh(context: StepContext, input: MeshInput, options: LoadOptions): MeshId {
  checkOptions('loadMesh()', options, ['use']);
  const use = options.use ?? 'rigid';
  return context.meshes.add(buildSections(input, use), use, true);
}

/** Checks a mesh and works out everything that kernels need of it, without touching the plugin. */
export function buildSections(input: MeshInput, use: MeshUse): LoadedMesh {
  return buildMeshNow(input, use);
}

/** The same in slices, so that the page stays alive. */
export async function buildSectionsInSlices(
  input: MeshInput,
  options: LoadOptions & SlicedBuildOptions,
): Promise<LoadedMesh> {
  checkOptions('loadMeshAsync()', options, ['use', 'limits', 'sliceMs', 'onProgress', 'signal']);
  return buildMesh(input, options.use ?? 'rigid', options);
}

export function meshFacts(context: StepContext, mesh: MeshId): Readonly<MeshRecord> {
  return { ...context.meshes.record(mesh) };
}
