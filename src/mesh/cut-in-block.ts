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
import { facesAtAny, renewFeatures } from './fracture.js';
import { recutRegions } from './fracture-regions.js';
import type { SearchBody } from './search-body.js';

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
  room.split(() => locate().mesh, edit);
  const { mesh, features, triangles } = readCutMesh(arena, room.address);
  copyPositions(arena, locate().mesh, room.address, edit);
  const near = facesAtAny(mesh, edit.corners, rim);
  renewFeatures(features, near, triangles, mesh);
  if (!room.writeOrphans(locate().mesh, edit.changed.length, near)) return undefined;
  const { leafOf, tree } = copyLinks(core, locate(), room);
  const leavesOf = (faces: Uint32Array) => faces.map((face) => leafOf[face]).sort();
  const leaves = leavesOf(facesAtAny(mesh, rim));
  const flat = recutRegions(regionsOf(arena, locate()), tree, edit.changed, leavesOf(edit.changed));
  if (!room.writeRegions(flat)) return undefined;
  room.close();
  return { room, flat, leaves };
}

/** What orphans, regions and contours take now. */
function smallBytes(arena: Arena, body: SearchBody): number {
  const { contours, nodes } = regionsOf(arena, body);
  const { orphans } = readCutMesh(arena, body.mesh);
  const pairs = orphans.vertexFace.length + orphans.edgeEdge.length;
  return 8 * pairs + REGION_BYTES * (1 + nodes.length) + 4 * contours.length + 5 * SECTION_ALIGNMENT;
}

function copyPositions(arena: Arena, from: number, to: number, { source }: FanSplit): void {
  const { positions } = readCutMesh(arena, from);
  const first = (to + arena.u32[(to + BLOCK_POSITIONS) / 4]) / 8;
  arena.f64.set(positions, first);
  let at = first + positions.length;
  for (let i = 0; i < source.length; i++, at += 3) {
    const origin = first + 3 * source[i];
    arena.f64.copyWithin(at, origin, origin + 3);
  }
}

/** The tree that a body has becomes its mesh's; and where in it each triangle is. */
function copyLinks(
  { arena, kernels }: Core,
  { nodeCount, nodes }: SearchBody,
  room: BlockRoom,
): { readonly tree: BvhTopology; readonly leafOf: Uint32Array } {
  const links = blockWords(arena, room.address, BLOCK_TREE_LINKS, 2 * nodeCount);
  const { leaves } = room.scratch;
  kernels.copyLinks(nodes, nodeCount, links.byteOffset, leaves);
  const tree = { child: links.subarray(0, nodeCount), meta: links.subarray(nodeCount) };
  return { tree, leafOf: arena.u32.subarray(leaves / 4) };
}
