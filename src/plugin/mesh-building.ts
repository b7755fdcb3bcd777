import type { BuildOptions, MeshUse } from '../mesh/index.js';
import type { StepContext } from '../systems/context.js';
import { requirePart } from '../systems/parts.js';

/** How meshes are built here, where the plugin has what they need. */
export function buildingOf(
  { deformables, parts }: StepContext,
  use: MeshUse,
  meetsDeformables = false,
): BuildOptions {
  if (use === 'deformable') requirePart(parts, 'deformables', "A mesh with use: 'deformable'");
  if (meetsDeformables) requirePart(parts, 'deformables', 'A mesh with meetsDeformables');
  return { surfaces: deformables?.surfaces };
}
