import { FirstContactError } from '../../src/index.js';

/** What became of random input: refused by a typed error, taken, or a failure that names how to see it again. */
export interface FuzzReport {
  refused: number;
  taken: number;
  readonly codes: Map<string, number>;
  readonly failures: string[];
}

export const newFuzzReport = (): FuzzReport => ({ refused: 0, taken: 0, codes: new Map(), failures: [] });

/** Makes the call; an error that is not typed is a failure. Whether it was taken. */
export function attempt(report: FuzzReport, place: string, call: () => void): boolean {
  try {
    call();
    report.taken++;
    return true;
  } catch (error) {
    if (error instanceof FirstContactError) {
      report.refused++;
      report.codes.set(error.code, (report.codes.get(error.code) ?? 0) + 1);
    } else report.failures.push(`${place}: ${error instanceof Error ? error.stack : String(error)}`);
    return false;
  }
}
