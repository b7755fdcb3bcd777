// Short fuzzing: `npm run fuzz` is the long one.
import { describe, expect, test } from 'vitest';
import { FirstContactError } from '../../../src/index.js';
import { fuzzCalls } from '../../../tools/fuzz/calls.js';
import { fuzzMeshes } from '../../../tools/fuzz/meshes.js';
import { attempt, newFuzzReport } from '../../../tools/fuzz/report.js';
import { flipSnapshots, forgeRows, forgeSnapshots } from '../../../tools/fuzz/snapshots.js';
import { formOf, fuzzTopology } from '../../../tools/fuzz/topology/index.js';
import { shrunk } from '../../../tools/fuzz/topology/shrink.js';

describe('random input is refused by a typed error, or taken', () => {
  test.each([
    ['bytes of snapshots', flipSnapshots, 3000],
    ['snapshots with a forged checksum', forgeSnapshots, 300],
    ['rows of snapshots with a forged checksum', forgeRows, 300],
    ['meshes', fuzzMeshes, 600],
    ['sequences of calls', fuzzCalls, 2400],
  ] as const)('%s', async (_, fuzz, count) => {
    const { failures, refused, taken } = await fuzz(count, 5);
    expect(failures).toEqual([]);
    expect(refused).toBeGreaterThan(0);
    if (fuzz !== flipSnapshots) expect(taken).toBeGreaterThan(0);
  });

  test('scenes whose topology changes have the contacts of exact arithmetic after each step', async () => {
    // the first four, one of each kind, have two threads
    const { codes, failures, taken } = await fuzzTopology(18, 64);
    expect(failures).toEqual([]);
    expect(taken).toBe(18);
    expect(codes.get('contacts')).toBeGreaterThan(5000);
  });

  test('each kind of scene has one thread and two', () => {
    const threads = new Map<string, Set<boolean>>();
    for (let seed = 0; seed < 64; seed++) {
      const { doTurn, hasCloth, hasHeap, isThick } = formOf(seed);
      const kind = [isThick, doTurn, hasCloth].join();
      threads.set(kind, (threads.get(kind) ?? new Set()).add(hasHeap));
    }
    expect(threads.size).toBe(4);
    for (const both of threads.values()) expect(both.size).toBe(2);
  });

  test('a scene that fails is told with as little as it takes', async () => {
    const tried: string[] = [];
    const kept = await shrunk(24, async (some) => {
      tried.push(some.join());
      return [3, 7, 20].every((one) => some.includes(one));
    });
    expect(kept).toEqual([3, 7, 20]);
    expect(tried.length).toBeLessThan(60);
  });

  test('an error that is not typed is a failure', () => {
    const report = newFuzzReport();
    attempt(report, 'here', () => {
      throw new TypeError('not a function');
    });
    attempt(report, 'there', () => {
      throw new FirstContactError('BAD_DT', 'dt is 0', 'Use seconds.');
    });
    expect(report.failures.length).toBe(1);
    expect(report.failures[0]).toContain('here: TypeError');
    expect(report).toMatchObject({ refused: 1, taken: 0 });
  });
});
