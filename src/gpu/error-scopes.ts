import type { DeviceLike } from './webgpu-types.js';

const FILTERS = ['validation', 'out-of-memory', 'internal'] as const;

export interface Scoped<Result> {
  readonly result: Result;
  /** What the device has against the calls that were made; undefined where it has nothing. */
  readonly fault: Promise<string | undefined>;
}

/**
 * Makes calls and collects what the device has against them. All who use a device share one stack of scopes: they are
 * closed in the task that opened them, so that nobody's errors are taken for another's.
 */
export function inErrorScopes<Result>(device: DeviceLike, calls: () => Result): Scoped<Result> {
  for (const filter of FILTERS) device.pushErrorScope(filter);
  let result: Result;
  let fault: Promise<string | undefined>;
  try {
    result = calls();
  } finally {
    const found = Promise.all(FILTERS.map(() => device.popErrorScope()));
    fault = found.then((errors) => errors.find((error) => error !== null)?.message);
    fault.catch(() => {}); // who made the calls may have thrown, and not wait for it
  }
  return { result, fault };
}
