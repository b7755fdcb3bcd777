import { shown } from '../check-options.js';
import { FirstContactError } from '../errors.js';
import { connect } from './connectivity.js';
import type { MeshLimits } from './limits.js';
import { readMesh, refuseRepeatedIndices } from './read-mesh.js';
import { drain } from './steps.js';
import { refuseNonSurface } from './surface-rules.js';
import type { MeshArrays, MeshInput, MeshUse } from './types.js';

/**
 * Throws a FirstContactError when the mesh cannot be used so, and otherwise returns a copy of it in the types that the
 * package works with. The input is only read.
 */
export function checkMesh(input: MeshInput, use: MeshUse, limits?: MeshLimits): MeshArrays {
  refuseUnknownUse(use);
  const mesh = drain(readMesh(input, limits));
  drain(refuseRepeatedIndices(mesh));
  if (use === 'deformable') {
    drain(refuseNonSurface(mesh, drain(connect(mesh.triangles, mesh.positions.length / 3))));
  }
  return mesh;
}

export function refuseUnknownUse(use: MeshUse): void {
  if (use === 'rigid' || use === 'deformable') return;
  throw new FirstContactError(
    'BAD_SETTING',
    `The use of a mesh is ${shown(use)}`,
    "Say 'rigid' or 'deformable'.",
  );
}
