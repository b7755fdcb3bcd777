import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { median, quantile } from '../../../bench/measure.js';
import { PARTS } from '../../../bench/parts.js';
import { markdownOf, type Report, rowsInMarkdown, shown } from '../../../bench/report/markdown.js';
import { installedPeers } from '../../../bench/report/peers.js';
import { svgOf } from '../../../bench/report/plot.js';
import { isMissed, leftOut, type Plot, rowsOf } from '../../../bench/report/row.js';

const root = join(import.meta.dirname, '../../..');
const bench = (...words: string[]) =>
  spawnSync(process.execPath, ['--import', 'tsx', 'bench/run.ts', ...words], { cwd: root, encoding: 'utf8' });

describe('rows', () => {
  test('miss a target above or below it, and where they are no number', () => {
    const row = { name: 'a', unit: 'ms' };
    expect(isMissed({ ...row, value: 70, target: { most: 70 } })).toBe(false);
    expect(isMissed({ ...row, value: 70.1, target: { most: 70 } })).toBe(true);
    expect(isMissed({ ...row, value: 1.9, target: { least: 1.9 } })).toBe(false);
    expect(isMissed({ ...row, value: 1.8, target: { least: 1.9 } })).toBe(true);
    expect(isMissed({ ...row, value: Number.NaN, target: { most: 1 } })).toBe(true);
    expect(isMissed({ ...row, value: 1e9 })).toBe(false);
  });

  test('are shown with three digits', () => {
    expect([0, 3, 12_345, 12_345.6, 1.2345, 0.0123, 0.00012345, Number.NaN].map(shown)).toEqual([
      '0',
      '3',
      '12,345',
      '12,346',
      '1.23',
      '0.0123',
      '1.2e-4',
      '-',
    ]);
  });

  test('of several quantities are a line a thing, others a line each', () => {
    const wide = [
      ...rowsOf('one', { time: [1.5, 'ms', { paper: 3 }], tests: [10, '', { target: { most: 5 } }] }),
      ...rowsOf('two', { tests: [4, '', { note: 'a|b' }] }),
    ];
    expect(rowsInMarkdown(wide).split('\n')).toEqual([
      '|  | time, ms | tests | note |',
      '| --- | --- | --- | --- |',
      '| one | 1.5 / 3 | **10** (≤ 5) |  |',
      '| two |  | 4 | a\\|b |',
    ]);
    const long = [{ name: 'one', unit: 'ms', value: 2, target: { least: 1 } }];
    expect(rowsInMarkdown(long).split('\n')[2]).toBe('| one | 2 | ms | ≥ 1 |  |');
  });

  test('of what could not be measured have a line, and miss no target', () => {
    const rows = [...rowsOf('ours', { time: [1.5, 'ms'] }), leftOut('peer', 'time', 'ms', 'not installed')];
    expect(rowsInMarkdown(rows).split('\n').slice(2)).toEqual([
      '| ours | 1.5 |  |',
      '| peer | - | left out: not installed |',
    ]);
    expect(rows.some(isMissed)).toBe(false);
  });

  test('are counted in the head, and a part that failed says so', () => {
    const machine = {
      processor: 'p',
      memory: 'm',
      system: 's',
      engine: 'e',
      package: 'f',
      peers: 'q',
      date: 'd',
    };
    const report: Report = {
      machine: { ...machine, 'load at the start': '0' },
      quick: false,
      seconds: 2,
      parts: [
        { name: 'failed', seconds: 1, processorSeconds: 0, tables: [], problem: 'code 1' },
        {
          name: 'good',
          seconds: 1,
          processorSeconds: 1,
          tables: [{ title: 't', rows: [{ name: 'r', unit: '', value: 2, target: { most: 1 } }] }],
        },
      ],
    };
    const text = markdownOf(report, () => undefined);
    expect(text).toContain('| targets | 0 of 1 met |');
    expect(text).toContain('Not measured: code 1');
  });
});

describe('plots', () => {
  const plot: Plot = {
    name: 'p',
    title: 'a < b & c',
    x: 'triangles',
    y: 'ms',
    lines: [
      { name: 'measured', points: [[5000, 2.4] as const, [250_000, 159] as const] },
      { name: 'linear', isGuide: true, points: [[5000, 2.4] as const, [250_000, 120] as const] },
    ],
  };
  const svg = svgOf(plot);

  test('have axes with names, a key, and a scheme for the dark', () => {
    for (const words of [
      '>triangles<',
      '>ms<',
      'measured',
      'linear',
      'prefers-color-scheme: dark',
      'a &lt; b &amp; c',
    ]) {
      expect(svg).toContain(words);
    }
  });

  test('put points where their logarithms are', () => {
    const [[x1, y1], [x2, y2]] = [...svg.matchAll(/cx="([\d.]+)" cy="([\d.]+)"/g)].map((m) => [+m[1], +m[2]]);
    const ticks = [...svg.matchAll(/class="grid" d="M([\d.]+) [\d.]+V/g)].map((m) => +m[1]);
    // the first tick is at 5K, which the first point is too, and the second at 10K
    expect(x1).toBe(ticks[0]);
    const perUnit = (ticks[1] - ticks[0]) / Math.log(2);
    expect((x2 - x1) / Math.log(50)).toBeCloseTo(perUnit, 0);
    expect(y2).toBeLessThan(y1);
  });
});

describe('medians', () => {
  test('and quantiles are values of the list', () => {
    expect([median([3, 1, 2]), quantile([4, 1, 3, 2], 0.25), quantile([1, 2], 1)]).toEqual([2, 2, 2]);
  });
});

describe('the head', () => {
  test('has the versions of peers as they are installed', () => {
    const peers = installedPeers(root);
    expect(peers).toMatch(/bitecs \d+\.\d+\.\d+/);
    expect(peers).toMatch(/rapier3d-compat \d+\.\d+\.\d+/);
    expect(installedPeers(join(root, 'no-such-folder'))).toContain('cannon-es not installed');
  });
});

describe('npm run bench', () => {
  test('says how long it takes by what its parts say', () => {
    const { stdout } = bench('--help');
    const [whole, quick] = [0, 1].map(
      (i) => Object.values(PARTS).reduce((sum, { seconds }) => sum + seconds[i], 0) / 60,
    );
    expect(stdout).toContain(
      `about ${quick.toFixed(1)} minutes of processor time in all, for ${whole.toFixed(1)}`,
    );
    const page = readFileSync(join(root, 'docs/bench.md'), 'utf8');
    expect(page).toContain(`about ${quick.toFixed(1)} minutes of it`);
  });

  test('lists its parts with their times', () => {
    const { status, stdout } = bench('--list');
    expect(status).toBe(0);
    for (const name of Object.keys(PARTS)) expect(stdout).toMatch(new RegExp(`^${name} .* s .* s `, 'm'));
  });

  test.each([
    [['nothing'], /there is no part "nothing"/],
    [['table', '--only', 'growth,nothing'], /there is no part "nothing"/],
    [['--sideways'], /--sideways/],
    [['--compare', 'HEAD', '--rounds', '2'], /--rounds is 2/],
    [['--compare', 'no-such-revision'], /there is no revision "no-such-revision"/],
    [['--compare', 'HEAD', '--only', 'nothing'], /there is no workload "nothing"/],
  ])('refuses %j', (words, problem) => {
    const { status, stderr } = bench(...words);
    expect([status, stderr]).toEqual([2, expect.stringMatching(problem)]);
  });
});
