import {
  BLOCK_ALIGNMENT,
  BLOCK_HEADER_BYTES,
  DOP_NODE_BYTES,
  SWEPT_VERTEX_BYTES,
} from '../kernels/layout/meshes.js';
import { REGION_BYTES } from '../kernels/layout/regions.js';
import { RIGID_HEADER_BYTES, RIGID_TRIANGLE_BYTES, SWEPT_BYTES } from '../kernels/layout/rigid-meshes.js';
import type { BlockId } from '../memory/arena.js';
import { liveIdsOf } from '../memory/id-table.js';
import { motionBytes } from '../mesh/body-blocks.js';
import { bvhNodeCount } from '../mesh/bvh-build.js';
import type { MeshId, SavedMeshes, SavedRecord, ShapeBlocks } from '../mesh/mesh-store.js';
import { DEFORMABLE, RIGID } from '../systems/colliders.js';
import { corrupt } from './snapshot-file.js';

/** What a snapshot says that other parts of it must agree with. */
export interface SnapshotParts {
  readonly entities: Uint32Array;
  /** The meshes of bodies that are set aside, one each. */
  readonly asideMeshes: readonly MeshId[];
  /** Columns of the colliders, by their names there, an entry an entity. */
  readonly colliders: Readonly<Record<ColliderColumn, ArrayLike<number>>>;
  readonly blockIds: Uint32Array;
  readonly sizes: Float64Array;
  readonly contents: readonly Uint8Array[];
  readonly meshes: SavedMeshes;
}

export type ColliderColumn =
  | 'kind'
  | 'mesh'
  | 'vertices'
  | 'slabs'
  | 'nodes'
  | 'masks'
  | 'regions'
  | 'motion';

/**
 * Refuses a snapshot whose parts contradict each other, whatever its checksum says: every block that a collider or a
 * mesh names must be there, large enough and nobody else's. What the blocks hold is not looked into.
 */
export function checkParts(parts: SnapshotParts): void {
  const unclaimed = sizesById(parts);
  const meshes = meshesById(parts);
  const claim = (block: BlockId, bytes: number, whose: string): void => {
    const size = unclaimed.get(block);
    if (size === undefined) throw corrupt(`${whose} names block ${block}, which is not its own`);
    if (!(size >= bytes)) throw corrupt(`${whose} has a block of ${size} bytes and needs ${bytes}`);
    unclaimed.delete(block);
  };
  for (const [id, { record, shape }] of meshes) {
    claim(record.block, leastBytes(record), `mesh ${id}`);
    if (shape[0] !== 0)
      claim(shape[0], RIGID_HEADER_BYTES + record.triangleCount * RIGID_TRIANGLE_BYTES, `mesh ${id}`);
    if (shape[1] !== 0) claim(shape[1], record.triangleCount * SWEPT_BYTES, `mesh ${id}`);
  }
  const users = new Map<MeshId, number>();
  for (const mesh of parts.asideMeshes) {
    if (!meshes.has(mesh)) throw corrupt(`mesh ${mesh}, of a body that is set aside, is not there`);
    users.set(mesh, (users.get(mesh) ?? 0) + 1);
  }
  for (let i = 0; i < parts.entities.length; i++) {
    const mesh = parts.colliders.mesh[i];
    checkCollider(parts, i, meshes.get(mesh)?.record, claim);
    users.set(mesh, (users.get(mesh) ?? 0) + 1);
  }
  for (const [id, { record }] of meshes) {
    if (record.whole !== 0 && !meshes.has(record.whole)) throw corrupt(`mesh ${id} is a piece of none`);
    if (record.users !== (users.get(id) ?? 0)) throw corrupt(`mesh ${id} counts its users wrongly`);
  }
  if (unclaimed.size > 0) throw corrupt(`${unclaimed.size} blocks belong to nobody`);
}

function checkCollider(
  { entities, colliders }: SnapshotParts,
  i: number,
  mesh: SavedRecord | undefined,
  claim: (block: BlockId, bytes: number, whose: string) => void,
): void {
  const whose = `entity ${entities[i]}`;
  const kind = colliders.kind[i];
  if (mesh === undefined) throw corrupt(`${whose} has a mesh that is not there`);
  if (kind === RIGID) {
    if (BODY_BLOCKS.some((name) => colliders[name][i] !== 0))
      throw corrupt(`${whose} is rigid and has vertices`);
    return;
  }
  if (kind !== DEFORMABLE || mesh.use !== 'deformable') throw corrupt(`${whose} is of kind ${kind}`);
  const nodeCount = bvhNodeCount(mesh.triangleCount);
  claim(colliders.vertices[i], mesh.vertexCount * SWEPT_VERTEX_BYTES, whose);
  claim(colliders.slabs[i], mesh.vertexCount * DOP_NODE_BYTES, whose);
  claim(colliders.nodes[i], nodeCount * DOP_NODE_BYTES, whose);
  claim(colliders.masks[i], nodeCount * Uint32Array.BYTES_PER_ELEMENT, whose);
  claim(colliders.regions[i], REGION_BYTES, whose);
  claim(colliders.motion[i], motionBytes(mesh), whose);
}

const BODY_BLOCKS = ['vertices', 'slabs', 'nodes', 'masks', 'regions', 'motion'] as const;

function sizesById({ blockIds, sizes, contents }: SnapshotParts): Map<BlockId, number> {
  const live = liveIdsOf(blockIds);
  if (live?.length !== sizes.length) throw corrupt('the list of blocks is damaged');
  sizes.forEach((size, i) => {
    const held = contents[i].length;
    if (!(size > 0 && size % BLOCK_ALIGNMENT === 0) || (held !== 0 && held !== size)) {
      throw corrupt(`block ${live[i]} has ${held} of ${size} bytes`);
    }
  });
  return new Map(live.map((block, i) => [block, sizes[i]]));
}

interface SavedMesh {
  readonly record: SavedRecord;
  readonly shape: ShapeBlocks;
}

function meshesById({ meshes }: SnapshotParts): Map<MeshId, SavedMesh> {
  const { ids, records, shapes } = meshes;
  const live = liveIdsOf(ids);
  if (live?.length !== records.length || shapes.length !== records.length)
    throw corrupt('the list of meshes is damaged');
  return new Map(live.map((mesh, i) => [mesh, { record: records[i], shape: shapes[i] }]));
}

/** What a mesh's header, positions and triangles take. */
function leastBytes({ vertexCount, triangleCount, radius }: SavedRecord): number {
  if (!(vertexCount > 0 && triangleCount > 0 && radius >= 0)) throw corrupt('a mesh is empty');
  return BLOCK_HEADER_BYTES + 3 * (vertexCount * 8 + triangleCount * 4);
}
