// Files that are damaged, or have no truth: each kind says what is wrong, or that it does not know.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ConformError } from '../../../tools/conform/kind.js';
import { queries } from '../../../tools/conform/queries.js';
import { rigid } from '../../../tools/conform/rigid.js';
import { scene } from '../../../tools/conform/scene.js';
import { rejectedBy } from '../../support/thrown.js';

const folder = mkdtempSync(join(tmpdir(), 'conform-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, ...parts: (ArrayBufferView | string)[]): string {
  const path = join(folder, name);
  const bytes = parts.map((part) =>
    typeof part === 'string' ? Buffer.from(part) : Buffer.from(part.buffer, part.byteOffset, part.byteLength),
  );
  writeFileSync(path, Buffer.concat(bytes));
  return path;
}

async function refusal(run: () => Promise<object>): Promise<string> {
  const error = await rejectedBy(run);
  expect(error).toBeInstanceOf(ConformError);
  return (error as Error).message;
}

describe('conform scene', () => {
  // A triangle over another, which falls through it.
  const start = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 0, 1, 0.2, 1, 0.2, 1.2, 1, 0.2, 0.2, 1, 1.2);
  const end = start.map((x, i) => (i >= 9 && i % 3 === 1 ? -1 : x));
  const edges = Int32Array.of(0, 1, 0, 2, 1, 2, 3, 4, 3, 5, 4, 5);
  const triangles = Int32Array.of(0, 1, 2, 3, 4, 5);
  const head = Int32Array.of(6, 6, 2, 0);
  const mesh = file('good.mesh', head, start, end, edges, triangles);
  // vertex 3 meets triangle 0; edge 3 meets edge 2, and edge 4 too
  const vf = file('good.vf.gt', Int32Array.of(1, 3, 0, 1));
  const ee = file('good.ee.gt', Int32Array.of(2, 3, 2, 1, 2, 4, 1));

  test('finds what is true, whatever the order of the files', async () => {
    const out = join(folder, 'scene.jsonl');
    for (const files of [
      [mesh, vf, ee],
      [ee, mesh, vf],
    ]) {
      const summary = await scene.run(files, out, {});
      expect(summary).toMatchObject({ contacts: { vf: 1, ee: 2 }, falsePositives: 0, falseNegatives: 0 });
    }
    const lines = readFileSync(out, 'utf8').trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { kind: 'vf', a: 3, b: 0, time: expect.closeTo(0.5, 6) },
      { kind: 'ee', a: 2, b: 3, time: expect.closeTo(0.5, 6) },
      { kind: 'ee', a: 2, b: 4, time: expect.closeTo(0.5, 6) },
    ]);
  });

  test.each([
    ['no truth', [mesh]],
    ['half of it', [mesh, vf]],
    ['a file of truth that is not there', [mesh, vf, join(folder, 'none.ee.gt')]],
  ])('with %s does not know what is false', async (_, files) => {
    const summary = await scene.run(files, undefined, {});
    expect(summary).toMatchObject({ falsePositives: null, falseNegatives: null });
  });

  test.each<[string, () => string[], string]>([
    ['no bytes', () => [file('empty.mesh')], 'too few'],
    ['half of its bytes', () => [file('half.mesh', head, start)], 'need'],
    ['less than no vertices', () => [file('less.mesh', Int32Array.of(-6, 6, 2, 0))], '-6 vertices'],
    [
      'a triangle of a vertex that is not there',
      () => [file('beyond.mesh', head, start, end, edges, Int32Array.of(0, 1, 2, 3, 4, 6))],
      'triangle 1 names vertex 6 of 6',
    ],
    [
      'an edge of one',
      () => [file('edge.mesh', head, start, end, edges.with(0, -1), triangles)],
      'edge 0 names vertex -1',
    ],
    [
      'an edge that is not listed',
      () => [file('other.mesh', head, start, end, edges.with(5, 3).with(4, 1), triangles)],
      'no edge from vertex',
    ],
    ['truth that is cut', () => [mesh, vf, file('cut.ee.gt', Int32Array.of(2, 3, 2, 1))], 'triples need'],
    ['two meshes', () => [mesh, mesh], 'one mesh'],
    ['truth alone', () => [vf, ee], 'one mesh'],
    ['the same truth twice', () => [mesh, vf, vf], 'one .vf.gt'],
  ])('refuses %s', async (_, files, words) => {
    expect(await refusal(() => scene.run(files(), undefined, {}))).toContain(words);
  });
});

