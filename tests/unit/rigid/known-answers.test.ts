import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rigid } from '../../../tools/conform/rigid.js';

const DATA = new URL('../../../../shared/data/rigid/', import.meta.url).pathname;
const CASES = [
  ['torusknot', 'torusknot', 'torusknot'],
  ['gear', 'gear', 'gear'],
  ['hammer', 'cadpiece', 'hammer'],
  ['gear', 'gear', 'gear_slide'],
] as const;

// Needs data that is not in the repository: skipped, by name, where it is missing.
describe.skipIf(!existsSync(DATA))('rigid motions with a known first contact', () => {
  it.each(CASES)('%s against %s: %s', async (a, b, motions) => {
    const out = join(mkdtempSync(join(tmpdir(), 'rigid-')), 'answers.jsonl');
    const files = [`${DATA}${a}.mesh`, `${DATA}${b}.mesh`, `${DATA}${motions}.motions.json`];
    const summary = (await rigid.run(files, out, { method: undefined, tolerance: undefined })) as Record<
      string,
      number
    >;
    expect(summary).toMatchObject({ missed: 0, falseHits: 0, late: 0 });
    if (motions !== 'gear_slide') expect(summary.maxEarly).toBeLessThan(1e-5);
    const lines = readFileSync(out, 'utf8').trim().split('\n');
    expect(lines.length).toBe(summary.trials);
    expect(Object.keys(JSON.parse(lines[0]))).toEqual(['i', 'state', 'time', 'distance']);
  });
});
