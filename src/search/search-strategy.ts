/** What a search does to avoid elementary tests. Every one finds the same contacts. */
export interface SearchStrategy {
  /** Every pair of features once; otherwise all 15 tests of every pair of triangles. */
  readonly representatives: boolean;
  /** Boxes of vertices, edges and faces before the tests. */
  readonly featureBoxes: boolean;
  /** Adjacent pairs of triangles are visited like all others; otherwise only the orphan set stands for them. */
  readonly adjacentPairs: boolean;
  /** Pairs on different sides of an axis-aligned plane at both ends of the step never meet in it. */
  readonly motion: boolean;
  /** Regions whose normals and contour show that they cannot touch themselves are not searched. */
  readonly cones: boolean;
}

export type StrategyName = keyof typeof STRATEGIES;

/** The papers' methods and their ablations, by name. */
export const STRATEGIES = {
  /** All 15 tests of each pair of triangles, those of incident features excepted. */
  basic: { representatives: false, featureBoxes: false, adjacentPairs: true, motion: false, cones: false },
  /** ICCD V: procedural representative triangles and orphan sets. */
  representatives: {
    representatives: true,
    featureBoxes: false,
    adjacentPairs: false,
    motion: false,
    cones: false,
  },
  /** R-Triangles 4: the greedy assignment, with all pairs of triangles visited, and boxes of features. */
  'r-triangles': {
    representatives: true,
    featureBoxes: true,
    adjacentPairs: true,
    motion: false,
    cones: false,
  },
  /** And boxes of features, R-Triangles 4. */
  'feature-boxes': {
    representatives: true,
    featureBoxes: true,
    adjacentPairs: false,
    motion: false,
    cones: false,
  },
  /** And continuous normal cones with contour tests, ICCD IV. */
  cones: { representatives: true, featureBoxes: true, adjacentPairs: false, motion: false, cones: true },
  /** And pairs culled by how they move. */
  all: { representatives: true, featureBoxes: true, adjacentPairs: false, motion: true, cones: true },
} as const satisfies Record<string, SearchStrategy>;
