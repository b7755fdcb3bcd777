/**
 * Milliseconds of processor time of one run, the median of `repetitions`: on a machine that others use as well, elapsed
 * time says more about them. Short runs are repeated until they take `enough`: the clock can tell then.
 */
export function medianMilliseconds(repetitions: number, run: () => void, enough = 20): number {
  run();
  let runs = 1;
  const all = () => {
    for (let i = 0; i < runs; i++) run();
  };
  while (processorTime(all) < enough) runs *= 2;
  return median(Array.from({ length: repetitions }, () => processorTime(all) / runs));
}

/** Milliseconds of processor time of all threads of this process. */
export function processorTime(run: () => void): number {
  const before = process.cpuUsage();
  run();
  return processorTimeSince(before);
}

/** Since the process began, unless told since when. */
export function processorTimeSince(before?: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The part of the values, in order, below which `share` of them lie. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);
