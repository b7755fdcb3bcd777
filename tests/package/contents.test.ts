// What goes into the tarball, and what it weighs.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { pack, root } from './packed.js';

const packedBudget = 250_000;
// Without Rapier, which is a peer: core.wasm and every script that index.js leads to, each compressed by itself.
const coreBudget = 60_000;

const tarball = pack();
const paths = tarball.files.map(({ path }) => path);

test('the tarball holds the built library and its papers, nothing else', () => {
  const papers = ['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json'];
  const others = paths.filter((path) => !path.startsWith('dist/'));
  expect(others.sort()).toEqual(papers);
  const strange = paths.filter((path) => path.startsWith('dist/') && !/\.(js|d\.ts|wasm)$/.test(path));
  expect(strange).toEqual([]);
  expect(paths.filter((path) => /\.test\.|debug\.wasm/.test(path))).toEqual([]);
});

test('the tarball holds the compiled kernels', () => {
  expect(paths).toContain('dist/memory/core.wasm');
});

test(`the tarball is below ${packedBudget / 1000} kB`, () => {
  expect(tarball.size).toBeLessThan(packedBudget);
});

test(`the core is below ${coreBudget / 1000} kB compressed`, () => {
  const files = [...scriptsFrom('dist/index.js'), 'dist/memory/core.wasm'];
  const sizes = files.map((path) => ({
    path,
    bytes: gzipSync(readFileSync(join(root, path)), { level: 9 }).length,
  }));
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  const largest = sizes.sort((a, b) => b.bytes - a.bytes).slice(0, 8);
  expect(total, JSON.stringify(largest, undefined, 2)).toBeLessThan(coreBudget);
});

function scriptsFrom(entry: string, found = new Set<string>()): Set<string> {
  if (found.has(entry)) return found;
  found.add(entry);
  const { importedFiles } = ts.preProcessFile(readFileSync(join(root, entry), 'utf8'), true, true);
  for (const { fileName } of importedFiles) {
    if (fileName.startsWith('.')) scriptsFrom(join(dirname(entry), fileName), found);
  }
  return found;
}
