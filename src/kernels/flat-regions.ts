// ICCD IV: regions that cannot touch themselves in this step, because they are seen as a simple figure along one
// direction. For thickness 0 only. The conditions, and why they suffice, are in docs/flat-regions.md.
import { staysSimple } from './contour';
import {
  DOP_CHILD,
  DOP_META,
  DOP_NODE_BYTES,
  REGION_BYTES,
  REGION_CONTOUR,
  REGION_CONTOUR_COUNT,
  REGION_FAILURES,
  REGION_NODE,
  REGION_WAIT,
  SKIPPED_REGIONS,
  SKIPPED_TRIANGLES,
  TESTED_EDGES,
  TESTED_REGIONS,
} from './layout';
import { firstLine } from './normal-directions';

/** A region that fails is left alone for 1, 3, 7 .. 63 steps, so that folded cloth costs next to nothing. */
const MOST_FAILURES: u32 = 6;
/** A skipped triangle saves what this many tested contour edges cost, roughly: beyond that, a search gives up. */
const EDGES_A_TRIANGLE: u32 = 2;
/** What a search may spend before it has skipped anything, as a share of the triangles. */
const ADVANCE: u32 = 16;

/**
 * Marks all nodes in regions that certainly do not touch themselves (u8 a node, 1) and clears the others. Regions come
 * in ascending order of their nodes: whole ones before their parts. Returns how many regions it marked.
 */
export function markFlatRegions(
  nodes: usize,
  nodeCount: u32,
  masks: usize,
  swept: usize,
  regions: usize,
  regionCount: u32,
  contours: usize,
  scratch: usize,
  marks: usize,
  counters: usize,
): u32 {
  memory.fill(marks, 0, nodeCount);
  let skipped: u32 = 0;
  let triangles: u32 = 0;
  let tested: u32 = 0;
  let edges: u32 = 0;
  const advance = nodeCount / ADVANCE;
  const end = regions + <usize>regionCount * REGION_BYTES;
  for (let region = regions; region < end; region += REGION_BYTES) {
    const index = load<u32>(region, REGION_NODE);
    if (load<u8>(marks + index) !== 0) continue;
    const wait = load<u8>(region, REGION_WAIT);
    const mask = load<u32>(masks + ((<usize>index) << 2));
    if (wait > 0) store<u8>(region, wait - 1, REGION_WAIT);
    if (wait > 0 || mask === 0 || edges > advance + triangles * EDGES_A_TRIANGLE) continue;
    const count = load<u32>(region, REGION_CONTOUR_COUNT);
    const contour = contours + ((<usize>load<u32>(region, REGION_CONTOUR)) << 2);
    tested++;
    edges += count;
    if (!staysSimple(contour, count, swept, firstLine(mask), scratch)) {
      noteFailure(region);
      continue;
    }
    store<u8>(region, 0, REGION_FAILURES);
    const node = nodes + <usize>index * DOP_NODE_BYTES;
    const inside = load<u32>(node, DOP_META);
    // the descendants of a node are one range
    store<u8>(marks + index, 1);
    memory.fill(marks + load<u32>(node, DOP_CHILD), 1, 2 * inside - 2);
    triangles += inside;
    skipped++;
  }
  store<u32>(counters, skipped, SKIPPED_REGIONS);
  store<u32>(counters, triangles, SKIPPED_TRIANGLES);
  store<u32>(counters, tested, TESTED_REGIONS);
  store<u32>(counters, edges, TESTED_EDGES);
  return skipped;
}

function noteFailure(region: usize): void {
  const failures = min<u32>(<u32>load<u8>(region, REGION_FAILURES) + 1, MOST_FAILURES);
  store<u8>(region, <u8>failures, REGION_FAILURES);
  store<u8>(region, <u8>(((<u32>1) << failures) - 1), REGION_WAIT);
}
