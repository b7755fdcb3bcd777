import type { Core } from '../../../../src/memory/open.js';
import { type MeshBlocks, placeMesh } from '../../../../src/mesh/mesh-blocks.js';
import { refitBody } from '../../../../src/mesh/refit-body.js';
import { locateBody, newSearchBody } from '../../../../src/mesh/search-body.js';
import { sweptVertices } from '../../../../src/mesh/swept.js';
import { connectivityOf } from './feature-pairs.js';
import type { MovingMesh } from './meshes.js';

/** A mesh in the arena with its boxes for the step, or for its part up to a time. */
export function placedMesh(core: Core, mesh: MovingMesh, radius = 0, until = 1): MeshBlocks {
  const blocks = placeMesh(
    core.arena,
    sweptVertices(mesh.start, mesh.end),
    mesh.triangles,
    connectivityOf(mesh),
  );
  refitBody(core, locateBody(core.arena, blocks.mesh, blocks, newSearchBody()), radius, until);
  return blocks;
}
