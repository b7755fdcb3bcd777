import type { SearchContext, System } from './context.js';
import { testJobs } from './elementary-tests.js';
import { locateJob } from './locate-job.js';
import { isSamePair, type SearchJob } from './searches.js';

/** Feature pairs are tested early where more than this many bytes of them wait. */
const MOST_KEPT = 64 << 20;

/**
 * From bodies to pairs of triangles whose swept 18-DOPs overlap, and to pairs of features, each once: procedural
 * representative triangles (ICCD V), boxes of features (R-Triangles 4), and what is apart at both ends of the step.
 */
export function createLowLevelCulling(context: SearchContext): System {
  return (world) => {
    const { searches } = context;
    const { kept } = searches;
    for (let i = 0; i < searches.count; i++) {
      const job = searches.jobs[i];
      job.keptFirst = kept.used;
      // where the earliest contact is wanted, both stages take turns when the tests are due
      if (!job.earliestOnly) cull(context, job);
      job.keptEnd = kept.used;
      // a body that turns is searched in pieces, and they are finished together
      const isWhole = i + 1 === searches.count || !isSamePair(job, searches.jobs[i + 1]);
      if (kept.used > MOST_KEPT && isWhole) testJobs(context, i + 1);
    }
    return world;
  };
}

function cull(context: SearchContext, job: SearchJob): void {
  const { search, kept } = context.searches;
  const { a, b } = locateJob(context, job);
  if (job.a === job.b) search.cullWithin(a, job.masks, job, kept);
  else search.cullBetween(a, b, job, kept);
}
