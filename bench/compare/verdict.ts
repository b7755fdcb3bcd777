import { median, quantile } from '../measure.js';

/** What became slower by less is not told from chance. */
export const TOLERATED = 0.03;

export interface Verdict {
  /** Medians, milliseconds. */
  readonly before: number;
  readonly after: number;
  /** Percent by which it became slower; negative: faster. */
  readonly change: number;
  /** Half of the measurements of either side are within so many percent of each other. */
  readonly noise: number;
  readonly state: 'slower' | 'faster' | 'same';
}

/** A difference counts where the medians are more than 3 % apart and the quartiles do not overlap. */
export function verdictOf(before: readonly number[], after: readonly number[]): Verdict {
  const [from, to] = [median(before), median(after)];
  const [low, high] = [before, after].map((times) => [quantile(times, 0.25), quantile(times, 0.75)]);
  const change = to / from - 1;
  let state: Verdict['state'] = 'same';
  if (change > TOLERATED && high[0] > low[1]) state = 'slower';
  else if (change < -TOLERATED && high[1] < low[0]) state = 'faster';
  const noise = Math.max((low[1] - low[0]) / from, (high[1] - high[0]) / to);
  return { before: from, after: to, change: 100 * change, noise: 100 * noise, state };
}
