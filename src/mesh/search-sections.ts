import { NONE } from '../kernels/layout/meshes.js';
import { type BvhTopology, buildBvhInSteps } from './bvh-build.js';
import type { Connectivity } from './connectivity.js';
import { triangleFeatures } from './features.js';
import { type FlatRegions, flatRegionsInSteps, regionRecords } from './flat-regions.js';
import { orphanRegions } from './orphan-regions.js';
import { findOrphansInSteps, type Orphans } from './orphans.js';
import { part, type Steps } from './steps.js';
import { sweptVertices } from './swept.js';

/** What searches for contacts read of a mesh. It depends on the connectivity and the tree alone. */
export interface SearchSections {
  /** Child of each tree node, then meta of each. */
  readonly treeLinks: Uint32Array;
  /** FEATURES_BYTES a triangle. */
  readonly features: Uint32Array;
  readonly orphanVertices: Uint32Array;
  readonly orphanEdges: Uint32Array;
  /** The number of the record of the smallest region that holds each of them, vertices first; NONE where there is none. */
  readonly orphanRegions: Uint32Array;
  /** REGION_BYTES each, behind one that stands for the whole mesh. */
  readonly regions: Uint32Array;
  readonly contours: Uint32Array;
  readonly longestContour: number;
}

/** For a mesh that may touch itself. */
export function* searchOfMesh(
  triangles: Uint32Array,
  mesh: Connectivity,
  tree: BvhTopology,
): Steps<SearchSections> {
  const features = yield* part(0, 0.2, triangleFeatures(triangles, mesh));
  const orphans = yield* part(0.2, 0.5, findOrphansInSteps(triangles, mesh));
  const flat = yield* part(0.5, 1, flatRegionsInSteps(tree, triangles, mesh));
  return sectionsOfSearch(mesh, tree, features, orphans, flat);
}

/** What was found of a mesh that may touch itself, as searches read it. */
export function sectionsOfSearch(
  mesh: Parameters<typeof orphanRegions>[1],
  tree: BvhTopology,
  features: Uint32Array,
  orphans: Orphans,
  flat: FlatRegions,
): SearchSections {
  return {
    treeLinks: linksOf(tree),
    features,
    orphanVertices: orphans.vertexFace,
    orphanEdges: orphans.edgeEdge,
    orphanRegions: recordsOf(orphanRegions(tree, mesh, flat, orphans)),
    regions: regionRecords(flat),
    contours: flat.contours,
    longestContour: flat.longest,
  };
}

/** Of regions by their places: the first record stands for the whole mesh. A body's tree may be split anew, and records stay. */
export function recordsOf(places: Uint32Array): Uint32Array {
  return places.map((place) => (place === NONE ? NONE : 1 + place));
}

/** For one that only meets others. */
export function* searchOfRigidMesh(
  positions: Float64Array,
  triangles: Uint32Array,
  mesh: Connectivity,
): Steps<SearchSections> {
  const nothing = new Uint32Array(0);
  const tree = yield* part(0, 0.75, buildBvhInSteps(sweptVertices(positions, positions), triangles));
  return {
    treeLinks: linksOf(tree),
    features: yield* part(0.75, 1, triangleFeatures(triangles, mesh)),
    orphanVertices: nothing,
    orphanEdges: nothing,
    orphanRegions: nothing,
    regions: nothing,
    contours: nothing,
    longestContour: 0,
  };
}

function linksOf({ child, meta }: BvhTopology): Uint32Array {
  const links = new Uint32Array(2 * child.length);
  links.set(child);
  links.set(meta, child.length);
  return links;
}
