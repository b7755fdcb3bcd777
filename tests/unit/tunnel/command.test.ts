import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { crossesShell } from '../../../bench/tunnel/scenarios/bowl.js';
import { SCENARIOS } from '../../../bench/tunnel/scenarios/index.js';
import { meetingTriangles, placed } from '../../oracle/exact/surfaces-meet.js';
import { random } from '../../support/random.js';

const root = join(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'tunnel-'));
afterAll(() => rmSync(folder, { recursive: true }));

const bench = (...options: string[]): string =>
  execFileSync(process.execPath, ['--import', 'tsx', 'bench/tunnel/main.ts', ...options], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });

describe('npm run bench:tunnel', () => {
  test('one JSON line an engine, and every pose of every step', () => {
    const out = join(folder, 'poses.jsonl');
    const lines = bench(
      ...['--scenario', 'linksfix', '--trials', '6', '--seed', '7'],
      ...['--engines', 'rapier', '--out', out, '--json'],
    );
    const [result] = lines
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(result).toMatchObject({ scenario: 'linksfix', engine: 'rapier', trials: 6, seed: 7 });
    // Triangle meshes in Rapier pass through each other: a count of none would be that of a blind watch.
    expect(result.tunnelled).toBeGreaterThan(0);
    expect(result.intersectingSteps).toBeGreaterThan(0);
    expect(result.msPerStep.p99).toBeGreaterThanOrEqual(result.msPerStep.mean);
    const [meshes, ...steps] = readFileSync(out, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(meshes.meshes.map((mesh: { indices: number[] }) => mesh.indices.length / 3)).toEqual([2048, 2048]);
    expect(steps.length).toBe(result.steps + 6);
    expect(steps[1]).toMatchObject({ trial: 0, step: 1 });
    expect(steps[1].poses.map((pose: number[]) => pose.length)).toEqual([7, 7]);
  });

  test.each(Object.keys(SCENARIOS))(
    '%s starts free of contact, and the same for the same numbers',
    async (name) => {
      const scenario = await SCENARIOS[name]();
      for (let seed = 0; seed < 20; seed++) {
        const { bodies, watch } = scenario.trial(random(seed));
        const [a, b] = bodies.map(({ mesh, rotation, position }) => placed(mesh, rotation, position));
        expect(meetingTriangles(a, b), `seed ${seed}`).toBeUndefined();
        expect(watch()(bodies), `seed ${seed}`).toBe(false);
        expect(scenario.trial(random(seed)).bodies).toEqual(bodies);
      }
    },
  );

  test('the bowl is crossed through its wall, not over its rim', () => {
    expect(crossesShell([0, 0, 0], [0, -1, 0])).toBe(true);
    expect(crossesShell([0, -1, 0], [0, -0.6, 0])).toBe(false);
    expect(crossesShell([0, 0, 0], [1, 0.1, 0])).toBe(false);
    expect(crossesShell([0, 0, 0], [0, -0.514, 0])).toBe(false);
  });
});
