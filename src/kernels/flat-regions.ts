// ICCD IV: regions that cannot touch themselves in this step, because they are seen as a simple figure along one
// direction. For thickness 0 only. The conditions, and why they suffice, are in docs/flat-regions.md.
import {
  crossedFrom,
  crossedTo,
  crossingFrom,
  crossingTo,
  isSimple,
  openContours,
  reusedPoints,
} from './contour';
import { AGREEING_REGIONS, AGREEING_TRIANGLES, CONES_ALONE, CONTOURS_WITH_REUSE } from './layout/ablations';
import { DOP_CHILD, DOP_META, DOP_NODE_BYTES, NONE } from './layout/meshes';
import {
  FAILURE_BYTES,
  FAILURE_CROSSED,
  FAILURE_CROSSING,
  FAILURE_END_NODE,
  FAILURE_FIRST_NODE,
  FAILURE_LINE,
  INHERITED_FAILURES,
  OPPOSITE_BIT,
  REGION_BYTES,
  REGION_CONTOUR,
  REGION_CONTOUR_COUNT,
  REGION_FAILURES,
  REGION_IS_OUTER,
  REGION_NODE,
  REGION_WAIT,
  REUSED_POINTS,
  SKIP_COUNTERS_BYTES,
  SKIPPED_BIT,
  SKIPPED_REGIONS,
  SKIPPED_TRIANGLES,
  TESTED_EDGES,
  TESTED_REGIONS,
} from './layout/regions';
import { boundNormals, middleLine } from './normal-directions';

/** A region that fails is left alone for 1, 3, 7 .. 63 steps, so that folded cloth costs next to nothing. */
const MOST_FAILURES: u32 = 6;
/** A skipped triangle saves what this many tested contour edges cost, roughly: beyond that, a search gives up. */
const EDGES_A_TRIANGLE: u32 = 2;
/** Bounding normals costs what is saved where one triangle in so many is skipped. */
const TRIANGLES_A_SKIPPED: u32 = 16;
/** No line is worth looking along. */
const NO_LINE: u32 = 0xffffffff;

/** What a search may spend before it has skipped anything, as a share of the triangles. */
const ADVANCE: u32 = 16;
/** Both bits of line 0 in a mask. */
const DIRECTION_AND_OPPOSITE: u32 = 1 | (1 << OPPOSITE_BIT);

/** Regions that failed in this step (FAILURE_BYTES each). */
let failures: usize = 0;
let failuresEnd: usize = 0;

/**
 * Marks all nodes in regions that certainly do not touch themselves (SKIPPED_BIT of their masks) and no others.
 * Regions come in ascending order of their nodes, or, in a tree that was split anew, whole ones before their parts at least and some
 * with NONE in the place of a node; behind a record for the whole mesh:
 * where too little was skipped, the mesh is left alone for some steps like a region that failed. Nodes in no region
 * keep a mask of 0. Without contour tests it only counts the regions whose normals agree: that alone proves nothing.
 * `scratch` has FAILURE_BYTES a region and what `openContours` asks for.
 */
