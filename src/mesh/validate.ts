import { connect } from './connectivity.js';
import type { MeshLimits } from './limits.js';
import { readMesh, refuseRepeatedIndices } from './read-mesh.js';
import { drain } from './steps.js';
import { refuseNonSurface } from './surface-rules.js';
import type { MeshArrays, MeshInput, MeshUse } from './types.js';
import { refuseUnknownUse } from './use.js';

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
