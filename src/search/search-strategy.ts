/** What a search does to avoid elementary tests. Every one finds the same contacts. */
export interface SearchStrategy {
  /** Every pair of features once; otherwise all 15 tests of every pair of triangles. */
  readonly representatives: boolean;
  /** Boxes of vertices, edges and faces before the tests. */
  readonly featureBoxes: boolean;
  /** Adjacent pairs of triangles are visited like all others; otherwise only the orphan set stands for them. */
  readonly adjacentPairs: boolean;
  /** Pairs on different sides of a plane at both ends of the step never meet in it: across an axis, or along a triangle. */
  readonly motion: boolean;
  /** Normals of regions are bounded. Alone this skips nothing: the normals of a star that winds twice agree as well. */
  readonly cones: boolean;
  /** Regions whose normals agree and whose contour stays simple are not searched, nor are the orphans in them. */
  readonly contours: boolean;
  /** What a contour test found is used again for the regions inside: projected vertices, and edges that cross. */
  readonly reuse: boolean;
  /** Triangles that represent no two features for a test are dropped before their boxes are compared. */
  readonly compatibility: boolean;
  /** A moving vertex is the segment that it sweeps, not the box around it. */
  readonly segments: boolean;
  /** A run-time database has the pairs that were tested already: for searches without representatives. */
  readonly database: boolean;
}

/** A name of STRATEGIES. */
export type StrategyName = keyof typeof STRATEGIES;

const BASIC: SearchStrategy = {
  representatives: false,
  featureBoxes: false,
  adjacentPairs: true,
  motion: false,
  cones: false,
  contours: false,
  reuse: false,
  compatibility: false,
  segments: false,
  database: false,
};
const REPRESENTATIVES: SearchStrategy = { ...BASIC, representatives: true, adjacentPairs: false };
const FEATURE_BOXES: SearchStrategy = { ...REPRESENTATIVES, featureBoxes: true };
const CONES: SearchStrategy = { ...FEATURE_BOXES, cones: true };
const CONTOURS_ANEW: SearchStrategy = { ...CONES, contours: true };
const CONTOURS: SearchStrategy = { ...CONTOURS_ANEW, reuse: true };
const NO_DUPLICATES: SearchStrategy = { ...BASIC, representatives: true, compatibility: true };

const R_TRIANGLES_BOXES: SearchStrategy = { ...NO_DUPLICATES, featureBoxes: true };

/** The papers' methods and their ablations, by name. */
export const STRATEGIES = {
  /** All 15 tests of each pair of triangles, those of incident features excepted: R-Triangles' BASIC. */
  basic: BASIC,
  /** R-Triangles' ADJ: boxes of features, and a run-time database in the place of representatives. */
  adj: { ...BASIC, featureBoxes: true, database: true },
  /** R-Triangles' NO-DUPL: the greedy assignment, all pairs of triangles visited, no boxes of features. */
  'no-duplicates': NO_DUPLICATES,
  /** And boxes of features. */
  'r-triangles-boxes': R_TRIANGLES_BOXES,
  /** R-Triangles' R-TRI: swept vertices as segments, 5.1. */
  'r-triangles': { ...R_TRIANGLES_BOXES, segments: true },
  /** ICCD V: procedural representative triangles and orphan sets. */
  representatives: REPRESENTATIVES,
  /** And boxes of features, R-Triangles 4. */
  'feature-boxes': FEATURE_BOXES,
  /** And continuous normal cones, ICCD IV-B: what bounding and asking them costs. */
  cones: CONES,
  /** And contour tests, ICCD IV-C: regions are skipped. Each is tested as if nothing were known. */
  'contours-anew': CONTOURS_ANEW,
  /** And what a contour test found is used again inside the region, accelerations 2 and 3 there. */
  contours: CONTOURS,
  /** And pairs culled by how they move. */
  all: { ...CONTOURS, motion: true },
} as const satisfies Record<string, SearchStrategy>;
