// Vertices in blocks, each of one part: a stage that looks at every vertex is done run by run of them, and what it sums up block by
// block, so that it is the same in however many runs.
import {
  BLOCK_BYTES,
  BLOCK_END,
  BLOCK_FIRST,
  CLOTH_BLOCK_COUNT,
  CLOTH_BLOCK_RUNS,
  CLOTH_BLOCKS,
} from '../layout/cloth';
import { array } from './world';

/** Where a run begins; behind the last one, where all blocks end. */
export function firstOfRun(world: usize, run: u32): usize {
  const count = load<u32>(world, CLOTH_BLOCK_COUNT);
  return (
    array(world, CLOTH_BLOCKS) + <usize>((run * count) / load<u32>(world, CLOTH_BLOCK_RUNS)) * BLOCK_BYTES
  );
}

export function blocksEnd(world: usize): usize {
  return array(world, CLOTH_BLOCKS) + <usize>load<u32>(world, CLOTH_BLOCK_COUNT) * BLOCK_BYTES;
}

/** The first vertex of a run, and the one behind its last: blocks lie one behind the other. */
export function firstVertexOfRun(world: usize, run: u32): usize {
  return <usize>load<u32>(firstOfRun(world, run), BLOCK_FIRST);
}

export function endVertexOfRun(world: usize, run: u32): usize {
  return <usize>load<u32>(firstOfRun(world, run + 1) - BLOCK_BYTES, BLOCK_END);
}
