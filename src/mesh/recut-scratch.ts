import type { Arena } from '../memory/arena.js';
import { bvhNodeCount } from './bvh-build.js';
import type { FanSplit } from './cut-fans.js';

/** Lists that kernels read and write for as long as a cut is made, in memory: addresses, which hold until memory grows. */
export interface RecutScratch {
  readonly region: number;
  /** What the cut says: triangles that get other corners, those corners, and the vertex that each new one is a copy of. */
  readonly changed: number;
  readonly corners: number;
  readonly source: number;
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

/** Marks are looked at by eights, from any of them on. */
const BEHIND_MARKS = 7;

/** Room for those lists, with what the cut says; what others hold but for marks is anything. `edgeCount`: as many as there may be. */
export function scratchFor(
  arena: Arena,
  { changed, corners, source, triangleCount, vertexCount }: FanSplit,
  oldEdgeCount: number,
  edgeCount: number,
): RecutScratch {
  const given = [changed, corners, source];
  const words = [
    ...given.map((list) => list.length),
    oldEdgeCount,
    triangleCount,
    bvhNodeCount(triangleCount),
    triangleCount + 1,
  ];
  const wordCount = words.reduce((sum, count) => sum + count, 0);
  const marks = vertexCount + edgeCount;
  const region = arena.allocateRegionUnfilled(4 * wordCount + marks + BEHIND_MARKS);
  const lists: number[] = [];
  let at = arena.regionAddress(region);
  for (const count of words) {
    lists.push(at);
    at += 4 * count;
  }
  given.forEach((list, i) => {
    arena.u32.set(list, lists[i] / 4);
  });
  arena.u8.fill(0, at, at + marks);
  const [changedAt, cornersAt, sourceAt, shifts, leaves, inside, around] = lists;
  return {
    region,
    changed: changedAt,
    corners: cornersAt,
    source: sourceAt,
    shifts,
    leaves,
    inside,
    around,
    vertexMarks: at,
    edgeMarks: at + vertexCount,
  };
}
