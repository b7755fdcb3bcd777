import { BLOCK_POSITIONS, BLOCK_TREE_LINKS, SECTION_ALIGNMENT } from '../kernels/layout/meshes.js';
import { REGION_BYTES } from '../kernels/layout/regions.js';
import type { Arena } from '../memory/arena.js';
import type { Core } from '../memory/open.js';
import { blockWords } from './block-connectivity.js';
import { BlockRoom } from './block-room.js';
import { regionsOf } from './body-regions.js';
import type { BvhTopology } from './bvh-build.js';
import { readCutMesh } from './cut-block.js';
import type { FanSplit } from './cut-fans.js';
import type { FlatRegions } from './flat-regions.js';
import { recutInto } from './fracture.js';
import { recutRegions } from './fracture-regions.js';
import { facesOfOrphans, orphanRegions } from './orphan-regions.js';
import type { SearchBody } from './search-body.js';
import { recordsOf } from './search-sections.js';

/** A cut changes so many bytes of what is small for each triangle that gets other corners, as a rule. */
const SPARE_A_TRIANGLE = 512;

/** What a cut made of a mesh, in a block that is nobody's yet. */
export interface CutInBlock {
  readonly room: BlockRoom;
  /** Regions of the body's tree that stay. */
  readonly flat: FlatRegions;
  /** The leaves of the faces at the rim, ascending. */
  readonly leaves: Uint32Array;
}

/**
 * The mesh of a body after a cut, written straight into the block that it will have: what is known of it is found again where the cut is
 * and copied elsewhere. New vertices stand where those are that they are copies of. `locate`: where the body lies, asked for again
 * once memory may have grown. `rim`: vertices that were split, and their copies.
 */
export function cutInBlock(
  core: Core,
  locate: () => SearchBody,
  edit: FanSplit,
  rim: Uint32Array,
): CutInBlock {
  const needed = smallBytes(core.arena, locate()) + SPARE_A_TRIANGLE * edit.changed.length;
  for (let spare = needed; ; spare *= 2) {
    const room = new BlockRoom(core, spare);
    try {
      const made = cutInto(core, room, locate, edit, rim);
      if (made !== undefined) return made;
    } catch (error) {
      room.free();
      throw error;
    }
    room.free();
  }
}

function cutInto(
  core: Core,
  room: BlockRoom,
  locate: () => SearchBody,
  edit: FanSplit,
  rim: Uint32Array,
): CutInBlock | undefined {
  const { arena } = core;
  const { mesh, orphans } = recutInto(room.room, () => readCutMesh(arena, locate().mesh), edit);
  room.countEdges(mesh.edgeCount);
  copyPositions(arena, locate().mesh, room.address, edit);
  const { marks } = room;
  facesOfOrphans(mesh, orphans, (face) => {
    marks[face] = ASKED;
  });
  for (const vertex of rim) {
    const end = mesh.vertexFaceStart[vertex + 1];
    for (let i = mesh.vertexFaceStart[vertex]; i < end; i++) marks[mesh.vertexFaces[i]] = AT_RIM;
  }
  const { leafOf, leaves, tree } = copyLinks(core, locate(), room);
  const changed = edit.changed.map((face) => leafOf.get(face) as number).sort();
  const flat = recutRegions(regionsOf(arena, locate()), tree, edit.changed, changed);
  const regions = orphanRegions(tree, mesh, flat, orphans, (face) => leafOf.get(face) as number);
  if (!room.writeRest(orphans, flat, recordsOf(regions))) return undefined;
  room.close();
  return { room, flat, leaves };
}

/** Faces whose leaves are asked for; of those at the rim boxes are made anew besides. */
const ASKED = 1;
const AT_RIM = 2;

/** What orphans, regions and contours take now. */
function smallBytes(arena: Arena, body: SearchBody): number {
  const { contours, nodes } = regionsOf(arena, body);
  const { orphans } = readCutMesh(arena, body.mesh);
  const pairs = orphans.vertexFace.length + orphans.edgeEdge.length;
  return 6 * pairs + REGION_BYTES * (1 + nodes.length) + 4 * contours.length + 5 * SECTION_ALIGNMENT;
}

function copyPositions(arena: Arena, from: number, to: number, { source }: FanSplit): void {
  const { positions } = readCutMesh(arena, from);
  const first = (to + arena.u32[(to + BLOCK_POSITIONS) / 4]) / 8;
  arena.f64.set(positions, first);
  let at = first + positions.length;
  for (const vertex of source) for (let k = 0; k < 3; k++) arena.f64[at++] = positions[3 * vertex + k];
}

/** The tree that a body has becomes its mesh's; and where in it the triangles with a mark are. */
function copyLinks(
  { arena, kernels }: Core,
  { nodeCount, nodes }: SearchBody,
  room: BlockRoom,
): {
  readonly tree: BvhTopology;
  readonly leafOf: ReadonlyMap<number, number>;
  readonly leaves: Uint32Array;
} {
  const links = blockWords(arena, room.address, BLOCK_TREE_LINKS, 2 * nodeCount);
  const { found, marks } = room;
  const count = kernels.copyLinks(nodes, nodeCount, links.byteOffset, marks.byteOffset, found.byteOffset);
  const leafOf = new Map<number, number>();
  const leaves: number[] = [];
  for (let i = 0; i < count; i++) {
    const face = found[2 * i];
    leafOf.set(face, found[2 * i + 1]);
    if (marks[face] === AT_RIM) leaves.push(found[2 * i + 1]);
  }
  const tree = { child: links.subarray(0, nodeCount), meta: links.subarray(nodeCount) };
  return { tree, leafOf, leaves: Uint32Array.from(leaves) };
}
