import { refitBody } from '../mesh/refit-body.js';
import { lookOn, SHORTEST } from '../search/first-contact.js';
import type { SearchContext } from './context.js';
import { locateJob } from './locate-job.js';
import type { SearchJob } from './searches.js';

/**
 * Searches two bodies, or one with itself, no further than to their first contact: boxes up to longer and longer times, or the
 * pieces of the step one after the other. What was found is behind `found`, and the earliest of it is the earliest of the step.
 */
export function searchEarliest(
  context: SearchContext,
  firstJob: number,
  endJob: number,
  found: number,
): void {
  const { jobs, search } = context.searches;
  for (let i = firstJob; i < endJob; i++) {
    const job = jobs[i];
    // times of surfaces that come close may be earlier by more than boxes say
    if (job.gap === 0 && job.span === 1) searchGrowing(context, job, found);
    else searchJob(context, job, 1);
    if (i + 1 < endJob && search.contacts.earliest(found) < jobs[i + 1].from) return;
  }
}

function searchGrowing(context: SearchContext, job: SearchJob, found: number): void {
  const { contacts } = context.searches.search;
  for (let until = SHORTEST; until > 0; until = lookOn(contacts, found, until)) {
    contacts.used = found;
    boundUntil(context, job, until);
    searchJob(context, job, until);
  }
  boundUntil(context, job, 1); // what others search
}

/** Boxes up to a time. */
function boundUntil(context: SearchContext, job: SearchJob, until: number): void {
  const { a, b } = locateJob(context, job);
  refitBody(context.core, a, 0, until);
  if (a !== b) refitBody(context.core, b, 0, until);
}

function searchJob(context: SearchContext, job: SearchJob, until: number): void {
  const { search } = context.searches;
  const { a, b } = locateJob(context, job);
  a.until = until;
  b.until = until;
  if (job.a !== job.b) search.cullBetween(a, b, job);
  else {
    search.cullWithin(a, job.masks, job);
    if (!job.strategy.adjacentPairs) search.testOrphans(a, job.masks, job);
  }
  a.until = 1;
  b.until = 1;
}
