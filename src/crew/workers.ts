import { shown } from '../check-options.js';
import { FirstContactError } from '../errors.js';

/** This thread, and one more at the most. */
const MOST_WORKERS = 2;

export function checkedWorkers(workers = 1): number {
  if (Number.isInteger(workers) && workers >= 1 && workers <= MOST_WORKERS) return workers;
  throw new FirstContactError(
    'BAD_SETTING',
    `workers is ${shown(workers)}`,
    `Use 1 or ${MOST_WORKERS}: the thread that searches, and another one.`,
  );
}

export function checkedWorkerFile(worker: string | URL | undefined): string | URL | undefined {
  if (worker === undefined || typeof worker === 'string' || worker instanceof URL) return worker;
  throw new FirstContactError(
    'BAD_SETTING',
    `worker is ${shown(worker)}`,
    "Give the address of the package's worker.js, or leave the option out.",
  );
}
