// ICCD V-F: the smallest region that has both features of an orphan, of a mesh whose block has its tree, orphans and regions.
import {
  BLOCK_EDGE_FACES,
  BLOCK_ORPHAN_EDGE_COUNT,
  BLOCK_ORPHAN_EDGES,
  BLOCK_ORPHAN_REGIONS,
  BLOCK_ORPHAN_VERTEX_COUNT,
  BLOCK_ORPHAN_VERTICES,
  BLOCK_REGION_COUNT,
  BLOCK_REGIONS,
  BLOCK_TREE_LINKS,
  BLOCK_TRIANGLE_COUNT,
  NONE,
} from './layout/meshes';
import { REGION_BYTES, REGION_NODE } from './layout/regions';
import { FEATURE_PAIR_BYTES } from './layout/search';
import { facesOf, sectionOf } from './orphans';

/** No region: the record that stands for the whole mesh. */
const WHOLE: u32 = 0;

/**
 * Says of each node which region is the smallest that has it, and of each region which one is around it, a u32 each, by their records.
 * Regions are in the order of their nodes.
 */
function nestRegions(mesh: usize, inside: usize, around: usize): void {
  const links = sectionOf(mesh, BLOCK_TREE_LINKS);
  const nodeCount = nodesOf(mesh);
  const count = load<u32>(mesh, BLOCK_REGION_COUNT);
  let next: u32 = 1;
  store<u32>(inside, WHOLE);
  for (let node: u32 = 0; node < nodeCount; node++) {
    let region = wordAt(inside, node);
    if (next <= count && nodeOf(mesh, next) === node) {
      store<u32>(around + ((<usize>next) << 2), region);
      region = next++;
    }
    const child = wordAt(links, node);
    if (child === 0) continue;
    store<u32>(inside + ((<usize>child) << 2), region);
    store<u32>(inside + ((<usize>child) << 2), region, 4);
  }
}

/** The record of the smallest region of each orphan, vertices first, NONE where there is none. `leaves`: u32 a triangle. */
export function findOrphanRegions(mesh: usize, leaves: usize, inside: usize, around: usize): void {
  nestRegions(mesh, inside, around);
  let to = sectionOf(mesh, BLOCK_ORPHAN_REGIONS);
  let pair = sectionOf(mesh, BLOCK_ORPHAN_VERTICES);
  let end = pair + <usize>load<u32>(mesh, BLOCK_ORPHAN_VERTEX_COUNT) * FEATURE_PAIR_BYTES;
  for (; pair < end; pair += FEATURE_PAIR_BYTES, to += 4) {
    const vertex = load<u32>(pair);
    const others = facesOf(mesh, vertex);
    const last = facesOf(mesh, vertex + 1);
    store<u32>(to, smallestWith(mesh, leaves, inside, around, pair + 4, pair + 8, others, last));
  }
  const edgeFaces = sectionOf(mesh, BLOCK_EDGE_FACES);
  pair = sectionOf(mesh, BLOCK_ORPHAN_EDGES);
  end = pair + <usize>load<u32>(mesh, BLOCK_ORPHAN_EDGE_COUNT) * FEATURE_PAIR_BYTES;
  for (; pair < end; pair += FEATURE_PAIR_BYTES, to += 4) {
    const some = edgeFaces + ((<usize>load<u32>(pair)) << 3);
    const others = edgeFaces + ((<usize>load<u32>(pair, 4)) << 3);
    store<u32>(to, smallestWith(mesh, leaves, inside, around, some, behind(some), others, behind(others)));
  }
}

/** Where the one or two faces of an edge end. */
function behind(faces: usize): usize {
  return faces + (load<u32>(faces, 4) === NONE ? 4 : 8);
}

/** The smallest region with a face of one list and a face of another. */
function smallestWith(
  mesh: usize,
  leaves: usize,
  inside: usize,
  around: usize,
  some: usize,
  someEnd: usize,
  others: usize,
  othersEnd: usize,
): u32 {
  let smallest = WHOLE;
  for (; some < someEnd; some += 4) {
    let region = wordAt(inside, wordAt(leaves, load<u32>(some)));
    while (region !== WHOLE && !hasOneOf(mesh, region, leaves, others, othersEnd))
      region = wordAt(around, region);
    // of two around the same feature, the one whose nodes come later is inside
    if (region !== WHOLE && (smallest === WHOLE || firstBelow(mesh, region) > firstBelow(mesh, smallest)))
      smallest = region;
  }
  return smallest === WHOLE ? NONE : smallest;
}

function hasOneOf(mesh: usize, region: u32, leaves: usize, faces: usize, end: usize): bool {
  const first = firstBelow(mesh, region);
  const count: u32 = 2 * (trianglesOf(mesh, region) - 1);
  for (; faces < end; faces += 4) if (wordAt(leaves, load<u32>(faces)) - first < count) return true;
  return false;
}

/** Descendants of a node lie side by side. */
function firstBelow(mesh: usize, region: u32): u32 {
  return wordAt(sectionOf(mesh, BLOCK_TREE_LINKS), nodeOf(mesh, region));
}

function trianglesOf(mesh: usize, region: u32): u32 {
  return wordAt(sectionOf(mesh, BLOCK_TREE_LINKS), nodesOf(mesh) + nodeOf(mesh, region));
}

function nodesOf(mesh: usize): u32 {
  return 2 * load<u32>(mesh, BLOCK_TRIANGLE_COUNT) - 1;
}

function nodeOf(mesh: usize, region: u32): u32 {
  return load<u32>(sectionOf(mesh, BLOCK_REGIONS) + <usize>region * REGION_BYTES, REGION_NODE);
}

function wordAt(list: usize, place: u32): u32 {
  return load<u32>(list + ((<usize>place) << 2));
}
