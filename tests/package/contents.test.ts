// What goes into the tarball, and what it weighs.
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { KERNEL_FILES } from '../../tools/kernel-files.mjs';
import { pack, root } from './packed.js';

const packedBudget = 400_000;
// Without Rapier, which is a peer. 60 kB are aimed at: see "Size" in CONTRIBUTING.md for what is in the way.
const coreBudget = 135_000;

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
  for (const { name } of KERNEL_FILES) expect(paths).toContain(`dist/memory/${name}.wasm`);
});

test(`the tarball is below ${packedBudget / 1000} kB`, () => {
  expect(tarball.size).toBeLessThan(packedBudget);
});

// What a page loads of `import 'first-contact'`: the bundle that Vite makes of it, and the kernels.
test(`the core is below ${coreBudget / 1000} kB compressed`, async () => {
  const { output } = (await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2023',
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: join(root, 'dist/index.js'),
        preserveEntrySignatures: 'strict',
        external: ['bitecs'],
      },
    },
  }).then((result) => (Array.isArray(result) ? result[0] : result))) as Rolldown.RolldownOutput;
  const sizes = output.map((file) => ({
    name: file.fileName,
    bytes: compressed(file.type === 'chunk' ? file.code : file.source),
  }));
  expect(sizes.filter(({ name }) => name.endsWith('.wasm')).length).toBe(KERNEL_FILES.length);
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  expect(total, JSON.stringify(sizes)).toBeLessThan(coreBudget);
});

const compressed = (content: string | Uint8Array): number => gzipSync(content, { level: 9 }).length;
