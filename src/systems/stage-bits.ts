import {
  ALL_STAGES,
  STAGE_CONTOURS,
  STAGE_FEATURE_BOXES,
  STAGE_NORMAL_CONES,
  STAGE_REPRESENTATIVES,
} from '../components/constants.js';
import { type SearchStrategy, STRATEGIES } from '../search/search-strategy.js';

/** What each combination of the bits of CollisionSettings.stages means. */
const STRATEGY_OF_BITS: readonly SearchStrategy[] = /* @__PURE__ */ Array.from(
  { length: ALL_STAGES + 1 },
  (_, bits) => ({
    ...STRATEGIES.basic,
    representatives: (bits & STAGE_REPRESENTATIVES) !== 0,
    // without representatives no orphans either: adjacent pairs are visited
    adjacentPairs: (bits & STAGE_REPRESENTATIVES) === 0,
    featureBoxes: (bits & STAGE_FEATURE_BOXES) !== 0,
    motion: (bits & STAGE_FEATURE_BOXES) !== 0,
    cones: (bits & STAGE_NORMAL_CONES) !== 0,
    contours: (bits & STAGE_CONTOURS) !== 0,
    reuse: (bits & STAGE_CONTOURS) !== 0,
  }),
);

export function strategyOf(stages: number): SearchStrategy {
  return STRATEGY_OF_BITS[stages & ALL_STAGES];
}
