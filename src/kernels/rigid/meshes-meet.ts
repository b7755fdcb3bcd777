import { useExactSum } from '../elementary/exact-sum';
import { trianglesMeet } from '../elementary/triangle-pair-static';
import { RIGID_LEAF } from '../layout/rigid-meshes';
import {
  PAIR_A,
  PAIR_ENTRY_BYTES,
  RIGID_QUERY_A_TO_B,
  RIGID_QUERY_TRIANGLE_TESTS,
  SIDE_GAPS,
} from '../layout/rigid-queries';
import { beginAdvancement } from '../solver/searches';
import { boxesThatMeet } from './boxes-meet';
import { firstChild, isLeafPair, openLarger, splitBody } from './children';
import { stackPair, writeEntry } from './heap';
import { meshOf, poseAtStart } from './pose';
import { linkOf, wideOf } from './side';
import { triangleOf } from './triangle-pair';
import { transform } from './vector';

/**
 * Whether two bodies have a point in common where they start: depth first, the boxes that overlap deepest first, in a stack of
 * FRONT_STACK entries, until one pair of triangles does. A's corners are placed in B's frame, in f64; what comes of it is decided
 * exactly.
 */
export function meshesMeet(query: usize, stack: usize, exactSum: usize): bool {
  useExactSum(exactSum);
  beginAdvancement(query);
  poseAtStart(query);
  let count = 1;
  writeEntry(stack, 0, 0, 0);
  while (count > 0) {
    count--;
    const top = stack + <usize>count * PAIR_ENTRY_BYTES;
    const a = load<u32>(top, 8);
    const b = load<u32>(top, 12);
    if (!isLeafPair(query, a, b)) count = pushThoseThatMeet(query, stack, count, a, b);
    else if (leavesMeet(query, a, b)) return true;
  }
  return false;
}

function leavesMeet(query: usize, a: u32, b: u32): bool {
  store<u32>(query, load<u32>(query, RIGID_QUERY_TRIANGLE_TESTS) + 1, RIGID_QUERY_TRIANGLE_TESTS);
  const meshA = meshOf(query, 0);
  const meshB = meshOf(query, 1);
  const from = triangleOf(meshA, linkOf(meshA, a) & ~RIGID_LEAF);
  const other = triangleOf(meshB, linkOf(meshB, b) & ~RIGID_LEAF);
  const matrix = query + RIGID_QUERY_A_TO_B;
  for (let i: usize = 0; i < 72; i += 24) transform(query + PAIR_A + i, matrix, from + i, matrix + 72);
  const placed = query + PAIR_A;
  return trianglesMeet(placed, placed + 24, placed + 48, other, other + 24, other + 48);
}

/** Pushes the children of the larger box that may meet the other, the deepest last. Returns the new count. */
function pushThoseThatMeet(query: usize, stack: usize, count: i32, a: u32, b: u32): i32 {
  openLarger(query, a, b);
  const split = splitBody;
  const first = firstChild;
  let left = boxesThatMeet(query, 1 - split, split ? a : b, wideOf(meshOf(query, split), first));
  let end = count;
  for (; left !== 0; left &= left - 1) {
    const k = ctz(left);
    const gap = <f64>load<f32>(query + <usize>(k << 2), SIDE_GAPS);
    const child = first + <u32>k;
    stackPair(stack, count, end++, gap, split ? a : child, split ? child : b);
  }
  return end;
}
