// A second thread that does not start is told, with its address and what to do, and one thread does it all.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { closeGeometry, geometryWorkers, initGeometry } from '../../../src/geometry/index.js';
import type { FirstContactError } from '../../../src/index.js';
import { openScene } from '../../support/colliders.js';

const at = (file: string): URL => new URL(file, import.meta.url);
const ENDS = new URL('data:text/javascript,process.exit(3)');
const THROWS = new URL("data:text/javascript,throw new Error('planted')");
const NEVER_ANSWERS = new URL('data:text/javascript,setInterval(() => {}, 1000)');

afterEach(() => {
  closeGeometry();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function reportsOf(worker: string | URL): Promise<FirstContactError[]> {
  const reports: FirstContactError[] = [];
  const onReport = (report: FirstContactError) => reports.push(report);
  const { plugin } = await openScene({ maxEntities: 10, workers: 2, worker, onReport });
  expect([plugin.workers, plugin.memory.shared]).toEqual([1, true]);
  plugin.step(1 / 60);
  expect(plugin.counters.lostWorkers).toBe(0); // it was never there
  plugin.dispose();
  return reports;
}

describe('a second thread that does not start', () => {
  it.each([
    ['a file that is not there', at('./no-such-file.mjs'), 'no-such-file.mjs'],
    ['a string that is no address', 'no address', 'URL'],
    ['one that ends at once', ENDS, 'code 3'],
    ['one that throws', THROWS, 'planted'],
  ])('%s is reported once, before the plugin is there', async (_, worker, why) => {
    const reports = await reportsOf(worker);
    expect(reports.map(({ code }) => code)).toEqual(['WORKER_LOST']);
    expect(reports[0].message).toContain(`did not start from ${worker}`);
    expect(reports[0].message).toContain(why);
    expect(reports[0].remedy).toContain('option `worker`');
  });

  it('is not waited for longer than 10 s', async () => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => {
      now += 1000;
      return now;
    });
    const reports = await reportsOf(NEVER_ANSWERS);
    expect(reports.map(({ message }) => message)).toEqual([
      expect.stringContaining('it was not there after 10 s'),
    ]);
  });

  it('is told of on the console where there is no onReport', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    await initGeometry({ workers: 2, worker: at('./no-such-file.mjs') });
    expect(geometryWorkers()).toBe(1);
    expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/WORKER_LOST.*no-such-file\.mjs/));
  });

  it('is told of nobody where memory cannot be shared: none was tried', async () => {
    vi.stubGlobal('crossOriginIsolated', false);
    const reports: FirstContactError[] = [];
    const { plugin } = await openScene({ workers: 2, onReport: (report) => reports.push(report) });
    expect([plugin.workers, plugin.memory.shared, reports.length]).toEqual([1, false, 0]);
    plugin.dispose();
  });
});