export function markFlatRegions(
  nodes: usize,
  nodeCount: u32,
  swept: usize,
  vertexCount: u32,
  triangles: usize,
  masks: usize,
  regions: usize,
  regionCount: u32,
  contours: usize,
  scratch: usize,
  counters: usize,
  contourTests: u32,
  inner: usize,
  degree: i32,
): void {
  memory.fill(counters, 0, SKIP_COUNTERS_BYTES);
  const end = regions + (1 + <usize>regionCount) * REGION_BYTES;
  if (isLeftAlone(regions)) {
    memory.fill(masks, 0, (<usize>nodeCount) << 2);
    // time passes for its regions too
    for (let region = regions + REGION_BYTES; region < end; region += REGION_BYTES) isLeftAlone(region);
    return;
  }
  boundRegions(nodes, swept, triangles, masks, regions + REGION_BYTES, end, inner, degree);
  if (contourTests === CONES_ALONE) {
    countAgreeing(nodes, nodeCount, masks, regions, end, counters);
    return;
  }
  const reuses = contourTests === CONTOURS_WITH_REUSE;
  failures = scratch;
  failuresEnd = scratch;
  const points = scratch + <usize>regionCount * FAILURE_BYTES;
  const boxes = openContours(swept, vertexCount, load<u32>(contours), points, inner, degree, reuses);
  let skipped: u32 = 0;
  let saved: u32 = 0;
  let tested: u32 = 0;
  let edges: u32 = 0;
  let inherited: u32 = 0;
  const advance = nodeCount / ADVANCE;
  for (let region = regions + REGION_BYTES; region < end; region += REGION_BYTES) {
    const index = load<u32>(region, REGION_NODE);
    if (index === NONE) continue;
    const mask = load<u32>(masks + ((<usize>index) << 2));
    if (mask >> SKIPPED_BIT !== 0) continue;
    if (isLeftAlone(region) || mask === 0 || edges > advance + saved * EDGES_A_TRIANGLE) continue;
    const count = load<u32>(region, REGION_CONTOUR_COUNT);
    const contour = contours + ((<usize>load<u32>(region, REGION_CONTOUR)) << 2);
    const line = reuses ? lineBelowFailure(index, mask, contour, count) : middleLine(mask);
    if (line === NO_LINE) {
      inherited++;
      noteFailure(region);
      continue;
    }
    tested++;
    edges += count;
    const node = nodes + <usize>index * DOP_NODE_BYTES;
    const child = load<u32>(node, DOP_CHILD);
    const inside = load<u32>(node, DOP_META);
    if (!isSimple(contour, count, line, boxes)) {
      noteFailure(region);
      if (reuses) noteCrossing(child, child + 2 * inside - 2, line);
      continue;
    }
    store<u8>(region, 0, REGION_FAILURES);
    mark(masks, index, 1);
    mark(masks, child, 2 * inside - 2); // the descendants of a node are one range
    saved += inside;
    skipped++;
  }
  store<u32>(counters, skipped, SKIPPED_REGIONS);
  store<u32>(counters, saved, SKIPPED_TRIANGLES);
  store<u32>(counters, tested, TESTED_REGIONS);
  store<u32>(counters, edges, TESTED_EDGES);
  store<u32>(counters, reusedPoints, REUSED_POINTS);
  store<u32>(counters, inherited, INHERITED_FAILURES);
  if (saved * TRIANGLES_A_SKIPPED < nodeCount / 2) noteFailure(regions);
  else store<u8>(regions, 0, REGION_FAILURES);
}

/**
 * The line along which to look at a region inside one that failed. Along the same, its points are known already (ICCD
 * IV-C, acceleration 2), and where its contour has both edges that may meet it fails as well (acceleration 3): then
 * another line, if its normals agree with one, and else NO_LINE.
 */
function lineBelowFailure(node: u32, mask: u32, contour: usize, count: u32): u32 {
  const failure = failureAround(node);
  if (failure === 0) return middleLine(mask);
  const line = load<u32>(failure, FAILURE_LINE);
  if (!hasEdge(contour, count, load<u64>(failure, FAILURE_CROSSED))) return line;
  if (!hasEdge(contour, count, load<u64>(failure, FAILURE_CROSSING))) return line;
  const others = mask & ~(DIRECTION_AND_OPPOSITE << line);
  return others === 0 ? NO_LINE : middleLine(others);
}

/**
 * What the smallest region around a node found, of those that failed; 0 for none. Regions come in ascending order, and
 * descendants in ranges within ranges: what has ended is not asked for again. In another order less is known, and nothing wrong.
 */
function failureAround(node: u32): usize {
  while (failuresEnd > failures && load<u32>(failuresEnd - FAILURE_BYTES, FAILURE_END_NODE) <= node) {
    failuresEnd -= FAILURE_BYTES;
  }
  for (let at = failuresEnd; at > failures; at -= FAILURE_BYTES) {
    const failure = at - FAILURE_BYTES;
    const isBelow = node >= load<u32>(failure, FAILURE_FIRST_NODE);
    if (isBelow && node < load<u32>(failure, FAILURE_END_NODE)) return failure;
  }
  return 0;
}

