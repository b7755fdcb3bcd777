// A typed array that was taken before memory grew is detached: `restore()` of a pile threw by one. The check finds such orders.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { findStaleViews } from '../../tools/stale-views.mjs';

const FILE = 'tests/support/stale-views.ts';
const MEMORY = ['arena', 'growing-buffer', 'step-buffer'].map((name) => `src/memory/${name}.ts`);

test('the check finds each use of a view or an address after memory may have grown or moved, and nothing else', () => {
  const lines = readFileSync(FILE, 'utf8').split('\n');
  const wrong = lines.flatMap((line, i) => (line.endsWith('// stale') ? [`${FILE}:${i + 1}`] : []));
  const options = { strict: true, module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2023 };
  const found = findStaleViews(
    [FILE, ...MEMORY].map((file) => resolve(file)),
    options,
  );
  expect(found.map((line) => line.split(' ')[0])).toEqual(wrong.sort());
});
