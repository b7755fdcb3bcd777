import { checkOptions, checkType, shown } from '../check-options.js';
import { FirstContactError } from '../errors.js';
import { buildMesh, buildMeshNow, type MeshInput, type SlicedBuildOptions } from '../mesh/index.js';
import type { LoadedMesh, MeshId, MeshRecord } from '../mesh/mesh-store.js';
import type { StepContext } from '../systems/context.js';
import { requirePart } from '../systems/parts.js';
import type { loadBreakable } from './breakable-mesh.js';
import type { LoadOptions } from './load-options.js';
import { buildingOf } from './mesh-building.js';

/** Loads a mesh at once. It stays until it is unloaded. */
export function loadMesh(
  context: StepContext,
  input: MeshInput,
  options: LoadOptions,
  loadPieces?: typeof loadBreakable,
): MeshId {
  checkOptions('loadMesh()', options, ['use', 'pieces', 'as', 'gap', 'meetsDeformables']);
  const use = options.use ?? 'rigid';
  const { gap, meetsDeformables, pieces } = options;
  checkType('meetsDeformables', meetsDeformables, 'boolean');
  if (pieces !== undefined && loadPieces !== undefined)
    return loadPieces(context, input, { ...options, pieces });
  if (pieces !== undefined) requirePart(context.parts, 'breaking', 'loadMesh() with pieces');
  for (const [name, value] of Object.entries({ gap, as: options.as })) {
    if (value === undefined) continue;
    throw new FirstContactError(
      'BAD_SETTING',
      `loadMesh() is given ${name}, ${shown(value)}, without pieces`,
      `Give pieces too, or leave ${name} out: gap says how far they are pulled apart, as what they become.`,
    );
  }
  return context.meshes.add(
    buildMeshNow(input, use, { ...options, ...buildingOf(context, use, meetsDeformables) }),
    use,
    true,
  );
}

/** Checks a mesh and works out everything that kernels need of it, without touching the plugin, in slices: the page stays alive. */
export async function buildSectionsInSlices(
  context: StepContext,
  input: MeshInput,
  options: LoadOptions & SlicedBuildOptions,
): Promise<LoadedMesh> {
  checkOptions('loadMeshAsync()', options, [
    'use',
    'meetsDeformables',
    'limits',
    'sliceMs',
    'onProgress',
    'signal',
  ]);
  const { meetsDeformables, use = 'rigid' } = options;
  return buildMesh(input, use, { ...options, ...buildingOf(context, use, meetsDeformables) });
}

export function meshFacts(context: StepContext, mesh: MeshId): Readonly<MeshRecord> {
  const record = context.meshes.record(mesh);
  return { ...record, solid: structuredClone(record.solid) };
}
