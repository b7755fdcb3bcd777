import { FOUND_BYTES } from '../kernels/layout/search.js';
import type { SearchCounters } from '../search/search-counters.js';
import type { SearchContext, System } from './context.js';
import { searchEarliest } from './earliest-contact.js';
import { locateJob } from './locate-job.js';
import { isSamePair, type SearchJob } from './searches.js';
import type { StepCounters } from './step-counters.js';

/**
 * Decides each pair of features, exactly where no thickness is asked for, and writes the contacts with their times, in
 * the order of the bodies, and of kind and features: the same list whatever found them.
 */
export function createElementaryTests(context: SearchContext): System {
  return (world) => {
    const { counters, searches } = context;
    testJobs(context, searches.count);
    addUp(searches.counters, counters);
    counters.contacts = context.contacts.count;
    return world;
  };
}

/** Tests what was kept for jobs that are not tested yet, up to `end`. */
export function testJobs(context: SearchContext, end: number): void {
  const { searches } = context;
  while (searches.tested < end) {
    const first = searches.tested;
    let next = first + 1;
    while (next < end && isSamePair(searches.jobs[first], searches.jobs[next])) next++;
    testPair(context, first, next);
    searches.tested = next;
  }
  searches.kept.used = 0;
}

/** Two bodies, or one with itself, in all the pieces of the step. */
function testPair(context: SearchContext, firstJob: number, endJob: number): void {
  const { contacts, core, searches } = context;
  const { kept, search } = searches;
  const found = search.contacts.used;
  const { earliestOnly } = searches.jobs[firstJob];
  if (earliestOnly) searchEarliest(context, firstJob, endJob, found);
  for (let i = firstJob; i < endJob && !earliestOnly; i++) {
    const job = searches.jobs[i];
    const { a, b } = locateJob(context, job);
    search.testKept(a, b, job, kept, job.keptFirst, job.keptEnd);
    if (job.a === job.b && !job.strategy.adjacentPairs) search.testOrphans(a, job.masks, job);
  }
  const all = search.contacts.finish(found);
  const count = earliestOnly ? search.contacts.keepEarliest(found) : all;
  const first = contacts.count;
  contacts.append(core.arena, searches.jobs[firstJob], search.contacts.address + found, count);
  for (let i = firstJob; i < endJob; i++) detailJob(context, i, endJob, found, first);
  search.contacts.used = found; // they are in the list now
}

/** Fills in weights and normals of the contacts that are in a job's part of the step. */
function detailJob(
  context: SearchContext,
  index: number,
  endJob: number,
  found: number,
  first: number,
): void {
  const { contacts, searches } = context;
  const job = searches.jobs[index];
  if (job.from === 0 && job.span === 1) {
    writeDetails(context, job, found, first, contacts.count - first);
    return;
  }
  const isFirst = index === 0 || !isSamePair(searches.jobs[index - 1], job);
  const from = isFirst ? 0 : job.from;
  const until = index + 1 < endJob ? searches.jobs[index + 1].from : Number.POSITIVE_INFINITY;
  for (let i = first; i < contacts.count; i++) {
    if (contacts.time[i] < from || contacts.time[i] >= until) continue;
    writeDetails(context, job, found + (i - first) * FOUND_BYTES, i, 1);
  }
}

function writeDetails(
  context: SearchContext,
  job: SearchJob,
  found: number,
  first: number,
  count: number,
): void {
  const { a, b } = locateJob(context, job);
  const details = context.searches.search.detail(a, b, job, found, count);
  context.contacts.writeDetails(context.core.arena, first, details, count);
}

function addUp(from: SearchCounters, to: StepCounters): void {
  to.boxTests = from.boxTests;
  to.trianglePairs = from.trianglePairs;
  to.featureTests = from.featureTests;
  to.afterFeatureBoxes = from.afterFeatureBoxes;
  to.orphanTests = from.orphanTests;
  to.elementaryTests = from.elementaryTests;
  to.exactFallbacks = from.exactFallbacks;
  to.skippedByCones = from.skippedTriangles;
}
