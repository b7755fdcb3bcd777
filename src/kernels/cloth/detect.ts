// DETECT: boxes around the tubes, and which parts may meet at all.
import { projectVertices } from '../dop18';
import {
  CLOTH_FIRST_SEGMENT,
  CLOTH_HALF,
  CLOTH_HORIZON,
  CLOTH_MARKED,
  CLOTH_NODES,
  CLOTH_PAIR_COUNT,
  CLOTH_SEGMENT_COUNT,
  CLOTH_SINCE,
  CLOTH_SLABS,
  CLOTH_STRAYED,
  CLOTH_SWEPT,
  CLOTH_TRIANGLES,
  CLOTH_TUBE_RADIUS,
  CLOTH_TUBE_START,
  CLOTH_TUBE_VELOCITY,
  CLOTH_VERTEX_COUNT,
  CLOTH_WIDE_RADIUS,
  PART_BODY,
  PART_BYTES,
  PART_CLOTH,
  PART_FIRST_NODE,
  PART_FLAGS,
  PART_GOAL,
  PART_GROUP,
  PART_KIND,
  PART_MASK,
  PART_MOVABLE,
  PART_NODE_COUNT,
  PART_POSE,
  PART_SELF,
  PART_STILL,
} from '../layout/cloth';
import { DOP_NODE_BYTES, SWEPT_VERTEX_BYTES } from '../layout/meshes';
import { refitTree } from '../refit';
import { endVertexOfRun, firstVertexOfRun } from './blocks';
import { POSE_BYTES } from './pose';
import { floorOf } from './thickness';
import { array, POINT_BYTES, partAt, partsEnd } from './world';

/** The boxes of the tubes of a run of blocks. */
export function clothBoundTubes(world: usize, run: u32): void {
  for (let i = firstVertexOfRun(world, run), end = endVertexOfRun(world, run); i < end; i++)
    boundTube(world, i);
}

/** Before all pairs are looked for, with boxes around all tubes: boxes of trees, and no pairs. */
export function clothBeginDetection(world: usize): void {
  const count = <usize>load<u32>(world, CLOTH_VERTEX_COUNT);
  memory.fill(array(world, CLOTH_STRAYED), 0, count << 3);
  for (let part = partAt(world, 0), end = partsEnd(world); part < end; part += PART_BYTES) {
    refitTree(
      nodesOf(world, part),
      load<u32>(part, PART_NODE_COUNT),
      array(world, CLOTH_SLABS),
      array(world, CLOTH_TRIANGLES),
    );
  }
  store<u32>(world, 0, CLOTH_PAIR_COUNT);
  store<u32>(world, 0, CLOTH_SEGMENT_COUNT);
  store<u32>(world, 0, CLOTH_FIRST_SEGMENT);
}

/** Two parts of which one at least may go somewhere, and one is cloth, as their groups say. */
export function mayMeet(a: usize, b: usize): bool {
  if (a === b) return (load<u32>(a, PART_FLAGS) & (PART_SELF | PART_STILL)) === PART_SELF;
  if ((load<u32>(a, PART_GROUP) & load<u32>(b, PART_MASK)) === 0) return false;
  if ((load<u32>(b, PART_GROUP) & load<u32>(a, PART_MASK)) === 0) return false;
  const isClothA = load<u32>(a, PART_KIND) === PART_CLOTH;
  const isClothB = load<u32>(b, PART_KIND) === PART_CLOTH;
  // Bodies and driven meshes are kept apart by others; cloth that stays where it is, is in their way.
  return (isClothA && goes(b)) || (isClothB && goes(a)) || (isClothA && goes(a)) || (isClothB && goes(b));
}

/** Whether any of it may be elsewhere at the end of the step. */
function goes(part: usize): bool {
  const kind = load<u32>(part, PART_KIND);
  const flags = load<u32>(part, PART_FLAGS);
  if (kind !== PART_BODY) return (flags & PART_STILL) === 0;
  return (flags & PART_MOVABLE) !== 0 || memory.compare(part + PART_POSE, part + PART_GOAL, POSE_BYTES) !== 0;
}

export function nodesOf(world: usize, part: usize): usize {
  return array(world, CLOTH_NODES) + <usize>load<u32>(part, PART_FIRST_NODE) * DOP_NODE_BYTES;
}

/** The box of a vertex' tube, from now to its end. */
export function boundTube(world: usize, i: usize): void {
  const at = i * POINT_BYTES;
  const start = array(world, CLOTH_TUBE_START) + at;
  const velocity = array(world, CLOTH_TUBE_VELOCITY) + at;
  const since = load<f64>(world, CLOTH_SINCE);
  const horizon = load<f64>(world, CLOTH_HORIZON);
  const out = array(world, CLOTH_SWEPT) + i * SWEPT_VERTEX_BYTES;
  for (let axis: usize = 0; axis < 3; axis++) {
    const from = load<f64>(start + (axis << 3));
    const speed = load<f64>(velocity + (axis << 3));
    store<f64>(out + (axis << 4), from + speed * since);
    store<f64>(out + (axis << 4), from + speed * horizon, 8);
  }
  const half = load<f64>(array(world, CLOTH_HALF) + (i << 3));
  const radius = load<f64>(array(world, CLOTH_TUBE_RADIUS) + (i << 3)) + floorOf(world, half);
  store<f64>(array(world, CLOTH_WIDE_RADIUS) + (i << 3), radius);
  projectVertices(out, 1, array(world, CLOTH_SLABS) + i * DOP_NODE_BYTES, radius);
}

/** The byte that says whether a stray is below a node. */
export function markOf(world: usize, node: usize): usize {
  return array(world, CLOTH_MARKED) + (node - array(world, CLOTH_NODES)) / DOP_NODE_BYTES;
}
