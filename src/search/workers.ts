import { FirstContactError } from '../errors.js';

/** This thread, and one more at the most. */
const MOST_WORKERS = 2;

export function checkedWorkers(workers = 1): number {
  if (Number.isInteger(workers) && workers >= 1 && workers <= MOST_WORKERS) return workers;
  throw new FirstContactError(
    'BAD_SETTING',
    `workers is ${String(workers)}`,
    `Use 1 or ${MOST_WORKERS}: the thread that searches, and another one.`,
  );
}