function noteCrossing(firstNode: u32, endNode: u32, line: u32): void {
  store<u32>(failuresEnd, firstNode, FAILURE_FIRST_NODE);
  store<u32>(failuresEnd, endNode, FAILURE_END_NODE);
  store<u32>(failuresEnd, line, FAILURE_LINE);
  store<u64>(failuresEnd, edgeKey(crossedFrom, crossedTo), FAILURE_CROSSED);
  store<u64>(failuresEnd, edgeKey(crossingFrom, crossingTo), FAILURE_CROSSING);
  failuresEnd += FAILURE_BYTES;
}

function edgeKey(from: u32, to: u32): u64 {
  return ((<u64>to) << 32) | <u64>from;
}

/** Whether a contour goes along an edge: regions inside each other go the same way along edges that both have. */
function hasEdge(contour: usize, count: u32, edge: u64): bool {
  const last = contour + ((<usize>count) << 2) - 4;
  for (let at = contour; at < last; at += 4) if (load<u64>(at) === edge) return true;
  return edgeKey(load<u32>(last), load<u32>(contour)) === edge;
}

/** Masks of all nodes in the regions of some records. */
export function boundRegions(
  nodes: usize,
  swept: usize,
  triangles: usize,
  masks: usize,
  first: usize,
  end: usize,
  inner: usize,
  degree: i32,
): void {
  for (let region = first; region < end; region += REGION_BYTES) {
    if (load<u8>(region, REGION_IS_OUTER) === 0) continue;
    const index = load<u32>(region, REGION_NODE);
    const node = nodes + <usize>index * DOP_NODE_BYTES;
    const child = load<u32>(node, DOP_CHILD);
    const endBelow = child + 2 * load<u32>(node, DOP_META) - 2;
    boundNormals(nodes, child, endBelow, swept, triangles, masks, inner, degree);
    boundNormals(nodes, index, index + 1, swept, triangles, masks, inner, degree);
  }
}

/** Counts what the normals alone would let through, each triangle once, and leaves no marks. */
function countAgreeing(
  nodes: usize,
  nodeCount: u32,
  masks: usize,
  regions: usize,
  end: usize,
  counters: usize,
): void {
  let agreeing: u32 = 0;
  let triangles: u32 = 0;
  for (let region = regions + REGION_BYTES; region < end; region += REGION_BYTES) {
    const index = load<u32>(region, REGION_NODE);
    const mask = index === NONE ? 0 : load<u32>(masks + ((<usize>index) << 2));
    if (mask === 0) continue;
    agreeing++;
    if (mask >> SKIPPED_BIT !== 0) continue;
    const node = nodes + <usize>index * DOP_NODE_BYTES;
    const inside = load<u32>(node, DOP_META);
    triangles += inside;
    mark(masks, load<u32>(node, DOP_CHILD), 2 * inside - 2);
  }
  for (let at = masks; at < masks + ((<usize>nodeCount) << 2); at += 4) {
    store<u32>(at, load<u32>(at) & ~((<u32>1) << SKIPPED_BIT));
  }
  store<u32>(counters, agreeing, AGREEING_REGIONS);
  store<u32>(counters, triangles, AGREEING_TRIANGLES);
}

function mark(masks: usize, first: u32, count: u32): void {
  const begin = masks + ((<usize>first) << 2);
  for (let at = begin; at < begin + ((<usize>count) << 2); at += 4) {
    store<u32>(at, load<u32>(at) | (1 << SKIPPED_BIT));
  }
}

function isLeftAlone(region: usize): bool {
  const wait = load<u8>(region, REGION_WAIT);
  if (wait > 0) store<u8>(region, wait - 1, REGION_WAIT);
  return wait > 0;
}

function noteFailure(region: usize): void {
  const failures = min<u32>(<u32>load<u8>(region, REGION_FAILURES) + 1, MOST_FAILURES);
  store<u8>(region, <u8>failures, REGION_FAILURES);
  store<u8>(region, <u8>(((<u32>1) << failures) - 1), REGION_WAIT);
}