describe('conform rigid', () => {
  const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1);
  const triangles = Uint32Array.of(0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3);
  const soup = (name: string, header: string, ...rest: ArrayBufferView[]) =>
    file(name, Uint32Array.of(header.length), header, ...rest);
  const mesh = soup('solid.mesh', '{"vertices":4,"triangles":4} ', positions, triangles);
  const q = [1, 0, 0, 0];
  const meets = { t0: [3, 0, 0], q0: q, t1: [0, 0, 0], q1: q };
  const misses = { t0: [3, 0, 0], q0: q, t1: [5, 0, 0], q1: q };
  const motions = (name: string, trials: unknown) => file(name, JSON.stringify({ trials }));
  const truth = { hit: 1, toi_lo: 2 / 3 - 1e-6, toi_hi: 2 / 3 + 1e-6 };

  test('compares with the truth, where all of it is known', async () => {
    const known = motions('known.json', [
      { ...meets, ...truth },
      { ...misses, hit: 0 },
    ]);
    const summary = await rigid.run([mesh, mesh, known], undefined, {});
    expect(summary).toMatchObject({ trials: 2, hits: 1, missed: 0, falseHits: 0, late: 0 });
  });

  test.each<[string, object[]]>([
    ['any', [meets, misses]],
    ['one of two', [{ ...meets, ...truth }, misses]],
    ['the time of a contact', [{ ...meets, hit: 1 }]],
    ['an answer, which is null', [{ ...meets, hit: null }]],
  ])('does not know what was missed, without %s', async (_, trials) => {
    const summary = await rigid.run([mesh, mesh, motions('unknown.json', trials)], undefined, {});
    expect(summary).toMatchObject({ hits: 1, missed: null, falseHits: null, late: null, meanError: null });
  });

  test.each<[string, () => string[], string]>([
    ['a mesh without a header', () => [file('none.mesh', 'ab'), mesh, mesh], 'no mesh header'],
    ['a header without numbers', () => [soup('bare.mesh', '{}  '), mesh, mesh], 'without the numbers'],
    ['a header of null', () => [soup('null.mesh', 'null'), mesh, mesh], 'without the numbers'],
    [
      'less than no vertices',
      () => [soup('less.mesh', '{"vertices":-1,"triangles":9}'), mesh, mesh],
      'without the numbers',
    ],
    [
      'a mesh that is cut',
      () => [soup('cut.mesh', '{"vertices":4,"triangles":4} ', positions), mesh, mesh],
      'its header asks for',
    ],
    ['no trials', () => [mesh, mesh, file('no.json', 'null')], 'no trials'],
    ['no JSON', () => [mesh, mesh, file('text.json', 'trials')], 'text.json'],
    [
      'a trial without a rotation',
      () => [mesh, mesh, motions('q.json', [meets, { ...meets, q1: undefined }])],
      'q1 of trial 1 is undefined',
    ],
    [
      'a place of two numbers',
      () => [mesh, mesh, motions('t.json', [{ ...meets, t0: [1, 2] }])],
      't0 of trial 0 is [1,2]',
    ],
    ['a trial of null', () => [mesh, mesh, motions('n.json', [null])], 't0 of trial 0'],
    ['two files', () => [mesh, mesh], 'three files'],
  ])('refuses %s', async (_, files, words) => {
    expect(await refusal(() => rigid.run(files(), undefined, {}))).toContain(words);
  });
});

describe('conform queries', () => {
  const points = new Float64Array(24);
  const truth = Int32Array.of(1);
  const count = Int32Array.of(1);

  test('without truth in one of the files does not know the totals', async () => {
    const files = [file('known.vf', count, points, truth), file('unknown.ee', count, points)];
    const summary = await queries.run(files, undefined, {});
    expect(summary).toMatchObject({ queries: 2, positives: 2, falsePositives: null, falseNegatives: null });
  });

  test.each<[string, () => string, string]>([
    ['a name that says nothing', () => file('queries.bin', count, points), 'must end in'],
    ['no bytes', () => file('empty.vf'), 'no count'],
    ['half of its bytes', () => file('half.vf', count, points.subarray(12)), '1 queries need'],
    ['a count below 0', () => file('less.ee', Int32Array.of(-1)), '-1 queries'],
    ['a file that is not there', () => join(folder, 'none.vf'), 'none.vf'],
  ])('refuses %s', async (_, path, words) => {
    expect(await refusal(() => queries.run([path()], undefined, {}))).toContain(words);
  });
});

test.each([
  ['an option of another kind', ['queries', 'some.vf', '--workers', '2'], 'queries takes no --workers'],
  ['files of a kind that takes none', ['gpu', 'some.mesh'], 'gpu takes no files'],
  ['two scenes', ['simulate', 'one', 'two'], 'simulate takes one scene'],
  ['no kind', [], 'no kind'],
  ['no file', ['replay'], 'at least one file'],
  ['a file that is not there', ['scene', 'none.mesh'], 'none.mesh'],
])('the command refuses %s without a stack', (_, args, words) => {
  const { status, stderr, stdout } = spawnSync(
    process.execPath,
    ['--import', 'tsx', 'tools/conform/main.ts', ...args],
    { cwd: join(import.meta.dirname, '../../..'), encoding: 'utf8' },
  );
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(/^conform: /);
  expect(stderr).toContain(words);
  expect(stderr).not.toContain('    at ');
});
