import type { Arena } from '../memory/arena.js';
import { bvhNodeCount } from './bvh-build.js';
import type { RoomNeeded } from './recut-room.js';

/** Lists that kernels read and write for as long as an edit is made, in memory: addresses, which hold until memory grows. */
export interface RecutScratch {
  readonly region: number;
  /** By how much the number of each old edge goes up. */
  readonly shifts: number;
  /** The leaf of each triangle. */
  readonly leaves: number;
  /** A word a node: the smallest region that it is in. Before, a list of faces. */
  readonly inside: number;
  /** A word a region, and one more. */
  readonly around: number;
  /** A byte each, all 0 at first. */
  readonly vertexMarks: number;
  readonly edgeMarks: number;
}

/** Room for those lists. What they hold but for marks is anything. */
export function scratchFor(
  arena: Arena,
  { vertexCount, triangleCount, edgeCount }: RoomNeeded,
  oldEdgeCount: number,
): RecutScratch {
  const nodeCount = bvhNodeCount(triangleCount);
  const leavesAt = 4 * oldEdgeCount;
  const insideAt = leavesAt + 4 * triangleCount;
  const aroundAt = insideAt + 4 * nodeCount;
  const vertexMarksAt = aroundAt + 4 * (triangleCount + 1);
  const edgeMarksAt = vertexMarksAt + vertexCount;
  const end = edgeMarksAt + edgeCount;
  const region = arena.allocateRegionUnfilled(end);
  const shifts = arena.regionAddress(region);
  arena.u8.fill(0, shifts + vertexMarksAt, shifts + end);
  return {
    region,
    shifts,
    leaves: shifts + leavesAt,
    inside: shifts + insideAt,
    around: shifts + aroundAt,
    vertexMarks: shifts + vertexMarksAt,
    edgeMarks: shifts + edgeMarksAt,
  };
}
